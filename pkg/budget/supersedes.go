package budget

import (
	"slices"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// overrides reports whether a decision of that status puts earlier ones out of
// force.
func overrides(status string) bool {
	switch status {
	case "proposed", "rejected", "deprecated":
		return false
	}
	return true
}

// succession is who supersedes whom, as far as the candidates tell: the later
// ones may not have been reached.
type succession struct {
	later map[string][]string // by earlier uri, ascending
}

func (p *plan) succession() succession {
	s := succession{later: map[string][]string{}}
	for _, it := range p.alive {
		if overrides(it.Status) {
			for _, e := range it.Supersedes {
				s.later[e] = append(s.later[e], it.URI)
			}
		}
		for _, l := range it.SupersededBy {
			if overrides(l.Status) {
				s.later[it.URI] = append(s.later[it.URI], l.URI)
			}
		}
	}
	for e, ls := range s.later {
		slices.Sort(ls)
		s.later[e] = slices.Compact(ls)
	}
	return s
}

// reaches reports whether following the later ones from one uri comes to
// another.
func (s succession) reaches(from, to string) bool {
	seen := map[string]bool{}
	stack := []string{from}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if u == to {
			return true
		}
		if !seen[u] {
			seen[u] = true
			stack = append(stack, s.later[u]...)
		}
	}
	return false
}

// supersedes leaves out decisions that a later one stands for. Those of a
// cycle supersede nobody in it.
func (p *plan) supersedes() {
	s := p.succession()
	if len(s.later) == 0 {
		return
	}
	fallen := map[*item][]string{}
	cycles := map[string]bool{}
	for _, it := range p.alive {
		for _, l := range s.later[it.URI] {
			if s.reaches(l, it.URI) {
				cycles[it.URI], cycles[l] = true, true
				continue
			}
			fallen[it] = append(fallen[it], l)
		}
	}
	p.warnCycles(s, cycles)
	p.keep(func(it *item) bool { return p.stands(it, fallen[it]) })
}

// stands shows the conflict of a decision with each later one and reports
// whether it stays all the same.
func (p *plan) stands(it *item, later []string) bool {
	if len(later) == 0 {
		return true
	}
	for _, l := range later {
		p.answer.Conflicts = append(p.answer.Conflicts, Conflict{Current: l, Against: it.URI, Kind: ConflictSupersedes,
			Detail: outcome(it, "the later decision supersedes the earlier")})
		p.unreached(it, l)
	}
	if it.Seed {
		return true
	}
	p.exclude(it, walk.OutSuperseded, "superseded by "+strings.Join(later, " and "))
	return false
}

// unreached makes a row for a later decision that the walk does not know, so
// that both sides of a conflict stand in the answer.
func (p *plan) unreached(earlier *item, later string) {
	if p.known[later] {
		return
	}
	p.known[later] = true
	kind, _, _, _ := object.ParseURI(later)
	p.row(Excluded{URI: later, Kind: kind, Tier: earlier.Tier, Reason: walk.OutDepth,
		Detail: "supersedes " + earlier.URI + ", but nothing that was asked for leads to it"})
}

// warnCycles gives one warning for each ring of decisions that supersede each
// other.
func (p *plan) warnCycles(s succession, cycles map[string]bool) {
	for len(cycles) > 0 {
		var members []string
		first := ""
		for u := range cycles {
			if first == "" || u < first {
				first = u
			}
		}
		for u := range cycles {
			if s.reaches(first, u) && s.reaches(u, first) {
				members = append(members, u)
			}
		}
		for _, u := range members {
			delete(cycles, u)
		}
		slices.Sort(members)
		p.warn("supersedes_cycle", "these supersede each other, so none of them falls: "+strings.Join(members, ", "), p.pathOf(first))
	}
}

func (p *plan) pathOf(uri string) string {
	for _, it := range p.alive {
		if it.URI == uri {
			return it.Provenance.Path
		}
	}
	return ""
}
