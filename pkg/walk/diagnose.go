package walk

import (
	"fmt"
	"slices"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

// diagnostics are those an answer shows: what the walk noticed, what the index
// found on candidates and under effective paths, and how much is missing. An
// index error is a warning here: an absent source is an answer.
func (w *walker) diagnostics(kept []*reached, cut cutCounts) []object.Diagnostic {
	ds := slices.Concat(w.notes, w.seeds.Diagnostics)
	seen := map[string]bool{}
	add := func(p string) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, i := range w.tables.findings()[p] {
			ds = append(ds, softened(w.store.Diagnostics()[i]))
		}
	}
	for _, r := range kept {
		if r.inReach() {
			add(r.object.Provenance.Path)
		}
	}
	if len(w.paths) > 0 {
		for p := range w.tables.findings() {
			if w.effective(p) {
				add(p)
			}
		}
	}
	ds = slices.DeleteFunc(ds, func(d object.Diagnostic) bool { return d.Code == "" })
	if d, ok := w.degraded(); ok {
		ds = append(ds, d)
	}
	if w.o.Filtered {
		ds = append(ds, stream.FilteredNote())
	}
	if n := cut.relevance + cut.depth; n > 0 {
		ds = append(ds, object.Diagnostic{Severity: object.Info, Code: "frontier_cut",
			Message: fmt.Sprintf("%d more things lie beyond reach and are not listed: %d under the floor, %d past the depth", n, cut.relevance, cut.depth)})
	}
	return object.SortDiagnostics(ds)
}

// softened shows an index finding as an answer does. A dangling reference is
// told by the walk itself, of what it reached.
func softened(d object.Diagnostic) object.Diagnostic {
	if d.Code == "unresolved_reference" {
		return object.Diagnostic{}
	}
	if d.Severity == object.Error {
		d.Severity = object.Warning
	}
	d.Reproduce = ""
	return d
}

func (w *walker) effective(p string) bool {
	for _, e := range w.paths {
		if e.path == p || within(p, e.path) {
			return true
		}
	}
	return false
}

// degraded is the one row that says how much errors keep out of the index.
func (w *walker) degraded() (object.Diagnostic, bool) {
	counts := map[string]int{}
	total := 0
	for _, d := range w.store.Diagnostics() {
		if d.Severity == object.Error {
			counts[d.Code]++
			total++
		}
	}
	if total == 0 {
		return object.Diagnostic{}, false
	}
	var parts []string
	for code, n := range counts {
		parts = append(parts, fmt.Sprintf("%s %d", code, n))
	}
	slices.Sort(parts)
	return object.Diagnostic{Severity: object.Warning, Code: "index_degraded",
		Message: fmt.Sprintf("%d errors keep files out of the index: %s; majordomus doctor lists them", total, strings.Join(parts, ", "))}, true
}
