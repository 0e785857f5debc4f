package task

import (
	"errors"
	"slices"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

// FromStore is the graph of an index. Knowledge nodes are decoded; any other
// object is found when it is asked for.
func FromStore(s *index.Store) *Graph {
	kinds := kindsOf(s)
	var nodes []Node
	for _, i := range s.OfKind(object.Knowledge) {
		n := nodeOf(s.Object(i))
		if shared(s, kinds, n.ID) {
			n.ID = n.URI
		}
		nodes = append(nodes, n)
	}
	g := newGraph(declared(s), nodes)
	f := storeFinder{s: s, kinds: kinds}
	for _, d := range s.Diagnostics() {
		if d.Code == "duplicate_identity" {
			f.duplicates = append(f.duplicates, d.Message)
		}
	}
	g.more = f.find
	return g.connect()
}

// kindsOf lists the kinds of a store, knowledge left out.
func kindsOf(s *index.Store) []object.Kind {
	seen := map[object.Kind]bool{object.Knowledge: true}
	var kinds []object.Kind
	for i := range int32(s.Len()) {
		if k := s.Kind(i); !seen[k] {
			seen[k] = true
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	return kinds
}

func shared(s *index.Store, kinds []object.Kind, identity string) bool {
	return slices.ContainsFunc(kinds, func(k object.Kind) bool {
		_, ok := s.Lookup(object.URI(k, identity))
		return ok
	})
}

// storeFinder finds the objects that are no knowledge nodes, and knowledge
// nodes whose identity is another kind's too.
type storeFinder struct {
	s     *index.Store
	kinds []object.Kind

	duplicates []string // messages of duplicate_identity
}

func (f storeFinder) find(name string) ([]*Node, error) {
	if strings.HasPrefix(name, object.Scheme) {
		i, ok := f.s.Lookup(name)
		if !ok || f.s.Kind(i) == object.Knowledge {
			return nil, nil
		}
		n := nodeOf(f.s.Object(i))
		if f.count(n.ID) > 1 {
			n.ID = n.URI
		}
		return []*Node{&n}, nil
	}
	var found []*Node
	for _, k := range f.kinds {
		if i, ok := f.s.Lookup(object.URI(k, name)); ok {
			n := nodeOf(f.s.Object(i))
			found = append(found, &n)
		}
	}
	if len(found) == 0 {
		return nil, f.claimed(name)
	}
	if i, ok := f.s.Lookup(object.URI(object.Knowledge, name)); ok { // known by its uri alone
		n := nodeOf(f.s.Object(i))
		found = append(found, &n)
	}
	return found, nil
}

// count is how many kinds have an object of that identity.
func (f storeFinder) count(identity string) int {
	n := 0
	for _, k := range append(f.kinds[:len(f.kinds):len(f.kinds)], object.Knowledge) {
		if _, ok := f.s.Lookup(object.URI(k, identity)); ok {
			n++
		}
	}
	return n
}

// claimed is an error with the index's own message of an identity that several
// files claim: none of them is in the index.
func (f storeFinder) claimed(identity string) error {
	for _, m := range f.duplicates {
		if strings.Contains(m, " "+fault.Quote(identity)+" ") {
			return errors.New(fault.Quote(identity) + " is ambiguous: " + m)
		}
	}
	return nil
}

func nodeOf(o *object.Object) Node {
	n := Node{
		ID: o.Identity, URI: o.URI, Kind: o.Kind, Title: o.Title, Tags: o.Tags, Status: o.Status,
		Hash: o.Hash, Provenance: o.Provenance, Bytes: o.CostBytes(), Tokens: o.Tokens,
	}
	if m := o.Meta; m != nil {
		n.Domain, n.Origin, n.Activations, n.LoadWith, n.Edges = m.Domain, m.NodeOrigin, m.Activations, m.LoadWith, m.NodeEdges
		n.SourceFile, n.ContentRef = m.SourceFile, m.ContentRef
		if m.Confidence != nil {
			n.Confidence = *m.Confidence
		}
	}
	return n
}

// declared is the graph version of an index: over its declared records and
// mirrors, each by uri, path and content identity. Source files and plain
// documents are not in it, so editing code ages no baseline.
func declared(s *index.Store) string {
	var b strings.Builder
	for i := range int32(s.Len()) {
		if k := s.Kind(i); k.IsFile() || k == object.Document {
			continue
		}
		o := s.Object(i)
		b.WriteString(o.URI + "\x00" + o.Provenance.Path + "\x00" + o.Hash + "\n")
	}
	return canon.Hash([]byte(b.String()))
}
