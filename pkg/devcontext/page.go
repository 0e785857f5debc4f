package devcontext

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"

	"majordomus/pkg/object"
)

// The widths a text can have, in columns.
const (
	minWidth = 40
	maxWidth = 200
)

// page collects lines of bounded width.
type page struct {
	b     strings.Builder
	width int
	color bool
}

func newPage(o TextOptions) *page {
	return &page{width: min(max(o.Width, minWidth), maxWidth), color: o.Color}
}

func (p *page) String() string { return p.b.String() }

// line writes one line, cut to the width.
func (p *page) line(s string) { p.b.WriteString(cutText(s, p.width) + "\n") }

// paint writes one line under a terminal's attribute.
func (p *page) paint(attribute, s string) {
	s = cutText(s, p.width)
	if p.color {
		s = "\x1b[" + attribute + "m" + s + "\x1b[0m"
	}
	p.b.WriteString(s + "\n")
}

func (p *page) tinted(t object.Tier, s string) {
	p.paint([]string{"36", "35", "32", "33", "34", "37", "0"}[t.Rank()], s)
}

func (p *page) heading(s string) {
	p.b.WriteByte('\n')
	p.paint("1", s)
}

// optional is a heading of a part that is left out when it is empty.
func (p *page) optional(s string, n int) {
	if n > 0 {
		p.heading(fmt.Sprintf("%s (%d)", s, n))
	}
}

func (p *page) field(name, value string) { p.line(fmt.Sprintf("%-12s %s", name, visible(value))) }

// wrap writes s over as many lines as it takes, broken at spaces.
func (p *page) wrap(indent, s string) { p.hang(indent, indent, s) }

// hang is wrap with an indent of its own for the lines after the first.
func (p *page) hang(first, rest, s string) {
	for indent := first; ; indent = rest {
		room := p.width - len(indent)
		if textWidth(s) <= room {
			p.line(indent + s)
			return
		}
		head := takeText(s, room)
		if at := strings.LastIndexByte(head, ' '); at > 0 && s[len(head)] != ' ' {
			head = head[:at]
		}
		p.line(indent + head)
		s = strings.TrimLeft(s[len(head):], " ")
	}
}

// textWidth is the columns a text takes on a terminal.
func textWidth(s string) int {
	if ascii(s) {
		return len(s)
	}
	return uniseg.StringWidth(s)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// takeText is the longest beginning of s, in whole characters as a person sees
// them, that fits a number of columns.
func takeText(s string, columns int) string {
	used, at, state := 0, 0, -1
	for at < len(s) {
		c, _, w, next := uniseg.FirstGraphemeClusterInString(s[at:], state)
		if used+w > columns {
			break
		}
		used, at, state = used+w, at+len(c), next
	}
	return s[:at]
}

// cutText is s when it fits a number of columns, else its beginning and "…".
func cutText(s string, columns int) string {
	if textWidth(s) <= columns {
		return s
	}
	if columns < 1 {
		return ""
	}
	return takeText(s, columns-1) + "…"
}

// cutName is s when it fits; else without its scheme, else its end after "…":
// the end of a name tells more than its beginning.
func cutName(s string, columns int) string {
	if textWidth(s) <= columns {
		return s
	}
	s = strings.TrimPrefix(s, object.Scheme)
	if textWidth(s) <= columns {
		return s
	}
	for s != "" && textWidth(s) > columns-1 {
		c, _, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
		s = s[len(c):]
	}
	if columns < 1 {
		return ""
	}
	return "…" + s
}

// padded is s with spaces after it up to a number of columns.
func padded(s string, columns int) string {
	return s + strings.Repeat(" ", max(0, columns-textWidth(s)))
}
