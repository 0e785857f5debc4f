package graph

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

var testRules = []Rule{{"a", .95, .45}, {"b", .9, .6}, {"c", 1, .5}, {"d", .7, .7}, {"one-way", .8, 0}}

func testStore(t testing.TB, nodes int, edges []object.Edge) *index.Store {
	t.Helper()
	b := index.NewBuilder(object.Git{})
	for i := range nodes {
		o := &object.Object{URI: testURI(i), Kind: object.File, Provenance: object.Provenance{Path: fmt.Sprintf("f%03d", i)}}
		if err := b.AddObject(o); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range edges {
		b.AddEdge(e)
	}
	s, err := b.Build("f")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func testURI(i int) string { return object.URI(object.File, fmt.Sprintf("f%03d", i)) }

func randomEdges(r *rand.Rand, nodes, n int) []object.Edge {
	kinds := []object.EdgeKind{"a", "b", "c", "d", "one-way", "is_a"}
	var out []object.Edge
	for range n {
		out = append(out, object.Edge{From: testURI(r.IntN(nodes)), To: testURI(r.IntN(nodes)), Kind: kinds[r.IntN(len(kinds))]})
	}
	return out
}

// outcome is what a walk tells of one node, for comparison.
type outcome struct {
	In      bool
	Product float64
	Hops    int
	Ways    []Found
	Offer   Offer
}

func outcomes(r *Reach) map[int32]outcome {
	out := map[int32]outcome{}
	for i := range r.Nodes {
		n := &r.Nodes[i]
		o := outcome{In: n.In, Product: n.Product, Hops: n.Hops, Offer: n.Offer}
		for f := range r.Found(n) {
			g := *f
			g.next = 0
			o.Ways = append(o.Ways, g)
		}
		slices.SortFunc(o.Ways, func(a, b Found) int { return cmp.Compare(a.Way, b.Way) })
		if n.In {
			o.Offer = Offer{Relevance: -1}
		}
		out[n.ID] = o
	}
	return out
}

// brute follows every walk there is, one hop further than allowed.
type brute struct {
	g   *Graph
	q   *Query
	out map[int32]outcome
}

func (b *brute) steps(u int32, push func(Step)) {
	edges := u
	if v := u - b.g.Nodes(); v >= 0 {
		edges = b.q.Virtual[v].Edges
	}
	if edges >= 0 {
		b.g.steps(edges, push)
	}
}

func (b *brute) name(u int32) string {
	if v := u - b.g.Nodes(); v >= 0 {
		return b.q.Virtual[v].Name
	}
	return b.g.store.URI(u)
}

func (b *brute) get(u int32) outcome {
	if o, ok := b.out[u]; ok {
		return o
	}
	return outcome{Offer: Offer{Relevance: -1}}
}

func (b *brute) walk(u int32, product float64, hops int) {
	if hops > b.q.MaxDepth {
		return
	}
	b.steps(u, func(s Step) {
		p, h := product*s.Weight, hops+1
		o := b.get(s.To)
		if Round(p) < b.q.Floor || h > b.q.MaxDepth {
			o.Offer.better(Offer{Round(p), h, s.Way})
			b.out[s.To] = o
			return
		}
		if !o.In {
			o.In, o.Hops = true, h
		}
		o.Hops, o.Product = min(o.Hops, h), max(o.Product, p)
		b.note(&o, Found{Way: s.Way, Hops: h, Via: u, Weight: s.Weight})
		b.out[s.To] = o
		b.walk(s.To, p, h)
	})
}

func (b *brute) note(o *outcome, f Found) {
	for i := range o.Ways {
		if old := &o.Ways[i]; old.Way == f.Way {
			if f.Hops < old.Hops || f.Hops == old.Hops && b.name(f.Via) < b.name(old.Via) {
				*old = f
			}
			return
		}
	}
	o.Ways = append(o.Ways, f)
}

func (b *brute) run() map[int32]outcome {
	b.out = map[int32]outcome{}
	starts := slices.Clone(b.q.Seeds)
	for i := range b.q.Virtual {
		starts = append(starts, b.g.Nodes()+int32(i))
	}
	for _, s := range starts {
		b.out[s] = outcome{In: true, Product: 1, Offer: Offer{Relevance: -1}}
	}
	for _, s := range starts {
		b.walk(s, 1, 0)
	}
	for id, o := range b.out {
		slices.SortFunc(o.Ways, func(a, c Found) int { return cmp.Compare(a.Way, c.Way) })
		if o.In {
			o.Offer = Offer{Relevance: -1}
		}
		b.out[id] = o
	}
	return b.out
}

func randomQuery(r *rand.Rand, nodes int) Query {
	q := Query{Floor: float64(r.IntN(101)) / 100, MaxDepth: r.IntN(5)}
	for range 1 + r.IntN(3) {
		q.Seeds = append(q.Seeds, int32(r.IntN(nodes)))
	}
	for i := range r.IntN(3) {
		q.Virtual = append(q.Virtual, Virtual{Name: fmt.Sprintf("v%d", i), Edges: int32(r.IntN(nodes)) - 1})
	}
	return q
}

func TestWalkIsTheBestOfAllWalks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		nodes := 2 + r.IntN(8)
		g := New(testStore(t, nodes, randomEdges(r, nodes, r.IntN(16))), testRules)
		for range 3 { // walks share what the graph keeps
			q := randomQuery(r, nodes)
			reach := g.Walk(&q)
			got, want := outcomes(reach), (&brute{g: g, q: &q}).run()
			reach.Release()
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("round %d, query %+v:\n got %+v\nwant %+v", round, q, got, want)
			}
		}
	}
}

