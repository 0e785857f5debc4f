package walk

import (
	"fmt"
	"slices"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

// findings are the index's diagnostics by path.
type findings struct {
	byPath   []object.Diagnostic // as an answer shows them, by path
	degraded *object.Diagnostic  // what errors keep out of the index
}

func (t *Tables) makeFindings() *findings {
	f := &findings{}
	errors := map[string]int{}
	for _, d := range t.store.Diagnostics() {
		if d.Severity == object.Error {
			errors[d.Code]++
			d.Severity = object.Warning // an absent source is an answer
		}
		if d.Path != "" {
			f.byPath = append(f.byPath, d)
		}
	}
	slices.SortStableFunc(f.byPath, func(a, b object.Diagnostic) int { return strings.Compare(a.Path, b.Path) })
	f.degraded = degraded(errors)
	return f
}

// degraded is the one row that says how much errors keep out of the index; nil
// when they keep out nothing.
func degraded(errors map[string]int) *object.Diagnostic {
	if len(errors) == 0 {
		return nil
	}
	total := 0
	parts := make([]string, 0, len(errors))
	for code, n := range errors {
		total += n
		parts = append(parts, fmt.Sprintf("%s %d", code, n))
	}
	slices.Sort(parts)
	return &object.Diagnostic{Severity: object.Warning, Code: "index_degraded",
		Message: fmt.Sprintf("%d errors keep files out of the index: %s; majordomus doctor lists them", total, strings.Join(parts, ", "))}
}

func (f *findings) from(p string) int {
	i, _ := slices.BinarySearchFunc(f.byPath, p, func(d object.Diagnostic, p string) int { return strings.Compare(d.Path, p) })
	return i
}

// at lists the findings on a file.
func (f *findings) at(p string) []object.Diagnostic {
	lo := f.from(p)
	hi := lo
	for hi < len(f.byPath) && f.byPath[hi].Path == p {
		hi++
	}
	return f.byPath[lo:hi]
}

// under calls yield with the findings at or under a place.
func (f *findings) under(pl *place, yield func(object.Diagnostic)) {
	lo := 0
	if pl.base != "." {
		lo = f.from(pl.base)
	}
	for _, d := range f.byPath[lo:] {
		if pl.base != "." && !strings.HasPrefix(d.Path, pl.base) {
			return
		}
		if pl.holds(d.Path) {
			yield(d)
		}
	}
}

// diagnostics are those an answer shows: what was noticed on the way, what the
// index found on candidates and under effective paths, and how much is missing.
func (w *walker) diagnostics(c cut) []object.Diagnostic {
	ds := slices.Concat(w.notes, w.seeds.Diagnostics, w.found())
	if w.o.Filtered {
		ds = append(ds, stream.FilteredNote())
	}
	if n := c.relevance + c.depth; n > 0 {
		ds = append(ds, object.Diagnostic{Severity: object.Info, Code: "frontier_cut",
			Message: fmt.Sprintf("%d more things lie beyond reach and are not listed: %d under the floor, %d past the depth", n, c.relevance, c.depth)})
	}
	return object.SortDiagnostics(ds)
}

func (w *walker) found() []object.Diagnostic {
	f := w.tables.findings()
	var ds []object.Diagnostic
	if len(f.byPath) > 0 {
		for i := range w.things.list {
			if t := &w.things.list[i]; t.object >= 0 && t.inReach() {
				ds = append(ds, f.at(w.store.Path(t.object))...)
			}
		}
		for k := range w.works {
			f.under(&w.works[k], func(d object.Diagnostic) { ds = append(ds, d) })
		}
	}
	if f.degraded != nil {
		ds = append(ds, *f.degraded)
	}
	return ds
}
