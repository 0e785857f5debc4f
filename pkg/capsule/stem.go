package capsule

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"majordomus/pkg/terms"
)

// stem is a word by its Snowball stem; what is no English word stays whole.
func stem(word string) string {
	const most = 24
	if len(word) > most || strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) >= 0 {
		return word
	}
	return english.Stem(word, true)
}

// runs calls f with each run of letters, digits, '-' and '_'.
func runs(text string, f func(run string)) {
	start := -1
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= 0x80 {
			wideRuns(text[max(start, 0):], start >= 0, i-max(start, 0), f)
			return
		} else if isWord(c) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			f(text[start:i])
			start = -1
		}
	}
	if start >= 0 {
		f(text[start:])
	}
}

func isWord(c byte) bool {
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// wideRuns goes on where text is no longer ASCII; what stands before the offset
// at is one run when open, else nothing.
func wideRuns(text string, open bool, at int, f func(run string)) {
	start := -1
	if open {
		start = 0
	} else {
		text, at = text[at:], 0
	}
	for i, r := range text {
		if i < at || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '-' || r == '_' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			f(text[start:i])
			start = -1
		}
	}
	if start >= 0 {
		f(text[start:])
	}
}

// term is one word of a query or facet: it stands where its stem does, or where
// all its parts do.
type term struct {
	whole int32
	parts []int32
}

// vocabulary numbers the stems that a search looks for.
type vocabulary struct {
	stems map[string]int32
}

func newVocabulary() *vocabulary { return &vocabulary{stems: map[string]int32{}} }

func (v *vocabulary) number(word string) int32 {
	s := stem(word)
	n, ok := v.stems[s]
	if !ok {
		n = int32(len(v.stems))
		v.stems[s] = n
	}
	return n
}

// terms reads the words of a text.
func (v *vocabulary) terms(text string) []term {
	var out []term
	runs(text, func(run string) {
		words := terms.Words(run)
		if len(words) == 0 {
			return
		}
		t := term{whole: v.number(words[0])}
		for _, w := range words[1:] {
			t.parts = append(t.parts, v.number(w))
		}
		out = append(out, t)
	})
	return out
}

// reader counts the stems of a vocabulary in texts. It is of one goroutine.
type reader struct {
	v     *vocabulary
	known map[string][]int32 // of a run as written, what it counts for
}

func newReader(v *vocabulary) *reader { return &reader{v: v, known: map[string][]int32{}} }

// mostKnown bounds what a reader remembers.
const mostKnown = 1 << 18

func (r *reader) of(run string) []int32 {
	if ts, ok := r.known[run]; ok {
		return ts
	}
	var ts []int32
	for _, w := range terms.Words(run) {
		if n, ok := r.v.stems[stem(w)]; ok {
			ts = append(ts, n)
		}
	}
	if len(r.known) < mostKnown {
		r.known[string([]byte(run))] = ts // a copy: a run pins the text it stands in
	}
	return ts
}

// count adds the stems of text to into, which has one place a stem, and gives
// the number of runs and whether any counted.
func (r *reader) count(text string, into []uint16) (length int, hit bool) {
	runs(text, func(run string) {
		length++
		for _, t := range r.of(run) {
			hit = true
			if into[t] < ^uint16(0) {
				into[t]++
			}
		}
	})
	return length, hit
}
