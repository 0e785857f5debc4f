package compiled

import (
	"slices"
	"strconv"

	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/token"
)

func newRenderer(c *capsule.Capsule, set settings, e token.Estimator) *renderer {
	r := &renderer{c: c, set: set, estimator: e, verification: c.VerificationDigest()}
	for i := range c.Evidence {
		r.sections = append(r.sections, section(&c.Evidence[i]))
		var covers []int
		for f, facet := range c.Coverage.RequestedFacets {
			if slices.Contains(c.Evidence[i].Facets, facet) {
				covers = append(covers, f)
			}
		}
		r.covers = append(r.covers, covers)
	}
	return r
}

// make packs the Capsule's evidence: by uncovered facets a byte, then by the
// Capsule's order, each passage that still fits with the whole file as the cost.
// A choice's size does not depend on what is left out, so the budget a file
// uses is one it fits, and one less is not.
func (r *renderer) make() (artifact, error) {
	p := newPacker(r)
	for i := p.next(); i >= 0; i = p.next() {
		p.done[i] = true
		p.try(i)
	}
	for n := len(p.chosen); n > 0; n-- {
		// The figures of a packing are sums; should a tokenizer count the whole
		// higher, the last passage goes.
		a := r.render(slices.Clone(p.chosen[:n]))
		if r.fits(a.meta.used()) {
			return a, nil
		}
	}
	return artifact{}, fault.New(fault.Invalid, "budget_too_small", "no passage fits a file of %d tokens and %d bytes", r.set.BudgetTokens, r.set.BudgetBytes).
		WithHint("the smallest file tried needs %d tokens and %d bytes", p.least.tokens, p.least.bytes)
}

// figures are what a file, or a part of one, uses.
type figures struct{ bytes, tokens int64 }

func (f figures) plus(o figures) figures { return figures{f.bytes + o.bytes, f.tokens + o.tokens} }

func (r *renderer) fits(f figures) bool {
	return f.bytes <= r.set.BudgetBytes && f.tokens <= r.set.BudgetTokens
}

func (r *renderer) figures(text []byte) figures {
	return figures{int64(len(text)), int64(r.estimator.Count(text))}
}

// packer is a packing under way. The parts of a file end in a line end and begin
// with a mark, so their tokens add up.
type packer struct {
	r        *renderer
	sections []figures // each with a number of one digit
	done     []bool
	covered  []bool
	chosen   []int // in the order they were taken
	sum      figures
	head     figures // of what is covered now
	least    figures // the smallest file that did not fit
}

func newPacker(r *renderer) *packer {
	p := &packer{r: r, done: make([]bool, len(r.sections)), covered: make([]bool, len(r.c.Coverage.RequestedFacets))}
	for _, s := range r.sections {
		p.sections = append(p.sections, r.figures([]byte(heading+"0"+s)))
	}
	p.head = p.headOf(p.covered)
	return p
}

func (p *packer) headOf(covered []bool) figures {
	v := p.r.coverageOf(covered)
	return p.r.figures([]byte(p.r.head(&v)))
}

// next is the passage to try, -1 when all were.
func (p *packer) next() int {
	best, gain := -1, 0.0
	for i := range p.sections {
		if p.done[i] {
			continue
		}
		if g := float64(p.fresh(i)) / float64(p.sections[i].bytes); best < 0 || g > gain {
			best, gain = i, g
		}
	}
	return best
}

// fresh is how many facets a passage would cover anew.
func (p *packer) fresh(i int) (n int) {
	for _, f := range p.r.covers[i] {
		if !p.covered[f] {
			n++
		}
	}
	return n
}

// unsure is how far the tokens of a file can lie from the sum of its parts: the
// digits of contentDigest, known only of a whole body, fall into more tokens or
// fewer.
const unsure = 64

// try takes a passage when the whole file still fits.
func (p *packer) try(i int) {
	head, covered := p.head, p.covered
	if p.fresh(i) > 0 {
		covered = slices.Clone(p.covered)
		for _, f := range p.r.covers[i] {
			covered[f] = true
		}
		head = p.headOf(covered)
	}
	number := p.r.figures([]byte(strconv.Itoa(len(p.chosen) + 1)))
	sum := p.sum.plus(p.sections[i]).plus(figures{number.bytes - 1, number.tokens - int64(p.r.estimator.Count([]byte("0")))})
	whole := p.r.settled(head.plus(sum))
	if d := whole.tokens - p.r.set.BudgetTokens; p.r.set.TokenizerFingerprint != nil && -unsure <= d && d <= unsure {
		a := p.r.render(append(slices.Clone(p.chosen), i))
		whole = a.meta.used()
	}
	if !p.r.fits(whole) {
		if p.least.bytes == 0 || whole.bytes < p.least.bytes {
			p.least = whole
		}
		return
	}
	p.chosen, p.sum, p.head, p.covered = append(p.chosen, i), sum, head, covered
}

// settled is what a file uses whose body uses what is given.
func (r *renderer) settled(body figures) figures {
	m := r.settle(r.metadata(""), body)
	return m.used()
}
