package devcontext

import (
	"cmp"
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
	if head, branch, ok := stand(a); ok {
		p.field("head", head)
		p.field("branch", branch)
	}
	p.field("tree", a.Git.WorkingTree)
}

// stand is where the checkout stands, in words where it has no name; ok is false
// without a repository.
func stand(a *budget.Answer) (head, branch string, ok bool) {
	return cmp.Or(a.Git.Head, "none yet"), cmp.Or(a.Git.Branch, "detached"), !strings.HasPrefix(a.Git.WorkingTree, "unavailable")
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
	most := digits
	for i := range es {
		most = max(most, len(grouped(es[i].CostTokens)))
	}
	if len(es) > 0 {
		p.line(fmt.Sprintf("  %-10s %*s  %-5s  what", "", most, "tokens", "rel."))
	}
	for i := range es {
		e := &es[i]
		p.entry(e, most)
		for _, d := range e.DiscoveredBy {
			p.discovery(d)
		}
	}
}

// digits is the least room of a column of tokens: its head.
const digits = len("tokens")

// entry is one line: the numbers in their columns, then the uri, the title
// where there is room, and what else is said of it.
func (p *page) entry(e *walk.Entry, most int) {
	head := fmt.Sprintf("  %-10s %*s  %-5s  ", e.Tier, most, grouped(e.CostTokens), decimal(e.Relevance))
	var marks []string
	if e.Required {
		marks = append(marks, "required")
	}
	if e.Status != "" {
		marks = append(marks, visible(e.Status))
	}
	tail := ""
	if len(marks) > 0 {
		tail = "  [" + strings.Join(marks, ", ") + "]"
	}
	name := visible(e.URI)
	room := max(8, p.width-textWidth(head)-min(textWidth(tail), p.width/3))
	if title := visible(e.Title); title != "" && textWidth(name)+textWidth(title)+2 <= room {
		name += "  " + title
	}
	p.tinted(e.Tier, head+cutName(name, room)+tail)
}

// discovery is one way: how, then the reason. Confidence 1 goes without saying.
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
	p.hang("    ", "      ", visible(s+")"))
}

func (p *page) excluded(xs []budget.Excluded) {
	p.heading(fmt.Sprintf("excluded (%d)", len(xs)))
	most, name := digits, 0
	for i := range xs {
		most = max(most, len(grouped(xs[i].CostTokens)))
		name = max(name, textWidth(visible(xs[i].URI)))
	}
	if len(xs) > 0 {
		p.line(fmt.Sprintf("  %-10s %*s  %-5s  %-10s  what", "", most, "tokens", "rel.", "why"))
	}
	for _, t := range object.Tiers() {
		n := 0
		for i := range xs {
			if xs[i].Tier != t {
				continue
			}
			if n++; n <= shownExcluded {
				p.left(&xs[i], most, name)
			}
		}
		if n > shownExcluded {
			p.tinted(t, fmt.Sprintf("  %-10s and %s more", t, grouped(int64(n-shownExcluded))))
		}
	}
}

// left is one excluded thing; a budget that would let it in stands on its line,
// another reason below.
func (p *page) left(x *budget.Excluded, most, name int) {
	head := fmt.Sprintf("  %-10s %*s  %-5s  %-10s  ", x.Tier, most, grouped(x.CostTokens), decimal(x.Relevance), x.Reason)
	if x.FitsAt == 0 {
		p.tinted(x.Tier, head+cutName(visible(x.URI), p.width-textWidth(head)))
		p.hang("    ", "      ", visible(x.Detail))
		return
	}
	tail := "  fits at " + grouped(x.FitsAt)
	room := min(name, p.width-textWidth(head)-len("  fits at 1,000,000"))
	if room < 12 { // a narrow page has the limit below
		p.tinted(x.Tier, head+cutName(visible(x.URI), p.width-textWidth(head)))
		p.line("    would fit at " + grouped(x.FitsAt))
		return
	}
	p.tinted(x.Tier, head+padded(cutName(visible(x.URI), room), room)+tail)
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
		p.hang("  ", "    ", fmt.Sprintf("%-10s %s against %s", c.Kind, visible(c.Current), visible(c.Against)))
		p.wrap("    ", visible(c.Detail))
	}
}

func (p *page) commits(cs []budget.CommitReference) {
	p.optional("commits", len(cs))
	for _, c := range cs {
		s := visible(c.Commit) + " named by " + visible(strings.TrimPrefix(c.NamedBy, object.Scheme))
		if c.Covers != "" {
			s += ": " + visible(c.Covers)
		}
		p.hang("  ", "    ", s)
	}
}

func (p *page) diagnostics(ds []object.Diagnostic) {
	p.optional("diagnostics", len(ds))
	for _, d := range ds {
		s := fmt.Sprintf("%s %s: ", d.Severity, d.Code)
		if d.Path != "" {
			s += d.Path + ": "
		}
		p.hang("  ", "    ", visible(s+d.Message))
	}
}
