package cli

import (
	"strings"

	flags "github.com/jessevdk/go-flags"
)

// suggestion names the flag or command nearest to one that does not exist.
func suggestion(p *flags.Parser, err *flags.Error) string {
	switch err.Type {
	case flags.ErrUnknownFlag:
		if near := nearest(quoted(err.Message), flagNames(p)); near != "" {
			return "did you mean --" + near + "?"
		}
	case flags.ErrUnknownCommand:
		if near := nearest(quoted(err.Message), commandNames(p)); near != "" {
			return "did you mean " + near + "?"
		}
	}
	return ""
}

// quoted is what go-flags names between its quotes.
func quoted(message string) string {
	_, rest, _ := strings.Cut(message, "`")
	word, _, _ := strings.Cut(rest, "'")
	return word
}

func flagNames(p *flags.Parser) []string {
	var names []string
	add := func(g *flags.Group) {
		var walk func(*flags.Group)
		walk = func(g *flags.Group) {
			for _, o := range g.Options() {
				if o.LongName != "" {
					names = append(names, o.LongName)
				}
			}
			for _, sub := range g.Groups() {
				walk(sub)
			}
		}
		walk(g)
	}
	add(p.Group)
	for c := p.Active; c != nil; c = c.Active {
		add(c.Group)
	}
	return names
}

func commandNames(p *flags.Parser) []string {
	at := p.Command
	for c := p.Active; c != nil; c = c.Active {
		at = c
	}
	var names []string
	for _, c := range at.Commands() {
		names = append(names, c.Name)
	}
	return names
}

// nearest is the word of list within two edits of word, "" when none is.
func nearest(word string, list []string) string {
	best, least := "", 3
	for _, s := range list {
		if d := edits(word, s); d < least {
			best, least = s, d
		}
	}
	return best
}

// edits is the edit distance of two short words.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}
