package walk

import (
	"path"
	"slices"
	"strings"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

// Reaches of a contract.
const (
	reachDirectory = "directory"
	reachSubtree   = "subtree"
	reachExplicit  = "explicit"
)

// The reasons say how a contract reaches a path.
const (
	whyRoot     = "it is a contract at the root, which reaches everything"
	whySubtree  = "it is a contract whose folder contains the path"
	whyFolder   = "it is the contract of the path's own folder"
	whyExplicit = "it is a contract that names the path by a glob"
	whyTracks   = "it is a contract that tracks the path"
	whyImport   = "a contract that reaches the path loads it"
)

// contract is a context object as its rules of reach need it.
type contract struct {
	of          int32
	uri         string
	dir         string
	depth       int // of dir; the root is 0
	order       int
	composition string
	reach       string
	globs       []place
}

// contracts finds the ones that reach a path.
type contracts struct {
	all      []contract
	byDir    map[string][]int32 // by folder, explicit ones aside
	explicit []int32
	tracks   mentions // of positions in all
}

func (t *Tables) makeContracts() *contracts {
	cs := &contracts{byDir: map[string][]int32{}}
	for _, i := range t.store.OfKind(object.Context) {
		if o := t.store.Object(i); o.Status != "deprecated" {
			cs.add(t.store, i, o)
		}
	}
	cs.tracks.sort()
	return cs
}

func (cs *contracts) add(s *index.Store, i int32, o *object.Object) {
	at := int32(len(cs.all))
	c := contract{of: i, uri: o.URI, dir: o.Provenance.Directory, reach: defaultReach(o.Provenance.Path)}
	if c.dir == "" {
		c.dir = up(o.Provenance.Path)
	}
	if c.dir != "." {
		c.depth = 1 + strings.Count(c.dir, "/")
	}
	if m := o.Meta; m != nil {
		c.order, c.composition = m.Order, m.Composition
		if m.Reach != "" {
			c.reach = m.Reach
		}
		cs.tracks.add(s, at, true, m.Tracks...)
		if c.reach == reachExplicit {
			c.globs = declaredAll(s, m.Paths) // one without wildcards is a folder or file
		}
	}
	if inactive(o.Status) {
		c.composition = "" // it composes nothing
	}
	cs.all = append(cs.all, c)
	if c.reach == reachExplicit {
		cs.explicit = append(cs.explicit, at)
	} else {
		cs.byDir[c.dir] = append(cs.byDir[c.dir], at)
	}
}

// defaultReach is that of a contract that declares none.
func defaultReach(p string) string {
	if strings.HasPrefix(strings.ToLower(path.Base(p)), "readme") {
		return reachDirectory
	}
	return reachSubtree
}

// chain lists the contracts that reach a path, in the order of its chain.
func (cs *contracts) chain(s *index.Store, pl *place) []hit {
	var hits []hit
	at := map[int32]int{}
	add := func(n int32, reason string) {
		i, ok := at[n]
		if !ok {
			i = len(hits)
			at[n] = i
			hits = append(hits, hit{c: &cs.all[n]})
		}
		hits[i].say(reason)
	}
	cs.byFolder(s, pl, add)
	for _, n := range cs.explicit {
		for k := range cs.all[n].globs {
			if g := &cs.all[n].globs[k]; g.glob != nil && pl.reachedBy(s, g, true) || g.glob == nil && (within(pl.base, g.base) || within(g.base, pl.base)) {
				add(n, whyExplicit)
				break
			}
		}
	}
	cs.tracks.meeting(s, pl, func(n int32) { add(n, whyTracks) })
	slices.SortFunc(hits, hit.order)
	return hits
}

// byFolder adds those that reach a path from where they stand.
func (cs *contracts) byFolder(s *index.Store, pl *place, add func(n int32, reason string)) {
	own := pl.folder(s)
	for dir := pl.base; ; dir = up(dir) {
		for _, n := range cs.byDir[dir] {
			switch {
			case dir == ".":
				add(n, whyRoot)
			case cs.all[n].reach == reachSubtree:
				add(n, whySubtree)
			case dir == own:
				add(n, whyFolder)
			}
		}
		if dir == "." {
			return
		}
	}
}
