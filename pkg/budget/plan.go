package budget

import (
	"cmp"
	"slices"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// plan is an answer in the making: the rows as they come, and which item each
// entry is.
type plan struct {
	answer   Answer          // without selected and excluded
	known    map[string]bool // uris of all candidates
	alive    []*item         // what still is to be given
	selected []*item
	excluded []*row
	rows     slab[row]
}

// row is an excluded row and, when it is one of the budget's, its item and what
// its detail, which is not spelled yet, will say.
type row struct {
	Excluded
	cut         *item
	used, limit int64
}

// compare is the order of excluded rows.
func (r *row) compare(o *row) int {
	if r.Tier != o.Tier {
		return cmp.Compare(r.Tier.Rank(), o.Tier.Rank())
	}
	if r.Reason != o.Reason {
		return strings.Compare(string(r.Reason), string(o.Reason))
	}
	return cmp.Or(strings.Compare(r.URI, o.URI), strings.Compare(r.Detail, o.Detail))
}

func (p *plan) exclude(it *item, r walk.Reason, detail string) {
	p.row(it.excluded(r, detail))
}

// row adds a row that stands as it is.
func (p *plan) row(e Excluded) {
	r := p.rows.next()
	r.Excluded = e
	p.excluded = append(p.excluded, r)
}

func (p *plan) warn(code, message, path string) {
	p.answer.Diagnostics = append(p.answer.Diagnostics,
		object.Diagnostic{Severity: object.Warning, Code: code, Message: message, Path: path})
}

// keep leaves in p.alive what keep says.
func (p *plan) keep(keep func(*item) bool) {
	p.alive = slices.DeleteFunc(p.alive, func(it *item) bool { return !keep(it) })
}

// order brings every list of the answer into the page's order.
func (p *plan) order() {
	a := &p.answer
	slices.SortFunc(p.excluded, (*row).compare)
	slices.SortFunc(a.Deduplicated, func(x, y Deduplicated) int {
		if x.Key != y.Key {
			return strings.Compare(x.Key, y.Key)
		}
		return cmp.Or(strings.Compare(x.Kept, y.Kept), slices.Compare(x.Dropped, y.Dropped))
	})
	slices.SortFunc(a.Conflicts, func(x, y Conflict) int {
		return cmp.Or(strings.Compare(x.Kind, y.Kind), strings.Compare(x.Current, y.Current),
			strings.Compare(x.Against, y.Against), strings.Compare(x.Detail, y.Detail))
	})
	a.Conflicts = slices.Compact(a.Conflicts)
	for i := range a.Diagnostics {
		if a.Diagnostics[i].Severity == object.Error {
			a.Diagnostics[i].Severity = object.Warning
		}
	}
	a.Diagnostics = object.SortDiagnostics(a.Diagnostics)
}

// finish gives the answer with its entries in place.
func (p *plan) finish() *Answer {
	a := &p.answer
	a.Selected = make([]walk.Entry, len(p.selected))
	for i, it := range p.selected {
		a.Selected[i] = it.Entry
		a.Selected[i].DiscoveredBy = list(it.DiscoveredBy)
	}
	a.Excluded = make([]Excluded, len(p.excluded))
	for i, r := range p.excluded {
		a.Excluded[i] = r.Excluded
		if r.cut == nil {
			continue
		}
		var buf [160]byte
		a.Excluded[i].Detail = string(r.appendDetail(buf[:0]))
		a.Excluded[i].Entry = &r.cut.Entry
		if r.cut.DiscoveredBy == nil { // the walk is not changed
			e := r.cut.Entry
			e.DiscoveredBy = []walk.Discovery{}
			a.Excluded[i].Entry = &e
		}
	}
	a.fill()
	return a
}

// fill makes lists that stayed empty empty lists: the ten keys are never null.
func (a *Answer) fill() {
	a.Seeds, a.Deduplicated, a.Conflicts, a.Diagnostics = list(a.Seeds), list(a.Deduplicated), list(a.Conflicts), list(a.Diagnostics)
}

func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
