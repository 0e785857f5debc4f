package walk_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// many runs f over random layers and requests.
func many(t *testing.T, rounds int, f func(t *testing.T, r *rand.Rand, tr *tree)) {
	t.Helper()
	for i := range rounds {
		r := rand.New(rand.NewPCG(uint64(i), 11))
		if f(t, r, randomTree(r)); t.Failed() {
			t.Fatalf("seed %d", i)
		}
	}
}

func inReach(r *walk.Result) map[string]*walk.Candidate {
	m := map[string]*walk.Candidate{}
	for i := range r.Candidates {
		if r.Candidates[i].InReach {
			m[r.Candidates[i].URI] = &r.Candidates[i]
		}
	}
	return m
}

func TestEveryCandidateAgreesWithItsDiscoveries(t *testing.T) {
	many(t, 400, func(t *testing.T, r *rand.Rand, tr *tree) {
		q := randomRequest(r, tr)
		res := run(t, tr.store(t), q, walk.Options{})
		seen := map[string]bool{}
		for i := range res.Candidates {
			c := &res.Candidates[i]
			if seen[c.URI] {
				t.Errorf("%s twice", c.URI)
			}
			seen[c.URI] = true
			if i > 0 && !before(&res.Candidates[i-1], c) {
				t.Errorf("%s after %s", c.URI, res.Candidates[i-1].URI)
			}
			if c.InReach {
				agrees(t, c, *q.Floor, *q.MaxDepth)
			} else if c.Out == "" || c.Required || c.Seed {
				t.Errorf("%s is out for %q, required %v", c.URI, c.Out, c.Required)
			}
		}
	})
}

func before(a, b *walk.Candidate) bool {
	if a.Tier != b.Tier {
		return a.Tier.Rank() < b.Tier.Rank()
	}
	if a.Relevance != b.Relevance {
		return a.Relevance > b.Relevance
	}
	return a.URI < b.URI
}

func agrees(t *testing.T, c *walk.Candidate, floor float64, maxDepth int) {
	sure, depth := 0.0, c.DiscoveredBy[0].Depth
	for i, d := range c.DiscoveredBy {
		sure, depth = max(sure, d.Confidence), min(depth, d.Depth)
		if d.Selector == walk.SelRelation && d.Depth > maxDepth {
			t.Errorf("%s: a discovery at depth %d of %d", c.URI, d.Depth, maxDepth)
		}
		if d.Selector != walk.SelRelation && (d.Weight < floor || d.Weight > c.Relevance) {
			t.Errorf("%s: offered %v at floor %v, relevance %v", c.URI, d.Weight, floor, c.Relevance)
		}
		if (d.Selector == walk.SelIntent) != (d.Confidence < 1) {
			t.Errorf("%s: %s has confidence %v", c.URI, d.Selector, d.Confidence)
		}
		for _, e := range c.DiscoveredBy[:i] {
			if e.Selector == d.Selector && e.Edge == d.Edge && e.Reason == d.Reason {
				t.Errorf("%s: two discoveries say %q", c.URI, d.Reason)
			}
		}
	}
	if sure != c.Confidence || depth != c.Depth || c.Relevance < floor {
		t.Errorf("%s: confidence %v of %v, depth %d of %d, relevance %v", c.URI, c.Confidence, sure, c.Depth, depth, c.Relevance)
	}
}

func TestTighterLimitsPutNothingNewInReach(t *testing.T) {
	many(t, 300, func(t *testing.T, r *rand.Rand, tr *tree) {
		s, q := tr.store(t), randomRequest(r, tr)
		wide := inReach(run(t, s, q, walk.Options{}))
		tight := q
		tight.Floor, tight.MaxDepth = new(*q.Floor+float64(r.IntN(30))/100), new(r.IntN(*q.MaxDepth+1))
		*tight.Floor = min(1, *tight.Floor)
		for uri := range inReach(run(t, s, tight, walk.Options{})) {
			if wide[uri] == nil {
				t.Errorf("%s is in reach at floor %v depth %d, not at %v and %d", uri, *tight.Floor, *tight.MaxDepth, *q.Floor, *q.MaxDepth)
			}
		}
	})
}

// TestARowIsInReachAtTheLimitsItNames tries every row on its own.
func TestARowIsInReachAtTheLimitsItNames(t *testing.T) {
	many(t, 150, func(t *testing.T, r *rand.Rand, tr *tree) {
		s, q := tr.store(t), randomRequest(r, tr)
		res := run(t, s, q, walk.Options{})
		for i := range res.Candidates {
			c := &res.Candidates[i]
			if c.InReach || c.Out == walk.OutUnresolved {
				continue
			}
			if under, past := c.Relevance < *q.Floor, c.Depth > *q.MaxDepth; !under && !past || under != (c.Out == walk.OutRelevance) {
				t.Errorf("%s is out for %s at relevance %v of %v, depth %d of %d", c.URI, c.Out, c.Relevance, *q.Floor, c.Depth, *q.MaxDepth)
			}
			wide := q
			wide.Floor, wide.MaxDepth = new(min(*q.Floor, c.Relevance)), new(max(*q.MaxDepth, c.Depth))
			if again := inReach(run(t, s, wide, walk.Options{}))[c.URI]; again == nil || again.Relevance < c.Relevance {
				t.Errorf("%s (%s) is not in reach at floor %v, depth %d", c.URI, c.Out, *wide.Floor, *wide.MaxDepth)
			}
		}
	})
}

