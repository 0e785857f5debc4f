package cli

import (
	flags "github.com/jessevdk/go-flags"
)

// suggestion names the flag or command nearest to one that does not exist.
func suggestion(p *flags.Parser, err *flags.Error) string {
	words := quotedWords(err.Message)
	if len(words) == 0 {
		return ""
	}
	near := ""
	switch err.Type {
	case flags.ErrUnknownFlag:
		if near = nearest(words[0], flagNames(p)); near != "" {
			near = "--" + near
		}
	case flags.ErrUnknownCommand:
		if near = nearest(words[0], commandNames(p)); near == "" {
			near = elsewhere(p.Command, p.Name, words[0])
		}
	}
	if near == "" {
		return ""
	}
	return "did you mean " + near + "?"
}

// elsewhere is the command of a word whose family was left out.
func elsewhere(at *flags.Command, name, word string) string {
	for _, c := range at.Commands() {
		full := name + " " + c.Name
		if c.Name == word {
			return full
		}
		if found := elsewhere(c, full, word); found != "" {
			return found
		}
	}
	return ""
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
