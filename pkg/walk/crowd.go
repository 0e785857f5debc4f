package walk

import (
	"cmp"
	"slices"

	"majordomus/pkg/graph"
)

// Lines beside better lines of the same file say less that is new. Each of the
// best crowdMost passages within crowdLines leaves a passage crowdShare of its
// confidence (docs/ranking.md).
const (
	crowdLines = 20
	crowdMost  = 2
	crowdShare = 0.7
)

// spot is a passage, the best confidence that anything offers it with, and the
// share of it that its better neighbours leave.
type spot struct {
	doc, start, end   int32
	confidence, share float64
}

// crowd holds the passages that are hit or guessed, by file and line.
type crowd []spot

func (in *inference) crowd() crowd {
	c := make(crowd, 0, len(in.hits.List))
	add := func(u unit, confidence float64) {
		if u.lines.Start > 0 {
			c = append(c, spot{u.doc, int32(u.lines.Start), int32(u.lines.End), confidence, 1})
		}
	}
	for k := range in.hits.List {
		add(unitOf(&in.hits.List[k]), in.scaled(in.hits.List[k].Score))
	}
	hits := len(c)
	for k := range in.guesses {
		add(in.guesses[k].unit, in.guesses[k].confidence)
	}
	c = merged(c[:hits], c[hits:])
	c = slices.CompactFunc(c, func(a, b spot) bool { return a.doc == b.doc && a.start == b.start })
	for i := range c {
		for range min(c.better(i), crowdMost) {
			c[i].share = graph.Round6(c[i].share * crowdShare)
		}
	}
	return c
}

// merged is both, of one passage the surest first; the first are in order.
func merged(hits, guesses crowd) crowd {
	slices.SortFunc(guesses, spot.order)
	out := make(crowd, 0, len(hits)+len(guesses))
	for _, g := range guesses {
		n := 0
		for n < len(hits) && hits[n].order(g) <= 0 {
			n++
		}
		out = append(append(out, hits[:n]...), g)
		hits = hits[n:]
	}
	return append(out, hits...)
}

func (s spot) order(o spot) int {
	return cmp.Or(cmp.Compare(s.doc, o.doc), cmp.Compare(s.start, o.start), cmp.Compare(o.confidence, s.confidence))
}

// better counts the neighbours of a passage that come before it.
func (c crowd) better(i int) (n int) {
	s := &c[i]
	for k := i - 1; k >= 0 && c[k].doc == s.doc && s.start <= c[k].end+crowdLines; k-- {
		if c[k].confidence >= s.confidence {
			n++
		}
	}
	for k := i + 1; k < len(c) && c[k].doc == s.doc && c[k].start <= s.end+crowdLines; k++ {
		if c[k].confidence > s.confidence {
			n++
		}
	}
	return n
}

// besides is the end of a reason that says why a passage keeps less.
func besides(share float64) string {
	if share < 1 {
		return ", beside better lines"
	}
	return ""
}

// share is what a unit keeps.
func (c crowd) share(u unit) float64 {
	if u.lines.Start == 0 {
		return 1
	}
	at, _ := slices.BinarySearchFunc(c, u, spot.compare)
	return c[at].share
}

// shares gives what units keep that come in the order of the crowd.
func (c crowd) shares() func(u unit) float64 {
	at := 0
	return func(u unit) float64 {
		if u.lines.Start == 0 {
			return 1
		}
		for c[at].compare(u) < 0 {
			at++
		}
		return c[at].share
	}
}

func (s spot) compare(u unit) int {
	return cmp.Or(cmp.Compare(s.doc, u.doc), cmp.Compare(int(s.start), u.lines.Start))
}
