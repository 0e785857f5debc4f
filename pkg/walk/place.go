package walk

import (
	"iter"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/index"
	"majordomus/pkg/layer"
)

// place is a file, a folder or a glob of the tree: an effective path, and what
// records say they track.
type place struct {
	path string      // as a discovery names it, normalised
	base string      // folder or file at or under which all of it lies; "." is the root
	glob *layer.Glob // nil unless it is one
}

func plainPlace(p string) place { return place{path: p, base: p} }

// declared reads a path or glob as a record writes it; ok is false for one that
// leads out of the tree. What is listed under the very name is no glob.
func declared(s *index.Store, text string) (p place, ok bool) {
	text = path.Clean(strings.TrimLeft(strings.TrimSpace(text), "/"))
	if text == ".." || strings.HasPrefix(text, "../") || strings.ContainsRune(text, 0) {
		return p, false
	}
	if !layer.HasGlob(text) || listed(s, text) {
		return plainPlace(text), true
	}
	g := layer.NewGlob(text)
	return place{path: text, base: fixedFolder(text), glob: &g}, true
}

// declaredAll reads a list of them.
func declaredAll(s *index.Store, list []string) []place {
	var out []place
	for _, text := range list {
		if p, ok := declared(s, text); ok && strings.TrimSpace(text) != "" {
			out = append(out, p)
		}
	}
	return out
}

func listed(s *index.Store, p string) bool {
	for range s.Under(p) {
		return true
	}
	return false
}

// fixedFolder is the folder under which everything a glob matches lies.
func fixedFolder(glob string) string {
	at := strings.IndexAny(glob, "*?[")
	slash := strings.LastIndexByte(glob[:at], '/')
	if slash < 0 {
		return "."
	}
	return glob[:slash]
}

// within reports whether a path is a folder or lies under it.
func within(p, dir string) bool {
	return dir == "." || strings.HasPrefix(p, dir) && (len(p) == len(dir) || p[len(dir)] == '/')
}

// up is the folder of a path, "." at the root. It is shorter than the path
// whatever that looks like, so that climbing ends: a foreign stream may hold
// paths that are absolute.
func up(p string) string {
	if i := strings.LastIndexByte(p, '/'); i > 0 {
		return p[:i]
	}
	return "."
}

// holds reports whether a path lies at or under the place.
func (pl *place) holds(p string) bool {
	if !within(p, pl.base) {
		return false
	}
	if pl.glob == nil {
		return true
	}
	for ; p != "."; p = up(p) {
		if pl.glob.Match(p) {
			return true
		}
	}
	return false
}

// objects lists what lies at or under the place, by path.
func (pl *place) objects(s *index.Store) iter.Seq[int32] {
	if pl.glob == nil {
		return s.Under(pl.base)
	}
	return func(yield func(int32) bool) {
		for i := range s.Under(pl.base) {
			if pl.holds(s.Path(i)) && !yield(i) {
				return
			}
		}
	}
}

// folders lists the folders above the place, nearest first, the root last. The
// fixed folder of a glob is above it.
func (pl *place) folders() iter.Seq[string] {
	return func(yield func(string) bool) {
		at := pl.base
		if pl.glob == nil && at != "." {
			at = up(at)
		} else if pl.glob == nil {
			return
		}
		for ; ; at = up(at) {
			if !yield(at) || at == "." {
				return
			}
		}
	}
}

// folder is the folder of the place: of a file its directory. A path that is
// not listed is a file to come when its name has a suffix.
func (pl *place) folder(s *index.Store) string {
	switch {
	case pl.glob != nil || pl.base == ".":
		return pl.base
	case len(s.AtPath(pl.base)) > 0, !listed(s, pl.base) && path.Ext(pl.base) != "":
		return up(pl.base)
	}
	return pl.base
}

// reachedBy reports whether a glob of a record meets the place: it matches it,
// or something listed at or under it, or, with above, a folder above it.
func (pl *place) reachedBy(s *index.Store, g *place, above bool) bool {
	if pl.glob == nil && g.glob.Match(pl.path) || pl.path == g.path {
		return true
	}
	if above {
		for dir := range pl.folders() {
			if g.glob.Match(dir) {
				return true
			}
		}
	}
	from := *pl
	switch {
	case within(g.base, pl.base):
		from.base = g.base
	case !within(pl.base, g.base):
		return false
	}
	for i := range s.Under(from.base) {
		if p := s.Path(i); g.glob.Match(p) && pl.holds(p) {
			return true
		}
	}
	return false
}

// settleWorks orders the effective paths and drops repetitions.
func (w *walker) settleWorks() {
	slices.SortFunc(w.works, func(a, b place) int { return strings.Compare(a.path, b.path) })
	w.works = slices.CompactFunc(w.works, func(a, b place) bool { return a.path == b.path })
}
