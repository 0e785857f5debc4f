package walk

import (
	"cmp"
	"math"
	"slices"

	"majordomus/pkg/graph"
	"majordomus/pkg/search"
)

// lesson is what history says of a file, from 0 to below 1.
type lesson struct {
	doc    int32
	score  float64
	alike  float64 // as far as messages say it
	beside float64 // as far as files say it that changed with it
	lately float64 // how often and how lately it changed, the most of such files being 1
	words  uint64  // of the intent, in the messages of the commits that changed it
	via    int32   // the file it changed together with most, -1 for none
}

// lessons is what history says of each file, of the index or not.
type lessons struct {
	past *Past
	of   map[string]*lesson // by path
	says []float64          // how much each commit of the log says of the intent
}

// weight is what the message of a commit counts for each file it changed.
func (l *lessons) weight(h *search.Hit) float64 {
	return graph.Round6(h.Score * math.Exp2(-float64(h.Doc)/pastHalf) / math.Sqrt(float64(max(1, l.past.commits[h.Doc].Files))))
}

// alike scores files by the commits whose message is like the intent.
func (l *lessons) alike(hits *search.Hits) {
	for _, h := range hits.Top(pastMessages) {
		l.says[h.Doc] = l.weight(&h)
	}
	best := 0.0
	for i := range hits.List {
		h := &hits.List[i]
		c := &l.past.commits[h.Doc]
		if len(c.Paths) == 0 {
			continue
		}
		share := l.weight(h)
		for _, p := range c.Paths {
			x := l.at(p)
			x.alike += share
			x.words |= hits.Mask(h)
			best = max(best, x.alike)
		}
	}
	for _, x := range l.of {
		if best > 0 {
			x.alike = graph.Round6(x.alike / best)
		}
	}
}

func (l *lessons) at(path string) *lesson {
	x := l.of[path]
	if x == nil {
		x = &lesson{doc: -1, via: -1}
		l.of[path] = x
	}
	return x
}

// origin is a file that others may have changed together with.
type origin struct {
	path  string
	doc   int32
	score float64
}

// origins are the files the request names and those of the best hits.
func (in *inference) origins() []origin {
	var out []origin
	add := func(doc int32, score float64) {
		p := in.store.Path(doc)
		if !slices.ContainsFunc(out, func(o origin) bool { return o.path == p }) {
			out = append(out, origin{p, doc, score})
		}
	}
	for i := range in.things.list {
		if t := &in.things.list[i]; t.seed && t.object >= 0 {
			add(t.object, 1)
		}
	}
	for k := range in.works {
		for _, i := range in.store.AtPath(in.works[k].path) {
			add(i, 1)
		}
	}
	for i := range in.top {
		add(in.top[i].Doc, graph.Round6(pastHits*in.scaled(in.top[i].Score)))
	}
	return out
}

// beside scores files by how surely they changed when an origin did.
func (l *lessons) beside(from []origin) {
	for _, o := range from {
		at := l.past.byPath[o.path]
		shared := map[string]float64{}
		all := pastTogether
		for _, i := range at {
			c := &l.past.commits[i]
			share := 1 / math.Log2(1+float64(c.Files))
			all += share
			for _, p := range c.Paths {
				if p != o.path {
					shared[p] += share
				}
			}
		}
		for p, s := range shared {
			x := l.at(p)
			if s = graph.Round6(o.score * s / all); s > x.beside || s == x.beside && x.via >= 0 && o.doc < x.via {
				x.beside, x.via = s, o.doc
			}
		}
	}
}

// late scores the files by how often and how lately they changed.
func (l *lessons) late() {
	best := 0.0
	for p, x := range l.of {
		for _, i := range l.past.byPath[p] {
			x.lately += graph.Round6(math.Exp2(-float64(i)/pastFresh) / math.Sqrt(float64(l.past.commits[i].Files)))
		}
		best = max(best, x.lately)
	}
	for _, x := range l.of {
		if best > 0 {
			x.lately = graph.Round6(x.lately / best)
		}
	}
}

// best are the files of the index that history says most of.
func (l *lessons) best(w *walker, fits func(int32) bool) []lesson {
	l.late()
	var out []lesson
	for p, x := range l.of {
		for _, i := range w.store.AtPath(p) {
			if w.store.Kind(i).IsFile() && (fits == nil || fits(i)) {
				x.doc = i
				break
			}
		}
		if x.doc < 0 {
			continue
		}
		said := both(both(pastAlike*x.alike, pastBeside*x.beside), pastLately*x.lately)
		if roleOf(w.store.Kind(x.doc)) == search.Data { // a test changes as surely as what it tests, data with everything
			said *= search.Data.Share()
		}
		x.score = graph.Round6(topScore * said)
		out = append(out, *x)
	}
	slices.SortFunc(out, func(a, b lesson) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc)) })
	return out[:min(len(out), pastFiles)]
}

// both is how likely it is that one of two independent witnesses is right.
func both(a, b float64) float64 { return graph.Round6(1 - (1-a)*(1-b)) }
