package fragment

import (
	"context"
	"testing"
)

// Explain tells of the same decisions as Compile, and Estimate of the same
// counts.
func TestExplainAgrees(t *testing.T) {
	for seed := range uint64(300) {
		req := newGen(seed).request(8)
		res := compile(t, req)
		x, err := Explain(context.Background(), req, Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Estimate(context.Background(), req, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if x.Risk != res.Risk || x.Insights.TokensOut != res.Insights.TokensOut || e.Tokens != res.Insights.TokensIn {
			t.Fatalf("seed %d: %+v %+v %+v", seed, x, res.Insights, e)
		}
		for i, d := range res.Decisions {
			if x.Fragments[i].Reason != d.Reason || x.Fragments[i].Tokens != e.Fragments[i].Tokens {
				t.Fatalf("seed %d fragment %d: %+v", seed, i, x.Fragments[i])
			}
			if d.Action != Drop && x.Fragments[i].Matching[0] != d.RuleID {
				t.Fatalf("seed %d fragment %d: %v, decided by %s", seed, i, x.Fragments[i].Matching, d.RuleID)
			}
		}
	}
}
