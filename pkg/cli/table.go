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
		b.WriteString(cutCell(oneLine(l), width) + "\n")
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
		var line strings.Builder
		for i, c := range r {
			c = cutCell(c, widths[i])
			line.WriteString(c + strings.Repeat(" ", widths[i]-uniseg.StringWidth(c)+columnGap))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// fit gives each column its widest cell, and takes from the widest columns what
// the line has not.
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
	const least = 4
	for ; total > width; total-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= least {
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
	var b strings.Builder
	used, state := 0, -1
	for rest := s; rest != ""; {
		var c string
		var w int
		c, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+w > width-1 {
			break
		}
		b.WriteString(c)
		used += w
	}
	return b.String() + "…"
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
