package search

import (
	"slices"
	"strings"

	"majordomus/pkg/terms"
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
	times   []int    // how often each is said
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
	for _, w := range terms.Words(part) {
		n := terms.Normal(w)
		phrase = append(phrase, n)
		if at := slices.Index(q.terms, n); at >= 0 {
			q.times[at]++
		} else if len(q.terms) < maxWords {
			q.Words, q.terms, q.times = append(q.Words, w), append(q.terms, n), append(q.times, 1)
		}
	}
	if quoted && len(phrase) > 1 && len(q.Phrases) < maxPhrases {
		q.Phrases = append(q.Phrases, phrase)
	}
}
