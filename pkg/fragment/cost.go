package fragment

import "majordomus/pkg/token"

// cost is what counting a piece once tells about it wherever it stands. The
// piece is three parts, [0,head) [head,tail) [tail,end), with a boundary of
// package token between them, so the middle counts the same in any company,
// and only the edges are counted again with their neighbours. A piece without
// a boundary inside is solid: all of it is tail.
type cost struct {
	head, tail int // offsets in the piece
	headUnits  int
	midUnits   int
	starts     bool // StartsAlone
	joins      [4]int
}

// The joiners after a piece whose count with its tail is remembered.
const (
	joinNone    = iota // nothing follows
	joinLine           // "\n"
	joinBlank          // "\n\n"
	joinOwn            // what stands between it and the piece that follows it
	joinUnknown        // anything else
)

// meter counts text in units that add up: bytes for the estimator bytes,
// tokens for a tokenizer.
type meter struct {
	estimator token.Estimator
	bytes     bool
}

func newMeter(e token.Estimator) meter {
	return meter{estimator: e, bytes: e.Name() == token.NameBytes}
}

func (m meter) units(b []byte) int {
	if m.bytes {
		return len(b)
	}
	return m.estimator.Count(b)
}

// tokens turns units into tokens.
func (m meter) tokens(units int) int {
	if m.bytes {
		return (units + token.BytesPerToken - 1) / token.BytesPerToken
	}
	return units
}

// measure fills in the cost of a piece.
func (m meter) measure(p *piece) {
	c := &p.cost
	text := p.text()
	c.joins = [4]int{-1, -1, -1, -1}
	if m.bytes {
		c.starts, c.tail, c.midUnits = true, len(text), len(text)
		return
	}
	c.starts = token.StartsAlone(text)
	if c.tail = token.LastBoundary(text); c.tail == 0 {
		return
	}
	c.head = token.FirstBoundary(text)
	c.headUnits = m.units(text[:c.head])
	c.midUnits = m.units(text[c.head:c.tail])
}

func (p *piece) solid() bool { return p.cost.tail == 0 }

// window counts the seams between pieces that stand side by side.
type window struct {
	m    meter
	buf  []byte
	last *piece // the piece whose tail is all of buf, before the join
	kind int    // the join that follows it
	sum  int
}

// flush counts what is pending.
func (w *window) flush() {
	if w.last != nil && w.kind < joinUnknown {
		memo := &w.last.cost.joins[w.kind]
		if *memo < 0 {
			*memo = w.m.units(w.buf)
		}
		w.sum += *memo
	} else if len(w.buf) > 0 {
		w.sum += w.m.units(w.buf)
	}
	w.buf, w.last, w.kind = w.buf[:0], nil, joinNone
}

// open starts a seam with the tail of p.
func (w *window) open(p *piece) {
	w.buf = append(w.buf, p.text()[p.cost.tail:]...)
	w.last, w.kind = p, joinNone
}

// step adds q after p, which may be nil at the start of the text. Only the seam
// and, when whole, the rest of q are counted.
func (w *window) step(p, q *piece, whole bool) {
	alone := true
	if p != nil {
		alone = w.join(p, q)
	}
	switch c := &q.cost; {
	case alone:
		w.flush()
		w.sum += c.headUnits
	case q.solid():
		w.buf, w.last = append(w.buf, q.text()...), nil
		return
	default:
		w.buf, w.last = append(w.buf, q.text()[:c.head]...), nil
		w.flush()
	}
	if whole {
		w.sum += q.cost.midUnits
		w.open(q)
	}
}

// join appends what stands between p and q and says whether q then counts by
// itself.
func (w *window) join(p, q *piece) bool {
	j := joiner(p, q)
	w.buf = append(w.buf, j...)
	switch {
	case w.last != p:
		w.last = nil
	case neighbours(p, q):
		w.kind = joinOwn
	default:
		w.kind = len(j) // "", "\n" or "\n\n"
	}
	return alone(p, q, j)
}

// alone says whether q, joined to p by j, counts by itself.
func alone(p, q *piece, j []byte) bool {
	if !q.cost.starts {
		return false
	}
	if len(j) == 0 {
		j = p.text()
	}
	return len(j) > 0 && j[len(j)-1] == '\n'
}

// neighbours says whether q follows p in their item.
func neighbours(p, q *piece) bool { return p.item == q.item && q.slot == p.slot+1 }

var blankLine = []byte("\n\n")

// joiner is what stands between two pieces that are next to each other in the
// assembled text: for neighbours what stood there, else what makes a blank
// line.
func joiner(p, q *piece) []byte {
	if neighbours(p, q) {
		return p.item.out[p.end:q.start]
	}
	text := p.text()
	n := 0
	for n < 2 && n < len(text) && text[len(text)-1-n] == '\n' {
		n++
	}
	return blankLine[n:]
}

// whole counts an item's pieces as they stand in it, in units.
func (m meter) whole(pieces []*piece) int {
	w := window{m: m}
	var before *piece
	for _, p := range pieces {
		w.step(before, p, true)
		before = p
	}
	w.flush()
	return w.sum
}
