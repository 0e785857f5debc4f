package fragment

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func cutStrings(s string, limit int, b Boundary) (out []string) {
	for _, p := range cut([]byte(s), limit, b, false) {
		out = append(out, s[p.start:p.end])
	}
	return out
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		b     Boundary
		want  []string
	}{
		{"", 5, Paragraph, nil},
		{"short", 5, Paragraph, []string{"short"}},
		{"para one\n\npara two\n", 10, Paragraph, []string{"para one", "para two\n"}},
		{"a\n\nb\n\nlonger one", 6, Paragraph, []string{"a\n\nb", "longer one"}},
		{"line one\nline two", 10, Paragraph, []string{"line one", "line two"}},
		{"line one\r\nline two", 10, Line, []string{"line one", "line two"}},
		{"One. Two! Three? (Four.) Five", 6, Paragraph, []string{"One.", "Two!", "Three?", "(Four.)", "Five"}},
		{"v1.2.3 is out", 4, Sentence, []string{"v1.2.3 is out"}},
		{"一。二。三", 6, Line, []string{"一。", "二。", "三"}},
		{"nobreakatallhere", 4, Sentence, []string{"nobreakatallhere"}},
		{"x\n\n```\na\n\nb. c\n```\n\ny", 4, Sentence, []string{"x", "```\na\n\nb. c\n```", "y"}},
		{"````\n```\nx\n```\n````\nend", 4, Line, []string{"````\n```\nx\n```\n````", "end"}},
		{"~~~\n```\n~~~\nend", 4, Line, []string{"~~~\n```\n~~~", "end"}},
		{"a\n```\nnever closed\n\nb", 4, Line, []string{"a", "```\nnever closed\n\nb"}},
		{"a\n    indented\n    more", 14, Line, []string{"a\n    indented", "    more"}},
		{"\n\na\n\nb\n\n", 2, Line, []string{"\n\na", "b\n\n"}},
		{" \n \n \n", 2, Line, []string{" \n \n \n"}},
	} {
		got := cutStrings(c.text, c.limit, c.b)
		if strings.Join(got, "|") != strings.Join(c.want, "|") || len(got) != len(c.want) {
			t.Errorf("%q by %s at %d: %q, want %q", c.text, c.b, c.limit, got, c.want)
		}
	}
}

// Pieces lie in order with white space alone between them and cover the rest;
// none ends inside a rune or a fence.
func TestCutCoversEverything(t *testing.T) {
	for seed := range uint64(3000) {
		g := newGen(seed)
		s := g.content()
		at := 0
		pieces := cut([]byte(s), 1+g.IntN(40), pick(g, []Boundary{Paragraph, Sentence, Line}), false)
		for _, p := range pieces {
			if strings.TrimSpace(s[at:p.start]) != "" || p.size() <= 0 || !utf8.ValidString(s[p.start:p.end]) {
				t.Fatalf("seed %d: %q cut at %+v", seed, s, pieces)
			}
			at = p.end
		}
		if at != len(s) {
			t.Fatalf("seed %d: %q ends at %d", seed, s, at)
		}
	}
}

// A fence larger than the room does not block what stands after it.
func TestBigFenceIsPassedOver(t *testing.T) {
	r := textRequest(30, "before\n\n```\n"+strings.Repeat("code that is long\n", 50)+"```\n\nafter")
	r.Policy = &Policy{MaxPieceBytes: 20}
	if res := compile(t, r); res.Content != "before\n\nafter" || res.Risk != High || res.Decisions[0].Packed.Pieces != 2 {
		t.Errorf("%q %+v", res.Content, res.Decisions)
	}
}
