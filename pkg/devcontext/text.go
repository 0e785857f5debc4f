package devcontext

import (
	"fmt"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// TextOptions say for whom an answer is written out.
type TextOptions struct {
	Width int  // columns, 40 to 200; outside that it is clamped
	Color bool // for a terminal
}

// shownExcluded is how many excluded things of a tier, and things reached
// several ways, the text lists.
const shownExcluded = 20

// meaningsFrom is the width that has room for the meanings of the tiers.
const meaningsFrom = 100

// Text writes an answer for a person. It is a pure function of its arguments;
// no line is wider than asked and nothing of the repository in it can act on a
// terminal.
func Text(a *budget.Answer, o TextOptions) string {
	p := newPage(o)
	p.checkout(a)
	p.seeds(a.Seeds)
	p.budget(&a.Budget)
	p.tiers(a.Budget.Tiers)
	p.selected(a.Selected)
	p.excluded(a.Excluded)
	p.deduplicated(a.Deduplicated)
	p.conflicts(a.Conflicts)
	p.commits(a.Git.Commits)
	p.diagnostics(a.Diagnostics)
	return p.String()
}

func (p *page) checkout(a *budget.Answer) {
	p.field("fingerprint", a.Fingerprint)
	head, branch := a.Git.Head, a.Git.Branch
	if head == "" {
		head = "none yet"
	}
	if branch == "" {
		branch = "detached"
	}
	p.field("head", head)
	p.field("branch", branch)
	p.field("tree", a.Git.WorkingTree)
}

func (p *page) budget(b *budget.Budget) {
	p.heading("budget")
	p.line("  " + p.bar(b))
	state := grouped(b.Remaining) + " remaining"
	if b.OverBudget {
		state = "OVER BUDGET by " + grouped(b.Required-b.Limit)
	}
	p.wrap("  ", fmt.Sprintf("%s of %s tokens used, %s required, %s (%s)", grouped(b.Used), grouped(b.Limit), grouped(b.Required), state, b.Estimator))
}

// bar draws the limit, or what is used when that is more: # required, = the
// rest, . free, ! over.
func (p *page) bar(b *budget.Budget) string {
	cells := int64(min(p.width-4, 60))
	whole := max(b.Limit, b.Used, 1)
	at := func(n int64) int64 { return int64(float64(max(0, n)) / float64(whole) * float64(cells)) }
	limit := at(b.Limit)
	used := min(at(b.Used), limit)
	required := min(at(b.Required), used)
	s := strings.Repeat("#", int(required)) + strings.Repeat("=", int(used-required)) + strings.Repeat(".", int(limit-used)) +
		strings.Repeat("!", int(cells-limit))
	return "[" + s + "]"
}

func (p *page) tiers(ts []budget.TierSpend) {
	p.heading("tiers")
	most := 6
	for _, t := range ts {
		most = max(most, len(grouped(t.Tokens)))
	}
	p.line(fmt.Sprintf("  %-10s %8s %8s %8s  %*s", "", "selected", "required", "excluded", most, "tokens"))
	for _, t := range ts {
		row := fmt.Sprintf("  %-10s %8d %8d %8d  %*s", t.Tier, t.Selected, t.Required, t.Excluded, most, grouped(t.Tokens))
		if p.width >= meaningsFrom {
			row += "  " + t.Meaning
		}
		p.tinted(t.Tier, row)
	}
}

func (p *page) seeds(ss []seed.Seed) {
	p.heading(fmt.Sprintf("seeds (%d)", len(ss)))
	for _, s := range ss {
		note := ""
		if s.Resolved != "" {
			note = " = " + s.Resolved
		}
		p.line(fmt.Sprintf("  %-9s %s%s", s.From, visible(s.URI), visible(note)))
	}
}

func (p *page) selected(es []walk.Entry) {
	p.heading(fmt.Sprintf("selected (%d)", len(es)))
	for i := range es {
		e := &es[i]
		p.entry(e)
		for _, d := range e.DiscoveredBy {
			p.discovery(d)
		}
	}
}

// entry is one line: the uri gives way to the numbers behind it.
func (p *page) entry(e *walk.Entry) {
	numbers := fmt.Sprintf(" %s %s", decimal(e.Relevance), grouped(e.CostTokens))
	if e.Required {
		numbers += " required"
	}
	if e.Status != "" {
		numbers += " " + visible(e.Status)
	}
	head := fmt.Sprintf("  %-10s ", e.Tier)
	name := visible(e.URI)
	room := p.width - textWidth(head) - min(textWidth(numbers), p.width/3)
	if title := visible(e.Title); title != "" && textWidth(name)+textWidth(title)+2 <= room {
		name += "  " + title
	}
	p.tinted(e.Tier, head+cutName(name, room)+numbers)
}

// discovery is one way, on one line: the reason first, as a narrow line is cut
// at its end. Confidence 1 goes without saying.
func (p *page) discovery(d walk.Discovery) {
	s := string(d.Selector)
	if d.Edge != "" {
		s += " " + string(d.Edge)
	}
	s += ": " + d.Reason
	if d.Via != "" {
		s += ", via " + strings.TrimPrefix(d.Via, object.Scheme)
	}
	s += fmt.Sprintf(" (depth %d, weight %s", d.Depth, decimal(d.Weight))
	if d.Confidence != 1 {
		s += ", confidence " + decimal(d.Confidence)
	}
	p.line("    " + visible(s+")"))
}

func (p *page) excluded(xs []budget.Excluded) {
	p.heading(fmt.Sprintf("excluded (%d)", len(xs)))
	for _, t := range object.Tiers() {
		n := 0
		for i := range xs {
			if xs[i].Tier != t {
				continue
			}
			if n++; n <= shownExcluded {
				p.left(&xs[i])
			}
		}
		if n > shownExcluded {
			p.tinted(t, fmt.Sprintf("  %-10s and %s more", t, grouped(int64(n-shownExcluded))))
		}
	}
}

// left is one excluded thing; a limit that would let it in stands on its line,
// another reason on the next.
func (p *page) left(x *budget.Excluded) {
	head := fmt.Sprintf("  %-10s %-10s ", x.Tier, x.Reason)
	numbers := fmt.Sprintf(" %s %s", decimal(x.Relevance), grouped(x.CostTokens))
	if x.FitsAt > 0 {
		numbers += " fits at " + grouped(x.FitsAt)
	}
	p.tinted(x.Tier, head+cutName(visible(x.URI), p.width-textWidth(head)-textWidth(numbers))+numbers)
	if x.FitsAt == 0 {
		p.line("    " + visible(x.Detail))
	}
}

func (p *page) deduplicated(ds []budget.Deduplicated) {
	p.optional("deduplicated", len(ds))
	shown := map[string]int{}
	for i := range ds {
		if d := &ds[i]; shown[d.Key] < shownExcluded {
			p.folded(d)
		}
		shown[ds[i].Key]++
	}
	for _, key := range []string{budget.KeyIdentity, budget.KeyPath, budget.KeyURI} {
		if n := shown[key] - shownExcluded; n > 0 {
			p.line(fmt.Sprintf("  %-9s and %s more", key, grouped(int64(n))))
		}
	}
}

func (p *page) folded(d *budget.Deduplicated) {
	head, tail := fmt.Sprintf("  %-9s ", d.Key), fmt.Sprintf(" %d ways", d.Paths)
	p.line(head + cutName(visible(d.Kept), p.width-textWidth(head)-textWidth(tail)) + tail)
	for _, u := range d.Dropped {
		p.line("    stands for " + visible(u))
	}
}

func (p *page) conflicts(cs []budget.Conflict) {
	p.optional("conflicts", len(cs))
	for _, c := range cs {
		p.line(fmt.Sprintf("  %-10s %s against %s", c.Kind, visible(c.Current), visible(c.Against)))
		p.wrap("    ", visible(c.Detail))
	}
}

func (p *page) commits(cs []budget.CommitReference) {
	p.optional("commits", len(cs))
	for _, c := range cs {
		s := "  " + visible(c.Commit) + " named by " + visible(c.NamedBy)
		if c.Covers != "" {
			s += ": " + visible(c.Covers)
		}
		p.line(s)
	}
}

func (p *page) diagnostics(ds []object.Diagnostic) {
	p.optional("diagnostics", len(ds))
	for _, d := range ds {
		s := fmt.Sprintf("%s %s: ", d.Severity, d.Code)
		if d.Path != "" {
			s += d.Path + ": "
		}
		p.wrap("  ", visible(s+d.Message))
	}
}
