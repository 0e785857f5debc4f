package layer

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"majordomus/pkg/object"
)

// Linked is what resolution finds: which objects do not stand, the edges by
// (from, to, kind), and its findings.
type Linked struct {
	Excluded    []string // uris, ascending: claimed twice, or a sidecar of an artifact of ours
	Edges       []object.Edge
	Diagnostics []object.Diagnostic

	order *uriOrder
}

// Resolve links parsed files, which it may reorder. files is the whole listing,
// in scope or not: a path that only is on disk is no dangling reference. The
// result does not depend on the order of either. Objects come by uri.
func (c *Config) Resolve(parsed []Parsed, files []File) (objects []object.Object, edges []object.Edge, ds []object.Diagnostic) {
	byPath := func(a, b Parsed) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(parsed, byPath) {
		slices.SortFunc(parsed, byPath)
	}
	units := make([]Unit, len(parsed))
	for i := range parsed {
		units[i] = parsed[i].Unit()
		ds = append(ds, parsed[i].Diagnostics...)
	}
	l := c.Link(units, files)
	objects = make([]object.Object, 0, len(l.order.places))
	for _, at := range l.order.places {
		objects = append(objects, parsed[at.unit].Objects[at.head])
	}
	return objects, l.Edges, object.SortDiagnostics(append(ds, l.Diagnostics...))
}

// linker holds the tables of one resolution.
type linker struct {
	units    []Unit
	files    []File // by path
	ids      nameTable
	others   nameTable // slugs, families, numbers
	excluded map[place]bool
	held     map[object.Kind]bool
	hints    hintTable
	edges    edgeList
	out      Linked
}

// Link resolves the references of units, which it may reorder.
func (c *Config) Link(units []Unit, files []File) Linked {
	byPath := func(a, b Unit) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(units, byPath) {
		slices.SortFunc(units, byPath)
	}
	l := &linker{units: units, files: sorted(files), excluded: map[place]bool{}, held: map[object.Kind]bool{}}
	l.name()
	l.sidecars()
	l.ids.doubles(l.duplicate)
	l.out.order = newURIOrder(l.units, l.excluded)
	l.edges.order = l.out.order
	for _, at := range l.out.order.places {
		l.held[l.units[at.unit].Heads[at.head].Kind] = true
	}
	for i := range l.units {
		for r := range l.units[i].Refs {
			l.reference(int32(i), &l.units[i].Refs[r])
		}
	}
	return l.finish()
}

// name fills the tables of identities and of other names.
func (l *linker) name() {
	l.ids.units, l.others.units = l.units, l.units
	n := 0
	for i := range l.units {
		n += len(l.units[i].Heads)
	}
	l.ids.rows = make([]nameRow, 0, n)
	for i := range l.units {
		u := &l.units[i]
		for h := range u.Heads {
			head := &u.Heads[h]
			if head.ByPath && (head.Kind.IsFile() || head.Kind == object.Document) {
				continue // found by its path
			}
			at := place{int32(i), int32(h)}
			l.ids.rows = append(l.ids.rows, nameRow{head.Identity, at})
			head.aliases(u.Path, func(name string) { l.others.rows = append(l.others.rows, nameRow{name, at}) })
		}
	}
	l.ids.index()
	l.others.index()
}

// sidecars takes out the companions of artifacts of ours that were renamed.
func (l *linker) sidecars() {
	for i := range l.units {
		if !l.units[i].Owned {
			continue
		}
		if j, ok := l.unitAt(l.units[i].Path + ".json"); ok {
			for h := range l.units[j].Heads {
				l.exclude(place{int32(j), int32(h)})
			}
			shown, _ := wirePath(l.units[j].Path)
			d := outside("owned", "the sidecar of an artifact of this program")
			d.Path = shown
			l.out.Diagnostics = append(l.out.Diagnostics, d)
		}
	}
}

func (l *linker) exclude(p place) {
	l.excluded[p] = true
	l.out.Excluded = append(l.out.Excluded, l.ids.head(p).URI)
}

// duplicate takes out every claimant of an identity that has several.
func (l *linker) duplicate(kind object.Kind, rows []nameRow) {
	who := l.paths(rows)
	for _, r := range rows {
		l.exclude(r.at)
		shown, _ := wirePath(l.units[r.at.unit].Path)
		l.out.Diagnostics = append(l.out.Diagnostics,
			finding(object.Error, duplicateIdentity, shown, "%s %s%s%s", kind, strconv.Quote(r.name), claimedBy, who))
	}
}

const claimedBy = " is claimed more than once: "

// Claimants reads a finding duplicate_identity back: the identity that is not
// held, and the files that claim it, parted by ", ". A request for that identity
// is ambiguous.
func Claimants(d object.Diagnostic) (k object.Kind, identity, files string, ok bool) {
	what, files, found := strings.Cut(d.Message, claimedBy)
	kind, quoted, named := strings.Cut(what, " ")
	identity, err := strconv.Unquote(quoted)
	if d.Code != duplicateIdentity || !found || !named || err != nil {
		return "", "", "", false
	}
	return object.Kind(kind), identity, files, true
}

// paths names the files of rows, each once.
func (l *linker) paths(rows []nameRow) string {
	const most = 12
	var list []string
	for _, r := range rows {
		shown, _ := wirePath(l.units[r.at.unit].Path)
		if len(list) == 0 || list[len(list)-1] != shown {
			list = append(list, shown)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > most {
		list = append(list[:most], "…")
	}
	return strings.Join(list, ", ")
}

// unitAt finds the parsed file at a path.
func (l *linker) unitAt(path string) (int, bool) {
	i := sort.Search(len(l.units), func(i int) bool { return l.units[i].Path >= path })
	return i, i < len(l.units) && l.units[i].Path == path
}

// fileAt finds the listed file at a path, or the place where it would stand.
func (l *linker) fileAt(path string) (int, bool) {
	i := sort.Search(len(l.files), func(i int) bool { return l.files[i].Path >= path })
	return i, i < len(l.files) && l.files[i].Path == path
}

// finish orders what was found and keeps one edge for a (from, to, kind).
func (l *linker) finish() Linked {
	l.out.Edges = l.edges.sorted()
	slices.Sort(l.out.Excluded)
	l.out.Excluded = slices.Compact(l.out.Excluded)
	l.out.Diagnostics = object.SortDiagnostics(l.out.Diagnostics)
	return l.out
}
