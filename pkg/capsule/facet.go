package capsule

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"majordomus/pkg/pattern"
	"majordomus/pkg/terms"
)

// mostFacets bounds what a goal asks for.
const mostFacets = 24

var (
	quoted  = pattern.Late(`"([^"]{2,120})"|“([^”]{2,120})”|'([^' ][^']{1,118}[^' ])'`)
	versus  = pattern.Late(`(?i)\b(?:vs\.?|versus|compared (?:to|with))\s`)
	between = pattern.Late(`(?i)\b(?:difference|differences|choose|choosing|compare|comparison|trade-?offs?)\s+(?:between|of)?\s*(.+?)\s+(?:and|with|or|to)\s+(.+)`)
)

// facetsOf are what a goal asks for: its quoted phrases, the sides it compares,
// then its other content words, each once.
func facetsOf(goal string) []string {
	var out []string
	add := func(f string) {
		f = strings.Join(strings.Fields(norm.NFC.String(f)), " ")
		if f == "" || len(out) == mostFacets || len(terms.Words(f)) == 0 || slices.ContainsFunc(out, func(o string) bool { return sameWords(o, f) }) {
			return
		}
		out = append(out, f)
	}
	rest := goal
	for _, m := range quoted().FindAllStringSubmatch(goal, -1) {
		add(m[1] + m[2] + m[3])
		rest = strings.Replace(rest, m[0], " ", 1)
	}
	for _, side := range sides(rest) {
		add(side)
	}
	for _, w := range content(rest) {
		if !slices.ContainsFunc(out, func(o string) bool { return hasWord(o, w) }) {
			add(w)
		}
	}
	return out
}

// sides are the two things a goal compares; none when it compares nothing.
func sides(goal string) []string {
	if at := versus().FindStringIndex(goal); at != nil {
		return []string{lastWords(goal[:at[0]]), firstWords(goal[at[1]:])}
	}
	if m := between().FindStringSubmatch(goal); m != nil {
		return []string{lastWords(m[1]), firstWords(m[2])}
	}
	return nil
}

// sideWords is how many words a side has at most.
const sideWords = 3

// clause ends a side.
const clause = ".,;:?!()\n"

func firstWords(s string) string {
	s, _, _ = cutAny(strings.TrimLeft(s, " "), clause)
	return strings.Join(until(strings.Fields(s)), " ")
}

func lastWords(s string) string {
	s = strings.TrimRight(s, " ")
	s = s[strings.LastIndexAny(s, clause)+1:]
	words := strings.Fields(s)
	slices.Reverse(words)
	words = until(words)
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// until takes words up to the first that says nothing, articles before them
// left out.
func until(words []string) []string {
	for len(words) > 0 && len(terms.Words(words[0])) == 0 {
		words = words[1:]
	}
	for i, w := range words {
		if i == sideWords || i > 0 && len(terms.Words(w)) == 0 {
			return words[:i]
		}
	}
	return words
}

func cutAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// content are the runs of a text that hold a search word, as written.
func content(text string) []string {
	var out []string
	runs(text, func(run string) {
		if run = strings.Trim(run, "-_"); len(terms.Words(run)) > 0 && !asks(run) {
			out = append(out, strings.ToLower(run))
		}
	})
	return out
}

// asks reports whether a word only asks: it says nothing of what is sought.
func asks(word string) bool {
	switch strings.ToLower(word) {
	case "happen", "happens", "happened", "explain", "describe", "tell", "show", "find", "often", "exactly", "possible", "way", "ways", "mean", "means", "called",
		"work", "works", "let", "get", "gets", "got", "know", "understand", "difference", "differences", "versus", "compare", "compared", "comparison":
		return true
	}
	return false
}

// plainWords is a text without the words that only ask; all of it when it holds
// no others.
func plainWords(text string) string {
	var out []string
	runs(text, func(run string) {
		if !asks(run) {
			out = append(out, run)
		}
	})
	if joined := strings.Join(out, " "); len(terms.Words(joined)) > 0 {
		return joined
	}
	return text
}

func sameWords(a, b string) bool { return slices.Equal(stems(a), stems(b)) }

func hasWord(facet, word string) bool {
	w := stems(word)
	return len(w) > 0 && slices.Contains(stems(facet), w[0])
}

func stems(s string) []string {
	var out []string
	for _, w := range terms.Words(s) {
		out = append(out, stem(w))
	}
	return out
}
