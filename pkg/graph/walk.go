package graph

import "cmp"

// Query is one walk.
type Query struct {
	Seeds    []int32   // objects the walk starts at, with product 1
	Virtual  []Virtual // further starts; the node of the i-th is Nodes()+i
	Floor    float64   // least rounded product
	MaxDepth int       // most hops

	// Extra gives the edges that a node has beyond the store's. It is asked once
	// a node that is in reach, with the least hops to it.
	Extra func(node int32, hops int) []Step
}

// Virtual is a start that is no object.
type Virtual struct {
	Name  string // how a discovery calls it
	Edges int32  // the object whose edges it has; -1 has none
}

// Step is an edge as it is followed.
type Step struct {
	To     int32
	Way    Way
	Weight float64
}

// Node is something the walk came to.
type Node struct {
	ID      int32
	In      bool    // in reach: a start, or some offer was accepted
	Product float64 // the best, not rounded; 0 unless In
	Hops    int     // the least over accepted offers; 0 for a start
	Offer   Offer   // the best offer that was rejected; Relevance below 0: none was

	next  float64
	start bool
	fresh bool // improved in the last layer
	ways  int32
	extra []Step
}

// Offer is a rejected one: what it would have given.
type Offer struct {
	Relevance float64 // rounded
	Hops      int
	Way       Way
}

// Found is one way along which a node was reached.
type Found struct {
	Way    Way
	Hops   int   // the least at which an offer along it was accepted
	Via    int32 // the node it came from, of several the one whose name is least
	Weight float64
	next   int32
}

// Reach is the outcome of a walk. Give it back with Release.
type Reach struct {
	Nodes []Node // in no order
	q     *Query
	g     *Graph
	slot  []int32 // node to position in Nodes, plus 1
	found []Found
	layer []int32 // positions that improved in the last layer
	touch []int32 // positions that got a better offer in this one
}

// Walk finds everything in reach, layer by layer: in layer h stands the best
// product over walks of at most h hops, and whatever improved in the last layer
// is offered along its edges in the next. Multipliers are at most 1, so a walk
// that falls under the floor never comes back above it and is not followed.
func (g *Graph) Walk(q *Query) *Reach {
	r := g.reach(q)
	for _, s := range q.Seeds {
		r.begin(s)
	}
	for i := range q.Virtual {
		r.begin(g.Nodes() + int32(i))
	}
	for h := 1; len(r.layer) > 0; h++ {
		for _, at := range r.layer {
			r.push(at, h)
		}
		if h > q.MaxDepth {
			break
		}
		r.settle()
	}
	return r
}

func (g *Graph) reach(q *Query) *Reach {
	r, ok := g.pool.Get().(*Reach)
	if !ok {
		r = &Reach{g: g, slot: make([]int32, g.Nodes()), found: make([]Found, 1, 64)}
	}
	for len(r.slot) < int(g.Nodes())+len(q.Virtual) {
		r.slot = append(r.slot, 0)
	}
	r.q = q
	return r
}

// Release gives the memory of an outcome back; nothing of it may be used after.
func (r *Reach) Release() {
	for i := range r.Nodes {
		r.slot[r.Nodes[i].ID] = 0
	}
	clear(r.Nodes)
	r.Nodes, r.found, r.layer, r.touch, r.q = r.Nodes[:0], r.found[:1], r.layer[:0], r.touch[:0], nil
	r.g.pool.Put(r)
}

// Of is what the walk knows of a node; nil when it never came there.
func (r *Reach) Of(node int32) *Node {
	if at := r.slot[node]; at > 0 {
		return &r.Nodes[at-1]
	}
	return nil
}

// Found calls yield with the ways along which a node was reached, in no order.
func (r *Reach) Found(n *Node) func(yield func(*Found) bool) {
	return func(yield func(*Found) bool) {
		for i := n.ways; i > 0; i = r.found[i].next {
			if !yield(&r.found[i]) {
				return
			}
		}
	}
}

func (r *Reach) begin(node int32) {
	n, at := r.node(node)
	if n.start {
		return
	}
	n.start, n.In, n.Product, n.next = true, true, 1, 1
	r.layer = append(r.layer, at)
}

func (r *Reach) node(id int32) (*Node, int32) {
	at := r.slot[id] - 1
	if at < 0 {
		at = int32(len(r.Nodes))
		r.Nodes = append(r.Nodes, Node{ID: id, Offer: Offer{Relevance: -1}})
		r.slot[id] = at + 1
	}
	return &r.Nodes[at], at
}

// push offers what a node has along its edges; they arrive after h hops.
func (r *Reach) push(at int32, h int) {
	n := &r.Nodes[at]
	id, product := n.ID, n.Product
	if n.extra == nil && r.q.Extra != nil {
		if n.extra = r.q.Extra(id, n.Hops); n.extra == nil {
			n.extra = []Step{}
		}
	}
	extra := n.extra
	offer := func(s Step) { r.offer(id, s, float64(product*s.Weight), h) }
	edges := id
	if v := id - r.g.Nodes(); v >= 0 {
		edges = r.q.Virtual[v].Edges
	}
	if edges >= 0 {
		r.g.steps(edges, offer)
	}
	for _, s := range extra {
		offer(s)
	}
}

func (r *Reach) offer(from int32, s Step, product float64, h int) {
	n, at := r.node(s.To)
	relevance := Round(product)
	if relevance < r.q.Floor || h > r.q.MaxDepth {
		n.Offer.better(Offer{relevance, h, s.Way})
		return
	}
	if !n.In {
		n.In, n.Hops = true, h
	}
	r.note(n, from, s, h)
	if product > n.next {
		n.next = product
		if !n.fresh {
			n.fresh = true
			r.touch = append(r.touch, at)
		}
	}
}

// better keeps of two rejected offers the more relevant, then the shallower.
func (o *Offer) better(p Offer) {
	if c := cmp.Or(cmp.Compare(p.Relevance, o.Relevance), cmp.Compare(o.Hops, p.Hops), cmp.Compare(o.Way, p.Way)); c > 0 {
		*o = p
	}
}

// note keeps one discovery a way: the shallower, then the one whose via has the
// smaller name.
func (r *Reach) note(n *Node, via int32, s Step, h int) {
	for i := n.ways; i > 0; i = r.found[i].next {
		f := &r.found[i]
		if f.Way != s.Way {
			continue
		}
		if h == f.Hops && via != f.Via && r.before(via, f.Via) {
			f.Via = via
		}
		return
	}
	r.found = append(r.found, Found{Way: s.Way, Hops: h, Via: via, Weight: s.Weight, next: n.ways})
	n.ways = int32(len(r.found) - 1)
}

// before orders nodes by name; objects stand in the order of theirs.
func (r *Reach) before(a, b int32) bool {
	if n := r.g.Nodes(); a < n && b < n {
		return a < b
	}
	return r.Name(a) < r.Name(b)
}

// Name is how a discovery calls a node.
func (r *Reach) Name(node int32) string {
	if v := node - r.g.Nodes(); v >= 0 {
		return r.q.Virtual[v].Name
	}
	return r.g.store.URI(node)
}

// settle ends a layer: what got a better offer has it now, and goes on with it.
func (r *Reach) settle() {
	r.layer = r.layer[:0]
	for _, at := range r.touch {
		n := &r.Nodes[at]
		n.fresh, n.Product = false, n.next
		r.layer = append(r.layer, at)
	}
	r.touch = r.touch[:0]
}
