package task

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"majordomus/pkg/canon"
	"majordomus/pkg/route"
)

// Where an advisory tag comes from.
const (
	tagNamed     = "named by the task"
	tagFromScope = "from scope"
	tagFromTitle = "from a title"
	tagFromText  = "from the text"
)

// tags finds the tags the advisory walk starts from: the task's own when it has
// any, else those its scope and its words lead to.
func (r *resolution) tags() {
	found := map[string]map[string]bool{}
	add := func(tag, reason string) {
		if found[tag] == nil {
			found[tag] = map[string]bool{}
		}
		found[tag][reason] = true
	}
	f := r.inputs.Fields
	for _, t := range f.Tags {
		add(t, tagNamed)
	}
	if len(f.Tags) == 0 {
		r.deriveTags(add)
	}
	r.seeds.Tags = []string{}
	r.seeds.TagReasons = map[string][]string{}
	for _, tag := range slices.Sorted(maps.Keys(found)) {
		r.seeds.Tags = append(r.seeds.Tags, tag)
		r.seeds.TagReasons[tag] = slices.Sorted(maps.Keys(found[tag]))
	}
}

func (r *resolution) deriveTags(add func(tag, reason string)) {
	scope := slices.DeleteFunc(slices.Clone(r.list), func(s Spec) bool { return s.Source != FromScope })
	m := newMatcher(scope)
	f := r.inputs.Fields
	words := strings.ToLower(strings.Join(append([]string{f.Title, f.Objective}, f.Steps...), "\n"))
	known := map[string]bool{}
	for _, n := range r.in.Graph.nodes {
		tags := set(n.Tags)
		if len(tags) == 0 {
			continue
		}
		inScope := len(scope) > 0 && n.liesUnder(m)
		titled := hasWords(words, n.Title)
		for _, t := range tags {
			if inScope {
				add(t, tagFromScope)
			}
			if titled {
				add(t, tagFromTitle)
			}
			if _, asked := known[t]; !asked {
				known[t] = hasWords(words, t)
			}
			if known[t] {
				add(t, tagFromText)
			}
		}
	}
}

// liesUnder reports whether a node's source or content lies under a scope. A
// node that refers to no other content is its own file's.
func (n *Node) liesUnder(m *matcher) bool {
	content, _, _ := strings.Cut(n.ContentRef, "#")
	if content == "" {
		content = n.Provenance.Path
	}
	for _, p := range []string{n.SourceFile, content} {
		if p, err := route.Normalize(p); err == nil && m.under(p) {
			return true
		}
	}
	return false
}

// hasWords reports whether a phrase stands in a lower-case text, with no letter,
// digit or underscore right before or behind it where it has one at that end.
func hasWords(text, phrase string) bool {
	phrase = strings.ToLower(canon.Trim(phrase))
	if phrase == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(phrase)
	last, _ := utf8.DecodeLastRuneInString(phrase)
	for at := 0; ; {
		i := strings.Index(text[at:], phrase)
		if i < 0 {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(phrase):])
		if !(isWord(first) && isWord(before)) && !(isWord(last) && isWord(after)) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		at = i + n
	}
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}
