package walk

import (
	"path"
	"slices"
	"strings"
	"sync"

	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
	"majordomus/pkg/search"
)

// Tables are what a walk asks of a Store beyond its edges, each made once when
// it is first needed and then shared. One value serves every walk over its
// Store.
type Tables struct {
	store     *index.Store
	contracts func() *contractTable
	mentions  func() *mentionTable // decisions in force by path
	changes   func() *mentionTable // sessions by changed file
	branches  func() map[string][]int32
	blocking  func() []int32
	findings  func() map[string][]int32 // diagnostics by path
	words     func() *wordTable
}

// NewTables prepares the tables of a Store; nothing is read yet.
func NewTables(s *index.Store) *Tables {
	t := &Tables{store: s}
	t.contracts = sync.OnceValue(t.makeContracts)
	t.mentions = sync.OnceValue(t.makeMentions)
	t.changes = sync.OnceValue(t.makeChanges)
	t.branches = sync.OnceValue(t.makeBranches)
	t.blocking = sync.OnceValue(t.makeBlocking)
	t.findings = sync.OnceValue(t.makeFindings)
	t.words = sync.OnceValue(t.makeWords)
	return t
}

// mention is a path that an object names.
type mention struct {
	path  string
	of    int32
	above bool // it also speaks for what lies under it
}

// mentionTable finds the objects that name a path, by path.
type mentionTable struct {
	byPath []mention
	globs  []globMention
}

type globMention struct {
	glob layer.Glob
	of   int32
}

func (m *mentionTable) add(p string, of int32, above bool) {
	if layer.HasGlob(p) {
		m.globs = append(m.globs, globMention{layer.NewGlob(p), of})
		return
	}
	if p = cleanPath(p); p != "" {
		m.byPath = append(m.byPath, mention{p, of, above})
	}
}

func (m *mentionTable) sort() *mentionTable {
	slices.SortFunc(m.byPath, func(a, b mention) int {
		if c := strings.Compare(a.path, b.path); c != 0 {
			return c
		}
		return int(a.of - b.of)
	})
	return m
}

// cleanPath is a declared path as the index spells paths; "" when it leads out
// of the tree.
func cleanPath(p string) string {
	p = path.Clean(strings.TrimSpace(p))
	if p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") || p == "" {
		return ""
	}
	return p
}

func (m *mentionTable) from(p string) int {
	i, _ := slices.BinarySearchFunc(m.byPath, p, func(a mention, p string) int { return strings.Compare(a.path, p) })
	return i
}

// at calls f with every object that names something at or under p, and with
// those that name a folder above it and speak for what lies under it.
func (m *mentionTable) at(p string, f func(int32)) {
	if p == "." {
		for _, e := range m.byPath {
			f(e.of)
		}
	} else {
		for i := m.from(p); i < len(m.byPath) && m.byPath[i].path == p; i++ {
			f(m.byPath[i].of)
		}
		for i := m.from(p + "/"); i < len(m.byPath) && strings.HasPrefix(m.byPath[i].path, p+"/"); i++ {
			f(m.byPath[i].of)
		}
		for dir := path.Dir(p); ; dir = path.Dir(dir) {
			for i := m.from(dir); i < len(m.byPath) && m.byPath[i].path == dir; i++ {
				if m.byPath[i].above {
					f(m.byPath[i].of)
				}
			}
			if dir == "." {
				break
			}
		}
	}
	for _, g := range m.globs {
		if g.glob.Match(p) {
			f(g.of)
		}
	}
}

// inForce reports whether a decision of that status counts.
func inForce(status string) bool {
	switch strings.ToLower(status) {
	case "accepted", "active":
		return true
	}
	return false
}

func (t *Tables) makeMentions() *mentionTable {
	m := &mentionTable{}
	for _, i := range t.store.OfKind(object.ADR) {
		o := t.store.Object(i)
		if !inForce(o.Status) {
			continue
		}
		for l := range t.store.Out(i) {
			if k := t.store.EdgeKind(l.Edge); l.Other >= 0 && (k == object.PutInForce || k == object.TestedBy) {
				if other := t.store.Kind(l.Other); other.IsFile() || other == object.Document {
					m.add(t.store.Path(l.Other), i, false)
				}
			}
		}
		if o.Meta == nil {
			continue
		}
		for _, p := range o.Meta.Links {
			m.add(p, i, false)
		}
		for _, p := range slices.Concat(o.Meta.Tracks, o.Meta.Scope) {
			m.add(p, i, true)
		}
	}
	return m.sort()
}

func (t *Tables) makeChanges() *mentionTable {
	m := &mentionTable{}
	for _, i := range t.store.OfKind(object.Session) {
		if o := t.store.Object(i); o.Meta != nil {
			for _, p := range o.Meta.ChangedFiles {
				if p = cleanPath(p); p != "" {
					m.byPath = append(m.byPath, mention{path: p, of: i})
				}
			}
		}
	}
	return m.sort()
}

func (t *Tables) makeBranches() map[string][]int32 {
	m := map[string][]int32{}
	for _, i := range t.store.OfKind(object.Session) {
		if o := t.store.Object(i); o.Meta != nil && o.Meta.Branch != "" {
			m[o.Meta.Branch] = append(m[o.Meta.Branch], i)
		}
	}
	return m
}

// active reports whether a rule of that status holds today.
func active(status string) bool {
	switch strings.ToLower(status) {
	case "", "active", "accepted", "unknown":
		return true
	}
	return false
}

func blocking(o *object.Object) bool {
	return o.Kind == object.Rule && o.Meta != nil && o.Meta.Class == "blocking" && active(o.Status)
}

func (t *Tables) makeBlocking() []int32 {
	var out []int32
	for _, i := range t.store.OfKind(object.Rule) {
		if blocking(t.store.Object(i)) {
			out = append(out, i)
		}
	}
	return out
}

func (t *Tables) makeFindings() map[string][]int32 {
	m := map[string][]int32{}
	for i, d := range t.store.Diagnostics() {
		if d.Path != "" {
			m[d.Path] = append(m[d.Path], int32(i))
		}
	}
	return m
}

// wordTable is the index an intent is searched in, and the best score any
// single document could have attained in it.
type wordTable struct {
	index *search.Index
}

func (t *Tables) makeWords() *wordTable {
	b := search.NewBuilder()
	for i := range int32(t.store.Len()) {
		o := t.store.Object(i)
		b.Next()
		b.Add(search.Identity, o.Identity)
		b.Add(search.Path, o.Provenance.Path)
		b.Add(search.Title, o.Title)
		b.Add(search.Description, o.Description)
		for _, tag := range o.Tags {
			b.Add(search.Tags, tag)
		}
		if o.Meta == nil {
			continue
		}
		for _, h := range o.Meta.Headings {
			b.Add(search.Headings, h)
		}
		for _, s := range o.Meta.Symbols {
			b.Add(search.Symbols, s.Name)
		}
	}
	return &wordTable{index: b.Build()}
}
