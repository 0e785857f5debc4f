package budget

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// anyWalk invents a walk: every rule of the spend has something to do in it.
func anyWalk(r *rand.Rand) *walk.Result {
	w := walked()
	kinds := []object.Kind{object.Issue, object.Rule, object.ADR, object.File, object.Document, object.Knowledge}
	for i := range 3 + r.IntN(40) {
		kind := kinds[r.IntN(len(kinds))]
		uri := object.URI(kind, fmt.Sprintf("n%02d", i))
		c := reached(uri, kind.Tier(), float64(r.IntN(1001))/1000, int64(1+r.IntN(60)), depth(r.IntN(4)))
		one := func(n int) bool { return r.IntN(n) == 0 }
		switch {
		case one(8):
			asked(&c)
			c.Relevance = 1
		case one(8):
			required(&c)
		case one(6):
			c.InReach, c.Out, c.Depth = false, walk.OutDepth, 4
			if one(2) {
				c.Out, c.Relevance = walk.OutRelevance, c.Relevance*w.Settings.Floor
			}
		case one(20):
			c.InReach, c.Out, c.CostTokens = false, walk.OutUnresolved, 0
		}
		if (c.InReach && !c.Required || c.Out == walk.OutDepth) && c.Relevance < w.Settings.Floor {
			c.Relevance += w.Settings.Floor
		}
		if one(5) {
			c.Provenance.Path = fmt.Sprintf("shared/%d", r.IntN(4))
		}
		if kind == object.Rule && one(2) {
			version(fmt.Sprintf("rule/%d", r.IntN(3)), fmt.Sprint(r.IntN(12)))(&c)
		}
		if kind == object.ADR {
			c.Supersedes = []string{object.URI(object.ADR, fmt.Sprintf("n%02d", r.IntN(40)))}
			later(object.URI(object.ADR, fmt.Sprintf("n%02d", r.IntN(40))), []string{"accepted", "proposed"}[r.IntN(2)])(&c)
		}
		if one(9) {
			c.Status = []string{"deprecated", "accepted", "rejected", "active"}[r.IntN(4)]
		}
		for one(2) {
			c.Commits = append(c.Commits, object.Evidence{Commit: fmt.Sprint(r.IntN(5)), Covers: []string{"", "x", "y"}[r.IntN(3)]})
		}
		for one(3) {
			twice(&c)
		}
		w.Candidates = append(w.Candidates, c)
	}
	slices.SortFunc(w.Candidates, func(a, b walk.Candidate) int { return compareEntries(&a.Entry, &b.Entry) })
	return w
}

func TestPropertiesOfASpend(t *testing.T) {
	for n := range uint64(400) {
		r := rand.New(rand.NewPCG(n, 1))
		w := anyWalk(r)
		before := encode(t, w)
		a := spend(t, w, int64(1+r.IntN(800)))
		if encode(t, w) != before {
			t.Fatalf("walk %d: the spend changed its walk", n)
		}
		checkAnswer(t, w, a)
		checkCuts(t, w, a)
		checkAgain(t, w, a, r)
		if t.Failed() {
			t.Fatalf("walk %d", n)
		}
	}
}

func checkAnswer(t *testing.T, w *walk.Result, a *Answer) {
	t.Helper()
	var used, need int64
	standing := map[string]int{}
	for _, e := range a.Selected {
		used += e.CostTokens
		if e.Required {
			need += e.CostTokens
		}
		standing[e.URI]++
	}
	b := a.Budget
	if used != b.Used || need != b.Required || b.OverBudget != (need > b.Limit) || b.Remaining != max(0, b.Limit-used) || !b.OverBudget && used > b.Limit {
		t.Errorf("%d used, %d required do not agree with %s", used, need, encode(t, b))
	}
	var tokens int64
	for i, s := range b.Tiers {
		if s.Tier != object.Tiers()[i] || s.Meaning == "" {
			t.Errorf("tier %d is %s", i, s.Tier)
		}
		tokens += s.Tokens
	}
	if tokens != used || len(b.Tiers) != 6 {
		t.Errorf("the tiers hold %d tokens of %d", tokens, used)
	}
	for _, x := range a.Excluded {
		standing[x.URI]++
	}
	for _, d := range a.Deduplicated {
		if d.Key == KeyPath {
			for _, u := range d.Dropped {
				standing[u]++
			}
		}
	}
	for _, c := range w.Candidates {
		if standing[c.URI] != 1 {
			t.Errorf("%s stands %d times in the answer", c.URI, standing[c.URI])
		}
		if c.Seed && !slices.ContainsFunc(a.Selected, func(e walk.Entry) bool { return e.URI == c.URI }) {
			t.Errorf("the seed %s is lost", c.URI)
		}
	}
	for _, c := range a.Conflicts {
		if standing[c.Current] == 0 || standing[c.Against] == 0 {
			t.Errorf("a side of %s is not in the answer", encode(t, c))
		}
	}
}

