package search

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"majordomus/pkg/terms"
)

// Whole is the unit of a document as such.
const Whole int32 = -1

// Document is what a search knows of one object.
type Document struct {
	Text *terms.Text
	Role Role
}

// Role is what a document is to the work sought for.
type Role uint8

// The roles.
const (
	Record Role = iota // whatever speaks of the work: one unit, however long
	Source             // its passages are units of their own when it is divided
	Test               // likewise; it comes after what it tests
	Data               // a file whose text is not searched
)

// Index holds documents, numbered from 0. It does not change and can be asked
// by many goroutines.
type Index struct {
	docs     []Document
	words    map[string][]ref // nil: each document is looked into
	average  [terms.Fields]float64
	units    int     // passages of code, and documents that are one unit
	unitSize float64 // words of a passage of code on average
	pool     sync.Pool
}

// ref is where a document has a term: its places begin at a byte of Text.Terms.
type ref struct{ doc, at int32 }

// New makes an index for many queries.
func New(docs []Document) *Index {
	x := NewOnce(docs)
	x.words = map[string][]ref{}
	for i := range docs {
		at := 0
		for term, places := range docs[i].Text.All() {
			at += len(term) + 1
			x.words[term] = append(x.words[term], ref{int32(i), int32(at)})
			at += len(places) + 1
		}
	}
	return x
}

// NewOnce makes an index for a query or two: it answers as one of New does, and
// is made in a fraction of the time.
func NewOnce(docs []Document) *Index {
	x := &Index{docs: docs}
	var total [terms.Fields]int64
	passages, size := 0, int64(0)
	for i := range docs {
		n := docs[i].Text.Words()
		for f, k := range n {
			total[f] += int64(k)
		}
		if k := docs[i].passages(); k > 0 {
			x.units += k
			passages += k
			size += int64(n[terms.Body])
		} else {
			x.units++
		}
	}
	for f := range total {
		x.average[f] = float64(total[f]) / max(1, float64(len(docs)))
	}
	x.unitSize = float64(size) / max(1, float64(passages))
	return x
}

// passages is how many passages of code a document has.
func (d *Document) passages() int {
	if d.Role != Source && d.Role != Test {
		return 0
	}
	return d.Text.Divisions()
}

// Passages are the parts that a document is found by, none of one that is found
// as a whole.
func (x *Index) Passages(doc int32) []terms.Passage {
	if x.docs[doc].passages() < 2 {
		return nil
	}
	return x.docs[doc].Text.Cut()
}

// find adds the places of terms, by document, then term.
func (x *Index) find(terms []string, to []finding) []finding {
	if x.words == nil {
		return x.look(terms, to)
	}
	for w, term := range terms {
		for _, r := range x.words[term] {
			places := x.docs[r.doc].Text.Terms[r.at:]
			if end := strings.IndexByte(places, ' '); end >= 0 {
				places = places[:end]
			}
			to = append(to, finding{r.doc, int32(w), places})
		}
	}
	slices.SortFunc(to, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.doc, b.doc), cmp.Compare(a.word, b.word))
	})
	return to
}

// look goes through every document, on all cores.
func (x *Index) look(terms []string, to []finding) []finding {
	workers := runtime.GOMAXPROCS(0)
	found := make([][]finding, workers)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			for i := len(x.docs) * k / workers; i < len(x.docs)*(k+1)/workers; i++ {
				for w, term := range terms {
					if places, ok := x.docs[i].Text.Find(term); ok {
						found[k] = append(found[k], finding{int32(i), int32(w), places})
					}
				}
			}
		})
	}
	wg.Wait()
	return append(to, slices.Concat(found...)...)
}
