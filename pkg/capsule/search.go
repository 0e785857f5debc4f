package capsule

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"majordomus/pkg/graph"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

// Constants of BM25: how soon repetition stops counting, and how much a long
// passage is discounted. What surrounds a passage counts for it too: its
// heading twice, its document's title and path once.
const (
	bm25K     = 1.2
	bm25B     = 0.6
	ofHeading = 2
	ofTitle   = 1
)

// file is a file in scope with its objects.
type file struct {
	path    string // raw
	objects []*object.Object
}

// hit is a passage that holds a word of the query, or one of a selected object.
type hit struct {
	object   *object.Object
	path     string
	passage  passage
	counts   []uint16 // of each stem, in the passage
	around   []uint16 // of each stem, weighed, around it
	length   int
	score    float64
	matched  bool
	selected int // position in the request's selected uris, plus 1; 0: none
}

// found is what one file gives to a search.
type found struct {
	hits     []hit
	passages int
	length   int
	df       []int32
}

// searcher looks through every passage of every file in scope.
type searcher struct {
	st       *state
	words    *vocabulary // of the query
	selected map[string]int
	bounds   *bounds
	withheld map[string]bool
}

// withheldPaths are those whose text feeds nothing.
func (s *state) withheldPaths() map[string]bool {
	out := map[string]bool{}
	for _, d := range s.Store.Diagnostics() {
		if d.Code == "tracked_secret" || d.Code == "invalid_utf8" {
			out[d.Path] = true
		}
	}
	return out
}

// files lists what is in scope and what this caller may be given, by path.
func (s *searcher) files() []file {
	var out []file
	for i := range s.st.Store.Under("") {
		if s.withheld[s.st.Store.Path(i)] {
			continue
		}
		o := s.st.Store.Object(i)
		class, ok := s.st.classes[o.Provenance.SourceClass]
		if !ok || !s.st.Caller.MayRead(string(class.Egress)) || !s.bounds.holds(o) {
			continue
		}
		path := o.Provenance.Path
		if o.Provenance.PathEncoded {
			path = object.Unescape(path)
		}
		if n := len(out); n > 0 && out[n-1].path == path {
			out[n-1].objects = append(out[n-1].objects, o)
			continue
		}
		out = append(out, file{path, []*object.Object{o}})
	}
	return out
}

// run ranks the passages of all files: best score first, then by path and line.
func (s *searcher) run(ctx context.Context) ([]hit, error) {
	files := s.files()
	slots := make([]found, len(files))
	g, ctx := errgroup.WithContext(ctx)
	workers := min(runtime.GOMAXPROCS(0), max(1, len(files)))
	for w := range workers {
		g.Go(func() error {
			r, from := newReader(s.words), s.st.Tree.Reader()
			defer from.Close()
			for i := w; i < len(files); i += workers {
				if err := ctx.Err(); err != nil {
					return err
				}
				slots[i] = s.look(r, from, files[i])
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return s.rank(slots), nil
}

// look reads one file. One that cannot be read gives nothing: the index says
// why.
func (s *searcher) look(r *reader, from *index.Reader, f file) found {
	out := found{df: make([]int32, len(s.words.stems))}
	data, err := from.Read(f.path)
	if err != nil {
		return out
	}
	text, ok := Mirror(data)
	if !ok || s.bounds.filter != nil && !s.bounds.matches(metadataOf(f.path, data)) {
		return out
	}
	p := newPage(text)
	for _, o := range f.objects {
		s.object(r, &out, f.path, o, &p)
	}
	return out
}

func (s *searcher) object(r *reader, out *found, path string, o *object.Object, p *page) {
	title := make([]uint16, len(s.words.stems))
	r.count(o.Title, title)
	r.count(path, title)
	selected := s.selected[o.URI]
	first, last := linesOf(o, p)
	for _, ps := range passages(p, path, symbolsOf(o), first, last) {
		h := hit{object: o, path: path, passage: ps, counts: make([]uint16, len(s.words.stems)), selected: selected}
		h.length, h.matched = r.count(p.span(ps.first, ps.last), h.counts)
		out.passages++
		out.length += h.length
		if at := s.selected[o.URI+"#"+object.Escape(ps.heading)]; at > 0 && (h.selected == 0 || at < h.selected) {
			h.selected = at
		}
		for t, n := range h.counts {
			if n > 0 {
				out.df[t]++
			}
		}
		if !h.matched && h.selected == 0 {
			continue
		}
		h.around = make([]uint16, len(title))
		r.count(ps.heading, h.around)
		for t := range h.around {
			h.around[t] = ofHeading*h.around[t] + ofTitle*title[t]
		}
		out.hits = append(out.hits, h)
	}
}

// linesOf are the lines of a document an object stands for.
func linesOf(o *object.Object, p *page) (first, last int) {
	if sp := o.Provenance.Span; sp != nil {
		return sp.Start, min(sp.End, p.lines())
	}
	return 1, p.lines()
}

func symbolsOf(o *object.Object) []object.Symbol {
	if o.Meta == nil {
		return nil
	}
	return o.Meta.Symbols
}

// rank scores all hits and orders them. Every product is rounded before it is
// added, so that all processors agree.
func (s *searcher) rank(slots []found) []hit {
	n, length := 0, 0
	df := make([]int32, len(s.words.stems))
	var hits []hit
	for i := range slots {
		n += slots[i].passages
		length += slots[i].length
		for t, d := range slots[i].df {
			df[t] += d
		}
		hits = append(hits, slots[i].hits...)
	}
	idf := make([]float64, len(df))
	for t, d := range df {
		idf[t] = graph.Round6(math.Log(1 + (float64(n)-float64(d)+0.5)/(float64(d)+0.5)))
	}
	average := float64(max(length, 1)) / float64(max(n, 1))
	for i := range hits {
		hits[i].weigh(idf, average)
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), compare(a.path, b.path), cmp.Compare(a.passage.first, b.passage.first), cmp.Compare(a.passage.last, b.passage.last))
	})
	return hits
}

// prose and tests are how much more a document and less a test answers a goal in
// words than other files of the same score.
const (
	proseWeight = 1.2
	testWeight  = 0.8
)

// weigh scores a hit: BM25, times the root of the share of the goal's words that
// stand in it or around it, so that a passage about all of them comes before
// one that repeats some.
func (h *hit) weigh(idf []float64, average float64) {
	held := 0.0
	discount := graph.Round6(bm25K * (1 - bm25B + bm25B*float64(h.length)/average))
	for t := range idf {
		if tf := float64(h.counts[t]) + float64(h.around[t]); tf > 0 {
			h.score += graph.Round6(idf[t] * tf * (bm25K + 1) / (tf + discount))
			held++
		}
	}
	share := graph.Round6(math.Sqrt(held / max(1, float64(len(idf)))))
	h.score = graph.Round6(graph.Round6(h.score*share) * h.kindWeight())
}

func (h *hit) kindWeight() float64 {
	switch {
	case h.object.Kind == object.Test:
		return testWeight
	case isProse(h.path):
		return proseWeight
	}
	return 1
}
