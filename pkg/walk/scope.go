package walk

import (
	"slices"
	"strings"

	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// effective is a path the work is about: one of the request, or one in the
// scope of an issue or milestone at depth 1 or less.
type effective struct {
	path string
	by   string // the smallest of what brought it in: a uri, or the path itself
}

// bring adds an effective path.
func (w *walker) bring(p, by string) {
	for i := range w.paths {
		if w.paths[i].path == p {
			w.paths[i].by = min(w.paths[i].by, by)
			return
		}
	}
	w.paths = append(w.paths, effective{p, by})
}

// eachPath calls f with what a path of a scope stands for: itself, or, of a
// glob, the listed files it matches.
func (w *walker) eachPath(p string, f func(string)) {
	if !layer.HasGlob(p) || len(w.store.AtPath(p)) > 0 {
		f(p)
		return
	}
	g := layer.NewGlob(p)
	last := ""
	for i := range w.store.Under(globRoot(p)) {
		if q := w.store.Path(i); q != last && g.Match(q) {
			last = q
			f(q)
		}
	}
}

// globRoot is the folder below which everything a glob matches must lie.
func globRoot(p string) string {
	segs := strings.Split(p, "/")
	for i, s := range segs {
		if layer.HasGlob(s) {
			segs = segs[:i]
			break
		}
	}
	if len(segs) == 0 {
		return "."
	}
	return strings.Join(segs, "/")
}

// scopePath offers every object whose file lies at or under an effective path.
func (w *walker) scopePath() {
	slices.SortFunc(w.paths, func(a, b effective) int { return strings.Compare(a.path, b.path) })
	for _, e := range w.paths {
		w.eachPath(e.path, func(q string) {
			for i := range w.store.Under(q) {
				k := w.store.Kind(i)
				rel := relScopeOther
				if k.IsFile() {
					rel = relScopeSource
				}
				w.take(w.of(i), offer{selector: SelScopePath, relevance: rel, weight: rel, confidence: 1, depth: 1,
					reason: "its file lies at or under " + e.path, via: e.by, tier: scopeTier(k)})
			}
		})
	}
}

func scopeTier(k object.Kind) object.Tier {
	if k.IsFile() {
		return object.TierSource
	}
	return k.Tier()
}
