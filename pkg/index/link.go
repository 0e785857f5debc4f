package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

// sortEdges orders the edges by (from, to, kind), of equals the one with the
// smallest declared_in first, and drops repetitions.
func (s *Store) sortEdges() {
	order := func(a, b edge) int {
		return cmp.Or(s.compare(a, b), strings.Compare(s.files[a.file], s.files[b.file]))
	}
	if !slices.IsSortedFunc(s.edges, order) {
		slices.SortStableFunc(s.edges, order)
	}
	s.edges = slices.Clip(slices.CompactFunc(s.edges, func(a, b edge) bool { return s.compare(a, b) == 0 }))
}

func (s *Store) compare(a, b edge) int {
	if c := cmp.Compare(a.from, b.from); c != 0 {
		return c
	}
	if a.to != b.to {
		if a.to >= 0 && b.to >= 0 {
			return cmp.Compare(a.to, b.to)
		}
		if c := strings.Compare(s.toName(a.to), s.toName(b.to)); c != 0 {
			return c
		}
	}
	return strings.Compare(string(s.edgeKinds[a.kind]), string(s.edgeKinds[b.kind]))
}

func (s *Store) toName(to int32) string {
	if to >= 0 {
		return s.uris[to]
	}
	return s.names[^to].to
}

// link lays out both directions of the adjacency.
func (s *Store) link() {
	n := len(s.uris)
	s.outOff, s.inOff = make([]int32, n+1), make([]int32, n+1)
	for _, e := range s.edges {
		s.outOff[e.from+1]++
		if e.to >= 0 {
			s.inOff[e.to+1]++
		}
	}
	for i := range n {
		s.outOff[i+1] += s.outOff[i]
		s.inOff[i+1] += s.inOff[i]
	}
	s.in = make([]Link, s.inOff[n])
	fill := slices.Clone(s.inOff)
	for i, e := range s.edges {
		if e.to >= 0 {
			s.in[fill[e.to]] = Link{Edge: int32(i), Other: e.from}
			fill[e.to]++
		}
	}
}

// uriTable finds uris among the objects added so far: open addressing over
// positions, four bytes a slot, where a map would hold every string once more.
type uriTable struct {
	slots []int32 // position + 1; 0 is free
	n     int     // objects in the table
}

// extend takes in the uris beyond the first n.
func (t *uriTable) extend(uris []string) {
	if t.n == len(uris) {
		return
	}
	if 2*len(uris) > len(t.slots) {
		size := 64
		for size < 3*len(uris) {
			size *= 2
		}
		t.slots, t.n = make([]int32, size), 0
	}
	mask := uint64(len(t.slots) - 1)
	for ; t.n < len(uris); t.n++ {
		h := xxh3.HashString(uris[t.n]) & mask
		for t.slots[h] != 0 {
			h = (h + 1) & mask
		}
		t.slots[h] = int32(t.n + 1)
	}
}

func (t *uriTable) find(uris []string, uri string) (int32, bool) {
	if len(t.slots) == 0 {
		return -1, false
	}
	mask := uint64(len(t.slots) - 1)
	for h := xxh3.HashString(uri) & mask; ; h = (h + 1) & mask {
		at := t.slots[h]
		if at == 0 {
			return -1, false
		}
		if uris[at-1] == uri {
			return at - 1, true
		}
	}
}
