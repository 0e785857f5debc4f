package walk

import (
	"strings"
	"unicode"
)

// finished reports whether work of a status is over, in the words that trackers
// and people use. Spelling counts no more than the letters do.
func finished(status string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, status)
	switch letters {
	case "done", "closed", "complete", "completed", "finished", "resolved", "fixed", "implemented", "merged", "released", "shipped", "verified",
		"wontdo", "wontfix", "cancelled", "canceled", "rejected", "declined", "dropped", "abandoned", "archived", "obsolete", "duplicate", "invalid", "superseded":
		return true
	}
	return false
}
