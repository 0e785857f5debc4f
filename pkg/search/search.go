package search

import (
	"cmp"
	"slices"

	"majordomus/pkg/graph"
	"majordomus/pkg/terms"
)

// Hit is a document, or a unit of one, that holds a word of the query.
type Hit struct {
	Doc    int32
	Unit   int32         // Whole, or the unit
	Lines  terms.Passage // of a passage
	Score  float64       // rounded to six places
	Fields terms.Mask    // where its words stand
	words  uint64        // of the query, by position
	phrase bool
	share  float64 // of its file
}

// Hits is the outcome of a search, by document and unit.
type Hits struct {
	List  []Hit
	query *Query
}

// Words lists the words of the query that stand in a hit, in the query's order.
func (hs *Hits) Words(h *Hit) []string { return hs.Named(h.words) }

// Mask is the set of the words of the query that stand in a hit, for Named.
func (hs *Hits) Mask(h *Hit) uint64 { return h.words }

// Named lists a set of words of the query, in the query's order.
func (hs *Hits) Named(set uint64) []string {
	var out []string
	for w, word := range hs.query.Words {
		if set&(1<<w) != 0 {
			out = append(out, word)
		}
	}
	return out
}

// Phrase reports whether a hit holds a phrase of the query.
func (h *Hit) Phrase() bool { return h.phrase }

// Top gives the n best hits: by score, then by document and unit.
func (hs *Hits) Top(n int) []Hit {
	var top []Hit
	for _, h := range hs.List {
		if len(top) == n && n > 0 && !h.before(&top[n-1]) {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, h, func(a, b Hit) int {
			if a.before(&b) {
				return -1
			}
			return 1
		})
		top = slices.Insert(top, at, h)
		top = top[:min(len(top), n)]
	}
	return top
}

func (h *Hit) before(o *Hit) bool {
	return cmp.Or(cmp.Compare(o.Score, h.Score), cmp.Compare(h.Doc, o.Doc), cmp.Compare(h.Unit, o.Unit)) < 0
}

// Filter is what a caller knows of documents beyond their words. A nil member
// lets everything pass, or finds no phrase.
type Filter struct {
	Fits  func(doc int32) bool                             // the qualifiers leave it
	Holds func(h *Hit, phrase []string) (terms.Mask, bool) // and in which fields
}

// Search ranks what holds any word of a query. Where a word stands in a passage
// of code, the passage is the hit, with what it shares of its file; the file
// itself is one only where no passage is.
func (x *Index) Search(q *Query, f Filter) Hits {
	r := x.begin(q)
	defer x.finish(r)
	r.gather(f.Fits)
	hits := Hits{r.hits(), q}
	if f.Holds != nil {
		for _, p := range q.Phrases {
			r.phrase(hits.List, p, f.Holds)
		}
	}
	return hits
}

// phraseBonus is what a phrase adds where it stands, the best hit being about 1.
const phraseBonus = 0.5

// phrase raises the hits that hold one.
func (r *run) phrase(hits []Hit, phrase []string, holds func(h *Hit, phrase []string) (terms.Mask, bool)) {
	all := uint64(0)
	for _, n := range phrase {
		if w := slices.Index(r.q.terms, n); w >= 0 {
			all |= 1 << w
		}
	}
	for i := range hits {
		h := &hits[i]
		if h.words&all != all {
			continue
		}
		if fields, ok := holds(h, phrase); ok {
			h.Fields, h.phrase = h.Fields|fields, true
			h.Score = graph.Round6(h.Score + phraseBonus)
		}
	}
}
