package walk

import (
	"slices"

	"majordomus/pkg/graph"
	"majordomus/pkg/object"
)

// relation walks from the seeds along the edges, both ways, and from what
// brings an effective path in to the decisions in force over it.
func (w *walker) relation() {
	q := graph.Query{Seeds: w.start(), Virtual: w.virtual, Floor: w.seeds.Request.Floor, MaxDepth: w.seeds.Request.MaxDepth, Extra: w.overScope}
	w.reach = w.tables.graph.Walk(&q)
	for i := range w.reach.Nodes {
		n := &w.reach.Nodes[i]
		if n.ID >= w.tables.graph.Nodes() {
			continue
		}
		if t := w.things.of(n.ID); n.In {
			w.related(t, n)
		} else {
			w.unrelated(t, n)
		}
	}
	w.settleWorks()
}

// related takes what the walk has of a thing in reach.
func (w *walker) related(t *thing, n *graph.Node) {
	t.product = n.Product
	relevance, own := graph.Round(n.Product), w.store.Kind(n.ID).Tier()
	for f := range w.reach.Found(n) {
		way := w.tables.weights.ways[f.Way]
		t.raise(relevance, f.Hops, way.tierOr(own))
		t.found = append(t.found, Discovery{Selector: SelRelation, Reason: way.reason, Depth: f.Hops, Confidence: 1, Weight: way.weight,
			Via: w.reach.Name(f.Via), Edge: way.edge})
	}
}

// unrelated remembers what the limits refused.
func (w *walker) unrelated(t *thing, n *graph.Node) {
	o := n.Offer
	t.refuse(refusal{under: o.Relevance < w.seeds.Request.Floor, relevance: o.Relevance, hops: int32(o.Hops),
		tier: w.tables.weights.ways[o.Way].tierOr(w.store.Kind(n.ID).Tier())})
}

func (y way) tierOr(own object.Tier) object.Tier {
	if y.tier != "" {
		return y.tier
	}
	return own
}

// overScope gives the steps from what brings effective paths in, a path of the
// request or the scope of an issue or milestone at depth 1 or less, to the
// decisions in force over them.
func (w *walker) overScope(node int32, hops int) []graph.Step {
	var paths []place
	if v := node - w.tables.graph.Nodes(); v >= 0 {
		if w.virtual[v].Edges < 0 {
			paths = append(paths, plainPlace(w.virtual[v].Name))
		}
	} else if k := w.store.Kind(node); hops <= 1 && (k == object.Issue || k == object.Milestone) {
		paths = w.tables.scopeOf(node)
	}
	if len(paths) == 0 {
		return nil
	}
	w.works = append(w.works, paths...)
	var over []int32
	for i := range paths {
		w.tables.decisions().meeting(w.store, &paths[i], func(of int32) { over = append(over, of) })
	}
	slices.Sort(over)
	var steps []graph.Step
	for _, adr := range slices.Compact(over) {
		if adr != node {
			steps = append(steps, graph.Step{To: adr, Way: w.tables.weights.overScope(), Weight: relScopeADR})
		}
	}
	return steps
}
