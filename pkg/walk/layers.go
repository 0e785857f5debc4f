package walk

import (
	"slices"
)

// arc is one way to leave a node.
type arc struct {
	To     int32
	Weight float64 // multiplier, 0 < Weight ≤ 1
	Tag    int32   // the caller's own
}

// source is a node a walk starts from, with product 1 and depth 0.
type source = int32

// step is a node reached over one arc: by a walk of Depth hops with Product,
// whose last step left Via over arc.
type step struct {
	Node    int32
	Via     int32
	Depth   int
	Product float64
	Tag     int32
}

// problem is one search.
type problem struct {
	Sources  []source
	MaxDepth int
	// Leave lists the arcs of a node that is first reached by a walk of least
	// hops. The slice is used before the next call.
	Leave func(node int32, least int) []arc
	// InReach says whether a product is worth walking on from.
	InReach func(product float64) bool
	// Accept takes every offer in reach and within the depth, in an order that
	// depends on nothing but the problem: by depth, then by node left, then in
	// the order of its arcs. A node that several walks reach is offered several
	// times.
	Accept func(step)
	// Reject takes the others.
	Reject func(step)
}

// layers runs a search. It goes layer by layer: after layer h, best holds for
// each node the greatest product over walks of at most h hops. Only nodes that
// a layer improved are left again, since a longer walk that is no better can
// lead to nothing better.
func layers(p problem) {
	best := make(map[int32]float64, 64)
	least := make(map[int32]int, 64)
	layer := make([]int32, 0, len(p.Sources))
	for _, s := range p.Sources {
		if _, ok := best[s]; !ok {
			best[s], least[s] = 1, 0
			layer = append(layer, s)
		}
	}
	from := make(map[int32]float64, 64) // products the layer leaves with
	for depth := 1; len(layer) > 0 && depth <= p.MaxDepth+1; depth++ {
		slices.Sort(layer)
		clear(from)
		for _, u := range layer {
			from[u] = best[u]
		}
		layer = p.expand(layer, from, best, least, depth)
	}
}

// expand leaves every node of a layer and gives the nodes it improved.
func (p *problem) expand(layer []int32, from, best map[int32]float64, least map[int32]int, depth int) []int32 {
	var next []int32
	improved := map[int32]bool{}
	for _, u := range layer {
		for _, a := range p.Leave(u, least[u]) {
			o := step{Node: a.To, Via: u, Depth: depth, Product: from[u] * a.Weight, Tag: a.Tag}
			if depth > p.MaxDepth || !p.InReach(o.Product) {
				p.Reject(o)
				continue
			}
			p.Accept(o)
			if old, ok := best[a.To]; ok && old >= o.Product {
				continue
			} else if !ok {
				least[a.To] = depth
			}
			best[a.To] = o.Product
			if !improved[a.To] {
				improved[a.To] = true
				next = append(next, a.To)
			}
		}
	}
	return next
}
