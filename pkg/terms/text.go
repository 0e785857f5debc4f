package terms

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"majordomus/pkg/object"
)

// Text is what a search knows of one object. Its members are spelled so that a
// program finds a term by halving and a person can read them:
//
//	lengths   "p3 t4 120"            words of each field, by its letter (i p t h g s d); without a letter: of the body
//	passages  "1-24:812:120 25-40:300:55" lines, bytes and words of each
//	terms     "backoff:0,2*3 retri:p,s0,1"
//
// Each term, in normal form and in byte order, says where it stands: in a field
// by its letter, in the name of a declaration that starts in a passage by s and
// the passage's number, in the text of a passage by the number, from 0; *N is
// how many times. An undivided file has one passage.
type Text struct {
	URI      string `json:"uri"`      // of the object
	Lengths  string `json:"lengths"`  // empty: it holds no word
	Passages string `json:"passages"` // empty: it has no body
	Terms    string `json:"terms"`    // empty: it holds no word
}

// Place is where a term stands in an object.
type Place struct {
	Field   Field
	Passage int32 // of Body, and of Symbols in a file; -1 for other fields
	Count   int32
}

// Find gives where a term stands, as Places reads it; ok is false when it does
// not.
func (t *Text) Find(term string) (places string, ok bool) {
	lo, hi := 0, len(t.Terms)
	for lo < hi {
		at := lo + (hi-lo)/2
		from := lo + strings.LastIndexByte(t.Terms[lo:at], ' ') + 1
		word, _, found := strings.Cut(t.Terms[from:], ":")
		if !found {
			return "", false
		}
		c := cmp.Compare(term, word)
		if c == 0 {
			return untilSpace(t.Terms[from+len(word)+1:]), true
		}
		if c < 0 {
			hi = max(from-1, lo)
			continue
		}
		next := strings.IndexByte(t.Terms[from:], ' ')
		if next < 0 {
			return "", false
		}
		lo = from + next + 1
	}
	return "", false
}

func untilSpace(s string) string {
	if i := strings.IndexByte(s, ' '); i >= 0 {
		return s[:i]
	}
	return s
}

// All lists the terms with their places.
func (t *Text) All() iter.Seq2[string, string] {
	return func(yield func(term, places string) bool) {
		for entry := range strings.SplitSeq(t.Terms, " ") {
			if word, places, ok := strings.Cut(entry, ":"); ok && !yield(word, places) {
				return
			}
		}
	}
}

// Places reads the places of a term. What does not read as one is passed over:
// a stream can come from anywhere.
func Places(places string) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for len(places) > 0 {
			one, rest, _ := strings.Cut(places, ",")
			places = rest
			if p, ok := place(one); ok && !yield(p) {
				return
			}
		}
	}
}

func place(s string) (p Place, ok bool) {
	s, count, many := strings.Cut(s, "*")
	p = Place{Field: Body, Passage: -1, Count: 1}
	if many {
		if p.Count, ok = decimal(count); !ok || p.Count == 0 {
			return p, false
		}
	}
	if s == "" {
		return p, false
	}
	if f := strings.IndexByte(letters, s[0]); f >= 0 {
		p.Field, s = Field(f), s[1:]
		if s == "" {
			return p, true
		}
	}
	p.Passage, ok = decimal(s)
	return p, ok && (p.Field == Body || p.Field == Symbols)
}

// decimal reads a decimal of up to nine digits.
func decimal(s string) (n int32, ok bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	for i := range len(s) {
		if !digit(s[i]) {
			return 0, false
		}
		n = 10*n + int32(s[i]-'0')
	}
	return n, true
}

// Words gives how many words each field holds.
func (t *Text) Words() (n [Fields]int32) {
	for one := range strings.SplitSeq(t.Lengths, " ") {
		f := Body
		if one != "" {
			if i := strings.IndexByte(letters, one[0]); i >= 0 {
				f, one = Field(i), one[1:]
			}
		}
		if k, ok := decimal(one); ok {
			n[f] = k
		}
	}
	return n
}

// Passage finds the passage that a name behind the '#' of a URI stands for, as
// object.LinesName writes it. A nil Text has none.
func (t *Text) Passage(name string) (p Passage, ok bool) {
	lines, ok := object.ParseLines(name)
	if t == nil || !ok {
		return p, false
	}
	for _, p := range t.Cut() {
		if p.Start == lines.Start && p.End == lines.End {
			return p, true
		}
	}
	return p, false
}

// Divisions is the number of passages.
func (t *Text) Divisions() int {
	if t.Passages == "" {
		return 0
	}
	return strings.Count(t.Passages, " ") + 1
}

// Cut reads the passages.
func (t *Text) Cut() []Passage {
	out := make([]Passage, 0, t.Divisions())
	for one := range strings.SplitSeq(t.Passages, " ") {
		p, ok := passage(one)
		if !ok {
			break
		}
		out = append(out, p)
	}
	return out
}

func passage(s string) (p Passage, ok bool) {
	start, rest, _ := strings.Cut(s, "-")
	end, rest, _ := strings.Cut(rest, ":")
	size, words, _ := strings.Cut(rest, ":")
	var n [4]int32
	for i, text := range [...]string{start, end, size, words} {
		if n[i], ok = decimal(text); !ok {
			return p, false
		}
	}
	return Passage{int(n[0]), int(n[1]), int64(n[2]), int(n[3])}, n[0] <= n[1]
}

func appendPassage(b []byte, p Passage) []byte {
	b = strconv.AppendInt(b, int64(p.Start), 10)
	b = strconv.AppendInt(append(b, '-'), int64(p.End), 10)
	b = strconv.AppendInt(append(b, ':'), p.Bytes, 10)
	return strconv.AppendInt(append(b, ':'), int64(p.Words), 10)
}
