package walk

import (
	"math"
	"slices"
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/search"
)

// What history counts for. The values come from majordomus eval --history over
// click, goawk, ripgrep, gson, fastify and Backlog.md, 48 commits each, at 12,000
// tokens: hunk recall by the message 0.38 without history, 0.43 with commits
// alike alone, 0.41 with files beside alone, 0.47 with both; half and twice of
// each value lose 0.01 to 0.03 there or with one path given.
const (
	pastHalf     = 1000.0 // commits after which one counts half
	pastShare    = 0.5    // exponent of the number of files among which a commit divides what it counts
	pastTogether = 0.5    // of a commit of one file, that a file is taken to have changed alone beside those of the log
	pastAlike    = 0.7    // weight of commits whose message is like the intent
	pastBeside   = 0.7    // weight of files that changed together with what was hit or named
	pastFiles    = 60     // files offered, the best
	pastUnits    = 6      // of a file whose parts the intent hits, so many are raised
)

// lesson is what history says of a file, from 0 to below 1.
type lesson struct {
	doc    int32
	score  float64
	alike  float64 // as far as messages say it
	beside float64 // as far as files say it that changed with it
	words  uint64  // of the intent, in the messages of the commits that changed it
	via    int32   // the file it changed together with most, -1 for none
}

// lessons is what history says of each file of the index, best first.
type lessons struct {
	past *Past
	of   map[string]*lesson
}

// learn offers what the log shows: files that commits changed whose message is
// like the intent, and those that changed together with what the intent hits
// best or the request names. It is a part of the same inference as the hits.
func (w *walker) learn(q *search.Query, hits *search.Hits) {
	if w.past == nil {
		return
	}
	l := lessons{w.past, map[string]*lesson{}}
	messages := w.past.wordsFor(q, w.once).Search(q, search.Filter{})
	l.alike(&messages)
	l.beside(w.origins(hits))
	fits := w.filter(q).Fits
	for _, x := range l.best(w, fits) {
		w.teach(&x, &messages, hits)
	}
}

// alike scores files by the commits whose message is like the intent.
func (l *lessons) alike(hits *search.Hits) {
	best := 0.0
	for i := range hits.List {
		h := &hits.List[i]
		c := &l.past.commits[h.Doc]
		if len(c.Paths) == 0 {
			continue
		}
		share := graph.Round6(h.Score * math.Exp2(-float64(h.Doc)/pastHalf) / math.Pow(float64(c.Files), pastShare))
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
func (w *walker) origins(hits *search.Hits) []origin {
	var out []origin
	add := func(doc int32, score float64) {
		p := w.store.Path(doc)
		if !slices.ContainsFunc(out, func(o origin) bool { return o.path == p }) {
			out = append(out, origin{p, doc, score})
		}
	}
	for i := range w.things.list {
		if t := &w.things.list[i]; t.seed && t.object >= 0 {
			add(t.object, 1)
		}
	}
	for k := range w.works {
		for _, i := range w.store.AtPath(w.works[k].path) {
			add(i, 1)
		}
	}
	top := hits.Top(bestHits)
	for i := range top {
		add(top[i].Doc, scaled(top[i].Score, top[0].Score))
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

// best are the files of the index that history says most of.
func (l *lessons) best(w *walker, fits func(int32) bool) []lesson {
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
		x.score = graph.Round6(topScore * both(pastAlike*x.alike, pastBeside*x.beside))
		out = append(out, *x)
	}
	slices.SortFunc(out, func(a, b lesson) int {
		if a.score != b.score {
			return -cmpFloat(a.score, b.score)
		}
		return int(a.doc - b.doc)
	})
	return out[:min(len(out), pastFiles)]
}

func cmpFloat(a, b float64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

// both is how likely it is that one of two independent witnesses is right.
func both(a, b float64) float64 { return graph.Round6(1 - (1-a)*(1-b)) }

// teach offers a file, or those of its units that the intent hits best.
func (w *walker) teach(x *lesson, messages, hits *search.Hits) {
	o := offer{selector: SelIntent, depth: 1, tier: w.store.Kind(x.doc).Tier(), reason: x.reason(messages)}
	if x.via >= 0 && x.beside > 0 {
		o.via = w.store.URI(x.via)
	}
	units := unitsOf(hits, x.doc)
	if len(units) == 0 {
		o.confidence = x.score
		o.relevance = graph.Round6(relIntentFactor * x.score)
		w.take(w.things.of(x.doc), &o)
		return
	}
	top := hits.Top(1)[0].Score
	for _, h := range units {
		o.confidence = graph.Round6(topScore * both(scaled(h.Score, top), x.score))
		o.relevance = graph.Round6(relIntentFactor * o.confidence)
		w.take(w.unit(&h), &o)
	}
}

// unitsOf are the best hits in a document.
func unitsOf(hits *search.Hits, doc int32) []search.Hit {
	at, _ := slices.BinarySearchFunc(hits.List, doc, func(h search.Hit, d int32) int { return int(h.Doc - d) })
	end := at
	for end < len(hits.List) && hits.List[end].Doc == doc {
		end++
	}
	part := search.Hits{List: hits.List[at:end]}
	return part.Top(pastUnits)
}

// reason says how history speaks of a file, and names no other.
func (x *lesson) reason(messages *search.Hits) string {
	var how []string
	if x.alike > 0 {
		how = append(how, "commits that changed it say words of the intent: "+strings.Join(messages.Named(x.words), ", "))
	}
	if x.beside > 0 {
		how = append(how, "it changed together with what the intent hits best or the request names")
	}
	return "inferred from history: " + strings.Join(how, "; ")
}
