package capsule

import "slices"

// shareCap is how much of the byte budget the passages of one document may
// have, with all that is written about them, in hundredths.
const shareCap = 60

// smallest is the size below which a passage is no cheaper: most of its cost is
// what is written about it, and lines that say nothing but one word would come
// first.
const smallest = 2048

// worth is the least score, in hundredths of the best, at which a passage that
// covers nothing new is taken by its rank.
const worth = 35

// selection is one way to choose, before its size is known.
type selection struct {
	chosen  []*candidate
	reasons []string // of each candidate; "" for the chosen
}

// picker chooses greedily: the required objects' best passages, then by
// uncovered facets a byte, then by rank. banned candidates do not fit.
type picker struct {
	list   []*candidate
	budget int64 // bytes
	limit  int

	out     selection
	covered map[int]bool
	left    map[int]bool // facets some candidate covers and nothing chosen does
	share   map[string]int
	best    float64 // score
}

func pick(list []*candidate, banned map[*candidate]bool, budget int64, limit int) selection {
	p := &picker{list: list, budget: budget, limit: limit, covered: map[int]bool{}, left: map[int]bool{}, share: map[string]int{}}
	p.out.reasons = make([]string, len(list))
	for i, c := range list {
		p.best = max(p.best, c.score)
		for _, f := range c.covers {
			p.left[f] = true
		}
		p.out.reasons[i] = c.reason
		if banned[c] {
			p.out.reasons[i] = OmitBudget
		}
	}
	done := make([]bool, len(list))
	for {
		i := p.next(done)
		if i < 0 {
			break
		}
		done[i] = true
		p.take(i)
	}
	return p.out
}

// next is the candidate to look at: -1 when none is left.
func (p *picker) next(done []bool) int {
	best, gain := -1, 0.0
	for i, c := range p.list {
		if done[i] || p.out.reasons[i] != "" {
			continue
		}
		if c.must > 0 && !p.has(c.must) {
			return i
		}
		if len(p.left) == 0 { // then the rank decides; required ones stand first
			return i
		}
		if g := float64(p.uncovered(c)) / float64(max(c.size(), smallest)); best < 0 || g > gain {
			best, gain = i, g
		}
	}
	return best
}

// has reports whether a required object has evidence already.
func (p *picker) has(must int) bool {
	return slices.ContainsFunc(p.out.chosen, func(c *candidate) bool { return c.must == must })
}

func (p *picker) uncovered(c *candidate) (n int) {
	for _, f := range c.covers {
		if !p.covered[f] {
			n++
		}
	}
	return n
}

func (p *picker) take(i int) {
	c := p.list[i]
	if p.out.reasons[i] = p.refuse(c); p.out.reasons[i] != "" {
		return
	}
	p.out.chosen = append(p.out.chosen, c)
	p.share[c.evidence.DocID] += c.size()
	for _, f := range c.covers {
		p.covered[f] = true
		delete(p.left, f)
	}
}

// refuse says why a candidate is not taken now; "" when it is.
func (p *picker) refuse(c *candidate) string {
	required := c.must > 0 && !p.has(c.must)
	switch {
	case slices.ContainsFunc(p.out.chosen, func(o *candidate) bool { return meet(&o.evidence, &c.evidence) }):
		return OmitOverlap
	case len(p.out.chosen) > 0 && !required && int64(p.share[c.evidence.DocID]+c.size())*100 > p.budget*shareCap:
		return OmitShare
	case required:
		return ""
	case len(p.out.chosen) >= p.limit:
		return OmitRedundant
	case p.uncovered(c) == 0 && !c.selected && c.score*100 < p.best*worth:
		return OmitRedundant
	}
	return ""
}

// meet reports whether two passages share a line.
func meet(a, b *Evidence) bool {
	return a.DocID == b.DocID && a.StartLine <= b.EndLine && b.StartLine <= a.EndLine
}
