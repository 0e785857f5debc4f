package budget

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// paths folds what stands for the same bytes: several objects over one file,
// and the parts of a file into the file. A loser is in the row's dropped only.
func (p *plan) paths() {
	gone := map[*item]bool{}
	for _, g := range p.byPath() {
		p.foldFile(g, gone)
	}
	if len(gone) > 0 {
		p.keep(func(it *item) bool { return !gone[it] })
	}
}

// byPath groups by file what has company there, in path order; members of a
// collection are never duplicates of each other.
func (p *plan) byPath() [][]*item {
	first := make(map[string]*item, len(p.alive))
	company := map[string][]*item{}
	for _, it := range p.alive {
		path := it.Provenance.Path
		if it.Collection || path == "" {
			continue
		}
		switch alone, seen := first[path]; {
		case !seen:
			first[path] = it
		case company[path] == nil:
			company[path] = []*item{alone, it}
		default:
			company[path] = append(company[path], it)
		}
	}
	groups := make([][]*item, 0, len(company))
	for _, path := range slices.Sorted(maps.Keys(company)) {
		groups = append(groups, company[path])
	}
	return groups
}

// specificity ranks what may stand for a file: a declared kind before a
// document before a plain file.
func specificity(k object.Kind) int {
	switch {
	case k.IsFile():
		return 2
	case k == object.Document:
		return 1
	}
	return 0
}

// foldFile chooses among the objects of one file. What was asked for is never
// dropped: a seed stays beside the one that wins, and takes a file's place that
// nobody asked for.
func (p *plan) foldFile(group []*item, gone map[*item]bool) {
	var whole, parts []*item
	for _, it := range group {
		if _, part := it.file(); part {
			parts = append(parts, it)
		} else {
			whole = append(whole, it)
		}
	}
	kept := p.foldWhole(whole, gone)
	if kept == nil || len(parts) == 0 {
		return
	}
	if asked := firstSeed(parts); asked != nil && !kept.Seed {
		gone[kept] = true
		p.folded(KeyPath, asked, []string{kept.URI}, "the part that was asked for stands for its file")
		return
	}
	var dropped []string
	for _, it := range parts {
		if !it.Seed {
			gone[it] = true
			dropped = append(dropped, it.URI)
		}
	}
	if len(dropped) > 0 {
		slices.Sort(dropped)
		p.folded(KeyPath, kept, dropped, fmt.Sprintf("%d of its parts were reached as well", len(dropped)))
	}
}

// foldWhole keeps one of the objects over a whole file, and every seed.
func (p *plan) foldWhole(whole []*item, gone map[*item]bool) *item {
	if len(whole) == 0 {
		return nil
	}
	slices.SortFunc(whole, func(a, b *item) int {
		return cmp.Or(boolFirst(a.Seed, b.Seed), cmp.Compare(specificity(a.Kind), specificity(b.Kind)),
			cmp.Compare(b.Relevance, a.Relevance), strings.Compare(a.URI, b.URI))
	})
	var dropped []string
	for _, it := range whole[1:] {
		if !it.Seed {
			gone[it] = true
			dropped = append(dropped, it.URI)
		}
	}
	if len(dropped) > 0 {
		slices.Sort(dropped)
		p.folded(KeyPath, whole[0], dropped, "the most specific of the objects over one file stands for it")
	}
	return whole[0]
}

func boolFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func firstSeed(parts []*item) *item {
	var first *item
	for _, it := range parts {
		if it.Seed && (first == nil || it.URI < first.URI) {
			first = it
		}
	}
	return first
}
