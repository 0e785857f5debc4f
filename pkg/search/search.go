// Package search ranks the objects of an index by the words of an intent:
// BM25F over their fields. Its scores are the same on every processor: products
// are rounded before they are added, and scores to six places before anything
// compares them.
package search

import (
	"math"
	"slices"
	"strings"
)

// Field is a part of an object that words can stand in, in order of weight
// (spec/devcontext.md, intent_match).
type Field uint8

// The fields.
const (
	Identity Field = iota
	Path
	Title
	Headings
	Tags
	Symbols
	Description
	fields
)

// weight of a word in a field: identity says most, description least.
func (f Field) weight() float64 { return [fields]float64{5, 4, 3, 2.5, 2, 1.75, 1}[f] }

// String is the field's name in a reason.
func (f Field) String() string {
	return [fields]string{"identity", "path", "title", "headings", "tags", "symbols", "description"}[f]
}

// Constants of BM25: how soon repetition stops counting, and how much a long
// field is discounted.
const (
	k1 = 1.2
	b  = 0.75
)

// Index holds the words of documents, numbered from 0. It does not change once
// it is built and can be asked by many goroutines.
type Index struct {
	terms    map[string]int32
	postings [][]posting // by term, by document
	lengths  [][fields]uint16
	average  [fields]float64
}

// posting is how often a term stands in each field of a document.
type posting struct {
	doc int32
	tf  [fields]uint8
}

// Builder collects documents in the order of their numbers.
type Builder struct {
	ix    Index
	total [fields]int64
}

// NewBuilder starts an index.
func NewBuilder() *Builder { return &Builder{ix: Index{terms: map[string]int32{}}} }

// Next begins the next document and gives its number.
func (x *Builder) Next() int32 {
	x.ix.lengths = append(x.ix.lengths, [fields]uint16{})
	return int32(len(x.ix.lengths) - 1)
}

// Add puts a text into a field of the document begun last.
func (x *Builder) Add(f Field, text string) {
	doc := int32(len(x.ix.lengths) - 1)
	each(text, func(w string) {
		t, ok := x.ix.terms[w]
		if !ok {
			t = int32(len(x.ix.postings))
			x.ix.terms[strings.Clone(w)] = t
			x.ix.postings = append(x.ix.postings, nil)
		}
		ps := x.ix.postings[t]
		if n := len(ps); n == 0 || ps[n-1].doc != doc {
			ps = append(ps, posting{doc: doc})
		}
		if tf := &ps[len(ps)-1].tf[f]; *tf < math.MaxUint8 {
			*tf++
		}
		x.ix.postings[t] = ps
		if l := &x.ix.lengths[doc][f]; *l < math.MaxUint16 {
			*l++
		}
		x.total[f]++
	})
}

// Build gives the index; the Builder must not be used again.
func (x *Builder) Build() *Index {
	for f := range x.total {
		x.ix.average[f] = float64(x.total[f]) / math.Max(1, float64(len(x.ix.lengths)))
	}
	return &x.ix
}

// Hit is a document that holds a word of the query.
type Hit struct {
	Doc    int32
	Score  float64  // rounded to six places
	Words  []string // query words that stand in it, in the query's order
	Fields []Field  // where they stand, by weight
}

// Search ranks the documents that hold any word: best score first, then by
// number. A word repeated in the query counts once.
func (ix *Index) Search(query string) []Hit {
	words := unique(Words(query))
	scores := map[int32]*Hit{}
	masks := map[int32]uint8{}
	for _, w := range words {
		t, ok := ix.terms[w]
		if !ok {
			continue
		}
		ps := ix.postings[t]
		idf := ix.idf(len(ps))
		for i := range ps {
			h := scores[ps[i].doc]
			if h == nil {
				h = &Hit{Doc: ps[i].doc}
				scores[ps[i].doc] = h
			}
			h.Score += ix.score(idf, &ps[i])
			h.Words = append(h.Words, w)
			masks[ps[i].doc] |= mask(ps[i].tf)
		}
	}
	hits := make([]Hit, 0, len(scores))
	for doc, h := range scores {
		h.Score = Round6(h.Score)
		for f := range fields {
			if masks[doc]&(1<<f) != 0 {
				h.Fields = append(h.Fields, f)
			}
		}
		hits = append(hits, *h)
	}
	slices.SortFunc(hits, func(x, y Hit) int {
		switch {
		case x.Score > y.Score:
			return -1
		case x.Score < y.Score:
			return 1
		}
		return int(x.Doc) - int(y.Doc)
	})
	return hits
}

func mask(tf [fields]uint8) (m uint8) {
	for f, n := range tf {
		if n > 0 {
			m |= 1 << f
		}
	}
	return m
}

func unique(words []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(words, func(w string) bool {
		old := seen[w]
		seen[w] = true
		return old
	})
}

func (ix *Index) idf(df int) float64 {
	n := float64(len(ix.lengths))
	return math.Log(1 + (n-float64(df)+0.5)/(float64(df)+0.5))
}

// score of one term in one document; every product is rounded by its
// conversion, so that no processor fuses it with an addition.
func (ix *Index) score(idf float64, p *posting) float64 {
	tf := 0.0
	for f := range fields {
		if p.tf[f] == 0 {
			continue
		}
		norm := 1 - b
		if ix.average[f] > 0 {
			norm += float64(b * (float64(ix.lengths[p.doc][f]) / ix.average[f]))
		}
		tf += float64(f.weight() * (float64(p.tf[f]) / norm))
	}
	return float64(idf * (tf / (k1 + tf)))
}

// Round6 rounds to six places, half away from zero.
func Round6(x float64) float64 { return math.Round(x*1e6) / 1e6 }
