package walk

import "majordomus/pkg/search"

// faint is a hit under the floor.
type faint struct {
	hit        int32 // its position
	thousandth int32 // of its relevance
	confidence float64
}

// faint offers the hits under the floor that the frontier can report, and counts
// the others: a search of a large tree has a hundred thousand of them, and a
// thing for each took longer than the search.
func (in *inference) faint(under []faint) {
	alone := in.alone()
	edge := in.edge(under, alone)
	for _, f := range under {
		h := &in.hits.List[f.hit]
		if f.thousandth < edge && alone(h) {
			in.unlisted++
			continue
		}
		o := in.offer(h, f.confidence)
		in.take(in.thing(unitOf(h)), &o)
	}
}

// edge is the relevance under which a hit that nothing else found is not among
// the most relevant of all that is refused.
func (in *inference) edge(under []faint, alone func(*search.Hit) bool) int32 {
	var counts [thousandths + 1]int
	for _, f := range under {
		if alone(&in.hits.List[f.hit]) {
			counts[f.thousandth]++
		}
	}
	for edge, room := int32(thousandths), in.o.Frontier; edge >= 0; edge-- {
		if room -= counts[edge]; room <= 0 {
			return edge
		}
	}
	return 0
}

// alone tells the hits that nothing found so far has anything to do with. A part
// that is the same as a passage, be it as a declaration, ends where it does.
func (in *inference) alone() func(*search.Hit) bool {
	type end struct {
		doc  int32
		line int
	}
	parts := map[end]bool{}
	for i := range in.things.list {
		if t := &in.things.list[i]; t.part != nil {
			parts[end{t.object, t.part.span.End}] = true
		}
	}
	return func(h *search.Hit) bool {
		if h.Unit == search.Whole {
			return in.things.known(h.Doc) == nil
		}
		return !parts[end{h.Doc, h.Lines.End}]
	}
}
