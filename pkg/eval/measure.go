package eval

import (
	"cmp"
	"slices"
)

// piece is a whole file (start 0) or a run of its lines, with what it costs.
type piece struct {
	path       string
	start, end int
	cost       int64 // tokens
	required   bool
}

// near is how many lines from a changed hunk a span may lie.
const near = 20

// spend takes pieces first-fit in their order; the given paths are known
// already and cost nothing.
func spend(ps []piece, budget int64, given []string) []piece {
	var out []piece
	for _, p := range ps {
		if slices.Contains(given, p.path) {
			continue
		}
		if p.cost <= budget {
			budget -= p.cost
			out = append(out, p)
		}
	}
	return out
}

// figures are those of one commit.
type figures struct{ file, whole, line, hunk, hit, lineHit, rr float64 }

func measure(ps []piece, t *truth) figures {
	var f figures
	rank := map[string]int{}
	spans := map[string][]piece{}
	for _, p := range ps {
		if _, ok := rank[p.path]; !ok {
			rank[p.path] = len(rank) + 1
		}
		spans[p.path] = append(spans[p.path], p)
	}
	best, hunks, found := 0, 0, 0
	for _, x := range t.files {
		here := spans[x.path]
		hunks += len(x.hunks)
		if len(here) == 0 {
			continue
		}
		f.file++
		if r := rank[x.path]; best == 0 || r < best {
			best = r
		}
		covered := 0
		for _, h := range x.hunks {
			if slices.ContainsFunc(here, func(p piece) bool {
				return p.start == 0 || h.Start+max(h.Lines, 1)-1 >= p.start-near && h.Start <= p.end+near
			}) {
				covered++
			}
		}
		found += covered
		if covered > 0 {
			f.line++
		}
		if slices.ContainsFunc(here, func(p piece) bool { return p.start == 0 }) {
			f.whole++
		}
	}
	n := float64(len(t.files))
	if f.file > 0 {
		f.hit, f.rr = 1, 1/float64(best)
	}
	if f.line > 0 {
		f.lineHit = 1
	}
	f.file, f.whole, f.line = f.file/n, f.whole/n, f.line/n
	if hunks > 0 {
		f.hunk = float64(found) / float64(hunks)
	}
	return f
}

// sum adds the figures of many commits.
type sum struct {
	n       float64
	f       figures
	seconds float64
}

func (s *sum) add(f figures, seconds float64) {
	s.n++
	s.seconds += seconds
	s.f.file += f.file
	s.f.whole += f.whole
	s.f.line += f.line
	s.f.hunk += f.hunk
	s.f.hit += f.hit
	s.f.lineHit += f.lineHit
	s.f.rr += f.rr
}

// rows are the means, by budget, the product first, then the other methods.
func (r *run) rows() []Row {
	var out []Row
	for k, s := range r.sums {
		out = append(out, Row{Method: k.method, Budget: k.budget, FileRecall: s.f.file / s.n, Whole: s.f.whole / s.n, Line: s.f.line / s.n,
			Hunk: s.f.hunk / s.n, Hit: s.f.hit / s.n, LineHit: s.f.lineHit / s.n, MRR: s.f.rr / s.n, Seconds: s.seconds / s.n})
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Budget, b.Budget), cmp.Compare(methodRank(a.Method), methodRank(b.Method)), cmp.Compare(a.Method, b.Method))
	})
	return out
}

// methodRank puts the ceiling and the product before the baselines.
func methodRank(m string) int {
	if i := slices.Index([]string{ceiling, productName}, m); i >= 0 {
		return i
	}
	return 2
}
