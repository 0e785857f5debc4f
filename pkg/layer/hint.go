package layer

import (
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// hintTable finds near names for dangling references. The work of all of them
// together is bounded: a kind of few objects is searched whole, of a large one
// only the neighbours in order.
type hintTable struct {
	byKind map[object.Kind][]string // identities, ascending
	bases  []int32                  // files by (base name, path)
	known  map[string]string
}

const (
	hintWhole     = 2000 // objects of a kind up to which all are compared
	hintNeighbour = 64   // names compared to either side in a larger one
)

func (l *linker) nearest(k object.Kind, name string) string {
	h := &l.hints
	if h.byKind == nil {
		h.byKind, h.known = map[object.Kind][]string{}, map[string]string{}
		for i := range l.ids.rows {
			if r := &l.ids.rows[i]; !l.excluded[r.at] {
				kind := l.ids.head(r.at).Kind
				h.byKind[kind] = append(h.byKind[kind], r.name)
				h.byKind[""] = append(h.byKind[""], r.name)
			}
		}
		for _, list := range h.byKind {
			slices.Sort(list)
		}
	}
	key := string(k) + "\x00" + name
	if s, ok := h.known[key]; ok {
		return s
	}
	h.known[key] = nearestOf(name, neighbours(h.byKind[k], name))
	return h.known[key]
}

// neighbours cuts a sorted list to what stands around a name.
func neighbours(list []string, name string) []string {
	if len(list) <= hintWhole {
		return list
	}
	at, _ := slices.BinarySearch(list, name)
	return list[max(0, at-hintNeighbour):min(len(list), at+hintNeighbour)]
}

// nearestPath is the listed path most like one that is not: the same name in
// another folder, else a near spelling beside it.
func (l *linker) nearestPath(name string) string {
	h := &l.hints
	if h.bases == nil {
		h.bases = make([]int32, len(l.files))
		for i := range h.bases {
			h.bases[i] = int32(i)
		}
		slices.SortFunc(h.bases, func(a, b int32) int {
			if c := strings.Compare(baseName(l.files[a].Path), baseName(l.files[b].Path)); c != 0 {
				return c
			}
			return int(a - b)
		})
	}
	want := baseName(name)
	at, found := slices.BinarySearchFunc(h.bases, want, func(i int32, s string) int {
		return strings.Compare(baseName(l.files[i].Path), s)
	})
	var list []string
	for i := at; found && i < len(h.bases) && len(list) < hintNeighbour && baseName(l.files[h.bases[i]].Path) == want; i++ {
		list = append(list, l.files[h.bases[i]].Path)
	}
	if len(list) == 1 {
		shown, _ := wirePath(list[0])
		return shown
	}
	i, _ := l.fileAt(name)
	for j := max(0, i-hintNeighbour); j < min(len(l.files), i+hintNeighbour); j++ {
		list = append(list, l.files[j].Path)
	}
	shown, _ := wirePath(nearestOf(name, list))
	return shown
}

func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