func TestTheOrderOfRecordsDoesNotMatter(t *testing.T) {
	many(t, 100, func(t *testing.T, r *rand.Rand, tr *tree) {
		q := randomRequest(r, tr)
		a := run(t, tr.store(t), q, walk.Options{})
		r.Shuffle(len(tr.objects), func(i, j int) { tr.objects[i], tr.objects[j] = tr.objects[j], tr.objects[i] })
		r.Shuffle(len(tr.edges), func(i, j int) { tr.edges[i], tr.edges[j] = tr.edges[j], tr.edges[i] })
		slices.Reverse(q.Paths)
		slices.Reverse(q.URIs)
		b := run(t, tr.store(t), q, walk.Options{})
		if !reflect.DeepEqual(a.Candidates, b.Candidates) || !reflect.DeepEqual(a.Diagnostics, b.Diagnostics) {
			t.Error("the order shows")
		}
	})
}

func TestSharedTablesChangeNothing(t *testing.T) {
	many(t, 60, func(t *testing.T, r *rand.Rand, tr *tree) {
		s := tr.store(t)
		tables := walk.NewTables(s)
		for range 4 {
			q := randomRequest(r, tr)
			if a, b := run(t, s, q, walk.Options{Tables: tables}), run(t, s, q, walk.Options{}); !reflect.DeepEqual(a, b) {
				t.Error("a walk remembers another")
			}
		}
	})
}

func TestNoSeedIsLostAndAllRequiredAreInReach(t *testing.T) {
	many(t, 300, func(t *testing.T, r *rand.Rand, tr *tree) {
		res := run(t, tr.store(t), randomRequest(r, tr), walk.Options{})
		in := inReach(res)
		for _, s := range res.Seeds {
			if c := in[s.URI]; s.Kind != "path" && s.Kind != "intent" && (c == nil || !c.Seed || !c.Required || c.Relevance != 1 || c.Tier != object.TierTask) {
				t.Errorf("seed %s is %+v", s.URI, c)
			}
		}
		for uri, c := range in {
			if (c.Kind == object.Policy || c.Kind == object.Scope) && !c.Required {
				t.Errorf("%s is not required", uri)
			}
		}
	})
}

func TestFrontierCountsAddUp(t *testing.T) {
	many(t, 150, func(t *testing.T, r *rand.Rand, tr *tree) {
		s, q := tr.store(t), randomRequest(r, tr)
		out := func(res *walk.Result) (rows []walk.Candidate) {
			for _, c := range res.Candidates {
				if !c.InReach && c.Out != walk.OutUnresolved {
					rows = append(rows, c)
				}
			}
			return rows
		}
		all := out(run(t, s, q, walk.Options{Frontier: 1 << 20}))
		most := 1 + r.IntN(3)
		cut := run(t, s, q, walk.Options{Frontier: most})
		few := out(cut)
		if got := cutOff(cut); got != len(all)-len(few) {
			t.Errorf("%d of %d rows are listed, and %d are said to be cut", len(few), len(all), got)
		}
		for _, reason := range []walk.Reason{walk.OutRelevance, walk.OutDepth} {
			want := slices.DeleteFunc(slices.Clone(all), func(c walk.Candidate) bool { return c.Out != reason })
			got := slices.DeleteFunc(slices.Clone(few), func(c walk.Candidate) bool { return c.Out != reason })
			if len(got) != min(most, len(want)) {
				t.Errorf("%s: %d rows of %d, limit %d", reason, len(got), len(want), most)
			}
			for i := range want {
				if w := &want[i]; len(got) > 0 && !slices.ContainsFunc(got, func(c walk.Candidate) bool { return c.URI == w.URI }) {
					for _, g := range got {
						if g.Relevance < w.Relevance || g.Relevance == w.Relevance && g.URI > w.URI {
							t.Errorf("%s is listed and %s is not", g.URI, w.URI)
						}
					}
				}
			}
		}
	})
}

// cutOff is what a frontier_cut says is not listed.
func cutOff(r *walk.Result) (n int) {
	for _, d := range r.Diagnostics {
		if d.Code == "frontier_cut" {
			fmt.Sscan(d.Message, &n)
		}
	}
	return n
}