func TestWalkIgnoresTheOrderOfSeeds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	g := New(testStore(t, 40, randomEdges(r, 40, 160)), testRules)
	a, b := g.Walk(&Query{Seeds: []int32{5, 0, 9}, Floor: .1, MaxDepth: 4}), g.Walk(&Query{Seeds: []int32{9, 5, 0, 5}, Floor: .1, MaxDepth: 4})
	if !reflect.DeepEqual(outcomes(a), outcomes(b)) {
		t.Error("the order of the seeds shows")
	}
}

func TestExtraEdgesAreAskedForOnceWithTheLeastHops(t *testing.T) {
	g := New(testStore(t, 3, []object.Edge{{From: testURI(0), To: testURI(1), Kind: "b"}}), testRules)
	asked := map[int32]int{}
	r := g.Walk(&Query{Seeds: []int32{0}, MaxDepth: 4, Extra: func(n int32, hops int) []Step {
		if _, again := asked[n]; again {
			t.Errorf("asked again for %d", n)
		}
		asked[n] = hops
		if n == 1 {
			return []Step{{To: 2, Way: 200, Weight: .9}}
		}
		return nil
	}})
	defer r.Release()
	if fmt.Sprint(asked) != "map[0:0 1:1 2:2]" {
		t.Errorf("asked %v", asked)
	}
	n := r.Of(2)
	if n == nil || !n.In || Round(n.Product) != .81 || n.Hops != 2 {
		t.Errorf("node 2 is %+v", n)
	}
}

func TestALongerBetterWayCountsForTheNeighbours(t *testing.T) {
	// 0 -d- 1 gives .7; 0 -c-> 2 -c-> 1 gives 1; 1 -b-> 3.
	g := New(testStore(t, 4, []object.Edge{
		{From: testURI(0), To: testURI(1), Kind: "d"}, {From: testURI(0), To: testURI(2), Kind: "c"},
		{From: testURI(2), To: testURI(1), Kind: "c"}, {From: testURI(1), To: testURI(3), Kind: "b"},
	}), testRules)
	r := g.Walk(&Query{Seeds: []int32{0}, Floor: .25, MaxDepth: 3})
	defer r.Release()
	if n := r.Of(3); n.Product != .9 || n.Hops != 2 {
		t.Errorf("node 3 is %+v: its relevance comes by the longer way, its depth by the shorter", n)
	}
}

func TestRoundIsWhatAReaderFindsOnPaper(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{.95 * .45, .428}, {.85 * .85 * .9, .65}, {.45 * .45, .203}, {.7 * .7 * .45, .221}, {.95 * .95 * .9, .812}, {.0005, .001}, {.00049, 0}, {1, 1}, {0, 0},
		{.9 * .8 * .85, .612}, {.35 * .35 * .5 * .9 * .2, .011},
	} {
		if got := Round(c.x); got != c.want {
			t.Errorf("Round(%v) = %v, want %v", c.x, got, c.want)
		}
	}
	if got := Round6(.0000005); got != .000001 {
		t.Errorf("Round6 gives %v", got)
	}
	for i := range 1001 { // what is round stays
		if x := float64(i) / 1000; Round(x) != x {
			t.Errorf("Round(%v) = %v", x, Round(x))
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	for _, nodes := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			r := rand.New(rand.NewPCG(5, 6))
			bld := index.NewBuilder(object.Git{})
			uri := func(i int) string { return object.URI(object.File, fmt.Sprintf("f%07d", i)) }
			for i := range nodes {
				if err := bld.AddObject(&object.Object{URI: uri(i), Kind: object.File}); err != nil {
					b.Fatal(err)
				}
			}
			for i := range 4 * nodes { // near neighbours mostly, as in a repository
				bld.AddEdge(object.Edge{From: uri(i % nodes), To: uri((i%nodes + r.IntN(60)) % nodes), Kind: testRules[r.IntN(len(testRules))].Kind})
			}
			s, err := bld.Build("f")
			if err != nil {
				b.Fatal(err)
			}
			g := New(s, testRules)
			b.ReportAllocs()
			nodesSeen := 0
			for b.Loop() {
				reach := g.Walk(&Query{Seeds: []int32{int32(r.IntN(nodes))}, Floor: .25, MaxDepth: 3})
				nodesSeen += len(reach.Nodes)
				reach.Release()
			}
			b.ReportMetric(float64(nodesSeen)/float64(b.N), "nodes/op")
		})
	}
}
