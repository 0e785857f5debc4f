package walk

import (
	"majordomus/pkg/object"
	"majordomus/pkg/search"
)

// mostTold is how many qualifiers of a sort are told of: an intent may be a
// pasted log.
const mostTold = 8

// narrowing tells of each qualifier of an intent that it leaves nothing.
func (w *walker) narrowing(q *search.Query) {
	for _, k := range q.Kinds[:min(len(q.Kinds), mostTold)] {
		if len(w.store.OfKind(object.Kind(k))) == 0 {
			w.note(object.Info, "unmatched_kind", "", "the intent narrows to kind:"+k+", of which the index holds nothing")
		}
	}
	for _, p := range q.Paths[:min(len(q.Paths), mostTold)] {
		if !w.anyAt(p) {
			w.note(object.Info, "unmatched_path", "", "the intent narrows to path:"+p+", under which nothing is listed")
		}
	}
}

// anyAt reports whether a file or folder of that name, or a glob, holds anything.
func (w *walker) anyAt(path string) bool {
	for _, pl := range declaredAll(w.store, []string{path}) {
		for range pl.objects(w.store) {
			return true
		}
	}
	return false
}
