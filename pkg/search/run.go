package search

import (
	"cmp"
	"slices"

	"majordomus/pkg/graph"
)

// tally is what a search has of one unit.
type tally struct {
	doc, unit int32
	next      int32 // another unit of the document, plus 1
	fields    Mask
}

// run is a search under way. Its memory serves one after another.
type run struct {
	ix      *Index
	q       *Query
	idf     []float64
	tallies []tally
	weights []float32 // of each tally, one a term
	slot    []int32   // of each document, its tally met last, plus 1
	docs    []int32   // that have one
}

func (ix *Index) begin(q *Query) *run {
	r, ok := ix.pool.Get().(*run)
	if !ok {
		r = &run{ix: ix, slot: make([]int32, ix.docs)}
	}
	r.q = q
	r.idf = append(r.idf[:0], make([]float64, len(q.terms))...)
	return r
}

func (ix *Index) finish(r *run) {
	for _, d := range r.docs {
		r.slot[d] = 0
	}
	r.q, r.docs, r.tallies, r.weights = nil, r.docs[:0], r.tallies[:0], r.weights[:0]
	ix.pool.Put(r)
}

// word adds what the index has of the term at a position.
func (r *run) word(w int, fits func(doc int32) bool) {
	t, ok := r.ix.terms[r.q.terms[w]]
	if !ok {
		return
	}
	r.idf[w] = r.ix.idf(int(r.ix.df[t]))
	last, fit := int32(-1), true
	for _, p := range r.ix.list[r.ix.offset[t]:r.ix.offset[t+1]] {
		if p.doc != last {
			last, fit = p.doc, fits == nil || fits(p.doc)
		}
		if fit {
			at := r.tally(p.doc, p.unit)
			r.tallies[at].fields |= p.fields
			r.weights[int(at)*len(r.q.terms)+w] += p.weight
		}
	}
}

func (r *run) tally(doc, unit int32) int32 {
	for i := r.slot[doc] - 1; i >= 0; i = r.tallies[i].next - 1 {
		if r.tallies[i].unit == unit {
			return i
		}
	}
	at := int32(len(r.tallies))
	r.tallies = append(r.tallies, tally{doc: doc, unit: unit, next: r.slot[doc]})
	if r.slot[doc] == 0 {
		r.docs = append(r.docs, doc)
	}
	r.slot[doc] = at + 1
	for range r.q.terms {
		r.weights = append(r.weights, 0)
	}
	return at
}

// hits scores the tallies, by document and unit.
func (r *run) hits() []Hit {
	slices.Sort(r.docs)
	hits := make([]Hit, 0, len(r.tallies))
	for _, d := range r.docs {
		hits = r.document(hits, r.slot[d]-1)
	}
	return hits
}

// document adds the hits of one document, whose tallies begin at a position.
func (r *run) document(hits []Hit, at int32) []Hit {
	whole := int32(-1)
	for i := at; i >= 0; i = r.tallies[i].next - 1 {
		if r.tallies[i].unit == Whole {
			whole = i
		}
	}
	before := len(hits)
	for i := at; i >= 0; i = r.tallies[i].next - 1 {
		if i != whole {
			hits = append(hits, r.hit(i, whole))
		}
	}
	if len(hits) == before {
		return append(hits, r.hit(whole, -1))
	}
	slices.SortFunc(hits[before:], func(a, b Hit) int { return cmp.Compare(a.Unit, b.Unit) })
	return hits
}

// hit scores one unit, with what it shares of its document; -1 shares nothing.
func (r *run) hit(at, shared int32) Hit {
	y, n := &r.tallies[at], len(r.q.terms)
	h := Hit{Doc: y.doc, Unit: y.unit, Fields: y.fields}
	if shared >= 0 {
		h.Fields |= r.tallies[shared].fields
	}
	for w := range n {
		tf := float64(r.weights[int(at)*n+w])
		if shared >= 0 {
			tf += float64(r.weights[int(shared)*n+w])
		}
		if tf > 0 {
			h.words |= 1 << w
			h.Score += graph.Round6(r.idf[w] * (tf / (k1 + tf)))
		}
	}
	h.Score = graph.Round6(h.Score)
	return h
}
