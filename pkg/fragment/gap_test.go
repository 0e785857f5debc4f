package fragment

import (
	"context"
	"testing"
)

func TestLeastIsBelowTheDifference(t *testing.T) {
	bounded, close := 0, 0
	for seed := range uint64(6) {
		for _, estimator := range []string{"bytes", "o200k_base"} {
			for _, size := range []int{20, 300, 2000} {
				req := &Request{Query: "store", Fragments: Corpus(seed, 30), TokenBudget: 3000, Policy: &Policy{Estimator: estimator, MaxPieceBytes: size}}
				c, err := run(context.Background(), req, Options{})
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range c.ledger.slots {
					if p.taken || p.end == p.start {
						continue
					}
					bounded++
					g := c.ledger.gap(p)
					n, d := c.ledger.least(p, g), c.ledger.difference(p, g)
					if n > d {
						t.Fatalf("corpus %d, %s, pieces of %d: %d is above %d for %q", seed, estimator, size, n, d, p.text())
					}
					if n > d/2 {
						close++
					}
				}
			}
		}
	}
	if bounded < 1000 || close < bounded/4 {
		t.Errorf("%d bounds, %d of them close", bounded, close)
	}
}
