package index

import (
	"fmt"
	"slices"
	"sort"
	"sync/atomic"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/object"
)

// Builder collects what a Store is made of. Objects and edges may come in any
// order; Build sorts what is not sorted yet.
type Builder struct {
	s      Store
	sorted bool
}

// NewBuilder starts a Store of a checkout.
func NewBuilder(git object.Git) *Builder {
	return &Builder{s: Store{git: git}, sorted: true}
}

// head is what a Store keeps decoded of every object.
type head struct {
	URI        string      `json:"uri"`
	Kind       object.Kind `json:"kind"`
	Provenance struct {
		Path string `json:"path"`
	} `json:"provenance"`
}

// AddLine adds an object from its JSON, which must decode as one; the line is
// kept, not copied.
func (b *Builder) AddLine(line []byte) error {
	var h head
	if err := gojson.Unmarshal(line, &h); err != nil {
		return fmt.Errorf("object record: %w", err)
	}
	b.add(h.URI, h.Kind, h.Provenance.Path, line)
	return nil
}

// AddObject adds an object; it is encoded here and decoded again when asked for.
func (b *Builder) AddObject(o *object.Object) error {
	line, err := gojson.MarshalWithOption(o, gojson.DisableHTMLEscape())
	if err != nil {
		return err
	}
	b.add(o.URI, o.Kind, o.Provenance.Path, line)
	return nil
}

func (b *Builder) add(uri string, kind object.Kind, path string, line []byte) {
	s := &b.s
	if n := len(s.uris); n > 0 && s.uris[n-1] >= uri {
		b.sorted = false
	}
	s.uris = append(s.uris, uri)
	s.kinds = append(s.kinds, kind)
	s.paths = append(s.paths, path)
	s.lines = append(s.lines, line)
}

// AddEdge adds an edge; a second one of the same (from, to, kind) is dropped,
// the one with the smallest declared_in stays.
func (b *Builder) AddEdge(e object.Edge) { b.s.edges = append(b.s.edges, e) }

// AddDiagnostic adds a finding.
func (b *Builder) AddDiagnostic(d object.Diagnostic) {
	b.s.diagnostics = append(b.s.diagnostics, d)
}

// Build gives the Store; the Builder must not be used again. An URI that came
// twice is an error.
func (b *Builder) Build(fingerprint string) (*Store, error) {
	s := &b.s
	s.fingerprint = fingerprint
	if !b.sorted {
		b.sortObjects()
	}
	for i := 1; i < len(s.uris); i++ {
		if s.uris[i] == s.uris[i-1] {
			return nil, fmt.Errorf("two objects are %s", s.uris[i])
		}
	}
	s.diagnostics = object.SortDiagnostics(s.diagnostics)
	s.decoded = make([]atomic.Pointer[object.Object], len(s.uris))
	s.byKind = make(map[object.Kind][]int32)
	s.byPath = make([]int32, len(s.uris))
	for i := range s.uris {
		s.byKind[s.kinds[i]] = append(s.byKind[s.kinds[i]], int32(i))
		s.byPath[i] = int32(i)
	}
	sort.SliceStable(s.byPath, func(a, c int) bool { return s.paths[s.byPath[a]] < s.paths[s.byPath[c]] })
	b.link()
	return s, nil
}

func (b *Builder) sortObjects() {
	s := &b.s
	order := make([]int, len(s.uris))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, c int) bool { return s.uris[order[a]] < s.uris[order[c]] })
	s.uris = permute(s.uris, order)
	s.kinds = permute(s.kinds, order)
	s.paths = permute(s.paths, order)
	s.lines = permute(s.lines, order)
}

func permute[T any](in []T, order []int) []T {
	out := make([]T, len(in))
	for i, j := range order {
		out[i] = in[j]
	}
	return out
}

// link sorts the edges and lays out both directions.
func (b *Builder) link() {
	s := &b.s
	slices.SortStableFunc(s.edges, func(x, y object.Edge) int {
		if c := x.Compare(y); c != 0 {
			return c
		}
		if x.DeclaredIn < y.DeclaredIn {
			return -1
		} else if x.DeclaredIn > y.DeclaredIn {
			return 1
		}
		return 0
	})
	s.edges = slices.CompactFunc(s.edges, func(x, y object.Edge) bool { return x.Compare(y) == 0 })
	n := len(s.uris)
	s.outOff, s.inOff = make([]int32, n+1), make([]int32, n+1)
	var from []int32
	from, s.edges = b.origins()
	s.toObj = make([]int32, len(s.edges))
	for e := range s.edges {
		s.outOff[from[e]+1]++
		s.toObj[e] = -1
		if s.edges[e].Dangling {
			continue
		}
		if to, ok := s.Lookup(s.edges[e].To); ok {
			s.toObj[e] = to
			s.inOff[to+1]++
		}
	}
	for i := range n {
		s.outOff[i+1] += s.outOff[i]
		s.inOff[i+1] += s.inOff[i]
	}
	s.in = make([]Link, s.inOff[n])
	fill := slices.Clone(s.inOff)
	for e := range s.edges {
		if to := s.toObj[e]; to >= 0 {
			s.in[fill[to]] = Link{Edge: int32(e), Other: from[e]}
			fill[to]++
		}
	}
}

// origins gives the object each edge starts from, and the edges without those
// that start from none (a filtered stream can have them).
func (b *Builder) origins() (from []int32, kept []object.Edge) {
	s := &b.s
	from, kept = make([]int32, 0, len(s.edges)), s.edges[:0]
	at := 0
	for _, e := range s.edges {
		for at < len(s.uris) && s.uris[at] < e.From {
			at++
		}
		if at < len(s.uris) && s.uris[at] == e.From {
			from, kept = append(from, int32(at)), append(kept, e)
		}
	}
	return from, kept
}
