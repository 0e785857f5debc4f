package layer

import (
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"majordomus/pkg/object"
)

// place is an object by the positions of its unit and its head.
type place struct{ unit, head int32 }

// nameRow is one name of one object.
type nameRow struct {
	name string
	at   place
}

// nameTable finds objects by name. A million names are two flat slices and a
// chain: a map of them would cost twice the memory.
type nameTable struct {
	units   []Unit
	rows    []nameRow
	next    []int32 // of each row the row before it in its bucket, -1 at the end
	buckets []int32
}

func (t *nameTable) head(p place) *Head { return &t.units[p.unit].Heads[p.head] }

// index builds the table over the rows.
func (t *nameTable) index() {
	size := 16
	for size < 2*len(t.rows) {
		size *= 2
	}
	t.buckets = make([]int32, size)
	for i := range t.buckets {
		t.buckets[i] = -1
	}
	t.next = make([]int32, len(t.rows))
	for i := range t.rows {
		b := &t.buckets[t.bucket(t.rows[i].name)]
		t.next[i], *b = *b, int32(i)
	}
}

func (t *nameTable) bucket(name string) int {
	return int(xxh3.HashString(name)) & (len(t.buckets) - 1)
}

// named lists the rows of a name, by kind and position; of one kind when k is
// not "".
func (t *nameTable) named(name string, k object.Kind) (rows []nameRow) {
	for i := t.buckets[t.bucket(name)]; i >= 0; i = t.next[i] {
		if r := t.rows[i]; r.name == name && (k == "" || t.head(r.at).Kind == k) {
			rows = append(rows, r)
		}
	}
	if len(rows) > 1 {
		slices.SortFunc(rows, t.compare)
	}
	return rows
}

func (t *nameTable) compare(a, b nameRow) int {
	if c := strings.Compare(string(t.head(a.at).Kind), string(t.head(b.at).Kind)); c != 0 {
		return c
	}
	if a.at.unit != b.at.unit {
		return int(a.at.unit - b.at.unit)
	}
	return int(a.at.head - b.at.head)
}

// doubles calls yield once for every name that several objects of a kind have.
func (t *nameTable) doubles(yield func(k object.Kind, rows []nameRow)) {
	for i := range t.rows {
		r := &t.rows[i]
		kind := t.head(r.at).Kind
		twin, last := false, true
		for j := t.buckets[t.bucket(r.name)]; j >= 0; j = t.next[j] {
			if int(j) != i && t.rows[j].name == r.name && t.head(t.rows[j].at).Kind == kind {
				twin, last = true, last && int(j) < i
			}
		}
		if twin && last {
			yield(kind, t.named(r.name, kind))
		}
	}
}
