package search

import (
	"strings"
	"unicode"
)

// minWord is the fewest characters of a word (spec/devcontext.md, intent_match).
const minWord = 3

// Words splits a text into its search words, in order, repetitions kept: runs
// of letters, digits, '-' and '_' of three or more characters, folded to lower
// case; of a run that is made of several words (camelCase, snake_case, kebab)
// the parts follow the whole. Stop words are dropped.
func Words(text string) []string {
	var out []string
	each(text, func(w string) { out = append(out, w) })
	return out
}

// each calls f with every word.
func each(text string, f func(string)) {
	start := -1
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			run(text[start:i], f)
			start = -1
		}
	}
	if start >= 0 {
		run(text[start:], f)
	}
}

// run gives a run whole and its parts.
func run(s string, f func(string)) {
	s = strings.Trim(s, "-_")
	whole := strings.ToLower(s)
	word(whole, f)
	parts := 0
	split(s, func(p string) {
		if p = strings.ToLower(p); p != whole {
			parts++
			word(p, f)
		}
	})
}

func word(w string, f func(string)) {
	if len(w) >= minWord && len([]rune(w)) >= minWord && !stop(w) {
		f(w)
	}
}

// split cuts a run at '-' and '_', where lower case turns to upper, where an
// abbreviation ends (HTTPServer), and between letters and digits.
func split(s string, f func(string)) {
	rs := []rune(s)
	start := 0
	cut := func(i int) {
		if i > start {
			f(string(rs[start:i]))
		}
		start = i
	}
	for i, r := range rs {
		switch {
		case r == '-' || r == '_':
			cut(i)
			start = i + 1
		case i > start && boundary(rs, i):
			cut(i)
		}
	}
	cut(len(rs))
}

func boundary(rs []rune, i int) bool {
	before, at := rs[i-1], rs[i]
	switch {
	case unicode.IsLower(before) && unicode.IsUpper(at):
		return true
	case unicode.IsUpper(before) && unicode.IsUpper(at) && i+1 < len(rs) && unicode.IsLower(rs[i+1]):
		return true
	}
	return unicode.IsDigit(before) != unicode.IsDigit(at)
}

// stop reports whether a word says nothing about what is sought.
func stop(w string) bool {
	switch w {
	case "the", "and", "for", "are", "was", "were", "has", "have", "had", "not", "but", "with", "without", "that", "this", "these",
		"those", "from", "into", "onto", "its", "it's", "their", "there", "then", "than", "when", "where", "which", "while", "who",
		"whom", "whose", "why", "how", "what", "all", "any", "can", "could", "should", "would", "will", "shall", "may", "might", "must",
		"does", "did", "doing", "done", "been", "being", "our", "your", "you", "they", "them", "she", "him", "her", "his", "also",
		"about", "after", "before", "between", "because", "some", "such", "only", "over", "under", "other", "each", "via", "per",
		"make", "makes", "made", "use", "uses", "used", "using", "please", "want", "need", "needs":
		return true
	}
	return false
}
