package cli

import (
	"strings"

	flags "github.com/jessevdk/go-flags"
)

// manual is what there is to know of one command: help and man page are two
// ways to write it.
type manual struct {
	name     string // program and command words
	summary  string
	about    []string // paragraphs; one that begins with two spaces is an example
	usage    string
	commands []described // below it
	args     []described
	options  []optionGroup
}

// described is a name with what it means.
type described struct{ name, text string }

// optionGroup is a titled list of options.
type optionGroup struct {
	title   string
	options []described
}

// manualOf describes the command that was understood so far.
func (a *app) manualOf(p *flags.Parser) *manual {
	at := p.Command
	for at.Active != nil {
		at = at.Active
	}
	m := &manual{name: commandName(p), summary: at.ShortDescription}
	if at == p.Command && a.tool == "majordomus" {
		m.summary = "what a session should be given, from what a repository declares"
	}
	for _, paragraph := range strings.Split(at.LongDescription, "\n\n") {
		if paragraph != "" {
			m.about = append(m.about, paragraph)
		}
	}
	m.usage = m.name + " [OPTIONS]"
	for _, c := range at.Commands() {
		m.commands = append(m.commands, described{c.Name, c.ShortDescription})
	}
	if len(m.commands) > 0 {
		m.usage += " COMMAND"
	}
	for _, arg := range at.Args() {
		name := arg.Name
		if arg.Required > 0 {
			m.usage += " " + name
		} else {
			m.usage += " [" + name + "]"
		}
		m.args = append(m.args, described{name, arg.Description})
	}
	m.add("Options", at.Group)
	m.add("Common options", p.Group.Find("Common options"))
	return m
}

// add describes the options of a group and of those in it; the common ones of
// the program are a group of their own.
func (m *manual) add(title string, g *flags.Group) {
	list := optionsOf(g, title == "Options")
	if title != "Options" {
		list = append(list, described{"-h, --help", "Show this help and end"})
	}
	if len(list) > 0 {
		m.options = append(m.options, optionGroup{title, list})
	}
}

func optionsOf(g *flags.Group, nested bool) []described {
	var list []described
	for _, o := range g.Options() {
		if !o.Hidden {
			list = append(list, optionText(o))
		}
	}
	if nested {
		for _, sub := range g.Groups() {
			if sub.ShortDescription == "Options" {
				list = append(list, optionsOf(sub, true)...)
			}
		}
	}
	return list
}

func optionText(o *flags.Option) described {
	name := "    --" + o.LongName
	if o.ShortName != 0 {
		name = "-" + string(o.ShortName) + ", --" + o.LongName
	}
	if o.ValueName != "" {
		name += " " + o.ValueName
	}
	text := o.Description
	if len(o.Choices) > 0 && !strings.Contains(text, o.Choices[0]) {
		text += ": " + strings.Join(o.Choices, ", ")
	}
	def := o.DefaultMask
	if def == "" {
		def = strings.Join(o.Default, ", ")
	}
	if def != "" {
		text += " (default: " + def + ")"
	}
	return described{name, text}
}
