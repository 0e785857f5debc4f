package fragment

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"majordomus/pkg/fault"
)

func segment(t testing.TB, text string) *Segmentation {
	t.Helper()
	s, err := SegmentTranscript(context.Background(), []byte(text), SegmentOptions{})
	if err != nil {
		t.Fatal(err)
	}
	checkPartition(t, text, s)
	return s
}

func checkPartition(t testing.TB, text string, s *Segmentation) {
	t.Helper()
	at := 0
	for i, g := range s.Segments {
		if g.Start != at || g.End <= g.Start {
			t.Fatalf("segment %d is %d..%d, the one before ends at %d, of %q: %+v", i, g.Start, g.End, at, text, s.Segments)
		}
		at = g.End
		if s.Format == FormatPlain && g.Content != text[g.Start:g.End] {
			t.Fatalf("segment %d is not its range", i)
		}
	}
	if at != len(text) {
		t.Fatalf("the segments end at %d of %d: %q %+v", at, len(text), text, s.Segments)
	}
}

func outline(s *Segmentation) string {
	var b strings.Builder
	for _, g := range s.Segments {
		fmt.Fprintf(&b, "%d %s %s %q\n", g.Turn, g.Role, g.Kind, g.Content)
	}
	return b.String()
}

func TestPlainTranscript(t *testing.T) {
	log := strings.Repeat("2026-01-02T03:04:05Z INFO x\n", 8)
	s := segment(t, "preface\nSystem: be kind\nUser: see\n```go\nUser: not a marker\n```\nmore\n### Assistant\nok\nTool:\n"+log)
	want := "0   body \"preface\\n\"\n1 system body \"System: be kind\\n\"\n2 user body \"User: see\\n\"\n" +
		"2 user code \"```go\\nUser: not a marker\\n```\\n\"\n2 user body \"more\\n\"\n3 assistant body \"### Assistant\\nok\\n\"\n4 tool log "
	want = strings.Replace(want, "0   body", "0  body", 1)
	if got := outline(s); !strings.HasPrefix(got, want) || s.Format != FormatPlain {
		t.Errorf("%s: %s\nwant %s", s.Format, got, want)
	}
	fs := s.Fragments()
	if string(fs[1].Metadata) != `{"role":"system","turn":1,"cache":true}` || fs[3].Kind != "code" || fs[6].Kind != "log" {
		t.Errorf("%s %s %s", fs[1].Metadata, fs[3].Kind, fs[6].Kind)
	}
}

