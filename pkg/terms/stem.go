package terms

import "github.com/kljensen/snowball/english"

// Normal is the form under which a word is compared: its English stem when it
// is made of ASCII letters, else the word, so that identifiers stay whole. The
// word is in lower case.
func Normal(w string) string {
	if !plain(w) {
		return w
	}
	return english.Stem(w, true)
}

// plain reports whether a word is made of ASCII letters alone, and is not
// longer than words of a language are.
func plain(w string) bool {
	if len(w) > 24 {
		return false
	}
	for i := range len(w) {
		if !letter(w[i]) {
			return false
		}
	}
	return true
}
