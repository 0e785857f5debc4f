package fragment

import (
	"encoding/base64"
	"strings"
	"testing"
)

func text(content, metadata string) Fragment {
	return Fragment{Content: &content, Metadata: []byte(metadata)}
}

func code(content string) Fragment {
	f := text(content, "")
	f.Kind = "code"
	return f
}

func shot(n uint32, caption, metadata string) Fragment {
	f := text(caption, metadata)
	f.Media = &Media{Mime: "image/png", Base64: base64.StdEncoding.EncodeToString(pngHeader(n, 7))}
	return f
}

// outcome writes the decisions as action, rule of dedup and twin.
func outcome(res *Result) string {
	var parts []string
	for _, d := range res.Decisions {
		s := string(d.Action)
		if d.Twin != nil {
			s += " " + d.RuleID[len("dedup."):] + " " + string(rune('0'+*d.Twin))
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

func TestDedup(t *testing.T) {
	log := func(day string) Fragment {
		f := text(strings.Repeat("2026-01-"+day+"T03:04:05Z INFO tick of the clock\n", 3), "")
		f.Kind = "log"
		return f
	}
	for _, c := range []struct {
		name string
		fs   []Fragment
		want string
	}{
		{"exact", []Fragment{text("a b", ""), text("a b", "")}, "preserve, drop exact 0"},
		{"near", []Fragment{text("Some Text", ""), text("some\n text ", "")}, "preserve, drop near 0"},
		{"near is no exact for the critical", []Fragment{text("Never go", ""), text("never go", "")}, "preserve, preserve"},
		{"unmarked goes", []Fragment{text("a b", ""), text("a b", `{"verbatim":true}`)}, "drop exact 1, preserve"},
		{"unmarked near goes", []Fragment{text("a b", ""), text("A b", `{"verbatim":true}`)}, "drop near 1, preserve"},
		{"the critical twin stays", []Fragment{text("a b", ""), code("a b")}, "drop exact 1, preserve"},
		{"the critical near twin stays", []Fragment{text("a b", ""), code("A b")}, "drop near 1, preserve"},
		{"cache twin stands for the body's", []Fragment{text("a b", ""), text("a b", `{"cache":true}`)}, "drop exact 1, cache"},
		{"cache among themselves", []Fragment{text("a b", `{"cache":true}`), text("a b", `{"cache":true}`)}, "cache, drop exact 0"},
		{"twins of a near twin", []Fragment{text("A b", ""), text("a b", ""), text("a b", "")}, "preserve, drop near 0, drop near 0"},
		{"logs by lines", []Fragment{log("01"), log("02")}, "abstract, drop near 0"},
		{"last screenshot", []Fragment{shot(1, "one", `{"target":"p"}`), shot(2, "two", `{"target":"p"}`)}, "drop target 1, preserve"},
		{"the same screenshot again", []Fragment{shot(1, "", `{"target":"p"}`), shot(2, "", `{"target":"p"}`), shot(1, "", `{"target":"p"}`)}, "drop exact 2, drop target 2, preserve"},
		{"verbatim screenshot stays", []Fragment{shot(1, "", `{"target":"p","verbatim":true}`), shot(2, "", `{"target":"p"}`)}, "preserve, preserve"},
		{"one image, two captions", []Fragment{shot(1, "a", ""), shot(1, "b", "")}, "preserve, preserve"},
		{"one image twice", []Fragment{shot(1, "a", ""), shot(1, "a", "")}, "preserve, drop exact 0"},
		{"image bytes as text", []Fragment{shot(1, "", ""), text("x", "")}, "preserve, preserve"},
	} {
		if got := outcome(compile(t, &Request{TokenBudget: 1000, Fragments: c.fs})); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestNearDedupCanBeOff(t *testing.T) {
	r := textRequest(100, "Some Text", "some text")
	r.Policy = &Policy{NearDupDedup: new(false)}
	if got := outcome(compile(t, r)); got != "preserve, preserve" {
		t.Error(got)
	}
}

// The kept twin inherits the highest priority of its group.
func TestPriorityIsInherited(t *testing.T) {
	r := textRequest(5, "one two three four", "five six seven eight", "one two three four")
	if res := compile(t, r); res.Content != "one two three four" {
		t.Errorf("%q", res.Content)
	}
	r = textRequest(5, "five six seven eight", "one two three four", "one two three four")
	r.Fragments[2].Priority = 1
	if res := compile(t, r); res.Content != "one two three four" {
		t.Errorf("%q", res.Content)
	}
}

// What the cache section could not hold whole still has its chance in the body.
func TestCutCacheTwinStandsForNothing(t *testing.T) {
	long := strings.Repeat("one two three. ", 60)
	r := &Request{TokenBudget: 120, Fragments: []Fragment{text(long, `{"cache":true}`), text(long, "")}, Policy: &Policy{MaxPieceBytes: 100}}
	res := compile(t, r)
	if res.Decisions[1].Action == Drop || res.Risk != High {
		t.Error(outcome(res), res.Risk)
	}
}

func TestCachedImageKeepsItsCaptionInTheCache(t *testing.T) {
	res := compile(t, &Request{TokenBudget: 100, Fragments: []Fragment{text("body", ""), shot(9, "caption", `{"cache":true}`)}})
	if len(res.Sections) != 2 || res.Sections[0].Content != "caption" || res.Content != "caption\n\nbody" || len(res.Media) != 1 {
		t.Errorf("%+v", res)
	}
}

// Inside a rank what the query asks for goes first, piece by piece; priority
// goes before relevance, and the critical before priority.
func TestOrderOfPacking(t *testing.T) {
	r := textRequest(6, "apples and some pears", "cherries and some plums")
	r.Query = "Plums?"
	if res := compile(t, r); res.Content != "cherries and some plums" || res.Decisions[1].Relevance != 1 || res.Decisions[0].Relevance != 0 {
		t.Errorf("%q %+v", res.Content, res.Decisions)
	}
	r.Fragments[0].Priority = 1
	if res := compile(t, r); res.Content != "apples and some pears" {
		t.Errorf("%q", res.Content)
	}
	r.Fragments[1].Kind = "code"
	if res := compile(t, r); res.Content != "cherries and some plums" {
		t.Errorf("%q", res.Content)
	}
	r = textRequest(8, "apples and pears.\n\ncherries and plums.\n\nfigs and grapes.")
	r.Query, r.Policy = "figs", &Policy{MaxPieceBytes: 20}
	if res := compile(t, r); res.Content != "figs and grapes." && !strings.HasSuffix(res.Content, "\n\nfigs and grapes.") {
		t.Errorf("%q", res.Content)
	}
}