// checkCuts holds that what a row names lets it in.
func checkCuts(t *testing.T, w *walk.Result, a *Answer) {
	t.Helper()
	in := func(a *Answer, uri string) bool {
		return slices.ContainsFunc(a.Selected, func(e walk.Entry) bool { return e.URI == uri })
	}
	for _, x := range a.Excluded {
		if x.Reason == walk.OutBudget {
			if !in(spend(t, w, x.FitsAt), x.URI) || in(spend(t, w, a.Budget.Limit), x.URI) {
				t.Errorf("%s: not in at %d", x.URI, x.FitsAt)
			}
		}
	}
	for _, l := range Curve(a) {
		at := spend(t, w, l.Limit)
		if !in(at, l.URI) || at.Budget.OverBudget {
			t.Errorf("%s is not in at its limit %d", l.URI, l.Limit)
		}
		for _, s := range at.Budget.Tiers {
			if s.Tokens != l.Tiers[s.Tier] {
				t.Errorf("%s: tier %s uses %d, the curve says %d", l.URI, s.Tier, s.Tokens, l.Tiers[s.Tier])
			}
		}
	}
}

// checkAgain holds that an answer can be spent again exactly as its walk.
func checkAgain(t *testing.T, w *walk.Result, a *Answer, r *rand.Rand) {
	t.Helper()
	for range 4 {
		limit := int64(1 + r.IntN(1000))
		o := Options{BudgetTokens: &limit}
		if r.IntN(2) == 0 {
			f := w.Settings.Floor + (1-w.Settings.Floor)*r.Float64()
			o.Floor = &f
		}
		fresh, err := Spend(w, o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Again(a, o)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := encode(t, fresh), encode(t, again); x != y {
			t.Errorf("spent again under %s, and its walk:\n%s", encode(t, o), around(y, x))
			return
		}
	}
}

func TestSweepOfBudgets(t *testing.T) {
	for n := range uint64(12) {
		w := anyWalk(rand.New(rand.NewPCG(n, 2)))
		last := spend(t, w, 1)
		order := Curve(last)
		for limit := int64(2); limit < 700; limit++ {
			a := spend(t, w, limit)
			checkAnswer(t, w, a)
			if gained, differ := firstDifference(order, last, a); differ && !gained {
				t.Fatalf("walk %d: the first difference between %d and %d is one that the smaller gave", n, limit-1, limit)
			}
			last = a
		}
	}
}

// firstDifference goes through the spending order and reports whether the
// first entry that only one of two answers gives is the second's.
func firstDifference(order []CurveLine, a, b *Answer) (gained, differ bool) {
	has := func(x *Answer) map[string]bool {
		m := map[string]bool{}
		for _, e := range x.Selected {
			m[e.URI] = true
		}
		return m
	}
	inA, inB := has(a), has(b)
	for _, l := range order {
		if inA[l.URI] != inB[l.URI] {
			return inB[l.URI], true
		}
	}
	return false, false
}

// around cuts out where two texts part.
func around(x, y string) string {
	i := 0
	for i < min(len(x), len(y)) && x[i] == y[i] {
		i++
	}
	return fmt.Sprintf("…%s\nagainst\n…%s", x[max(0, i-200):min(len(x), i+200)], y[max(0, i-200):min(len(y), i+200)])
}
