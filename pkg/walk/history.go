package walk

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/search"
)

// What history counts for. The values come from majordomus eval --history over
// click, goawk, ripgrep, fastify and gson, 100 commits each, at 12,000 tokens
// (docs/ranking.md). Files beside what the intent hits lost where they counted
// as much as those beside a named path.
const (
	pastHalf     = 1000.0 // commits after which one counts half
	pastMessages = 100    // commits, those whose message is most like the intent, of which lines count more
	pastTogether = 0.5    // of a commit of one file, that a file is taken to have changed alone beside those of the log
	pastAlike    = 0.5    // weight of commits whose message is like the intent
	pastBeside   = 0.5    // weight of files that changed together with what the request names
	pastHits     = 0.2    // share of that for what the intent hits
	pastLately   = 0.2    // weight of how often and how lately such a file changed
	pastFresh    = 500.0  // commits after which a change is half as late
	pastFiles    = 60     // files offered, the best
	pastUnits    = 6      // of a file whose parts the intent hits, so many are raised
)

// learn offers what the log shows: files that commits changed whose message is
// like the intent, and those that changed together with what the intent hits
// best or the request names; of the first few the lines that those changed.
func (in *inference) learn(ctx context.Context) error {
	if in.past == nil {
		return nil
	}
	messages := in.past.wordsFor(in.once).Search(in.query, search.Filter{})
	l := lessons{past: in.past, of: map[string]*lesson{}, says: make([]float64, len(in.past.commits))}
	l.alike(&messages)
	l.beside(in.origins())
	best := l.best(in.walker, in.filter(in.query).Fits)
	trails, err := in.trails(ctx, best, l.says)
	for i := range best {
		in.teach(&best[i], best[i].reason(&messages), trails[best[i].doc], i < trailFiles)
	}
	return err
}

// teach offers a file, or those of its units that the intent hits best and those
// that its trail leads to.
func (in *inference) teach(x *lesson, reason string, t trail, first bool) {
	g := guess{reason: reason}
	if x.via >= 0 && x.beside > 0 {
		g.via = in.store.URI(x.via)
	}
	hits := unitsOf(in.hits, x.doc, pastUnits)
	for i := range hits {
		g.unit = unitOf(&hits[i])
		g.confidence = in.sure(g.unit, x.score)
		in.guess(g)
	}
	for _, s := range t {
		g.unit = s.unit
		g.confidence = in.sure(s.unit, graph.Round6(x.score*s.share))
		g.reason = reason + "; at these lines"
		in.guess(g)
	}
	if len(hits)+len(t) == 0 && first {
		g.unit, g.confidence = unit{doc: x.doc}, x.score
		in.guess(g)
	}
}

// sure is how sure history and a hit of the same unit are together.
func (in *inference) sure(u unit, score float64) float64 {
	at, ok := slices.BinarySearchFunc(in.hits.List, u, func(h search.Hit, u unit) int {
		return cmp.Or(cmp.Compare(h.Doc, u.doc), cmp.Compare(unitOf(&h).lines.Start, u.lines.Start))
	})
	if !ok {
		return score
	}
	return graph.Round6(topScore * both(in.scaled(in.hits.List[at].Score), score))
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
	if x.lately > 0.5 {
		how = append(how, "it changed often and lately")
	}
	return "inferred from history: " + strings.Join(how, "; ")
}
