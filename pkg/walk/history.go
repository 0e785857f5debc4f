package walk

import (
	"slices"
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/search"
)

// What history counts for. The values come from majordomus eval --history over
// click, goawk, ripgrep, fastify and gson, 30 commits each, at 12,000 tokens:
// hunk recall by the message 0.72 without history, 0.74 with; 0.66 and 0.69 of
// the other files with one path given (docs/ranking.md). Files beside what the
// intent hits lost where they counted as much as those beside a named path.
const (
	pastHalf     = 1000.0 // commits after which one counts half
	pastShare    = 0.5    // exponent of the number of files among which a commit divides what it counts
	pastTogether = 0.5    // of a commit of one file, that a file is taken to have changed alone beside those of the log
	pastAlike    = 0.3    // weight of commits whose message is like the intent
	pastBeside   = 0.5    // weight of files that changed together with what the request names
	pastHits     = 0.2    // share of that for what the intent hits
	pastFiles    = 60     // files offered, the best
	pastUnits    = 6      // of a file whose parts the intent hits, so many are raised
)

// learn offers what the log shows: files that commits changed whose message is
// like the intent, and those that changed together with what the intent hits
// best or the request names. It is a part of the same inference as the hits.
func (w *walker) learn(q *search.Query, hits *search.Hits) {
	if w.past == nil {
		return
	}
	messages := w.past.wordsFor(w.once).Search(q, search.Filter{})
	best := 0.0
	for _, h := range hits.Top(1) {
		best = h.Score
	}
	for _, x := range w.lessons(q, hits, &messages) {
		w.teach(&x, &messages, hits, best)
	}
}

// teach offers a file, or those of its units that the intent hits best; best is
// the score of the best hit of all.
func (w *walker) teach(x *lesson, messages, hits *search.Hits, best float64) {
	o := offer{selector: SelIntent, depth: 1, tier: w.store.Kind(x.doc).Tier(), reason: x.reason(messages)}
	if x.via >= 0 && x.beside > 0 {
		o.via = w.store.URI(x.via)
	}
	units := unitsOf(hits, x.doc, pastUnits)
	if len(units) == 0 {
		o.confidence = x.score
		o.relevance = graph.Round6(relIntentFactor * x.score)
		w.take(w.things.of(x.doc), &o)
		return
	}
	for _, h := range units {
		o.confidence = graph.Round6(topScore * both(scaled(h.Score, best), x.score))
		o.relevance = graph.Round6(relIntentFactor * o.confidence)
		w.take(w.unit(&h), &o)
	}
}

// unitsOf are the n best hits in a document.
func unitsOf(hits *search.Hits, doc int32, n int) []search.Hit {
	at, _ := slices.BinarySearchFunc(hits.List, doc, func(h search.Hit, d int32) int { return int(h.Doc - d) })
	end := at
	for end < len(hits.List) && hits.List[end].Doc == doc {
		end++
	}
	part := search.Hits{List: hits.List[at:end]}
	return part.Top(n)
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
