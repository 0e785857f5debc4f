package walk

import (
	"slices"
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/object"
	"majordomus/pkg/search"
	"majordomus/pkg/terms"
)

const (
	bestHits = 10   // hits from which one hop along imports and tests is taken
	hopShare = 0.5  // of a hit's score beyond the edge's discount: neighbours alone find little (docs/ranking.md)
	topScore = 0.99 // of the best hit: an inference is never certain
)

// intent offers what the words of the request's intent hit: the only inference.
// Its confidence is the score, always below 1.
func (w *walker) intent() {
	if w.seeds.Request.Intent == "" {
		return
	}
	q := search.NewQuery(w.seeds.Request.Intent)
	hits := w.words().Search(q, w.filter(q))
	w.learn(q, &hits)
	top := hits.Top(bestHits)
	if len(top) == 0 || top[0].Score <= 0 {
		return
	}
	for k := range hits.List {
		w.hit(&hits, &hits.List[k], top[0].Score)
	}
	for k := range top {
		w.hop(&hits, &top[k], scaled(top[k].Score, top[0].Score), w.uri(w.unit(&top[k])))
	}
}

// scaled is a score as a confidence.
func scaled(score, best float64) float64 { return graph.Round6(score / best * topScore) }

// words is the index of the tables when they are kept, else one for this intent
// alone.
func (w *walker) words() *search.Index {
	if w.once {
		return w.tables.wordsOnce()
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

// hit offers one document, or a passage of one.
func (w *walker) hit(hits *search.Hits, h *search.Hit, best float64) {
	score := scaled(h.Score, best)
	o := offer{selector: SelIntent, relevance: graph.Round6(relIntentFactor * score), confidence: score, depth: 1, tier: w.store.Kind(h.Doc).Tier()}
	if graph.Round(o.relevance) >= w.seeds.Request.Floor {
		o.reason = "its " + holding(h.Fields.Fields()) + " words of the intent: " + strings.Join(hits.Words(h), ", ")
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
	return w.things.ofPart(h.Doc, w.tables.passagePart(h.Doc, h.Lines))
}

// holding is the subject and verb of a reason.
func holding(fs []terms.Field) string {
	verb := " hold"
	if len(fs) == 1 && !strings.HasSuffix(fs[0].String(), "s") {
		verb = " holds"
	}
	return fieldNames(fs) + verb
}

func fieldNames(fs []terms.Field) string {
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
func (w *walker) hop(hits *search.Hits, h *search.Hit, score float64, via string) {
	for l := range w.store.Out(h.Doc) {
		if k := w.store.EdgeKind(l.Edge); l.Other >= 0 && (k == object.Imports || k == object.TestedBy) {
			w.neighbour(hits, l.Other, k, 0, score, via)
		}
	}
	for _, l := range w.store.In(h.Doc) {
		if w.store.EdgeKind(l.Edge) == object.TestedBy {
			w.neighbour(hits, l.Other, object.TestedBy, 1, score, via)
		}
	}
}

// neighbour offers one, of a divided file the passage that the intent hits best;
// back is 1 against the edge.
func (w *walker) neighbour(hits *search.Hits, i int32, k object.EdgeKind, back graph.Way, score float64, via string) {
	at, ok := w.tables.weights.byKind[k]
	if !ok {
		return
	}
	way := w.tables.weights.ways[graph.Forward(at)+back]
	score = graph.Round6(score * way.weight * hopShare)
	t := w.things.of(i)
	if best := unitsOf(hits, i, 1); len(best) > 0 {
		t = w.unit(&best[0])
	}
	w.take(t, &offer{selector: SelIntent, relevance: graph.Round6(relIntentFactor * score), confidence: score, depth: 1,
		tier: w.store.Kind(i).Tier(), reason: way.reason + ", next to what the intent hits best", via: via, edge: k})
}
