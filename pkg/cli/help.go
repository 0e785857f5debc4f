package cli

import (
	"fmt"
	"io"
	"strings"

	flags "github.com/jessevdk/go-flags"
	"github.com/rivo/uniseg"
)

// groupSummary says what a family of commands is.
func groupSummary(word string) string {
	switch word {
	case "devcontext":
		return "what a session should be given, under a budget"
	case "objects":
		return "what the index holds"
	case "task":
		return "what a task must be read with, and the proof of it"
	case "route":
		return "exact bindings of paths and symbols to lessons"
	case "context":
		return "evidence that can be checked later"
	case "compiled":
		return "evidence rendered into one Markdown artifact"
	case "fragments":
		return "pieces of context, packed under a token budget"
	}
	return word
}

// The widths help can have, in columns.
const (
	minHelp = 60
	maxHelp = 110
)

// help prints the help that was asked for.
func (a *app) help(p *flags.Parser) error {
	_, err := io.WriteString(a.stdout, a.manualOf(p).help(a.width()))
	return err
}

// help writes a manual for a terminal of a width.
func (m *manual) help(width int) string {
	width = min(max(width, minHelp), maxHelp)
	var b strings.Builder
	b.WriteString(fold(m.name+": "+m.summary, "", width))
	fmt.Fprintf(&b, "\nusage: %s\n", m.usage)
	for _, p := range m.about {
		b.WriteString("\n" + fold(p, "", width))
	}
	section(&b, "Commands", m.commands, width)
	section(&b, "Arguments", m.args, width)
	for _, g := range m.options {
		section(&b, g.title, g.options, width)
	}
	var exits []described
	for _, r := range exitTable() {
		exits = append(exits, described{r.Status, r.Meaning})
	}
	section(&b, "Exit status", exits, width)
	return b.String()
}

// section writes names and beside them what they mean.
func section(b *strings.Builder, title string, list []described, width int) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	column := 0
	for _, d := range list {
		column = max(column, len(d.name))
	}
	indent := strings.Repeat(" ", column+4)
	for _, d := range list {
		text := fold(d.text, indent, width)
		fmt.Fprintf(b, "  %-*s  %s", column, d.name, strings.TrimPrefix(text, indent))
	}
}

// fold breaks a paragraph at spaces into indented lines of a width; one that
// begins with two spaces is an example and stays as it is.
func fold(text, indent string, width int) string {
	if strings.HasPrefix(text, "  ") {
		return text + "\n"
	}
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > width {
			b.WriteString(line + "\n")
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
	return b.String()
}

// shortHelp tells who typed a command on a terminal what it waits for.
func (a *app) shortHelp() {
	name := strings.Join(append([]string{a.tool}, a.active.words...), " ")
	fmt.Fprintf(a.stderr, "%s: %s\nIt reads standard input, and a terminal is no stream. %s --help shows how it is used.\n",
		name, a.active.summary, name)
}
