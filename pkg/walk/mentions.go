package walk

import (
	"slices"
	"strings"

	"majordomus/pkg/index"
)

// mention is a path that an object names.
type mention struct {
	path  string
	of    int32
	above bool // it also speaks for what lies under it
}

// mentions finds the objects that name a path, by path.
type mentions struct {
	byPath []mention
	globs  []globMention
}

type globMention struct {
	place place
	of    int32
	above bool
}

func (m *mentions) add(s *index.Store, of int32, above bool, list ...string) {
	for _, p := range declaredAll(s, list) {
		if p.glob != nil {
			m.globs = append(m.globs, globMention{p, of, above})
			continue
		}
		m.byPath = append(m.byPath, mention{p.path, of, above})
	}
}

func (m *mentions) sort() *mentions {
	slices.SortFunc(m.byPath, func(a, b mention) int {
		if c := strings.Compare(a.path, b.path); c != 0 {
			return c
		}
		return int(a.of) - int(b.of)
	})
	return m
}

// from is the position of the first mention at or after a path.
func (m *mentions) from(p string) int {
	i, _ := slices.BinarySearchFunc(m.byPath, p, func(a mention, p string) int { return strings.Compare(a.path, p) })
	return i
}

// meeting calls f with every object that names something at or under a place,
// and with those that name a folder above it and speak for what lies under it.
// An object can come several times.
func (m *mentions) meeting(s *index.Store, pl *place, f func(of int32)) {
	m.under(pl, f)
	for dir := range pl.folders() {
		for i := m.from(dir); i < len(m.byPath) && m.byPath[i].path == dir; i++ {
			if m.byPath[i].above {
				f(m.byPath[i].of)
			}
		}
	}
	for i := range m.globs {
		if g := &m.globs[i]; pl.reachedBy(s, &g.place, g.above) {
			f(g.of)
		}
	}
}

func (m *mentions) under(pl *place, f func(of int32)) {
	if pl.base == "." {
		m.run(pl, 0, "", f)
		return
	}
	for i := m.from(pl.base); i < len(m.byPath) && m.byPath[i].path == pl.base; i++ {
		if pl.holds(pl.base) {
			f(m.byPath[i].of)
		}
	}
	m.run(pl, m.from(pl.base+"/"), pl.base+"/", f)
}

// run calls f along the mentions with a prefix.
func (m *mentions) run(pl *place, from int, prefix string, f func(of int32)) {
	for _, e := range m.byPath[from:] {
		if !strings.HasPrefix(e.path, prefix) {
			return
		}
		if pl.glob == nil || pl.holds(e.path) {
			f(e.of)
		}
	}
}
