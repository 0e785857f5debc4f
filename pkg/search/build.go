package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Whole is the unit of a document as such.
const Whole int32 = -1

// Constants of BM25: how soon repetition stops counting, and how much a long
// field is discounted.
const (
	k1 = 1.2
	b  = 0.75
)

// Index holds the words of documents, numbered from 0. It does not change once
// it is built and can be asked by many goroutines.
type Index struct {
	terms  map[string]int32
	offset []int32 // postings of term t are postings[offset[t]:offset[t+1]]
	list   []posting
	df     []int32 // documents that hold a term
	docs   int
	pool   sync.Pool // of *run
}

// posting is a term in a unit of a document.
type posting struct {
	doc    int32
	unit   int32
	weight float32 // frequency over the fields, weighed and discounted by length
	fields Mask
}

// Builder collects documents in the order of their numbers.
type Builder struct {
	terms   map[string]int32
	closed  bool             // terms are all there will be
	normal  map[string]int32 // of the words met, the term; below 0 for none
	raw     []rawPosting
	lengths [][fields]int32 // of each document
	total   [fields]int64
	start   int // of the document begun last in raw
}

// rawPosting is a term in a field before lengths are known.
type rawPosting struct {
	term  int32
	doc   int32
	unit  int32
	count int32
	field Field
}

// NewBuilder starts an index.
func NewBuilder() *Builder { return &Builder{terms: map[string]int32{}, normal: map[string]int32{}} }

// NewBuilderFor starts an index that a single query is put to: it answers that
// one as the whole index does, and keeps nothing of other words.
func NewBuilderFor(q *Query) *Builder {
	x := NewBuilder()
	x.closed = true
	for i, n := range q.terms {
		x.terms[n] = int32(i)
	}
	return x
}

// Next begins the next document and gives its number.
func (x *Builder) Next() int32 {
	x.fold()
	x.lengths = append(x.lengths, [fields]int32{})
	return int32(len(x.lengths) - 1)
}

// Add puts a text into a field of the document begun last: of the Whole, or of a
// unit, which its caller numbers from 0.
func (x *Builder) Add(f Field, unit int32, text string) {
	doc := int32(len(x.lengths) - 1)
	each(text, func(w string) {
		x.lengths[doc][f]++
		x.total[f]++
		if t := x.term(w); t >= 0 {
			x.raw = append(x.raw, rawPosting{t, doc, unit, 1, f})
		}
	})
}

// term is the number of a word's term, below 0 for one that is not kept. Words
// of a language come again and again and are remembered; others are their own
// normal form.
func (x *Builder) term(w string) int32 {
	language := plain(w)
	if language {
		if t, ok := x.normal[w]; ok {
			return t
		}
	}
	n := normal(w)
	t, ok := x.terms[n]
	switch {
	case ok:
	case x.closed:
		t = -1
	default:
		t = int32(len(x.terms))
		x.terms[strings.Clone(n)] = t
	}
	if language {
		x.normal[strings.Clone(w)] = t
	}
	return t
}

// fold counts repetitions in the document that ends.
func (x *Builder) fold() {
	part := x.raw[x.start:]
	slices.SortFunc(part, func(a, c rawPosting) int {
		return cmp.Or(cmp.Compare(a.term, c.term), cmp.Compare(a.unit, c.unit), cmp.Compare(a.field, c.field))
	})
	out := part[:0]
	for _, p := range part {
		if n := len(out); n > 0 && out[n-1].term == p.term && out[n-1].unit == p.unit && out[n-1].field == p.field {
			out[n-1].count++
			continue
		}
		out = append(out, p)
	}
	x.raw = x.raw[:x.start+len(out)]
	x.start = len(x.raw)
}

// Join adds the documents of another Builder after its own; that one must not be
// used again.
func (x *Builder) Join(o *Builder) {
	x.fold()
	o.fold()
	at := make([]int32, len(o.terms))
	for n, t := range o.terms {
		u, ok := x.terms[n]
		if !ok {
			u = int32(len(x.terms))
			x.terms[n] = u
		}
		at[t] = u
	}
	first := int32(len(x.lengths))
	for _, p := range o.raw {
		p.term, p.doc = at[p.term], p.doc+first
		x.raw = append(x.raw, p)
	}
	x.start = len(x.raw)
	x.lengths = append(x.lengths, o.lengths...)
	for f := range x.total {
		x.total[f] += o.total[f]
	}
}

// Build gives the index; the Builder must not be used again.
func (x *Builder) Build() *Index {
	x.fold()
	ix := &Index{terms: x.terms, docs: len(x.lengths), offset: make([]int32, len(x.terms)+1), df: make([]int32, len(x.terms))}
	// Counting sort by term: documents and units stay in order.
	for i := range x.raw {
		if p := &x.raw[i]; x.opens(i) {
			ix.offset[p.term+1]++
		}
	}
	for t := range len(x.terms) {
		ix.offset[t+1] += ix.offset[t]
	}
	ix.list = make([]posting, ix.offset[len(x.terms)])
	fill := slices.Clone(ix.offset)
	average := x.average()
	for i := 0; i < len(x.raw); {
		p, n := x.weigh(i, average)
		t := x.raw[i].term
		if at := fill[t]; at == ix.offset[t] || ix.list[at-1].doc != p.doc {
			ix.df[t]++
		}
		ix.list[fill[t]] = p
		fill[t]++
		i += n
	}
	return ix
}

// opens reports whether a raw posting is the first of its term in its unit.
func (x *Builder) opens(i int) bool {
	if i == 0 {
		return true
	}
	p, q := &x.raw[i-1], &x.raw[i]
	return p.term != q.term || p.doc != q.doc || p.unit != q.unit
}

func (x *Builder) average() (a [fields]float64) {
	for f := range x.total {
		a[f] = float64(x.total[f]) / max(1, float64(len(x.lengths)))
	}
	return a
}

// weigh makes one posting of the n raw ones from i on that are of one term in
// one unit. Every product is rounded by its conversion, so that no processor
// fuses it with an addition.
func (x *Builder) weigh(i int, average [fields]float64) (p posting, n int) {
	first := &x.raw[i]
	p = posting{doc: first.doc, unit: first.unit}
	sum := 0.0
	for n = 0; i+n < len(x.raw) && (n == 0 || !x.opens(i+n)); n++ {
		r := &x.raw[i+n]
		length := float64(b * (float64(x.lengths[r.doc][r.field]) / average[r.field]))
		sum += float64(r.field.weight() * (float64(r.count) / (1 - b + length)))
		p.fields |= 1 << r.field
	}
	p.weight = float32(sum)
	return p, n
}
