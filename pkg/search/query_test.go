package search

import (
	"testing"

	"majordomus/pkg/terms"
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
			if terms.Normal(w) != q.terms[i] {
				t.Fatalf("%q is compared as %q", w, q.terms[i])
			}
		}
		for _, p := range q.Phrases {
			if len(p) < 2 {
				t.Fatalf("a phrase of %q", p)
			}
		}
		hits := New(titled([2]string{text, ""}, [2]string{"", ""})).Search(q, Filter{Holds: func(_ *Hit, p []string) (terms.Mask, bool) { return 1, terms.Holds(text, p) }})
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
