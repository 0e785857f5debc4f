package walk

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// contract is a context object as its rules of reach need it.
type contract struct {
	of     int32
	uri    string
	dir    string
	depth  int // of dir; the root is 0
	order  int
	reach  string
	globs  []layer.Glob
	tracks []string
	how    string // composition
}

// contractTable finds the contracts that can reach a path.
type contractTable struct {
	all   []contract
	byDir map[string][]int32 // subtree and directory contracts, by their folder
	rest  []int32            // contracts with globs or tracks
}

func (t *Tables) makeContracts() *contractTable {
	ct := &contractTable{byDir: map[string][]int32{}}
	for _, i := range t.store.OfKind(object.Context) {
		o := t.store.Object(i)
		if strings.EqualFold(o.Status, "deprecated") {
			continue
		}
		c := contract{of: i, uri: o.URI, dir: contractDir(o), reach: "directory"}
		if m := o.Meta; m != nil {
			c.order, c.tracks, c.how = m.Order, m.Tracks, m.Composition
			if m.Reach != "" {
				c.reach = m.Reach
			}
			for _, g := range m.Paths {
				c.globs = append(c.globs, layer.NewGlob(g))
			}
		}
		if c.dir != "." {
			c.depth = strings.Count(c.dir, "/") + 1
		}
		n := int32(len(ct.all))
		ct.all = append(ct.all, c)
		if c.reach != "explicit" {
			ct.byDir[c.dir] = append(ct.byDir[c.dir], n)
		}
		if len(c.globs) > 0 || len(c.tracks) > 0 {
			ct.rest = append(ct.rest, n)
		}
	}
	return ct
}

// contractDir is the folder a contract stands for. One that its tool keeps in
// a folder of its own (.github, .cursor/rules) stands for the folder above.
func contractDir(o *object.Object) string {
	dir := o.Provenance.Directory
	for _, own := range []string{".github/instructions", ".github", ".cursor/rules"} {
		if dir == own {
			return "."
		}
		if above, ok := strings.CutSuffix(dir, "/"+own); ok {
			return above
		}
	}
	return dir
}

// hit is a contract that reaches a path, and how.
type hit struct {
	c      *contract
	reason string
}

// reach lists the contracts that reach a path, as its chain: by folder depth,
// then order, then uri. isFile says that the path is a file that is listed.
func (ct *contractTable) reach(p string, isFile bool) []hit {
	var hits []hit
	seen := map[int32]bool{}
	add := func(n int32, reason string) {
		if !seen[n] {
			seen[n] = true
			hits = append(hits, hit{&ct.all[n], reason})
		}
	}
	own := p // the folder that a directory contract must be
	if isFile {
		own = path.Dir(p)
	}
	for dir := p; ; dir = path.Dir(dir) {
		for _, n := range ct.byDir[dir] {
			c := &ct.all[n]
			switch {
			case c.reach == "subtree":
				add(n, "a contract whose folder contains "+p)
			case dir == own:
				add(n, "the contract of the folder "+own)
			}
		}
		if dir == "." {
			break
		}
	}
	for _, n := range ct.rest {
		c := &ct.all[n]
		if c.matches(p) {
			add(n, "a contract that names "+p+" by a glob")
		} else if t := c.meets(p); t != "" {
			add(n, "a contract that tracks "+t)
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.c.depth, b.c.depth), cmp.Compare(a.c.order, b.c.order), strings.Compare(a.c.uri, b.c.uri))
	})
	return hits
}

func (c *contract) matches(p string) bool {
	if c.reach != "explicit" {
		return false
	}
	for _, g := range c.globs {
		if g.Match(p) {
			return true
		}
	}
	return false
}

// meets gives the tracked path that a path lies at, under or above.
func (c *contract) meets(p string) string {
	for _, t := range c.tracks {
		if layer.HasGlob(t) {
			if layer.NewGlob(t).Match(p) {
				return t
			}
			continue
		}
		if q := cleanPath(t); q != "" && (q == p || within(q, p) || within(p, q)) {
			return q
		}
	}
	return ""
}

// within reports whether a path lies under a folder.
func within(p, dir string) bool {
	return dir == "." && p != "." || len(p) > len(dir) && p[len(dir)] == '/' && strings.HasPrefix(p, dir)
}

// standing composes a chain: it tells for each contract whether it stands for
// the path, the one that replaces it where it does not, and the final ones that
// a replacement met.
func standing(chain []hit) (replacedBy []string, final []*contract) {
	replacedBy = make([]string, len(chain))
	for i := range chain {
		if chain[i].c.how != "replace" {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if chain[j].c.how == "final" {
				final = append(final, chain[j].c)
				break
			}
			replacedBy[j] = chain[i].c.uri
		}
	}
	return replacedBy, final
}
