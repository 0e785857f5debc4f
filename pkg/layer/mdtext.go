package layer

import (
	"html"
	"slices"
	"strings"
)

// textMark is a run of emphasis marks in a text.
type textMark struct {
	c       byte
	at, n   int
	dropped bool
}

// plainText is a text without its marks: links and images as their words, code
// as it is, emphasis taken off where it is paired.
func plainText(s string, defs map[string]string, images bool) string {
	s = s[:min(len(s), 16*maxDescription)]
	var pieces, out []textSpan
	var marks []textMark
	inline{s: s, defs: defs, image: func(from, to int) { out = append(out, textSpan{from, to}) },
		piece: func(from, to int) { pieces = append(pieces, textSpan{from, to}) },
		mark:  func(c byte, at, n int) { marks = append(marks, textMark{c: c, at: at, n: n}) }}.read()
	pair(s, marks)
	for _, m := range marks {
		if !m.dropped {
			pieces = append(pieces, textSpan{m.at, m.at + m.n})
		}
	}
	slices.SortFunc(pieces, func(a, b textSpan) int { return a.from - b.from })
	var b strings.Builder
	for _, p := range pieces {
		inside := func(o textSpan) bool { return o.from <= p.from && p.to <= o.to }
		if !images && slices.ContainsFunc(out, inside) {
			continue
		}
		b.WriteString(s[p.from:p.to])
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(html.UnescapeString(b.String()), "")), " ")
}

// pair drops runs that open and close an emphasis.
func pair(s string, marks []textMark) {
	var open []int
	for i := range marks {
		m := &marks[i]
		before, behind := byte(' '), byte(' ')
		if m.at > 0 {
			before = s[m.at-1]
		}
		if m.at+m.n < len(s) {
			behind = s[m.at+m.n]
		}
		canOpen := behind > ' ' && (m.c == '*' || !isWordByte(before) && before < 0x80)
		canClose := before > ' ' && (m.c == '*' || !isWordByte(behind) && behind < 0x80)
		if canClose {
			if k := len(open) - 1; k >= 0 && marks[open[k]].c == m.c && marks[open[k]].n == m.n {
				marks[open[k]].dropped, m.dropped = true, true
				open = open[:k]
				continue
			}
		}
		if canOpen {
			open = append(open, i)
		}
	}
}
