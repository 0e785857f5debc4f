package terms

import "slices"

// Holds reports whether a text holds a phrase: its words, in normal form, next
// to one another, stop words left aside.
func Holds(text string, phrase []string) bool {
	matched := 0
	var seen []string
	each(text, func(w string) {
		if matched == len(phrase) {
			return
		}
		seen = append(seen, Normal(w))
		if len(seen) > len(phrase) {
			seen = seen[1:]
		}
		if slices.Equal(seen, phrase) {
			matched = len(phrase)
		}
	})
	return matched == len(phrase)
}
