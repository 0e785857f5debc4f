package fragment

// gap is where a piece would stand: between the tail of the one and the head of
// the other, as far as counts reach. nil is an end of the text.
type gap struct{ head, last *piece }

func (l *ledger) gap(p *piece) gap {
	before, after := l.previous(p.slot), l.next(p.slot)
	g := gap{before, after}
	for g.head != nil && g.head.solid() && l.leans(g.head) {
		g.head = l.previous(g.head.slot)
	}
	for g.last != nil && g.last.solid() && !l.independent(before, p, g.last) {
		g.last = l.next(g.last.slot)
	}
	return g
}

// difference is what p changes: the seams around it with it, less the seams
// without it.
func (l *ledger) difference(p *piece, g gap) int {
	return l.seams(g.head, p, g.last) - l.closed(g)
}

// least is a bound below difference that counts no text of p: its middle is in
// the sum whatever its seams count. A full ledger refuses by it nearly all that
// it is offered.
func (l *ledger) least(p *piece, g gap) int { return p.cost.midUnits - l.closed(g) }

// closed counts the seams of a gap that nothing is put into. Many pieces are
// offered to one gap.
func (l *ledger) closed(g gap) int {
	n, ok := l.gaps[g]
	if !ok {
		n = l.seams(g.head, nil, g.last)
		l.gaps[g] = n
	}
	return n
}
