package fragment

import (
	"unicode"
	"unicode/utf8"
)

// hasConstraint looks for a sentence that forbids something: never, must not,
// do not, don't (with either apostrophe), cannot, may not, no … allowed.
func hasConstraint(text []byte) bool {
	no := false // a "no" stands earlier in this sentence
	for i := 0; i < len(text); {
		c := text[i]
		switch constraintBytes[c] {
		case plainByte:
			i++
			continue
		case stopByte:
			if no && (c != '\n' || blankNext(text[i+1:])) {
				no = c == '.' && i+1 < len(text) && isWordByte(text[i+1]) // 1.5, main.go
			}
			i++
			continue
		case otherWord:
			i = asciiEnd(text, i)
			if i < len(text) && text[i] >= utf8.RuneSelf {
				i = wordEnd(text, i)
			}
			continue
		}
		end := wordEnd(text, i)
		w := text[i:end]
		switch c | 0x20 {
		case 'n':
			if foldEqual(w, "never") {
				return true
			}
			no = no || foldEqual(w, "no")
		case 'c':
			if foldEqual(w, "cannot") {
				return true
			}
		case 'm':
			if (foldEqual(w, "must") || foldEqual(w, "may")) && nextIs(text[end:], "not") {
				return true
			}
		case 'd':
			if foldEqual(w, "do") && nextIs(text[end:], "not") || foldEqual(w, "don") && apostropheT(text[end:]) {
				return true
			}
		case 'a':
			if no && foldEqual(w, "allowed") {
				return true
			}
		}
		i = end
	}
	return false
}

// What a byte is to hasConstraint.
const (
	plainByte uint8 = iota // nothing
	stopByte               // may end a sentence
	otherWord              // begins a word that is none of ours
	ourWord                // may begin one of ours
)

var constraintBytes = func() (t [256]uint8) {
	for c := range 256 {
		if wordBytes[c] {
			t[c] = otherWord
		}
	}
	for _, c := range "ncmdaNCMDA" {
		t[c] = ourWord
	}
	for _, c := range ".!?\n" {
		t[c] = stopByte
	}
	return t
}()

// isWordByte holds for what a word is made of; every byte beyond ASCII counts,
// save those that wordEnd finds to be punctuation.
func isWordByte(c byte) bool {
	return wordBytes[c]
}

var wordBytes = func() (t [256]bool) {
	for c := range 256 {
		t[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
	}
	return t
}()

// wordEnd gives the end of the word at i, at least i+1. A rune beyond ASCII
// that is no letter, mark or number ends a word and is skipped by itself.
func wordEnd(text []byte, i int) int {
	for j := i; j < len(text); {
		c := text[j]
		if c < utf8.RuneSelf {
			if !wordBytes[c] {
				return j
			}
			j++
			continue
		}
		r, n := utf8.DecodeRune(text[j:])
		if !unicode.In(r, unicode.L, unicode.M, unicode.N) {
			if j == i {
				return j + n
			}
			return j
		}
		j += n
	}
	return len(text)
}

// foldEqual compares a word with a lower-case ASCII word.
func foldEqual(w []byte, lower string) bool {
	if len(w) != len(lower) {
		return false
	}
	for i := range w {
		c := w[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// nextIs says whether the next word is word, with only white space, and no
// blank line, before it.
func nextIs(text []byte, word string) bool {
	i, newlines := 0, 0
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n') {
		if text[i] == '\n' {
			newlines++
		}
		i++
	}
	return i > 0 && newlines < 2 && i < len(text) && isWordByte(text[i]) && foldEqual(text[i:wordEnd(text, i)], word)
}

func apostropheT(text []byte) bool {
	switch {
	case len(text) > 1 && text[0] == '\'':
		text = text[1:]
	case len(text) > 3 && string(text[:3]) == "’":
		text = text[3:]
	default:
		return false
	}
	return isWordByte(text[0]) && foldEqual(text[:wordEnd(text, 0)], "t")
}

func blankNext(text []byte) bool {
	for _, c := range text {
		if c == '\n' {
			return true
		}
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}
