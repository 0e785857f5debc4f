package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	flags "github.com/jessevdk/go-flags"

	"majordomus/pkg/fault"
)

// command is one thing a program does.
type command struct {
	words   []string // below the program's name; a filter has none
	summary string   // one line, lower case
	about   string   // for --help: a paragraph or two
	flags   any      // pointer to a struct with go-flags tags
	run     func(context.Context) error
}

// run parses the arguments and runs the command they name.
func (a *app) run(ctx context.Context) error {
	a.common.JSONErrors = a.wantsJSONErrors()
	commands := a.commands()
	p, byName := a.parser(commands)
	rest, err := p.ParseArgs(a.args)
	a.active = byName[commandName(p)]
	switch {
	case a.common.Version:
		_, err := fmt.Fprintf(a.stdout, "%s %s\n", a.tool, Version)
		return err
	case err != nil:
		return a.usage(p, err)
	case len(rest) > 0:
		return fault.New(fault.Usage, "usage", "unexpected argument %s", fault.Quote(rest[0])).
			WithHint("%s --help shows what there is", commandName(p))
	}
	return a.active.run(ctx)
}

// wantsJSONErrors is known before parsing, so that a fault of the command line
// is written as asked too.
func (a *app) wantsJSONErrors() bool {
	for _, arg := range a.args {
		switch arg {
		case "--":
			return false
		case "--json-errors":
			return true
		}
	}
	return false
}

// parser knows the flags of all commands; the map is keyed by program and
// command words.
func (a *app) parser(commands []*command) (*flags.Parser, map[string]*command) {
	p := flags.NewNamedParser(a.tool, flags.HelpFlag|flags.PassDoubleDash)
	byName := map[string]*command{}
	for _, c := range commands {
		byName[strings.Join(append([]string{a.tool}, c.words...), " ")] = c
		if len(c.words) == 0 {
			p.ShortDescription, p.LongDescription = c.summary, c.about
			must(p.AddGroup("Options", "", c.flags))
			continue
		}
		at := p.Command
		for _, w := range c.words[:len(c.words)-1] {
			if at.Find(w) == nil {
				must(at.AddCommand(w, groupSummary(w), "", &struct{}{}))
			}
			at = at.Find(w)
		}
		must(at.AddCommand(c.words[len(c.words)-1], c.summary, c.about, c.flags))
	}
	must(p.AddGroup("Common options", "", &a.common))
	return p, byName
}

// must: go-flags fails on a wrong tag only, which no user can mend.
func must[T any](v T, err error) T {
	if err != nil {
		panic("cli: " + err.Error())
	}
	return v
}

// commandName is the program with the command words that were understood.
func commandName(p *flags.Parser) string {
	name := p.Name
	for c := p.Active; c != nil; c = c.Active {
		name += " " + c.Name
	}
	return name
}

// usage turns go-flags' errors into ours; help that was asked for is printed.
func (a *app) usage(p *flags.Parser, err error) error {
	e, ok := errors.AsType[*flags.Error](err)
	if !ok {
		return err
	}
	switch e.Type {
	case flags.ErrHelp:
		return a.help(p)
	case flags.ErrCommandRequired:
		_, err := io.WriteString(a.stderr, a.manualOf(p).help(a.width()))
		return errors.Join(&outcome{fault.Usage}, err)
	}
	f := fault.New(fault.Usage, "usage", "%s", plainMessage(p, e))
	if hint := suggestion(p, e); hint != "" {
		return f.WithHint("%s", hint)
	}
	if words := quotedWords(e.Message); e.Type == flags.ErrExpectedArgument && len(words) == 2 {
		return f.WithHint("a value that opens with a dash is written %s=VALUE", words[0][strings.LastIndex(words[0], " ")+1:])
	}
	return f.WithHint("%s --help shows what there is", commandName(p))
}
