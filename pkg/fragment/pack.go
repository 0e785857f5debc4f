package fragment

import (
	"cmp"
	"slices"
)

// pack is step 8. The cache section goes first, by its own priority and then
// position, so that neither the query nor the body moves it; then what the
// cache holds whole is dropped from the body; then the rest by rank.
func pack(items []*item, near []nearKey, s *settings) *ledger {
	l := newLedger(newMeter(s.estimator), s.room)
	for _, cached := range []bool{true, false} {
		for _, it := range items {
			if it.cached() == cached {
				l.lay(it.pieces)
			}
		}
	}
	offer(l, items, true, func(a, b *piece) int {
		return cmp.Or(-cmp.Compare(a.item.priority, b.item.priority), cmp.Compare(a.slot, b.slot))
	})
	dedupCached(items, near, s)
	offer(l, items, false, func(a, b *piece) int {
		return cmp.Or(
			compareCritical(a.item, b.item),
			-cmp.Compare(a.item.priority, b.item.priority),
			-cmp.Compare(a.relevance, b.relevance),
			cmp.Compare(a.slot, b.slot),
		)
	})
	return l
}

func compareCritical(a, b *item) int {
	switch {
	case a.critical == b.critical:
		return 0
	case a.critical:
		return -1
	}
	return 1
}

// offer takes the pieces of a section in order, passing over what does not fit.
func offer(l *ledger, items []*item, cached bool, order func(a, b *piece) int) {
	var queue []*piece
	for _, it := range items {
		if it.cached() == cached && it.twin == nil {
			queue = append(queue, it.pieces...)
		}
	}
	slices.SortFunc(queue, order)
	for _, p := range queue {
		l.take(p)
	}
}

// whole says whether all pieces of an item are in.
func (it *item) whole() bool { return it.taken() == len(it.pieces) }

// taken counts the pieces of an item that are in.
func (it *item) taken() int {
	n := 0
	for _, p := range it.pieces {
		if p.taken {
			n++
		}
	}
	return n
}
