package fragment

// assembled is the text of step 9.
type assembled struct {
	content  []byte
	sections [2]span // cache, body; in content
}

// assemble is step 9: the taken pieces in their places, neighbours joined by
// what stood between them, everything else by a blank line.
func assemble(l *ledger) assembled {
	var a assembled
	var before *piece
	for p := l.next(-1); p != nil; p = l.next(p.slot) {
		section := &a.sections[1]
		if p.item.cached() {
			section = &a.sections[0]
		}
		if before != nil {
			a.content = append(a.content, joiner(before, p)...)
		}
		if section.size() == 0 {
			section.start = len(a.content)
		}
		a.content = append(a.content, p.text()...)
		section.end = len(a.content)
		before = p
	}
	return a
}

// fit assembles and counts the whole. The ledger's sum is exact, so this finds
// nothing; were an estimator to break the rule the sum rests on, the pieces
// taken last would go until the count holds.
func fit(l *ledger) (assembled, int) {
	for {
		a := assemble(l)
		tokens := l.m.tokens(l.m.units(a.content)) + l.media
		if tokens <= l.room || len(l.order) == 0 {
			return a, tokens
		}
		l.media -= l.order[len(l.order)-1].item.imageTokens()
		l.giveBack()
	}
}
