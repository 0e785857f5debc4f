package fragment

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"majordomus/pkg/fault"
)

// Format is the form of a transcript.
type Format string

// The formats.
const (
	FormatPlain  Format = "plain"  // text with role markers at line starts
	FormatJSONL  Format = "jsonl"  // a line a turn: {"role": …, "content": "…"}
	FormatBlocks Format = "blocks" // session files: turns carry content blocks
)

// SegmentOptions say how a transcript is read.
type SegmentOptions struct {
	// Format is detected when empty.
	Format Format `json:"format,omitempty"`
}

// Segmentation is a transcript in parts.
type Segmentation struct {
	// Format is the one found or given.
	Format Format `json:"format"`
	// Segments partition the input: the first starts at 0, each starts where
	// the one before ends, the last ends with the input.
	Segments []Segment `json:"segments"`
	// Warnings name lines that could not be read as turns.
	Warnings []Warning `json:"warnings"`
}

// SegmentKind is what a segment holds.
type SegmentKind string

// The kinds of segment.
const (
	SegmentBody  SegmentKind = "body"  // prose and anything else
	SegmentCode  SegmentKind = "code"  // a fence, or code
	SegmentLog   SegmentKind = "log"   // lines of a log or of a tool
	SegmentImage SegmentKind = "image" // an inline image
	SegmentMeta  SegmentKind = "meta"  // a line of the file that is no turn; it makes no fragment
)

// Segment is a part of a turn.
type Segment struct {
	// Turn counts the turns from 0.
	Turn int `json:"turn"`
	// Role is system, user, assistant, tool or the word the transcript uses;
	// empty before the first marker.
	Role string `json:"role"`
	// Kind is what it holds.
	Kind SegmentKind `json:"kind"`
	// Start is a byte offset in the input.
	Start int `json:"start"`
	// End is the byte offset after its last.
	End int `json:"end"`
	// Content is the text: in plain transcripts the bytes of the range,
	// elsewhere what the JSON in the range says.
	Content string `json:"content"`
	// Media is the image of an image segment.
	Media *Media `json:"media,omitempty"`
}

// SegmentTranscript cuts a transcript into turns and those into body, code and log. A
// code fence is never cut by a marker inside it. Input that is too large is
// over_limit; one that is not UTF-8, or is not in the format asked for, is
// segmentation.
func SegmentTranscript(ctx context.Context, input []byte, o SegmentOptions) (*Segmentation, error) {
	if len(input) > MaxTranscript {
		return nil, invalid(CodeOverLimit, "transcript", "%d bytes are more than %d", len(input), MaxTranscript)
	}
	if !utf8.Valid(input) {
		return nil, invalid(CodeSegmentation, "transcript", "not UTF-8")
	}
	s := &Segmentation{Format: o.Format, Segments: []Segment{}, Warnings: []Warning{}}
	switch o.Format {
	case "":
		s.Format = detect(input)
	case FormatPlain, FormatJSONL, FormatBlocks:
	default:
		return nil, invalid(CodeSegmentation, "transcript", "%s is none of plain, jsonl, blocks", fault.Quote(string(o.Format)))
	}
	if s.Format == FormatPlain {
		s.plain(input)
		return s, ctx.Err()
	}
	strict := o.Format != ""
	if err := s.lines(ctx, input, strict); err != nil {
		return nil, err
	}
	return s, nil
}

// Fragments gives the segments as fragments of a request, in order. The system
// turn is marked cache; role and turn stand in the metadata.
func (s *Segmentation) Fragments() []Fragment {
	var out []Fragment
	for _, g := range s.Segments {
		if g.Kind == SegmentMeta || strings.TrimSpace(g.Content) == "" && g.Media == nil {
			continue
		}
		for _, text := range parts(g.Content, MaxContent) {
			out = append(out, g.fragment(text))
		}
	}
	return out
}

func (g Segment) fragment(text string) Fragment {
	meta := struct {
		Role  string `json:"role"`
		Turn  int    `json:"turn"`
		Cache bool   `json:"cache,omitempty"`
	}{g.Role, g.Turn, g.Role == roleSystem}
	raw, err := json.Marshal(meta)
	if err != nil {
		raw = nil // strings and numbers always marshal
	}
	f := Fragment{Metadata: raw, Media: g.Media}
	if text != "" || g.Media == nil {
		f.Content = &text
	}
	switch g.Kind {
	case SegmentCode:
		f.Kind = "code"
	case SegmentLog:
		f.Kind = kindLog
	case SegmentImage:
		f.Kind = "screenshot"
	}
	return f
}

// parts cuts a text that is larger than a fragment may be at line ends, and
// inside a line only where it must, between runes.
func parts(text string, limit int) []string {
	var out []string
	for len(text) > limit {
		at := limit
		for i := limit; i > 0; i-- {
			if text[i-1] == '\n' {
				at = i
				break
			}
		}
		for at > 0 && !utf8.RuneStart(text[at]) {
			at--
		}
		out, text = append(out, text[:at]), text[at:]
	}
	return append(out, text)
}

// TranscriptRequest asks for a transcript to be compiled.
type TranscriptRequest struct {
	// Query is what the context is for.
	Query string `json:"query"`
	// Transcript is the text, at most 64 MiB.
	Transcript string `json:"transcript"`
	// Format is detected when empty.
	Format Format `json:"format,omitempty"`
	// TokenBudget is the limit in tokens, 1..10,000,000.
	TokenBudget int `json:"token_budget"`
	// TargetModel picks the price in Policy.Pricing.
	TargetModel string `json:"target_model,omitempty"`
	// Policy holds the options; nil means all defaults.
	Policy *Policy `json:"policy,omitempty"`
}

// CompileTranscript segments a transcript and compiles the segments. It may
// have more of them than a request may have fragments.
func CompileTranscript(ctx context.Context, t *TranscriptRequest, o Options) (*Result, error) {
	s, err := SegmentTranscript(ctx, []byte(t.Transcript), SegmentOptions{Format: t.Format})
	if err != nil {
		return nil, err
	}
	o.unlimited = true
	req := &Request{Query: t.Query, Fragments: s.Fragments(), TokenBudget: t.TokenBudget, TargetModel: t.TargetModel, Policy: t.Policy}
	r, err := Compile(ctx, req, o)
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, s.Warnings...)
	return r, nil
}
