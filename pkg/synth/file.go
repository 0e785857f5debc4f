package synth

import (
	"crypto/sha1" //nolint:gosec // git's own object identity
	"encoding/hex"
	"fmt"
	"iter"

	"majordomus/pkg/object"
)

// File is one file of a synthetic tree.
type File struct {
	Path string
	Data []byte
}

// item is one object with its file and the edges it declares.
type item struct {
	object object.Object
	data   []byte
	edges  []object.Edge
}

// finish fills in what follows from an item's file.
func (it *item) finish(kind object.Kind, identity, path, class, section string) {
	o := &it.object
	o.Kind, o.Identity, o.URI = kind, identity, object.URI(kind, identity)
	o.Hash = blobID(it.data)
	o.Provenance = object.Provenance{Path: path, Directory: directory(path), Section: section, SourceClass: class, Bytes: int64(len(it.data))}
}

func (it *item) edge(kind object.EdgeKind, to object.Kind, identity string) {
	it.edges = append(it.edges, object.Edge{From: it.object.URI, To: object.URI(to, identity), Kind: kind, DeclaredIn: it.object.Provenance.Path})
}

func directory(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i]
		}
	}
	return "."
}

func blobID(data []byte) string {
	h := sha1.New() //nolint:gosec // git's own object identity
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// items gives every object in URI order: kinds by name, numbers ascending,
// paths as the tree's zero-padded names sort.
func (s Spec) items() iter.Seq[item] {
	c := s.counts()
	families := []struct {
		n    int
		make func(counts, int) item
	}{
		{c.adrs, s.adr}, {c.contracts, s.contract}, {c.documents, s.document}, {c.code, s.code}, {c.issues, s.issue},
		{c.knowledge, s.knowledge}, {c.milestones, s.milestone}, {1, s.policy}, {c.rules, s.rule}, {1, s.scope},
		{c.sessions, s.session}, {c.tests, s.test},
	}
	return func(yield func(item) bool) {
		for _, f := range families {
			for _, i := range inOrder(f.n, f.make, c) {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// inOrder numbers one family; the names of every family ascend with its
// numbers.
func inOrder(n int, make func(counts, int) item, c counts) iter.Seq2[int, item] {
	return func(yield func(int, item) bool) {
		for i := range n {
			if !yield(i, make(c, i)) {
				return
			}
		}
	}
}

// Objects lists the objects by URI.
func Objects(s Spec) iter.Seq[object.Object] {
	return func(yield func(object.Object) bool) {
		for it := range s.items() {
			if !yield(it.object) {
				return
			}
		}
	}
}

// Edges lists the edges by (from, to, kind).
func Edges(s Spec) iter.Seq[object.Edge] {
	return func(yield func(object.Edge) bool) {
		for it := range s.items() {
			for _, e := range sortedEdges(it.edges) {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Files lists the files of the tree: one an object, and the layer's manifest.
func Files(s Spec) iter.Seq[File] {
	return func(yield func(File) bool) {
		for _, f := range layerFiles() {
			if !yield(f) {
				return
			}
		}
		for it := range s.items() {
			if !yield(File{Path: it.object.Provenance.Path, Data: it.data}) {
				return
			}
		}
	}
}
