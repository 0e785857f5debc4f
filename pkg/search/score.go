package search

import (
	"cmp"
	"math"
	"slices"

	"majordomus/pkg/graph"
	"majordomus/pkg/terms"
)

// The constants of the ranking. k1 and b are the usual ones of BM25: how soon
// repetition stops counting, and how much a long text is discounted. The others
// found most changed lines of six histories (docs/ranking.md).
const (
	k1        = 1.2
	b         = 0.75
	nameBonus = 1.0 // times the rarity of a word in the name of a declaration of a passage
	fileShare = 0.2 // what the best file adds to its passages, the best passage alone being 1
)

// Share is what counts of a hit in a document of each role.
func (r Role) Share() float64 { return [...]float64{Record: 1, Source: 1, Test: 0.85, Data: 0.25}[r] }

// weights of a word in each field: identity says most, the text least.
func weight(f terms.Field) float64 {
	return [terms.Fields]float64{5, 4, 3, 2.5, 2, 1.75, 1, 1}[f]
}

// weight of a place in its document: the frequency in its field, weighed and
// discounted by the field's length.
func (x *Index) weight(p terms.Place, lengths *[terms.Fields]int32) float64 {
	length := float64(b * (float64(lengths[p.Field]) / max(1, x.average[p.Field])))
	return float64(weight(p.Field) * (float64(p.Count) / (1 - b + length)))
}

// idf is how rare something is that df of n hold.
func idf(n, df int) float64 {
	return graph.Round6(math.Log(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5)))
}

// hits scores what was tallied, by document and unit. Every product is rounded
// before it is added, so that no processor fuses the two.
func (r *run) hits() []Hit {
	r.docRare, r.unitRare = r.rarity(r.docRare, r.docDF, len(r.x.docs)), r.rarity(r.unitRare, r.unitDF, r.x.units)
	files, best := r.files()
	hits := make([]Hit, 0, len(r.docs)+len(r.units))
	top, next := 0.0, 0
	for i := range r.docs {
		first := len(hits)
		hits, next = r.of(&r.docs[i], hits, next)
		for k := first; k < len(hits); k++ {
			top = max(top, hits[k].Score)
			hits[k].share = files[i]
		}
	}
	for i := range hits {
		h := &hits[i]
		if top > 0 {
			h.Score /= top
		}
		h.Score = graph.Round6(h.Score) + graph.Round6(fileShare*(h.share/max(best, 1e-9)))
		h.Score = graph.Round6(h.Score * r.x.docs[h.Doc].Role.Share())
	}
	return hits
}

// rarity is how much each word of the query counts: the root of how often it is
// said, by how rare it is.
func (r *run) rarity(dst []float64, df []int, n int) []float64 {
	dst = dst[:0]
	for w, k := range df {
		dst = append(dst, graph.Round6(idf(n, k)*math.Sqrt(float64(r.q.times[w]))))
	}
	return dst
}

// files scores the documents as such.
func (r *run) files() (scores []float64, best float64) {
	scores = make([]float64, len(r.docs))
	for i := range r.docs {
		scores[i] = r.saturated(&r.docs[i], r.docRare)
		best = max(best, scores[i])
	}
	return scores, best
}

// saturated is the score of BM25F.
func (r *run) saturated(t *tally, rare []float64) (score float64) {
	for w := range rare {
		if tf := float64(r.counts[int(t.counts)+w]); tf > 0 {
			score += graph.Round6(rare[w] * (tf / (k1 + tf)))
		}
	}
	return graph.Round6(score)
}

// of adds the hits of a document, whose passages begin at a position of the
// units, and gives the position after them.
func (r *run) of(d *tally, hits []Hit, at int) ([]Hit, int) {
	text := r.x.docs[d.doc].Text
	first := len(hits)
	var cuts []terms.Passage
	for ; at < len(r.units) && r.units[at].doc == d.doc; at++ {
		if cuts == nil {
			cuts = text.Cut()
		}
		hits = append(hits, r.unit(&r.units[at], d, cuts))
	}
	if len(hits) > first {
		slices.SortFunc(hits[first:], func(a, b Hit) int { return cmp.Compare(a.Unit, b.Unit) })
		return hits, at
	}
	h := Hit{Doc: d.doc, Unit: Whole, Fields: d.fields, words: d.words}
	if r.x.docs[d.doc].passages() == 0 { // else only its path or title holds words: the file's share is all
		h.Score = graph.Round6((k1 + 1) * r.saturated(d, r.unitRare))
	}
	return append(hits, h), at
}

// unit is the hit of a passage of code.
func (r *run) unit(u, d *tally, cuts []terms.Passage) Hit {
	h := Hit{Doc: u.doc, Unit: u.unit, words: u.words | d.words, Fields: u.fields | d.fields}
	size := 0.0
	if int(u.unit) < len(cuts) {
		h.Lines = cuts[u.unit]
		size = float64(h.Lines.Words)
	}
	norm := float64(k1 * (1 - b + float64(b*(size/max(1, r.x.unitSize)))))
	for w, rare := range r.unitRare {
		if tf := float64(r.counts[int(u.counts)+w]); tf > 0 {
			h.Score += graph.Round6(rare * (tf * (k1 + 1) / (tf + norm)))
		}
		if u.names&(1<<w) != 0 {
			h.Score += graph.Round6(nameBonus * rare)
		}
	}
	if len(cuts) == 1 {
		h.Unit = Whole
	}
	h.Score = graph.Round6(h.Score)
	return h
}
