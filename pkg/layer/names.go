package layer

import (
	"slices"
	"sort"
	"strings"

	"majordomus/pkg/object"
)

// place is an object by the positions of its unit and its head.
type place struct{ unit, head int32 }

// nameTable finds objects by name: positions sorted by (name, kind, path), which
// costs a tenth of a map of the same names.
type nameTable struct {
	units []Unit
	rows  []nameRow
}

type nameRow struct {
	name string
	at   place
}

func (t *nameTable) head(p place) *Head { return &t.units[p.unit].Heads[p.head] }

func (t *nameTable) sort() {
	slices.SortFunc(t.rows, func(a, b nameRow) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		if c := strings.Compare(string(t.head(a.at).Kind), string(t.head(b.at).Kind)); c != 0 {
			return c
		}
		if a.at.unit != b.at.unit {
			return int(a.at.unit - b.at.unit)
		}
		return int(a.at.head - b.at.head)
	})
}

// named lists the rows of a name, by kind and path.
func (t *nameTable) named(name string) []nameRow {
	lo := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].name >= name })
	hi := lo
	for hi < len(t.rows) && t.rows[hi].name == name {
		hi++
	}
	return t.rows[lo:hi]
}

// ofKind narrows rows of one name to a kind; "" keeps them all.
func (t *nameTable) ofKind(rows []nameRow, k object.Kind) []nameRow {
	if k == "" {
		return rows
	}
	lo := 0
	for lo < len(rows) && t.head(rows[lo].at).Kind != k {
		lo++
	}
	hi := lo
	for hi < len(rows) && t.head(rows[hi].at).Kind == k {
		hi++
	}
	return rows[lo:hi]
}
