package budget

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/walk"
)

// families keeps the highest version of each versioned thing. A version asked
// for by name stays too; one that is out of force itself replaces nothing.
func (p *plan) families() {
	members := map[string][]*item{}
	var names []string
	for _, it := range p.alive {
		if it.FamilyOf == "" {
			continue
		}
		if _, seen := members[it.FamilyOf]; !seen {
			names = append(names, it.FamilyOf)
		}
		members[it.FamilyOf] = append(members[it.FamilyOf], it)
	}
	slices.Sort(names)
	gone := map[*item]bool{}
	for _, name := range names {
		if len(members[name]) > 1 {
			p.family(name, members[name], gone)
		}
	}
	if len(gone) > 0 {
		p.keep(func(it *item) bool { return !gone[it] })
	}
}

func (p *plan) family(name string, versions []*item, gone map[*item]bool) {
	slices.SortFunc(versions, func(a, b *item) int {
		return cmp.Or(boolFirst(!isStale(a.Status), !isStale(b.Status)),
			canon.Natural(b.FamilyVer, a.FamilyVer), strings.Compare(a.URI, b.URI))
	})
	highest := versions[0]
	var dropped []string
	for _, it := range versions[1:] {
		if isStale(it.Status) && canon.Natural(it.FamilyVer, highest.FamilyVer) > 0 {
			continue // a newer one out of force: rule 5 speaks of it
		}
		p.conflict(ConflictVersion, highest, it, outcome(it, fmt.Sprintf("version %s of %s against %s", highest.FamilyVer, name, it.FamilyVer)))
		if it.Seed {
			continue
		}
		gone[it] = true
		dropped = append(dropped, it.URI)
		p.exclude(it, walk.OutSuperseded, fmt.Sprintf("version %s of %s; version %s stands", it.FamilyVer, name, highest.FamilyVer))
	}
	if len(dropped) > 0 {
		slices.Sort(dropped)
		p.folded(KeyIdentity, highest, dropped, fmt.Sprintf("the highest version of %s stands", name))
	}
}

// outcome says what became of the older side of a conflict.
func outcome(older *item, what string) string {
	fate := "the older was left out"
	if older.Seed {
		fate = "the older was asked for by name and stays"
	}
	return what + "; " + fate + "; current means newer, not right"
}
