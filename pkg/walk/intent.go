package walk

import (
	"slices"
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/object"
	"majordomus/pkg/search"
)

const (
	bestHits = 10   // hits from which one hop along imports and tests is taken
	topScore = 0.99 // of the best hit: an inference is never certain
)

// intent offers what the words of the request's intent hit: the only inference.
// Its confidence is the score, always below 1.
func (w *walker) intent() {
	if w.seeds.Request.Intent == "" {
		return
	}
	q := search.NewQuery(w.seeds.Request.Intent)
	hits := w.words(q).Search(q, w.filter(q))
	w.learn(q, &hits)
	top := hits.Top(bestHits)
	if len(top) == 0 || top[0].Score <= 0 {
		return
	}
	for k := range hits.List {
		w.hit(&hits, &hits.List[k], top[0].Score)
	}
	for k := range top {
		w.hop(&top[k], scaled(top[k].Score, top[0].Score), w.uri(w.unit(&top[k])))
	}
}

// scaled is a score as a confidence.
func scaled(score, best float64) float64 { return graph.Round6(score / best * topScore) }

// words is the index of the tables when they are kept, else one for this intent
// alone.
func (w *walker) words(q *search.Query) *search.Index {
	if w.once {
		return w.tables.wordsFor(q)
	}
	return w.tables.words()
}

// filter holds documents against what a query says beside its words.
func (w *walker) filter(q *search.Query) search.Filter {
	f := search.Filter{Holds: w.tables.holds}
	if len(q.Paths)+len(q.Kinds) == 0 {
		return f
	}
	places := declaredAll(w.store, q.Paths)
	f.Fits = func(doc int32) bool {
		kind := len(q.Kinds) == 0 || slices.Contains(q.Kinds, string(w.store.Kind(doc)))
		return kind && (len(q.Paths) == 0 || slices.ContainsFunc(places, func(pl place) bool { return pl.holds(w.store.Path(doc)) }))
	}
	return f
}

// holds finds a phrase in the fields of a document, or of a unit of it.
func (t *Tables) holds(doc, unit int32, phrase []string) (in search.Mask, ok bool) {
	o := t.worded(doc)
	o.each(func(f search.Field, of int32, text string) {
		if (of == search.Whole || of == unit) && search.Holds(text, phrase) {
			in, ok = in|1<<f, true
		}
	})
	return in, ok
}

// hit offers one document, or a symbol of one.
func (w *walker) hit(hits *search.Hits, h *search.Hit, best float64) {
	score := scaled(h.Score, best)
	o := offer{selector: SelIntent, relevance: graph.Round6(relIntentFactor * score), confidence: score, depth: 1, tier: w.store.Kind(h.Doc).Tier()}
	if graph.Round(o.relevance) >= w.seeds.Request.Floor {
		o.reason = "its " + fieldNames(h.Fields.Fields()) + " hold words of the intent: " + strings.Join(hits.Words(h), ", ")
		if h.Phrase() {
			o.reason += ", some of them together as it quotes them"
		}
	}
	w.take(w.unit(h), &o)
}

// unit is the thing that a hit is.
func (w *walker) unit(h *search.Hit) *thing {
	if h.Unit == search.Whole {
		return w.things.of(h.Doc)
	}
	o := w.store.Object(h.Doc)
	return w.things.ofPart(h.Doc, symbolPart(o, &o.Meta.Symbols[h.Unit]))
}

func fieldNames(fs []search.Field) string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.String()
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// hop offers, at the discount of the edge, what one of the best hits imports,
// what tests it and what it tests.
func (w *walker) hop(h *search.Hit, score float64, via string) {
	for l := range w.store.Out(h.Doc) {
		if k := w.store.EdgeKind(l.Edge); l.Other >= 0 && (k == object.Imports || k == object.TestedBy) {
			w.neighbour(l.Other, k, 0, score, via)
		}
	}
	for _, l := range w.store.In(h.Doc) {
		if w.store.EdgeKind(l.Edge) == object.TestedBy {
			w.neighbour(l.Other, object.TestedBy, 1, score, via)
		}
	}
}

// neighbour offers one; back is 1 against the edge.
func (w *walker) neighbour(i int32, k object.EdgeKind, back graph.Way, score float64, via string) {
	at, ok := w.tables.weights.byKind[k]
	if !ok {
		return
	}
	way := w.tables.weights.ways[graph.Forward(at)+back]
	score = graph.Round6(score * way.weight)
	w.take(w.things.of(i), &offer{selector: SelIntent, relevance: graph.Round6(relIntentFactor * score), confidence: score, depth: 1,
		tier: w.store.Kind(i).Tier(), reason: way.reason + ", next to what the intent hits best", via: via, edge: k})
}
