package budget

import (
	"strconv"

	"majordomus/pkg/fault"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// maxTokens bounds a limit to what JSON numbers carry exactly.
const maxTokens = 1<<53 - 1

// check refuses limits that mean nothing, or a floor under which the walk did
// not look.
func check(r seed.Resolved, least float64) error {
	switch {
	case r.BudgetTokens < 1 || r.BudgetTokens > maxTokens:
		return fault.New(fault.Invalid, "invalid_input", "a budget of %d tokens buys nothing", r.BudgetTokens).
			WithHint("give at least 1 token; the default is %d", seed.DefaultBudget)
	case !(r.Floor >= 0 && r.Floor <= 1):
		return fault.New(fault.Invalid, "invalid_input", "a floor of %s is outside 0..1", number(r.Floor))
	case r.Floor < least:
		return fault.New(fault.Invalid, "invalid_input", "a floor of %s is below the %s of the walk, which did not look there", number(r.Floor), number(least)).
			WithHint("compile again with that floor, or give one from %s up", number(least))
	}
	return nil
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// limits takes out what lies under the floor or beyond the depth, whichever
// selector found it. What is required stays.
func (p *plan) limits() {
	p.keep(func(it *item) bool {
		if it.Required || !p.wants(it).any() {
			return true
		}
		p.outside(it)
		return false
	})
}

// wanting says which limits a thing does not meet.
type wanting struct{ relevance, depth bool }

func (w wanting) any() bool { return w.relevance || w.depth }

func (p *plan) wants(it *item) wanting {
	r := &p.answer.Request
	return wanting{it.Relevance < r.Floor, it.Depth > r.MaxDepth && (it.onEdges || !it.InReach)}
}

// outside makes the row of a thing that is out for a limit or does not exist.
func (p *plan) outside(it *item) {
	if it.Out == walk.OutUnresolved {
		p.exclude(it, walk.OutUnresolved, unresolved(it))
		return
	}
	w := p.wants(it)
	if !w.any() {
		w.relevance, w.depth = it.Out == walk.OutRelevance, it.Out != walk.OutRelevance
	}
	reason := walk.OutDepth
	if w.relevance {
		reason = walk.OutRelevance
	}
	e := it.excluded(reason, p.limitDetail(it, w))
	e.Depth = it.Depth
	p.row(e)
}

// limitDetail is put together without fmt: a walk's frontier makes hundreds.
func (p *plan) limitDetail(it *item, w wanting) string {
	own, floor := number(it.Relevance), number(p.answer.Request.Floor)
	depth, deepest := strconv.Itoa(it.Depth), strconv.Itoa(p.answer.Request.MaxDepth)
	switch {
	case w.relevance && w.depth:
		return "relevance " + own + " is under the floor of " + floor + ", and depth " + depth + " is past the " + deepest + " allowed; a floor of " + own + " and a depth of " + depth + " let it in"
	case w.relevance:
		return "relevance " + own + " is under the floor of " + floor + "; a floor of " + own + " lets it in"
	}
	return "depth " + depth + " is past the " + deepest + " allowed; a depth of " + depth + " lets it in"
}

func unresolved(it *item) string {
	if len(it.DiscoveredBy) > 0 && it.DiscoveredBy[0].Via != "" {
		return "named by " + it.DiscoveredBy[0].Via + ", but the index holds nothing of that name"
	}
	return "named, but the index holds nothing of that name"
}
