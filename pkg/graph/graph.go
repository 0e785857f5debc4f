// Package graph follows weighted edges of an index from given objects and finds
// for everything in reach the best product of multipliers over any walk within
// a number of hops. It knows no policy: which edges are followed, and what they
// weigh, is said by its caller. The one invariant: the outcome depends on the
// edges and the query alone, never on the order of either.
package graph

import (
	"sync"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

// Rule is what following an edge of a kind multiplies by; 0 is not followed.
// Multipliers are from 0 to 1.
type Rule struct {
	Kind    object.EdgeKind
	Forward float64 // from the one that declares it
	Reverse float64 // to the one that declares it
}

// Way is how an edge was followed: Forward or Reverse of the rule at a position,
// or beyond these a way of the caller's own.
type Way uint8

// Forward is the way along an edge of the rule at a position.
func Forward(rule int) Way { return Way(2 * rule) }

// Reverse is the way against an edge of the rule at a position.
func Reverse(rule int) Way { return Way(2*rule + 1) }

// Graph is the edges of a Store as far as rules speak of them. It is safe for
// concurrent use.
type Graph struct {
	store *index.Store
	rules []Rule
	rule  []uint8 // of each edge; none where nothing is followed
	pool  sync.Pool
}

const none = 0xff

// New prepares the edges of a store, once for many walks. There are at most 100
// rules, one a kind.
func New(s *index.Store, rules []Rule) *Graph {
	g := &Graph{store: s, rules: rules, rule: make([]uint8, s.Edges())}
	at := make(map[object.EdgeKind]uint8, len(rules))
	for i, r := range rules {
		if r.Forward > 0 || r.Reverse > 0 {
			at[r.Kind] = uint8(i)
		}
	}
	for e := range g.rule {
		r, ok := at[s.EdgeKind(int32(e))]
		if !ok {
			r = none
		}
		g.rule[e] = r
	}
	return g
}

// Nodes is the number of objects; nodes of a query's own follow after them.
func (g *Graph) Nodes() int32 { return int32(g.store.Len()) }

// steps calls push for every edge that can be followed from an object to another.
func (g *Graph) steps(i int32, push func(Step)) {
	for l := range g.store.Out(i) {
		if r := g.rule[l.Edge]; r != none && l.Other >= 0 && l.Other != i && g.rules[r].Forward > 0 {
			push(Step{To: l.Other, Way: Forward(int(r)), Weight: g.rules[r].Forward})
		}
	}
	for _, l := range g.store.In(i) {
		if r := g.rule[l.Edge]; r != none && l.Other != i && g.rules[r].Reverse > 0 {
			push(Step{To: l.Other, Way: Reverse(int(r)), Weight: g.rules[r].Reverse})
		}
	}
}
