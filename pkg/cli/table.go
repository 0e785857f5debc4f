package cli

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// table is a result for a person: lines, then rows under a head.
type table struct {
	lines []string
	head  []string
	rows  [][]string
}

// writeTables writes tables as text of the terminal's width, or as Markdown.
func (a *app) writeTables(o outputFlags, format string, tables ...*table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		if format == "md" {
			b.WriteString(t.markdown())
		} else {
			b.WriteString(t.text(a.width()))
		}
	}
	return a.writeText(o, b.String())
}

const columnGap = 2

// text lays the columns side by side; the widest give way until a row fits.
func (t *table) text(width int) string {
	var b strings.Builder
	for _, l := range t.lines {
		writeLine(&b, oneLine(l), width)
	}
	if len(t.rows) == 0 {
		return b.String()
	}
	if len(t.lines) > 0 {
		b.WriteByte('\n')
	}
	rows := make([][]string, 0, len(t.rows)+1)
	for _, r := range slices.Concat([][]string{t.head}, t.rows) {
		shown := make([]string, len(r))
		for i, c := range r {
			shown[i] = oneLine(c)
		}
		rows = append(rows, shown)
	}
	widths := fit(rows, width)
	for _, r := range rows {
		writeRow(&b, r, widths)
	}
	return b.String()
}

// writeLine writes "name   value", or plain text; what is too long goes on below
// where the value began.
func writeLine(b *strings.Builder, l string, width int) {
	at := 0
	if gap := strings.Index(l, "  "); gap > 0 {
		at = gap + len(l[gap:]) - len(strings.TrimLeft(l[gap:], " "))
	}
	if uniseg.StringWidth(l) <= width || at > width/2 {
		b.WriteString(cutCell(l, width) + "\n")
		return
	}
	name := l[:at]
	for _, part := range wrapCell(l[at:], width-at) {
		b.WriteString(name + part + "\n")
		name = strings.Repeat(" ", at)
	}
}

// writeRow writes a row; a cell that is too long goes on below.
func writeRow(b *strings.Builder, row []string, widths []int) {
	cells := make([][]string, len(row))
	lines := 0
	for i, c := range row {
		cells[i] = wrapCell(c, widths[i])
		lines = max(lines, len(cells[i]))
	}
	for n := range lines {
		var line strings.Builder
		for i, parts := range cells {
			part := ""
			if n < len(parts) {
				part = parts[n]
			}
			line.WriteString(part + strings.Repeat(" ", widths[i]-uniseg.StringWidth(part)+columnGap))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// wrapCell breaks text at spaces into lines of a width; a longer word is broken.
func wrapCell(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) <= width {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for uniseg.StringWidth(word) > width {
			head := takeCell(word, width)
			lines, word = append(lines, head), word[len(head):]
		}
		line = word
	}
	return append(lines, line)
}

// fit gives each column its widest cell. What the line has not is taken first
// from the last column, which holds sentences, then from the widest.
func fit(rows [][]string, width int) []int {
	widths := make([]int, len(rows[0]))
	total := -columnGap
	for _, r := range rows {
		for i, c := range r {
			widths[i] = max(widths[i], uniseg.StringWidth(c))
		}
	}
	for _, w := range widths {
		total += w + columnGap
	}
	last := len(widths) - 1
	least := max(width/3, 20)
	if take := min(total-width, widths[last]-least); take > 0 {
		widths[last] -= take
		total -= take
	}
	for ; total > width; total-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= 4 {
			break
		}
		widths[widest]--
	}
	return widths
}

// cutCell is s when it fits, else its beginning and an ellipsis.
func cutCell(s string, width int) string {
	if uniseg.StringWidth(s) <= width {
		return s
	}
	return takeCell(s, width-1) + "…"
}

// takeCell is the longest beginning of s that fits, at least one character.
func takeCell(s string, width int) string {
	used, at, state := 0, 0, -1
	for at < len(s) {
		c, _, w, next := uniseg.FirstGraphemeClusterInString(s[at:], state)
		if used+w > width && at > 0 {
			break
		}
		used, at, state = used+w, at+len(c), next
	}
	return s[:at]
}

// markdown writes the rows as a Markdown table.
func (t *table) markdown() string {
	var b strings.Builder
	for _, l := range t.lines {
		b.WriteString("- " + markdownCell(l) + "\n")
	}
	if len(t.rows) == 0 {
		return b.String()
	}
	if len(t.lines) > 0 {
		b.WriteByte('\n')
	}
	row := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + markdownCell(c) + " ")
		}
		b.WriteString("|\n")
	}
	row(t.head)
	b.WriteString(strings.Repeat("| --- ", len(t.head)) + "|\n")
	for _, r := range t.rows {
		row(r)
	}
	return b.String()
}

// markdownCell is text in which nothing is Markdown.
func markdownCell(s string) string {
	return markdownEscaper.Replace(oneLine(s))
}

var markdownEscaper = strings.NewReplacer("\\", "\\\\", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "<", "&lt;", "&", "&amp;", "[", "\\[", "#", "\\#", "~", "\\~")
