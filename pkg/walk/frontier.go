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
	c.relevance += w.unlisted
	past, c.depth = w.foremost(past)
	return slices.Concat(kept, under, past), c
}

// foremost keeps the most relevant, ties by uri, and counts the rest. Relevance
// has three places, so counting finds the one at which the list is cut.
func (w *walker) foremost(of []int32) ([]int32, int) {
	most := w.o.Frontier
	if len(of) <= most {
		return of, 0
	}
	var counts [thousandths + 1]int
	for _, at := range of {
		counts[w.thousandths(at)]++
	}
	edge, room := thousandths, most
	for ; counts[edge] <= room; edge-- {
		room -= counts[edge]
	}
	kept := make([]int32, 0, most)
	var tied []int32
	for _, at := range of {
		switch r := w.thousandths(at); {
		case r > edge:
			kept = append(kept, at)
		case r == edge:
			tied = append(tied, at)
		}
	}
	slices.SortFunc(tied, w.byURI)
	return append(kept, tied[:room]...), len(of) - most
}

// thousandths is the scale of a rounded relevance.
const thousandths = 1000

func (w *walker) thousandths(at int32) int {
	return thousandthsOf(w.things.list[at].refused.relevance)
}

func thousandthsOf(relevance float64) int { return min(thousandths, int(relevance*thousandths+.5)) }

// byURI orders things; objects stand in the order of their uris.
func (w *walker) byURI(a, b int32) int {
	x, y := &w.things.list[a], &w.things.list[b]
	if x.part == nil && y.part == nil {
		return cmp.Compare(x.object, y.object)
	}
	return strings.Compare(w.uri(x), w.uri(y))
}

func (w *walker) uri(t *thing) string {
	if t.part != nil {
		return t.part.uri
	}
	return w.store.URI(t.object)
}
