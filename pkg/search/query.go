package search

import (
	"slices"
	"strings"
)

// Query is an intent as it is searched for. Beside plain words it may hold
// phrases in double quotes, whose words count more where they stand together,
// and the qualifiers path: and kind:, which leave only what fits one of theirs.
type Query struct {
	Words   []string   // as written, folded, each once
	Phrases [][]string // of two words or more, in normal form
	Paths   []string   // folders, files or globs
	Kinds   []string
	terms   []string // the normal forms of Words
}

// maxWords and maxPhrases are how many of a query are looked for; a longer one is
// cut, so that a pasted log costs no more than a question.
const (
	maxWords   = 64
	maxPhrases = 8
)

// NewQuery reads an intent.
func NewQuery(text string) *Query {
	q := &Query{}
	rest := q.qualifiers(text)
	for i, part := range strings.Split(rest, `"`) {
		q.add(part, i%2 == 1)
	}
	return q
}

// qualifiers takes them out of a text.
func (q *Query) qualifiers(text string) string {
	var rest []string
	for _, f := range strings.Fields(text) {
		if v, ok := strings.CutPrefix(f, "path:"); ok && v != "" {
			q.Paths = append(q.Paths, strings.Trim(v, `"`))
		} else if v, ok := strings.CutPrefix(f, "kind:"); ok && v != "" {
			q.Kinds = append(q.Kinds, strings.Trim(v, `"`))
		} else {
			rest = append(rest, f)
		}
	}
	return strings.Join(rest, " ")
}

func (q *Query) add(part string, quoted bool) {
	var phrase []string
	for _, w := range Words(part) {
		n := normal(w)
		phrase = append(phrase, n)
		if !slices.Contains(q.terms, n) && len(q.terms) < maxWords {
			q.Words, q.terms = append(q.Words, w), append(q.terms, n)
		}
	}
	if quoted && len(phrase) > 1 && len(q.Phrases) < maxPhrases {
		q.Phrases = append(q.Phrases, phrase)
	}
}

// Holds reports whether a text holds a phrase: its words next to one another,
// stop words left aside.
func Holds(text string, phrase []string) bool {
	matched := 0
	var seen []string
	each(text, func(w string) {
		if matched == len(phrase) {
			return
		}
		seen = append(seen, normal(w))
		if len(seen) > len(phrase) {
			seen = seen[1:]
		}
		if slices.Equal(seen, phrase) {
			matched = len(phrase)
		}
	})
	return matched == len(phrase)
}
