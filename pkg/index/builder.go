package index

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/terms"
)

// Builder collects what a Store is made of. Objects and edges may come in any
// order; Build sorts what is not sorted yet. It is cheapest when they come as a
// stream has them: objects by uri, then edges.
type Builder struct {
	s      Store
	sorted bool
	table  uriTable // of the first table.n objects
	texts  []terms.Text
	late   []object.Edge // edges that came before one of their ends
	kinds  map[object.EdgeKind]int32
	files  map[string]int32
	names  map[name]int32
	okind  map[object.Kind]object.Kind // one string a kind
}

// NewBuilder starts a Store of a checkout.
func NewBuilder(git object.Git) *Builder {
	return &Builder{
		s: Store{git: git}, sorted: true, kinds: make(map[object.EdgeKind]int32),
		files: make(map[string]int32), names: make(map[name]int32), okind: make(map[object.Kind]object.Kind),
	}
}

// AddObject adds an object; it is encoded here and decoded again when asked for.
func (b *Builder) AddObject(o *object.Object) error {
	line, err := encode(o)
	if err != nil {
		return err
	}
	b.add(o.URI, o.Kind, o.Provenance.Path, line)
	return nil
}

func encode(o *object.Object) ([]byte, error) { return stream.Encode(o) }

func (b *Builder) add(uri string, kind object.Kind, path string, line []byte) {
	s := &b.s
	if n := len(s.uris); n > 0 && s.uris[n-1] >= uri {
		b.sorted = false
	}
	if k, ok := b.okind[kind]; ok {
		kind = k
	} else {
		b.okind[kind] = kind
	}
	if n := len(s.paths); n > 0 && s.paths[n-1] == path {
		path = s.paths[n-1] // members of one file share its path
	}
	s.uris = append(s.uris, uri)
	s.kinds = append(s.kinds, kind)
	s.paths = append(s.paths, path)
	s.lines = append(s.lines, line)
}

// AddEdge adds an edge; a second one of the same (from, to, kind) is dropped,
// the one with the smallest declared_in stays. An edge that starts from no
// object is dropped by Build: a filtered stream can have them.
func (b *Builder) AddEdge(e object.Edge) {
	b.table.extend(b.s.uris)
	if !b.place(e, false) {
		b.late = append(b.late, e)
	}
}

// place stores an edge whose ends are known; with final, one whose far end is
// none of the objects too.
func (b *Builder) place(e object.Edge, final bool) bool {
	from, ok := b.from(e.From)
	if !ok {
		return false
	}
	to := int32(-1)
	if !e.Dangling {
		if to, ok = b.table.find(b.s.uris, e.To); !ok && !final {
			return false
		}
	}
	if to < 0 {
		to = ^intern(b.names, &b.s.names, name{to: e.To, hint: e.Hint, dangling: e.Dangling})
	}
	b.s.edges = append(b.s.edges, edge{
		from: from, to: to, kind: intern(b.kinds, &b.s.edgeKinds, e.Kind), file: b.file(e.DeclaredIn),
	})
	return true
}

// The following give a name that was met before without a new string.

func (b *Builder) kind(name []byte) object.Kind {
	if k, ok := b.okind[object.Kind(name)]; ok {
		return k
	}
	return object.Kind(name)
}

// path: members of one file share it.
func (b *Builder) path(name []byte) string {
	if n := len(b.s.paths); n > 0 && b.s.paths[n-1] == string(name) {
		return b.s.paths[n-1]
	}
	return string(name)
}

func (b *Builder) edgeKind(name []byte) object.EdgeKind {
	if i, ok := b.kinds[object.EdgeKind(name)]; ok {
		return b.s.edgeKinds[i]
	}
	return object.EdgeKind(name)
}

func (b *Builder) fileName(path []byte) string {
	if n := len(b.s.edges); n > 0 {
		if f := b.s.files[b.s.edges[n-1].file]; f == string(path) {
			return f
		}
	}
	return string(path)
}

