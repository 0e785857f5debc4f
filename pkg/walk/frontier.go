package walk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// dangling reports the references of what is in reach that resolve to nothing:
// under the name the layer used, with the product they would have had.
func (w *walker) dangling() {
	weights := theWeights()
	for _, i := range w.nodesInReach() {
		u := w.node[i]
		for l := range w.store.Out(i) {
			if l.Other >= 0 {
				continue
			}
			tag, ok := weights.byKind[w.store.EdgeKind(l.Edge)]
			if !ok {
				continue
			}
			e := w.store.Edge(l.Edge)
			w.unresolved(u, e, weights.arcs[tag])
		}
	}
}

// nodesInReach are the objects in reach, in their order.
func (w *walker) nodesInReach() []int32 {
	var out []int32
	for i, r := range w.node {
		if r.inReach() {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

func (w *walker) unresolved(u *reached, e object.Edge, a arcKind) {
	message := fmt.Sprintf("%s names %q, which the index does not hold", u.uri, e.To)
	if e.Hint != "" {
		message += " (" + e.Hint + ")"
	}
	w.note(object.Warning, "unresolved_reference", e.DeclaredIn, message)
	r := w.missing[e.To]
	d := Discovery{Selector: SelRelation, Reason: a.reason, Depth: u.depth + 1, Confidence: 1, Weight: a.weight, Via: u.uri, Edge: e.Kind}
	rel := u.relevance * a.weight
	if r == nil {
		r = &reached{object: &object.Object{URI: e.To}, uri: e.To}
		w.missing[e.To] = r
	} else if c := cmp.Or(cmp.Compare(r.relevance, rel), cmp.Compare(d.Depth, r.depth), strings.Compare(d.Via, r.found[0].Via)); c >= 0 {
		return
	}
	r.relevance, r.depth, r.tier, r.found = rel, d.Depth, u.tier, []Discovery{d}
}

// cutCounts is how many things beyond reach are not listed.
type cutCounts struct{ relevance, depth int }

// frontier gives what is in reach and, for each reason, the most relevant of
// what is not.
func (w *walker) frontier() (kept []*reached, cut cutCounts) {
	var under, past []*reached
	for _, r := range w.reached {
		switch {
		case r.inReach():
			kept = append(kept, r)
		case !r.rejected.some:
		case r.rejected.under:
			under = append(under, r)
		default:
			past = append(past, r)
		}
	}
	under, cut.relevance = nearestOf(under, w.o.Frontier)
	past, cut.depth = nearestOf(past, w.o.Frontier)
	return slices.Concat(kept, under, past), cut
}

// nearestOf keeps the most relevant, ties by uri, and counts the rest.
func nearestOf(rs []*reached, most int) ([]*reached, int) {
	slices.SortFunc(rs, func(a, b *reached) int {
		return cmp.Or(cmp.Compare(Round3(b.rejected.relevance), Round3(a.rejected.relevance)), strings.Compare(a.uri, b.uri))
	})
	if len(rs) <= most {
		return rs, 0
	}
	return rs[:most], len(rs) - most
}
