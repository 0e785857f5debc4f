package task

import (
	"slices"
	"strings"

	"majordomus/pkg/route"
)

// matcher finds the specs that match a path: exact values and folders by
// looking them up, so that ten thousand routes and as many changed paths meet
// in no time; globs one by one.
type matcher struct {
	exact map[string][]Spec
	dirs  map[string][]Spec
	globs []globSpec
}

type globSpec struct {
	glob route.Glob
	spec Spec
}

func newMatcher(list []Spec) *matcher {
	m := &matcher{exact: map[string][]Spec{}, dirs: map[string][]Spec{}}
	for _, s := range list {
		switch s.Kind {
		case Exact:
			m.exact[s.Value] = append(m.exact[s.Value], s)
		case Directory:
			m.dirs[s.Value] = append(m.dirs[s.Value], s)
		case Glob:
			m.globs = append(m.globs, globSpec{route.NewGlob(s.Value), s})
		}
	}
	return m
}

// match lists the specs that match a normalised path, in their order.
func (m *matcher) match(path string) []Spec {
	found := slices.Clone(m.exact[path])
	if len(m.dirs) > 0 {
		for dir := parent(path); dir != ""; dir = parent(dir) {
			found = append(found, m.dirs[dir]...)
		}
	}
	for _, g := range m.globs {
		if g.glob.Match(path) {
			found = append(found, g.spec)
		}
	}
	slices.SortFunc(found, compareSpecs)
	return found
}

// under is match, and an exact value counts as a folder too.
func (m *matcher) under(path string) bool {
	if len(m.match(path)) > 0 {
		return true
	}
	for dir := parent(path); dir != ""; dir = parent(dir) {
		if len(m.exact[dir]) > 0 {
			return true
		}
	}
	return false
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ""
	}
	return path[:i]
}