// from finds the object an edge starts from: mostly the one of the edge before.
func (b *Builder) from(uri string) (int32, bool) {
	if n := len(b.s.edges); n > 0 {
		if at := b.s.edges[n-1].from; b.s.uris[at] == uri {
			return at, true
		}
	}
	return b.table.find(b.s.uris, uri)
}

// file interns a path: mostly that of the edge before.
func (b *Builder) file(path string) int32 {
	if n := len(b.s.edges); n > 0 {
		if at := b.s.edges[n-1].file; b.s.files[at] == path {
			return at
		}
	}
	return intern(b.files, &b.s.files, path)
}

func intern[T comparable](m map[T]int32, list *[]T, v T) int32 {
	i, ok := m[v]
	if !ok {
		i = int32(len(*list))
		m[v] = i
		*list = append(*list, v)
	}
	return i
}

// AddDiagnostic adds a finding.
func (b *Builder) AddDiagnostic(d object.Diagnostic) {
	b.s.diagnostics = append(b.s.diagnostics, d)
}

// AddText adds what a search knows of an object. One of no object is dropped by
// Build, as are edges; the last of an object stays.
func (b *Builder) AddText(t terms.Text) { b.texts = append(b.texts, t) }

// Build gives the Store; the Builder must not be used again. An URI that came
// twice is an error.
func (b *Builder) Build(fingerprint string) (*Store, error) {
	s := &b.s
	s.fingerprint = fingerprint
	b.table.extend(s.uris)
	for _, e := range b.late {
		b.place(e, true)
	}
	b.table, b.late = uriTable{}, nil
	b.sortObjects()
	for i := 1; i < len(s.uris); i++ {
		if s.uris[i] == s.uris[i-1] {
			return nil, fmt.Errorf("two objects are %s", s.uris[i])
		}
	}
	s.diagnostics = object.SortDiagnostics(s.diagnostics)
	s.sortEdges()
	s.derive()
	b.placeTexts()
	return s, nil
}

func (b *Builder) placeTexts() {
	if len(b.texts) == 0 {
		return
	}
	list := make([]terms.Text, b.s.Len())
	for _, t := range b.texts {
		if i, ok := b.s.Lookup(t.URI); ok {
			list[i] = t
		}
	}
	b.texts = nil
	b.s.texts.Store(&list)
}

func (b *Builder) sortObjects() {
	if b.sorted {
		return
	}
	b.sorted, b.table = true, uriTable{}
	s := &b.s
	order := make([]int32, len(s.uris))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, c int32) int { return strings.Compare(s.uris[a], s.uris[c]) })
	now := make([]int32, len(order))
	for i, old := range order {
		now[old] = int32(i)
	}
	for i := range s.edges {
		e := &s.edges[i]
		if e.from = now[e.from]; e.to >= 0 {
			e.to = now[e.to]
		}
	}
	s.uris = permute(s.uris, order)
	s.kinds = permute(s.kinds, order)
	s.paths = permute(s.paths, order)
	s.lines = permute(s.lines, order)
}

func permute[T any](in []T, order []int32) []T {
	out := make([]T, len(in))
	for i, j := range order {
		out[i] = in[j]
	}
	return out
}

// derive fills in what follows from objects and edges alone.
func (s *Store) derive() {
	s.decoded = make([]atomic.Pointer[object.Object], len(s.uris))
	s.byKind = make(map[object.Kind][]int32)
	for i, k := range s.kinds {
		s.byKind[k] = append(s.byKind[k], int32(i))
	}
	if s.byPath == nil {
		s.byPath = make([]int32, len(s.uris))
		for i := range s.byPath {
			s.byPath[i] = int32(i)
		}
		slices.SortStableFunc(s.byPath, func(a, c int32) int { return strings.Compare(s.paths[a], s.paths[c]) })
	}
	s.link()
}
