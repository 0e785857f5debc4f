package capsule

import (
	"slices"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/walk"
)

func TestSelectTakesRequiredObjectsFirst(t *testing.T) {
	entry := func(uri string, required bool) walk.Entry { return walk.Entry{URI: uri, Required: required} }
	in := BuildInput{Goal: "x", BudgetTokens: 9, Answer: &budget.Answer{Selected: []walk.Entry{entry("a", false), entry("b", true), entry("c", false), entry("d", true)}}}
	q := in.Request()
	if !slices.Equal(q.SelectedURIs, []string{"b", "d", "a", "c"}) || q.SelectedFirst != 2 {
		t.Errorf("%+v", q)
	}
}

func TestVerifyInput(t *testing.T) {
	dir := repo(t, library())
	raw := text(t, made(t, dir, Request{Goal: "failed delivery retried"}))
	v, err := VerifyInput{Capsule: raw}.Verify(t.Context(), onDisk(t, dir))
	if err != nil || v.Err() != nil {
		t.Error(v, err)
	}
	put(t, dir, "docs/retry.md", "# Other\n")
	if v, err = (VerifyInput{Capsule: raw}).Verify(t.Context(), onDisk(t, dir)); err != nil || fault.As(v.Err()).Class != fault.Stale {
		t.Error(v, err)
	}
	if _, err = (VerifyInput{Capsule: raw[1:]}).Verify(t.Context(), onDisk(t, dir)); fault.As(err).Class != fault.Invalid {
		t.Error(err)
	}
}

func TestRequestBounds(t *testing.T) {
	n := int64(0)
	for name, q := range map[string]Request{
		"no budget": {Goal: "x"}, "a budget too large": {Goal: "x", BudgetTokens: maxTokens + 1}, "no bytes": {Goal: "x", BudgetTokens: 9, BudgetBytes: &n},
		"a depth": {Goal: "x", BudgetTokens: 9, DepthPolicy: "deep"}, "an estimator": {Goal: "x", BudgetTokens: 9, Estimator: "guess"}, "bytes": {Goal: "x", BudgetTokens: 9, Estimator: "bytes"},
		"a blank facet": {Goal: "x", BudgetTokens: 9, Facets: []string{" "}}, "a limit": {Goal: "x", BudgetTokens: 9, Limit: -1}, "a filter": {Goal: "x", BudgetTokens: 9, Filter: []byte("{}")},
		"collections": {Goal: "x", BudgetTokens: 9, Collections: make129()},
	} {
		if _, err := q.settled(); err == nil || fault.As(err).Class != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	q, err := Request{Goal: " a\r\nb e\u0301 ", BudgetTokens: 9, Facets: []string{"x", " x "}}.settled()
	if err != nil || q.Goal != "a\nb é" || len(q.Facets) != 1 || q.Limit != 20 || q.DepthPolicy != Balanced {
		t.Errorf("%+v %v", q, err)
	}
}

func make129() []string {
	var out []string
	for i := range 129 {
		out = append(out, "c"+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	return out
}
