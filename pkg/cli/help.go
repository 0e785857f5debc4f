package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	flags "github.com/jessevdk/go-flags"
)

// groupSummary says what a family of commands is.
func groupSummary(word string) string {
	switch word {
	case "devcontext":
		return "what a session should be given, under a budget"
	case "objects":
		return "what the index holds"
	}
	return word
}

// help prints the help that was asked for, the exit statuses at its end.
func (a *app) help(_ *flags.Parser, text string) error {
	var b strings.Builder
	b.WriteString(strings.TrimRight(text, "\n"))
	b.WriteString("\n\nExit status:\n")
	for _, r := range exitTable() {
		fmt.Fprintf(&b, "  %-4s %s\n", r.Status, r.Meaning)
	}
	_, err := io.WriteString(a.stdout, b.String())
	return err
}

func helpText(p *flags.Parser) string {
	var b bytes.Buffer
	p.WriteHelp(&b)
	return b.String()
}

// shortHelp tells who typed a filter's name on a terminal what it waits for.
func (a *app) shortHelp() {
	name := strings.Join(append([]string{a.tool}, a.active.words...), " ")
	fmt.Fprintf(a.stderr, "%s: %s\nusage: %s [OPTIONS] [FILE]\nIt reads FILE or standard input; %s --help shows the options.\n",
		name, a.active.summary, name, name)
}
