package task

import (
	"majordomus/pkg/object"
	"majordomus/pkg/route"
)

// SeedURIs gives the uris of the required nodes, which seed a context, and of
// the coactivated ones, which a walk reaches from them along load_with; both by
// id. An object of an index has one; a node of a plain graph need not.
func (r *Resolution) SeedURIs() (required, coactivated []string) {
	for _, s := range r.Selections {
		switch s.Class {
		case Required:
			required = append(required, s.node.URI)
		case Coactivated:
			coactivated = append(coactivated, s.node.URI)
		}
	}
	return required, coactivated
}

// Bridge finds the required nodes of a task while the objects of an index stream
// by, so that they can seed a context. It keeps knowledge nodes and what the
// routes name, nothing else. Ask Wants of every object, Offer what it wants, in
// any order, then ask Seeds.
type Bridge struct {
	task   Task
	routes *route.Index
	wanted map[string]bool // node ids of the routes
	bare   map[string]bool // deliverables that are paths if such an entry exists
	nodes  []Node
}

// NewBridge starts for a task and its route index, nil without one.
func NewBridge(t Task, ix *route.Index) *Bridge {
	if ix == nil {
		ix = route.Empty()
	}
	b := &Bridge{task: t, routes: ix, wanted: map[string]bool{}, bare: map[string]bool{}}
	for _, list := range [][]route.Route{ix.ByPath, ix.BySymbol} {
		for _, r := range list {
			for _, rec := range r.Records {
				b.wanted[rec.NodeID] = true
			}
		}
	}
	for _, d := range t.Deliverables {
		if p, err := route.Normalize(d); err == nil && !isPath(d, nil) {
			b.bare[p] = false
		}
	}
	return b
}

// Wants reports whether an object of that uri, kind and path must be offered.
func (b *Bridge) Wants(uri string, kind object.Kind, path string) bool {
	if len(b.bare) > 0 {
		b.see(path)
	}
	if kind == object.Knowledge || b.wanted[uri] {
		return true
	}
	_, identity, _, ok := object.ParseURI(uri)
	return ok && b.wanted[identity]
}

// see notes the entries of the repository that bare deliverables name.
func (b *Bridge) see(path string) {
	for p := path; p != ""; p = parent(p) {
		if _, asked := b.bare[p]; asked {
			b.bare[p] = true
		}
	}
}

// Offer takes an object.
func (b *Bridge) Offer(o *object.Object) { b.nodes = append(b.nodes, nodeOf(o)) }

// Seeds gives the uris of the required nodes, by id, and what was found on the
// way. The error is required_node_unavailable, or one of the task.
func (b *Bridge) Seeds() (uris []string, ds []object.Diagnostic, err error) {
	if err := b.task.check(); err != nil {
		return nil, nil, err
	}
	kinds := map[string]int{}
	for i := range b.nodes {
		kinds[b.nodes[i].ID]++
	}
	g := newGraph("", b.nodes)
	for _, n := range g.nodes {
		if kinds[n.ID] > 1 {
			n.ID = n.URI
		}
	}
	r := &resolution{in: Input{Graph: g, Routes: b.routes}}
	r.list, r.ds = specs(&b.task, nil, func(p string) bool {
		p, err := route.Normalize(p)
		return err == nil && b.bare[p]
	})
	r.inputs.Fields = fieldsOf(&b.task)
	if err := r.require(); err != nil {
		return nil, nil, err
	}
	for _, c := range byID(r.required) {
		uris = append(uris, c.node.URI)
	}
	return uris, object.SortDiagnostics(r.ds), nil
}
