package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
	runs(text, func(run string) { parts(run, f) })
}

// runs calls f with every run of word characters.
func runs(text string, f func(string)) {
	start := -1
	for i := 0; i < len(text); {
		n, in := 1, false
		if c := text[i]; c < utf8.RuneSelf {
			in = wordBytes[c]
		} else {
			var r rune
			r, n = utf8.DecodeRuneInString(text[i:])
			in = inWord(r)
		}
		if in && start < 0 {
			start = i
		} else if !in && start >= 0 {
			f(text[start:i])
			start = -1
		}
		i += n
	}
	if start >= 0 {
		f(text[start:])
	}
}

// wordBytes are the ASCII characters of words.
var wordBytes = func() (set [utf8.RuneSelf]bool) {
	for c := range byte(utf8.RuneSelf) {
		set[c] = inWord(rune(c))
	}
	return set
}()

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return letter(byte(r)) || digit(byte(r)) || r == '-' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// parts gives a run whole and its parts.
func parts(s string, f func(string)) {
	s = strings.Trim(s, "-_")
	whole := strings.ToLower(s)
	word(whole, f)
	split(s, func(p string) {
		if len(p) < len(s) {
			word(strings.ToLower(p), f)
		}
	})
}

func word(w string, f func(string)) {
	if len(w) >= minWord && utf8.RuneCountInString(w) >= minWord && !stop(w) {
		f(w)
	}
}

// char is a character as far as the boundaries of words go.
type char uint8

const (
	other char = iota
	lower
	upper
	number
	joint // '-' and '_'
)

func charOf(r rune) char {
	switch {
	case r >= 'a' && r <= 'z':
		return lower
	case r >= 'A' && r <= 'Z':
		return upper
	case r >= '0' && r <= '9':
		return number
	case r == '-' || r == '_':
		return joint
	case r < utf8.RuneSelf:
		return other
	case unicode.IsLower(r):
		return lower
	case unicode.IsUpper(r):
		return upper
	case unicode.IsDigit(r):
		return number
	}
	return other
}

// split cuts a run at '-' and '_', where lower case turns to upper, where an
// abbreviation ends (HTTPServer), and between letters and digits.
func split(s string, f func(string)) {
	start, last, lastAt := 0, joint, 0
	cut := func(end int) {
		if end > start {
			f(s[start:end])
		}
		start = end
	}
	for i, r := range s {
		c := charOf(r)
		switch {
		case c == joint:
			cut(i)
			start = i + 1
		case last == joint:
		case (c == number) != (last == number), c == upper && last == lower:
			cut(i)
		case c == lower && last == upper && lastAt > start:
			cut(lastAt) // the last capital opens the next word
		}
		last, lastAt = c, i
	}
	cut(len(s))
}
