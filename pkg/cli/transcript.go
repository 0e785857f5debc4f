package cli

import (
	"context"

	"majordomus/pkg/fault"
	"majordomus/pkg/fragment"
	"majordomus/pkg/operation"
)

// transcriptFlags are those of the commands that read a transcript.
type transcriptFlags struct {
	As string `long:"as" unquote:"false" value-name:"FORMAT" choice:"plain" choice:"jsonl" choice:"blocks" default-mask:"detected" description:"Form of the transcript"`
	outputFlags
	Args fileArg `positional-args:"yes"`
}

func (f *transcriptFlags) read(a *app) (string, error) {
	data, err := a.file(f.Args.File, fragment.MaxTranscript+1) // one more, so that the limit is the operation's to refuse
	if e := fault.As(err); err != nil && e.Code == "too_large" {
		return "", fault.New(fault.Invalid, fragment.CodeOverLimit, "the transcript has more than %d bytes", fragment.MaxTranscript).At(e.Path, 0, 0)
	}
	return string(data), err
}

type segmentFlags struct {
	transcriptFlags
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default-mask:"text on a terminal, else json" description:"How the result is written"`
}

func (a *app) fragmentsSegmentCommand() *command {
	f := new(segmentFlags)
	return &command{
		words:   []string{"fragments", "segment"},
		summary: "cut a transcript into fragments",
		about: "Plain text with role markers at line starts, JSONL of {role, content}, or the session file of a coding agent. " +
			"Gives segments, whose byte ranges partition the input, and the fragments they make for a request.",
		flags: f,
		run: func(ctx context.Context) error {
			text, err := f.read(a)
			if err != nil {
				return err
			}
			in := operation.SegmentInput{Transcript: text, Format: fragment.Format(f.As)}
			out, err := call[operation.SegmentInput, *operation.Segmented](ctx, operation.Settings{}, "fragments.segment", in)
			if err != nil {
				return err
			}
			return a.writeIndented(f.Format, f.outputFlags, out)
		},
	}
}

type transcriptCompileFlags struct {
	transcriptFlags
	Budget    int    `long:"budget" value-name:"N" required:"true" description:"Tokens of the result"`
	Query     string `long:"query" unquote:"false" value-name:"TEXT" description:"What the context is for"`
	Reserve   int    `long:"reserve" value-name:"N" default-mask:"0" description:"Tokens of the budget kept free for the answer"`
	Estimator string `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default-mask:"o200k_base" description:"How tokens are counted"`
	Format    string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default:"text" description:"The text alone, or the value"`
	storeFlags
}

func (a *app) fragmentsTranscriptCommand() *command {
	f := new(transcriptCompileFlags)
	return &command{
		words:   []string{"fragments", "transcript"},
		summary: "pack a transcript under a token budget",
		about:   "Cuts a transcript as segment does and packs the segments as compile does; the system turn is the stable prefix.",
		flags:   f,
		run: func(ctx context.Context) error {
			text, err := f.read(a)
			if err != nil {
				return err
			}
			in := operation.TranscriptInput{TranscriptRequest: fragment.TranscriptRequest{
				Query: f.Query, Transcript: text, Format: fragment.Format(f.As), TokenBudget: f.Budget,
				Policy: &fragment.Policy{ResponseReserveTokens: f.Reserve, Estimator: f.Estimator},
			}}
			r, err := pack(ctx, a, &f.storeFlags, "fragments.transcript", in)
			if err != nil {
				return err
			}
			return a.writePacked(f.Format, f.outputFlags, r)
		},
	}
}
