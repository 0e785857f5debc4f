package walk

import (
	"sync"

	"majordomus/pkg/canon"
	"majordomus/pkg/graph"
	"majordomus/pkg/object"
)

// way is how a thing was reached over an edge in one direction.
type way struct {
	edge   object.EdgeKind
	weight float64
	reason string
	tier   object.Tier // that a thing reached so has; "" is its own
}

// weights is the policy's table of edges as the walk uses it.
type weights struct {
	rules  []graph.Rule
	ways   []way // by graph.Way; the last is the decisions over a scope
	byKind map[object.EdgeKind]int
}

// overScope is the way from a path to the decisions in force over it.
func (w *weights) overScope() graph.Way { return graph.Way(len(w.ways) - 1) }

// of is the way along an edge of a kind; ok is false for one that is not walked.
func (w *weights) of(k object.EdgeKind) (way, bool) {
	i, ok := w.byKind[k]
	if !ok {
		return way{edge: k, reason: "what led here names it"}, false
	}
	return w.ways[graph.Forward(i)], true
}

func newWeights() *weights {
	w := &weights{byKind: map[object.EdgeKind]int{}}
	for i, e := range edgePolicies() {
		w.byKind[e.Kind] = i
		w.rules = append(w.rules, graph.Rule{Kind: e.Kind, Forward: e.Forward, Reverse: e.Reverse})
		back := way{e.Kind, e.Reverse, e.back, ""}
		if e.Kind == object.BelongsTo {
			back.tier = object.TierHistory // siblings never outrank the rules
		}
		w.ways = append(w.ways, way{e.Kind, e.Forward, e.ahead, ""}, back)
	}
	w.ways = append(w.ways, way{object.GovernedBy, relScopeADR, "it is a decision in force over this scope", ""})
	return w
}

// policyDigest is made once: the table is constant.
var policyDigest = sync.OnceValue(func() string {
	hash, err := canon.HashOf(PolicyTable())
	if err != nil {
		panic("walk: the policy does not encode: " + err.Error())
	}
	return hash
})

// PolicyDigest identifies the policy table: SHA-256 of its canonical JSON,
// lower-case hex.
func PolicyDigest() string { return policyDigest() }
