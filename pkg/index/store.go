// Package index turns a repository into one immutable Store of objects, edges
// and diagnostics, and keeps what it learnt in a cache. A Store is also what a
// stream of records fills, so later stages ask one thing wherever it came from.
package index

import (
	"iter"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/object"
	"majordomus/pkg/terms"
)

// Link is one edge seen from an object.
type Link struct {
	Edge  int32 // position in the Store's edges
	Other int32 // object at the far end; -1 when the edge dangles
}

// Store is an index: objects by URI, edges by (from, to, kind), the adjacency
// of both directions and the paths, all compact. Nothing in it changes after it
// is built and everything it hands out is shared: callers must not write to it.
type Store struct {
	root        string // "" where the records came in a stream
	git         object.Git
	fingerprint string
	diagnostics []object.Diagnostic

	uris    []string // ascending
	kinds   []object.Kind
	paths   []string
	byPath  []int32 // object positions by (path, position)
	byKind  map[object.Kind][]int32
	lines   [][]byte // each object in the streams' spelling, without the record key
	decoded []atomic.Pointer[object.Object]

	edges     []edge
	edgeKinds []object.EdgeKind // by edge.kind
	files     []string          // declared_in of the edges, by edge.file
	names     []name            // far ends that are no object
	outOff    []int32           // edges of object i are edges[outOff[i]:outOff[i+1]]
	inOff     []int32
	in        []Link

	textsMu sync.Mutex
	texts   atomic.Pointer[[]terms.Text]
}

// edge is an object.Edge without its strings: a repository has several times
// more edges than objects, and few kinds and files among them.
type edge struct {
	from int32
	to   int32 // object; below 0 the complement of a position in names
	file int32
	kind int32
}

// name is the far end of an edge that is no object.
type name struct {
	to, hint string
	dangling bool
}

// Git is the checkout the index was made of.
func (s *Store) Git() object.Git { return s.git }

// Root is the root folder the Store was built from, absolute with links
// resolved; "" when its records came in a stream.
func (s *Store) Root() string { return s.root }

// Fingerprint is the index fingerprint (spec/layer.md), lower-case hex.
func (s *Store) Fingerprint() string { return s.fingerprint }

// Diagnostics are the findings, in their order.
func (s *Store) Diagnostics() []object.Diagnostic { return s.diagnostics }

// Len is the number of objects; positions run from 0 and follow URI order.
func (s *Store) Len() int { return len(s.uris) }

// URI is the identifier of object i.
func (s *Store) URI(i int32) string { return s.uris[i] }

// Kind is the kind of object i.
func (s *Store) Kind(i int32) object.Kind { return s.kinds[i] }

// Path is the path of object i as its provenance has it.
func (s *Store) Path(i int32) string { return s.paths[i] }

// Line is object i in the streams' spelling, without the record key and line end.
func (s *Store) Line(i int32) []byte { return s.lines[i] }

// Object decodes object i, once.
func (s *Store) Object(i int32) *object.Object {
	if o := s.decoded[i].Load(); o != nil {
		return o
	}
	o := new(object.Object)
	decodeLine(s.lines[i], o)
	s.decoded[i].CompareAndSwap(nil, o)
	return s.decoded[i].Load()
}

// decodeLine reads an object that was checked when it came.
func decodeLine(line []byte, o *object.Object) {
	if err := gojson.Unmarshal(line, o); err != nil {
		panic("index: a line that was checked does not decode: " + err.Error())
	}
}

// Lookup finds an object by its exact URI.
func (s *Store) Lookup(uri string) (int32, bool) {
	i := sort.SearchStrings(s.uris, uri)
	if i < len(s.uris) && s.uris[i] == uri {
		return int32(i), true
	}
	return -1, false
}

// OfKind lists the objects of a kind by URI.
func (s *Store) OfKind(k object.Kind) []int32 { return s.byKind[k] }

// AtPath lists the objects whose file is path, by URI.
func (s *Store) AtPath(path string) []int32 {
	lo := sort.Search(len(s.byPath), func(i int) bool { return s.paths[s.byPath[i]] >= path })
	hi := lo
	for hi < len(s.byPath) && s.paths[s.byPath[hi]] == path {
		hi++
	}
	return s.byPath[lo:hi]
}

// Under lists the objects whose file is dir or lies below it, by path; "." and
// "" are the root and list everything.
func (s *Store) Under(dir string) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if dir == "" || dir == "." {
			for _, i := range s.byPath {
				if !yield(i) {
					return
				}
			}
			return
		}
		for _, i := range s.AtPath(dir) {
			if !yield(i) {
				return
			}
		}
		prefix := dir + "/"
		lo := sort.Search(len(s.byPath), func(i int) bool { return s.paths[s.byPath[i]] >= prefix })
		for ; lo < len(s.byPath) && strings.HasPrefix(s.paths[s.byPath[lo]], prefix); lo++ {
			if !yield(s.byPath[lo]) {
				return
			}
		}
	}
}

// Edges is the number of edges.
func (s *Store) Edges() int { return len(s.edges) }

// Edge is the edge at a position.
func (s *Store) Edge(e int32) object.Edge {
	c := s.edges[e]
	out := object.Edge{From: s.uris[c.from], Kind: s.edgeKinds[c.kind], DeclaredIn: s.files[c.file]}
	if c.to >= 0 {
		out.To = s.uris[c.to]
		return out
	}
	n := s.names[^c.to]
	out.To, out.Dangling, out.Hint = n.to, n.dangling, n.hint
	return out
}

// EdgeKind is the kind of the edge at a position.
func (s *Store) EdgeKind(e int32) object.EdgeKind { return s.edgeKinds[s.edges[e].kind] }

// far is the object at the end of an edge, -1 when there is none.
func (s *Store) far(e int32) int32 { return max(s.edges[e].to, -1) }

// Out lists the edges that object i declares, in edge order.
func (s *Store) Out(i int32) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for e := s.outOff[i]; e < s.outOff[i+1]; e++ {
			if !yield(Link{Edge: e, Other: s.far(e)}) {
				return
			}
		}
	}
}

// In lists the edges that end at object i, in edge order.
func (s *Store) In(i int32) []Link { return s.in[s.inOff[i]:s.inOff[i+1]] }
