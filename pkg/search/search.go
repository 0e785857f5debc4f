package search

import (
	"cmp"
	"math"
	"slices"

	"majordomus/pkg/graph"
)

// Hit is a document, or a unit of one, that holds a word of the query.
type Hit struct {
	Doc    int32
	Unit   int32   // Whole, or the unit
	Score  float64 // rounded to six places
	words  uint64  // of the query, that stand in it
	Fields Mask    // where they stand
}

// Hits is the outcome of a search: best score first, then by number and unit.
type Hits struct {
	List  []Hit
	words []string
}

// Words lists the words of the query that stand in a hit, in the query's order.
func (hs *Hits) Words(h *Hit) []string {
	var out []string
	for w, word := range hs.words {
		if h.words&(1<<w) != 0 {
			out = append(out, word)
		}
	}
	return out
}

// maxWords is how many words of a query are looked for; a longer one is cut.
const maxWords = 64

// Search ranks what holds any word of a query. A word repeated in it counts
// once. Where a word stands in a
// unit of a document, the unit is the hit, with what it shares of the document;
// the document itself is one only where no unit is.
func (ix *Index) Search(query string) Hits {
	words := unique(Words(query))
	words = words[:min(len(words), maxWords)]
	q := newQuery(ix, words)
	for w := range words {
		q.word(w)
	}
	return Hits{q.hits(), words}
}

func unique(words []string) []string {
	var out []string
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// idf is how rare a term is.
func (ix *Index) idf(df int32) float64 {
	n := float64(ix.docs)
	return graph.Round6(math.Log(1 + (n-float64(df)+0.5)/(float64(df)+0.5)))
}

// tally is what a query has of one unit.
type tally struct {
	doc, unit int32
	next      int32 // another unit of the document, plus 1
	fields    Mask
}

// query is a search under way.
type query struct {
	ix      *Index
	words   []string
	idf     []float64
	tallies []tally
	weights []float32       // of each tally, one a word
	first   map[int32]int32 // of a document, the tally met last
}

func newQuery(ix *Index, words []string) *query {
	return &query{ix: ix, words: words, idf: make([]float64, len(words)), first: make(map[int32]int32, 64)}
}

// word adds what the index has of the word at a position.
func (q *query) word(w int) {
	t, ok := q.ix.terms[q.words[w]]
	if !ok {
		return
	}
	q.idf[w] = q.ix.idf(q.ix.df[t])
	for _, p := range q.ix.list[q.ix.offset[t]:q.ix.offset[t+1]] {
		at := q.tally(p.doc, p.unit)
		q.tallies[at].fields |= p.fields
		q.weights[int(at)*len(q.words)+w] += p.weight
	}
}

func (q *query) tally(doc, unit int32) int32 {
	at, ok := q.first[doc]
	for i := at; ok && i >= 0; i = q.tallies[i].next - 1 {
		if q.tallies[i].unit == unit {
			return i
		}
	}
	next := int32(0)
	if ok {
		next = at + 1
	}
	at = int32(len(q.tallies))
	q.first[doc] = at
	q.tallies = append(q.tallies, tally{doc: doc, unit: unit, next: next})
	q.weights = append(q.weights, make([]float32, len(q.words))...)
	return at
}

// hits scores the tallies.
func (q *query) hits() []Hit {
	hits := make([]Hit, 0, len(q.first))
	for _, at := range q.first {
		hits = q.document(hits, at)
	}
	slices.SortFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.Doc, y.Doc), cmp.Compare(x.Unit, y.Unit))
	})
	return hits
}

// document adds the hits of one document, whose tallies begin at a position.
func (q *query) document(hits []Hit, at int32) []Hit {
	whole := int32(-1)
	for i := at; i >= 0; i = q.tallies[i].next - 1 {
		if q.tallies[i].unit == Whole {
			whole = i
		}
	}
	before := len(hits)
	for i := at; i >= 0; i = q.tallies[i].next - 1 {
		if i != whole {
			hits = append(hits, q.hit(i, whole))
		}
	}
	if len(hits) == before {
		hits = append(hits, q.hit(whole, -1))
	}
	return hits
}

// hit scores one unit, with what it shares of its document; -1 shares nothing.
func (q *query) hit(at, shared int32) Hit {
	y := &q.tallies[at]
	h := Hit{Doc: y.doc, Unit: y.unit, Fields: y.fields}
	if shared >= 0 {
		h.Fields |= q.tallies[shared].fields
	}
	for w := range q.words {
		tf := float64(q.weights[int(at)*len(q.words)+w])
		if shared >= 0 {
			tf += float64(q.weights[int(shared)*len(q.words)+w])
		}
		if tf > 0 {
			h.words |= 1 << w
			h.Score += graph.Round6(q.idf[w] * (tf / (k1 + tf)))
		}
	}
	h.Score = graph.Round6(h.Score)
	return h
}
