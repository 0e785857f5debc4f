package search

import (
	"strings"
	"testing"
)

func FuzzQuery(f *testing.F) {
	f.Add(`why does "connection refused" stop path:src/net kind:rule`)
	f.Add("\"\" path: kind:\" \xff\"camelCase snake_case")
	f.Fuzz(func(t *testing.T, text string) {
		q := NewQuery(text)
		if len(q.Words) != len(q.terms) || len(q.terms) > maxWords {
			t.Fatalf("%d words, %d terms", len(q.Words), len(q.terms))
		}
		for i, w := range q.Words {
			if normal(w) != q.terms[i] || stop(w) {
				t.Fatalf("%q is compared as %q", w, q.terms[i])
			}
		}
		for _, p := range q.Phrases {
			if len(p) < 2 {
				t.Fatalf("a phrase of %q", p)
			}
		}
		x := NewBuilder()
		x.Next()
		x.Add(Title, Whole, text)
		x.Next()
		hits := x.Build().Search(q, Filter{Holds: func(doc, _ int32, p []string) (Mask, bool) { return 1, Holds(text, p) }})
		if want := min(len(q.terms), 1); len(hits.List) != want && len(q.Paths)+len(q.Kinds) == 0 {
			t.Fatalf("%q finds itself %d times", text, len(hits.List))
		}
		for i := range hits.List {
			if h := &hits.List[i]; h.Score < 0 || len(hits.Words(h)) == 0 {
				t.Fatalf("%+v", h)
			}
		}
	})
}

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		text, phrase string
		want         bool
	}{
		{"a connection was refused here", "connection refused", true}, // stop words count for nothing
		{"refused connections", "connection refused", false},
		{"connections refused", "connection refused", true},
		{"retryLoop", "retry loop", true},
		{"", "retry loop", false},
		{"retry retry loop", "retry loop", true},
	} {
		q := NewQuery(`"` + c.phrase + `"`)
		if got := Holds(c.text, q.Phrases[0]); got != c.want {
			t.Errorf("%q in %q: %v", c.phrase, c.text, got)
		}
	}
	if q := NewQuery(strings.Repeat("word", 30)); len(q.Words) != 1 {
		t.Errorf("%q", q.Words)
	}
}
