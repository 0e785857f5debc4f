package layer

import (
	"slices"
	"sort"
	"strings"

	"majordomus/pkg/object"
)

// uriOrder is the standing objects by uri, so that edges are sorted as pairs of
// numbers instead of pairs of texts.
type uriOrder struct {
	units  []Unit
	places []place // by uri
	start  []int32 // of each unit, where its heads begin in rank
	rank   []int32 // of each head; -1 when it does not stand
}

func newURIOrder(units []Unit, excluded map[place]bool) *uriOrder {
	o := &uriOrder{units: units, start: make([]int32, len(units))}
	byKind := map[object.Kind][]place{}
	n := 0
	for i := range units {
		o.start[i] = int32(n)
		for h := range units[i].Heads {
			n++
			if at := (place{int32(i), int32(h)}); len(excluded) == 0 || !excluded[at] {
				k := units[i].Heads[h].Kind
				byKind[k] = append(byKind[k], at)
			}
		}
	}
	// Within a kind, objects named by path come in order already.
	kinds := make([]object.Kind, 0, len(byKind))
	for k := range byKind {
		kinds = append(kinds, k)
	}
	slices.SortFunc(kinds, func(a, b object.Kind) int { return strings.Compare(string(a)+"/", string(b)+"/") })
	o.places = make([]place, 0, n)
	for _, k := range kinds {
		list := byKind[k]
		slices.SortFunc(list, func(a, b place) int { return strings.Compare(o.uri(a), o.uri(b)) })
		o.places = append(o.places, list...)
	}
	o.rank = make([]int32, n)
	for i := range o.rank {
		o.rank[i] = -1
	}
	for r, at := range o.places {
		o.rank[o.start[at.unit]+at.head] = int32(r)
	}
	return o
}

func (o *uriOrder) uri(at place) string { return o.units[at.unit].Heads[at.head].URI }

// of is the rank of an object, -1 when it does not stand.
func (o *uriOrder) of(at place) int32 { return o.rank[o.start[at.unit]+at.head] }

// before is how many objects have a smaller uri than a text.
func (o *uriOrder) before(s string) int32 {
	return int32(sort.Search(len(o.places), func(i int) bool { return o.uri(o.places[i]) >= s }))
}

// rankedEdge is an edge between ranks. Its to is twice the rank of its object and one, or
// twice the number of objects a dangling name stands behind.
type rankedEdge struct {
	from, to int32
	unit     int32 // that declares it
	kind     uint16
	dangling bool
	loose    int32 // of a dangling one, its name and hint
}

// edgeList collects edges.
type edgeList struct {
	order *uriOrder
	kinds []object.EdgeKind
	edges []rankedEdge
	loose []looseEnd
}

type looseEnd struct{ name, hint string }

func (l *edgeList) kind(k object.EdgeKind) uint16 {
	for i, have := range l.kinds {
		if have == k {
			return uint16(i)
		}
	}
	l.kinds = append(l.kinds, k)
	return uint16(len(l.kinds) - 1)
}

func (l *edgeList) add(from, to place, k object.EdgeKind, unit int32) {
	f, t := l.order.of(from), l.order.of(to)
	if f >= 0 && t >= 0 && f != t {
		l.edges = append(l.edges, rankedEdge{from: f, to: 2*t + 1, kind: l.kind(k), unit: unit})
	}
}

func (l *edgeList) dangle(from place, name, hint string, k object.EdgeKind, unit int32) {
	l.loose = append(l.loose, looseEnd{name, hint})
	l.edges = append(l.edges, rankedEdge{from: l.order.of(from), to: 2 * l.order.before(name), kind: l.kind(k), unit: unit,
		dangling: true, loose: int32(len(l.loose) - 1)})
}

// sorted gives the edges by (from, to, kind), one for each, declared in the
// first file.
func (l *edgeList) sorted() []object.Edge {
	slices.SortFunc(l.edges, func(a, b rankedEdge) int {
		switch {
		case a.from != b.from:
			return int(a.from - b.from)
		case a.to != b.to:
			return int(a.to - b.to)
		}
		if c := l.compareRest(a, b); c != 0 {
			return c
		}
		return int(a.unit - b.unit)
	})
	same := func(a, b rankedEdge) bool { return a.from == b.from && a.to == b.to && l.compareRest(a, b) == 0 }
	l.edges = slices.CompactFunc(l.edges, same)
	out := make([]object.Edge, len(l.edges))
	for i, e := range l.edges {
		shown, _ := wirePath(l.order.units[e.unit].Path)
		out[i] = object.Edge{From: l.order.uri(l.order.places[e.from]), Kind: l.kinds[e.kind], DeclaredIn: shown}
		if e.dangling {
			out[i].To, out[i].Hint, out[i].Dangling = l.loose[e.loose].name, l.loose[e.loose].hint, true
		} else {
			out[i].To = l.order.uri(l.order.places[e.to/2])
		}
	}
	return out
}

func (l *edgeList) compareRest(a, b rankedEdge) int {
	if a.dangling && b.dangling {
		if c := strings.Compare(l.loose[a.loose].name, l.loose[b.loose].name); c != 0 {
			return c
		}
	}
	if a.kind == b.kind {
		return 0
	}
	return strings.Compare(string(l.kinds[a.kind]), string(l.kinds[b.kind]))
}