func TestMarkers(t *testing.T) {
	for line, want := range map[string]string{
		"User: x": "user", "Human:": "user", "[assistant] x": "assistant", "<|system|>": "system", "**AI:** x": "assistant",
		"**Human**: x": "user", "## Tool": "tool", "Tool result: x": "tool", "user : x": "user",
		"Users: x": "", "the user: x": "", "user": "", "<|endoftext|>": "", "# Users": "", "": "", "[x]": "",
	} {
		if got, _ := marker([]byte(line)); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestUnclosedFenceHidesNoTurn(t *testing.T) {
	s := segment(t, "User: ```\nstray\nAssistant: hi\n")
	if n := len(s.Segments); n != 2 || s.Segments[1].Role != "assistant" {
		t.Error(outline(s))
	}
}

func TestLinesTranscript(t *testing.T) {
	s := segment(t, `{"role":"system","content":"be kind"}`+"\n\n"+`{"content":"a\u00e9\n`+"```"+`\nx\ud83d\ude42\n`+"```"+`\nb","role":"user"}`+"\n"+`{"type":"summary"}`+"\nbroken\n")
	want := "0 system body \"be kind\"\n0  meta \"\"\n1 user body \"aé\\n\"\n1 user code \"```\\nx🙂\\n```\\n\"\n1 user body \"b\"\n0  meta \"\"\n2  body \"broken\\n\"\n"
	if got := outline(s); got != want || s.Format != FormatJSONL {
		t.Errorf("%s %s\nwant %s", s.Format, got, want)
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "line 5") {
		t.Errorf("%q", s.Warnings)
	}
	if got := string(s.Fragments()[0].Metadata); !strings.Contains(got, `"cache":true`) {
		t.Error(got)
	}
}

func TestSessionFile(t *testing.T) {
	png := base64.StdEncoding.EncodeToString(pngHeader(10, 10))
	text := `{"type":"summary","summary":"s"}` + "\n" +
		`{"type":"user","message":{"role":"user","content":"hi"},"uuid":"1"}` + "\n" +
		`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"let me"},{"type":"tool_use","name":"Read","input":{"path":"a.go"}}]}}` + "\n" +
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"package a"}]},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + png + `"}}]}}` + "\n" +
		`{"type":"response_item","payload":{"type":"function_call_output","output":"done"}}` + "\n"
	s := segment(t, text)
	want := "0  meta \"\"\n0 user body \"hi\"\n1 assistant body \"let me\"\n1 assistant code \"{\\\"path\\\":\\\"a.go\\\"}\"\n" +
		"2 tool body \"package a\"\n2 user image \"\"\n3 tool body \"done\"\n"
	if got := outline(s); got != want || s.Format != FormatBlocks {
		t.Errorf("%s %s\nwant %s", s.Format, got, want)
	}
	for _, g := range s.Segments {
		if g.Kind != SegmentMeta && g.Kind != SegmentImage && !strings.Contains(text[g.Start:g.End], strings.ReplaceAll(g.Content, `"`, `"`)) {
			t.Errorf("%q is not in its range %q", g.Content, text[g.Start:g.End])
		}
	}
	res, err := CompileTranscript(context.Background(), &TranscriptRequest{Transcript: text, TokenBudget: 100}, Options{})
	if err != nil || len(res.Media) != 1 {
		t.Fatal(res, err)
	}
}

func TestTranscriptRefuses(t *testing.T) {
	for _, c := range []struct {
		text   string
		format Format
		code   string
	}{
		{"\xff", "", CodeSegmentation}, {"not json\n", FormatJSONL, CodeSegmentation}, {"x", "xml", CodeSegmentation},
		{strings.Repeat("x", MaxTranscript+1), "", CodeOverLimit},
	} {
		_, err := SegmentTranscript(context.Background(), []byte(c.text), SegmentOptions{Format: c.format})
		if f := fault.As(err); f == nil || f.Code != c.code {
			t.Errorf("%.20q %s: %v", c.text, c.format, err)
		}
	}
}

// A transcript has more turns than a request may have fragments, and turns
// larger than a fragment.
func TestLongTranscript(t *testing.T) {
	text := strings.Repeat("User: hello there\nAssistant: hi\n", 2000) + "User: " + strings.Repeat("long é ", 300_000)
	res, err := CompileTranscript(context.Background(), &TranscriptRequest{Transcript: text, TokenBudget: 1000}, Options{})
	if err != nil || len(res.Decisions) < 4002 {
		t.Fatal(err)
	}
}

func FuzzTranscript(f *testing.F) {
	f.Add("System: x\nUser: ```\nUser: y\n```\n~~~\n", "")
	f.Add(`{"role":"user","content":[{"type":"text","text":"a\ud83d\ude42\n`+"```"+`\nx\n`+"```"+`\n"}]}`+"\n", "")
	f.Add(`{"role":"tool","content":"2026-01-02 INFO x\n"}`, "")
	f.Fuzz(func(t *testing.T, text, _ string) {
		s, err := SegmentTranscript(context.Background(), []byte(text), SegmentOptions{})
		if err != nil {
			if utf8.ValidString(text) {
				t.Fatal(err)
			}
			return
		}
		checkPartition(t, text, s)
		for _, fr := range s.Fragments() {
			if !json.Valid(fr.Metadata) {
				t.Fatalf("%s", fr.Metadata)
			}
		}
	})
}
