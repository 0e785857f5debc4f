package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// random is a graph whose multipliers are powers of two, so that products are
// exact and brute force agrees to the bit.
func random(r *rand.Rand, nodes, arcs int) [][]Arc {
	g := make([][]Arc, nodes)
	for i := range arcs {
		u := r.IntN(nodes)
		g[u] = append(g[u], Arc{To: int32(r.IntN(nodes)), Weight: math.Pow(2, -float64(r.IntN(3))), Tag: int32(i)})
	}
	return g
}

// brute tries every walk.
func brute(g [][]Arc, u int32, depth, maxDepth int, product, floor float64, best map[int32]float64, least map[int32]int) {
	if product < floor {
		return
	}
	if old, ok := best[u]; !ok || product > old {
		best[u] = product
	}
	if old, ok := least[u]; !ok || depth < old {
		least[u] = depth
	}
	if depth == maxDepth {
		return
	}
	for _, a := range g[u] {
		brute(g, a.To, depth+1, maxDepth, product*a.Weight, floor, best, least)
	}
}

type found struct {
	best  map[int32]float64
	least map[int32]int
	log   []string
}

func run(g [][]Arc, sources []int32, maxDepth int, floor float64) found {
	f := found{best: map[int32]float64{}, least: map[int32]int{}}
	for _, s := range sources {
		f.best[s], f.least[s] = 1, 0
	}
	Walk(Problem{Sources: sources, MaxDepth: maxDepth,
		Leave:   func(u int32, _ int) []Arc { return g[u] },
		InReach: func(p float64) bool { return p >= floor },
		Accept: func(o Offer) {
			f.log = append(f.log, fmt.Sprint(o))
			if old, ok := f.best[o.Node]; !ok || o.Product > old {
				f.best[o.Node] = o.Product
			}
			if old, ok := f.least[o.Node]; !ok || o.Depth < old {
				f.least[o.Node] = o.Depth
			}
		},
		Reject: func(o Offer) { f.log = append(f.log, "no "+fmt.Sprint(o)) },
	})
	return f
}

func TestWalkFindsTheBestProductOfAnyWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g := random(r, 2+r.IntN(9), r.IntN(18))
		depth, floor := r.IntN(5), math.Pow(2, -float64(r.IntN(5)))
		sources := []int32{0, int32(r.IntN(len(g)))}
		got := run(g, sources, depth, floor)
		best, least := map[int32]float64{}, map[int32]int{}
		for _, s := range sources {
			brute(g, s, 0, depth, 1, floor, best, least)
		}
		if fmt.Sprint(got.best) != fmt.Sprint(best) || fmt.Sprint(got.least) != fmt.Sprint(least) {
			t.Fatalf("graph %v depth %d floor %v: got %v %v, want %v %v", g, depth, floor, got.best, got.least, best, least)
		}
	}
}

func TestWalkDependsOnNothingButTheProblem(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	g := random(r, 40, 200)
	a, b := run(g, []int32{5, 0, 9}, 4, 0.01), run(g, []int32{9, 5, 0, 5}, 4, 0.01)
	if !slices.Equal(a.log, b.log) {
		t.Error("the order of the sources changed the offers")
	}
}

func TestWalkLooksOneHopPastTheDepth(t *testing.T) {
	g := [][]Arc{{{To: 1, Weight: 0.5}}, {{To: 2, Weight: 0.5}}, {{To: 3, Weight: 0.5}}, nil}
	f := run(g, []int32{0}, 1, 0)
	if want := []string{"{1 0 1 0.5 0}", "no {2 1 2 0.25 0}"}; !slices.Equal(f.log, want) {
		t.Errorf("log %v, want %v", f.log, want)
	}
}
