package cli

import (
	"context"
	"fmt"
	"strings"

	"majordomus/pkg/fault"
)

// programs are the commands of this module, in their order in the pipe.
func programs() []string {
	return []string{"dc-index", "dc-seed", "dc-walk", "dc-budget", "majordomus"}
}

type manFlags struct {
	outputFlags
	Args struct {
		Program string `positional-arg-name:"PROGRAM" description:"dc-index, dc-seed, dc-walk, dc-budget or majordomus (the default)"`
	} `positional-args:"yes"`
}

func (a *app) manCommand() *command {
	f := new(manFlags)
	return &command{
		words:   []string{"man"},
		summary: "write the man page of a program",
		about:   "  majordomus man | man -l -",
		flags:   f,
		run:     func(context.Context) error { return a.man(f) },
	}
}

func (a *app) man(f *manFlags) error {
	tool := f.Args.Program
	if tool == "" {
		tool = "majordomus"
	}
	if !known(tool) {
		return fault.New(fault.Usage, "usage", "there is no program %s", fault.Quote(tool)).
			WithHint("the programs are %s", strings.Join(programs(), ", "))
	}
	return a.writeText(f.outputFlags, manPage(tool))
}

func known(tool string) bool {
	for _, p := range programs() {
		if p == tool {
			return true
		}
	}
	return false
}

// manPage writes a program's manual and those of its commands as roff.
func manPage(tool string) string {
	b := &app{tool: tool}
	commands := b.commands()
	p, _ := b.parser(commands)
	top := b.manualOf(p)
	var w strings.Builder
	fmt.Fprintf(&w, ".TH %s 1 \"\" \"majordomus %s\"\n.SH NAME\n%s \\- %s\n", roff(strings.ToUpper(tool)), Version, roff(tool), roff(top.summary))
	fmt.Fprintf(&w, ".SH SYNOPSIS\n.B %s\n", roff(top.usage))
	if len(commands) == 1 && len(commands[0].words) == 0 {
		top.body(&w)
	} else {
		w.WriteString(".SH COMMANDS\n")
		for _, c := range commands {
			each := &app{tool: tool}
			q, _ := each.parser(each.commands())
			activate(q.Command, c.words)
			m := each.manualOf(q)
			fmt.Fprintf(&w, ".SS %s\n%s\n.PP\n.B %s\n", roff(strings.Join(c.words, " ")), roff(m.summary), roff(m.usage))
			m.options = m.options[:max(len(m.options)-1, 0)] // the common ones stand at the end
			m.body(&w)
		}
		w.WriteString(".SH OPTIONS\n")
		for _, g := range top.options {
			roffList(&w, g.options)
		}
	}
	w.WriteString(".SH \"EXIT STATUS\"\n")
	for _, r := range exitTable() {
		fmt.Fprintf(&w, ".TP\n.B %s\n%s\n", r.Status, roff(r.Meaning))
	}
	return w.String()
}

// body writes what follows the synopsis.
func (m *manual) body(w *strings.Builder) {
	for _, p := range m.about {
		if example, ok := strings.CutPrefix(p, "  "); ok {
			fmt.Fprintf(w, ".PP\n.EX\n%s\n.EE\n", roff(example))
			continue
		}
		fmt.Fprintf(w, ".PP\n%s\n", roff(p))
	}
	roffList(w, m.args)
	for _, g := range m.options {
		roffList(w, g.options)
	}
}

func roffList(w *strings.Builder, list []described) {
	for _, d := range list {
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(d.name)), roff(d.text))
	}
}

// roff is text in which nothing is a request.
func roff(s string) string {
	s = strings.NewReplacer("\\", "\\e", "-", "\\-").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = "\\&" + s
	}
	return s
}
