package walk

import (
	"context"
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

// intent offers what the words of the request's intent hit, what stands next to
// the best hits, and what history says of them: the only inference. Its
// confidence is the score, always below 1.
func (w *walker) intent(ctx context.Context) error {
	if w.seeds.Request.Intent == "" {
		return nil
	}
	in := &inference{walker: w, index: w.words(), query: search.NewQuery(w.seeds.Request.Intent)}
	w.narrowing(in.query)
	hits := in.index.Search(in.query, w.filter(in.query))
	in.hits = &hits
	if top := hits.Top(bestHits); len(top) > 0 && top[0].Score > 0 {
		in.top, in.best = top, top[0].Score
	}
	if err := in.learn(ctx); err != nil {
		return err
	}
	for k := range in.top {
		in.hop(&in.top[k])
	}
	in.conclude()
	return nil
}

// inference is what an intent leads to, until all of it is known.
type inference struct {
	*walker
	index   *search.Index
	query   *search.Query
	hits    *search.Hits
	top     []search.Hit // the best
	best    float64      // the score of the best
	guesses []guess      // besides the hits themselves
}

// guess is an offer that follows from a hit or from history.
type guess struct {
	unit
	confidence float64
	reason     string
	via        string
	edge       object.EdgeKind
}

// unit is a document, or the lines of a passage of one.
type unit struct {
	doc   int32
	lines terms.Passage // zero: the document
}

func unitOf(h *search.Hit) unit {
	if h.Unit == search.Whole {
		return unit{doc: h.Doc}
	}
	return unit{h.Doc, h.Lines}
}

func (in *inference) guess(g guess) { in.guesses = append(in.guesses, g) }

// scaled is the score of a hit as a confidence.
func (in *inference) scaled(score float64) float64 {
	if in.best == 0 {
		return 0
	}
	return scaled(score, in.best)
}

// conclude offers it all: of the hits under the floor only what may be reported.
func (in *inference) conclude() {
	crowd := in.crowd()
	for k := range in.guesses {
		g := &in.guesses[k]
		kept := crowd.share(g.unit)
		g.confidence, g.reason = graph.Round6(g.confidence*kept), g.reason+besides(kept)
		in.take(in.thing(g.unit), &offer{selector: SelIntent, relevance: graph.Round6(relIntentFactor * g.confidence), confidence: g.confidence,
			depth: 1, tier: in.tier(g.doc), reason: g.reason, via: g.via, edge: g.edge})
	}
	if in.best == 0 {
		return
	}
	share := crowd.shares()
	under := make([]faint, 0, len(in.hits.List))
	for k := range in.hits.List {
		h := &in.hits.List[k]
		kept := share(unitOf(h))
		o := in.offer(h, graph.Round6(in.scaled(h.Score)*kept))
		if relevance := graph.Round(o.relevance); relevance < in.seeds.Request.Floor {
			under = append(under, faint{int32(k), int32(thousandthsOf(relevance)), o.confidence})
			continue
		}
		o.reason = in.reason(h) + besides(kept)
		in.take(in.thing(unitOf(h)), &o)
	}
	in.faint(under)
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

// offer is that of one document, or a passage of one, without a reason.
func (in *inference) offer(h *search.Hit, confidence float64) offer {
	return offer{selector: SelIntent, relevance: graph.Round6(relIntentFactor * confidence), confidence: confidence, depth: 1, tier: in.tier(h.Doc)}
}

// reason says which words hit, and where.
func (in *inference) reason(h *search.Hit) string {
	reason := "its " + holding(h.Fields.Fields()) + " words of the intent: " + strings.Join(in.hits.Words(h), ", ")
	if h.Phrase() {
		reason += ", some of them together as it quotes them"
	}
	return reason
}

// tier of what only an inference leads to: finished work is no task any more,
// but what happened around this one.
func (in *inference) tier(doc int32) object.Tier {
	t := in.store.Kind(doc).Tier()
	if t == object.TierTask && finished(in.store.Object(doc).Status) {
		return object.TierHistory
	}
	return t
}

// thing is what is offered for a unit.
func (w *walker) thing(u unit) *thing {
	if u.lines.Start == 0 {
		return w.things.of(u.doc)
	}
	return w.things.ofPart(u.doc, w.tables.passagePart(u.doc, u.lines))
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
func (in *inference) hop(h *search.Hit) {
	for l := range in.store.Out(h.Doc) {
		if k := in.store.EdgeKind(l.Edge); l.Other >= 0 && (k == object.Imports || k == object.TestedBy) {
			in.neighbour(h, l.Other, k, 0)
		}
	}
	for _, l := range in.store.In(h.Doc) {
		if in.store.EdgeKind(l.Edge) == object.TestedBy {
			in.neighbour(h, l.Other, object.TestedBy, 1)
		}
	}
}

// neighbour offers one, of a divided file the passage that the intent hits best;
// back is 1 against the edge.
func (in *inference) neighbour(h *search.Hit, i int32, k object.EdgeKind, back graph.Way) {
	at, ok := in.tables.weights.byKind[k]
	if !ok {
		return
	}
	way := in.tables.weights.ways[graph.Forward(at)+back]
	u := unit{doc: i}
	if best := unitsOf(in.hits, i, 1); len(best) > 0 {
		u = unitOf(&best[0])
	}
	in.guess(guess{unit: u, confidence: graph.Round6(in.scaled(h.Score) * way.weight * hopShare),
		reason: way.reason + ", next to what the intent hits best", via: in.uri(in.thing(unitOf(h))), edge: k})
}
