package walk

import (
	"cmp"
	"slices"
	"strings"
)

// cut counts the things beyond reach that are not listed.
type cut struct{ relevance, depth int }

// frontier gives the positions of what is in reach, and for each reason of the
// most relevant of what is not.
func (w *walker) frontier() (kept []int32, c cut) {
	var under, past []int32
	for i := range w.things.list {
		switch t := &w.things.list[i]; {
		case t.inReach():
			kept = append(kept, int32(i))
		case !t.refused.any:
		case t.refused.under:
			under = append(under, int32(i))
		default:
			past = append(past, int32(i))
		}
	}
	under, c.relevance = w.foremost(under)
	past, c.depth = w.foremost(past)
	return slices.Concat(kept, under, past), c
}

// foremost keeps the most relevant, ties by uri, and counts the rest.
func (w *walker) foremost(of []int32) ([]int32, int) {
	most := w.o.Frontier
	if len(of) <= most {
		return of, 0
	}
	slices.SortFunc(of, func(a, b int32) int {
		x, y := &w.things.list[a], &w.things.list[b]
		if c := cmp.Compare(y.refused.relevance, x.refused.relevance); c != 0 {
			return c
		}
		if x.part == nil && y.part == nil {
			return cmp.Compare(x.object, y.object) // objects stand in the order of their uris
		}
		return strings.Compare(w.uri(x), w.uri(y))
	})
	return of[:most], len(of) - most
}

func (w *walker) uri(t *thing) string {
	if t.part != nil {
		return t.part.uri
	}
	return w.store.URI(t.object)
}
