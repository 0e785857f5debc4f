package budget

import (
	"cmp"
	"slices"
	"strings"
)

// commits lists what the selected entries name as evidence, each row as its
// record wrote it.
func (p *plan) commits() {
	var out []CommitReference
	for _, it := range p.selected {
		for _, c := range it.Commits {
			out = append(out, CommitReference{Commit: c.Commit, Covers: c.Covers, NamedBy: it.URI})
		}
	}
	slices.SortFunc(out, func(a, b CommitReference) int {
		return cmp.Or(strings.Compare(a.Commit, b.Commit), strings.Compare(a.NamedBy, b.NamedBy), strings.Compare(a.Covers, b.Covers))
	})
	p.answer.Git.Commits = slices.Compact(out)
}
