package canon

import (
	"strings"
	"unicode"
)

// Trim drops white space at both ends: Unicode's, and the four separators
// U+001C to U+001F, which other implementations of these contracts count.
func Trim(s string) string { return strings.TrimFunc(s, IsSpace) }

// IsSpace reports what Trim drops.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }
