package fragment

import "math/bits"

// ledger holds which pieces are in and what the assembled text counts. It
// changes by the difference a piece makes where it stands, and the sum is the
// count of the text as it would be assembled, not an estimate of it.
type ledger struct {
	m     meter
	slots []*piece // every piece with text, in the order of assembly
	taken []uint64 // a bit per slot
	units int
	media int // tokens of the images that are in
	room  int
	win   window
	order []*piece    // in the order they were taken
	gaps  map[gap]int // what closed found, until something is taken
}

func newLedger(m meter, room int) *ledger {
	return &ledger{m: m, room: room, win: window{m: m}, gaps: map[gap]int{}}
}

// lay gives the pieces their places.
func (l *ledger) lay(pieces []*piece) {
	for _, p := range pieces {
		p.slot = len(l.slots)
		l.slots = append(l.slots, p)
	}
	l.taken = append(l.taken, make([]uint64, (len(l.slots)+63)/64-len(l.taken))...)
}

// take puts p in when it fits, with tokens of its own image, and says so.
func (l *ledger) take(p *piece) bool {
	image := p.item.imageTokens()
	if l.media+image > l.room {
		return false
	}
	units := l.units
	if p.end > p.start {
		if l.m.tokens(l.units)+l.media+image >= l.room {
			return false // text in no room
		}
		g := l.gap(p)
		if !l.fits(units+l.least(p, g), image) {
			return false
		}
		units += l.difference(p, g)
	}
	if !l.fits(units, image) {
		return false
	}
	clear(l.gaps)
	l.units, l.media = units, l.media+image
	p.taken = true
	l.taken[p.slot/64] |= 1 << (p.slot % 64)
	l.order = append(l.order, p)
	return true
}

func (l *ledger) fits(units, image int) bool { return l.m.tokens(units)+l.media+image <= l.room }

// leans says whether p does not count by itself where it stands.
func (l *ledger) leans(p *piece) bool {
	q := l.previous(p.slot)
	return q != nil && !alone(q, p, joiner(q, p))
}

// independent says whether q counts by itself with p before it and without.
func (l *ledger) independent(before, p, q *piece) bool {
	if first := l.next(p.slot); first != q {
		return !l.leans(q)
	}
	return alone(p, q, joiner(p, q)) && (before == nil || alone(before, q, joiner(before, q)))
}

// seams counts from the tail of head to the head of last, with extra in its
// place between them; nil stands for an end of the text or for nothing extra.
func (l *ledger) seams(head, extra, last *piece) int {
	w := &l.win
	w.sum = 0
	at := head
	if head != nil {
		w.open(head)
	}
	step := func(q *piece, whole bool) {
		w.step(at, q, whole)
		at = q
	}
	for q := l.after(head); ; q = l.next(q.slot) {
		if extra != nil && (q == nil || q.slot > extra.slot) {
			step(extra, true)
			extra = nil
		}
		if q == nil || q == last {
			break
		}
		step(q, true)
	}
	if last != nil {
		step(last, false)
	}
	w.flush()
	return w.sum
}

// after is the first taken piece after p, or of all.
func (l *ledger) after(p *piece) *piece {
	if p == nil {
		return l.next(-1)
	}
	return l.next(p.slot)
}

// previous is the taken piece with text before slot, or nil.
func (l *ledger) previous(slot int) *piece {
	w := slot / 64
	word := l.taken[w] & (1<<(slot%64) - 1)
	for {
		for word != 0 {
			i := 63 - bits.LeadingZeros64(word)
			if p := l.slots[w*64+i]; p.end > p.start {
				return p
			}
			word &^= 1 << i
		}
		if w--; w < 0 {
			return nil
		}
		word = l.taken[w]
	}
}

// next is the taken piece with text after slot, or nil.
func (l *ledger) next(slot int) *piece {
	slot++
	for w := slot / 64; w < len(l.taken); w++ {
		word := l.taken[w]
		if w == slot/64 {
			word &^= 1<<(slot%64) - 1
		}
		for word != 0 {
			i := bits.TrailingZeros64(word)
			if p := l.slots[w*64+i]; p.end > p.start {
				return p
			}
			word &^= 1 << i
		}
	}
	return nil
}

// giveBack takes out the piece that was put in last.
func (l *ledger) giveBack() {
	clear(l.gaps)
	p := l.order[len(l.order)-1]
	l.order = l.order[:len(l.order)-1]
	p.taken = false
	l.taken[p.slot/64] &^= 1 << (p.slot % 64)
}
