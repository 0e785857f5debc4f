package search

import "majordomus/pkg/terms"

// tally is what a query finds in one unit: a passage of code, or a document
// outside of its passages.
type tally struct {
	doc, unit int32
	words     uint64 // of the query, by position, that stand in it
	names     uint64 // of a passage, those in names of its declarations
	fields    terms.Mask
	counts    int32 // where its numbers begin, one a word of the query
}

// run is a search under way. Its memory serves one after another.
type run struct {
	x        *Index
	q        *Query
	found    []finding
	docs     []tally
	units    []tally   // passages of code, by document
	counts   []float32 // of a document, frequencies over all its fields; of a passage, occurrences
	docDF    []int     // of each word, the documents that hold it
	unitDF   []int     // and the units
	docRare  []float64 // how rare each word is among documents
	unitRare []float64 // and among units
}

// finding is a word of the query in a document.
type finding struct {
	doc, word int32
	places    string
}

func (x *Index) begin(q *Query) *run {
	r, ok := x.pool.Get().(*run)
	if !ok {
		r = &run{}
	}
	r.x, r.q = x, q
	r.docDF = append(r.docDF[:0], make([]int, len(q.terms))...)
	r.unitDF = append(r.unitDF[:0], make([]int, len(q.terms))...)
	return r
}

func (x *Index) finish(r *run) {
	clear(r.found)
	r.q, r.found, r.docs, r.units, r.counts = nil, r.found[:0], r.docs[:0], r.units[:0], r.counts[:0]
	x.pool.Put(r)
}

// gather tallies every document that fits.
func (r *run) gather(fits func(doc int32) bool) {
	r.found = r.x.find(r.q.terms, r.found)
	for i := range r.found {
		r.docDF[r.found[i].word]++
	}
	for i := 0; i < len(r.found); {
		n := i
		for n < len(r.found) && r.found[n].doc == r.found[i].doc {
			n++
		}
		r.document(r.found[i:n], fits == nil || fits(r.found[i].doc))
		i = n
	}
}

// document tallies one. What does not fit counts for how rare words are, and
// for nothing else.
func (r *run) document(found []finding, fits bool) {
	d := &r.x.docs[found[0].doc]
	docs, units, counts := len(r.docs), len(r.units), len(r.counts)
	at := r.tally(&r.docs, found[0].doc, Whole)
	lengths, divided := d.Text.Words(), d.passages() > 0
	for _, f := range found {
		for p := range terms.Places(f.places) {
			r.counts[int(r.docs[at].counts)+int(f.word)] += float32(r.x.weight(p, &lengths))
			if divided && p.Passage >= 0 {
				r.passage(f.doc, units, p, f.word)
			} else {
				r.docs[at].mark(p.Field, f.word)
			}
		}
		if !divided {
			r.unitDF[f.word]++
		}
	}
	for i := units; i < len(r.units); i++ {
		for _, f := range found {
			r.unitDF[f.word] += int(r.units[i].words >> f.word & 1)
		}
	}
	if !fits {
		r.docs, r.units, r.counts = r.docs[:docs], r.units[:units], r.counts[:counts]
	}
}

// passage tallies a place in a passage of the document whose units begin at a
// position.
func (r *run) passage(doc int32, from int, p terms.Place, word int32) {
	at := from
	for at < len(r.units) && r.units[at].unit != p.Passage {
		at++
	}
	if at == len(r.units) {
		r.tally(&r.units, doc, p.Passage)
	}
	u := &r.units[at]
	u.mark(p.Field, word)
	if p.Field == terms.Symbols {
		u.names |= 1 << word
		return
	}
	r.counts[u.counts+word] += float32(p.Count)
}

func (r *run) tally(list *[]tally, doc, unit int32) int {
	*list = append(*list, tally{doc: doc, unit: unit, counts: int32(len(r.counts))})
	for range r.q.terms {
		r.counts = append(r.counts, 0)
	}
	return len(*list) - 1
}

func (t *tally) mark(f terms.Field, word int32) {
	t.words |= 1 << word
	t.fields = t.fields.With(f)
}
