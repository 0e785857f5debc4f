package devcontext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden reports a rune that a reader does not see or that moves what stands
// around it: controls, bidi marks, invisible format characters, line
// separators.
func hidden(r rune) bool {
	switch {
	case r < ' ' || r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029:
		return true
	case r == 0x200c || r == 0x200d: // joiners: parts of words and emoji
		return false
	}
	return unicode.Is(unicode.Cf, r)
}

// visible writes s so that nothing in it can act on a terminal: hidden runes
// as \u202e, bytes that are not UTF-8 as \xff.
func visible(s string) string {
	clean := utf8.ValidString(s)
	if clean && strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case hidden(r):
			b.WriteString(escaped(r))
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

func escaped(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\t':
		return `\t`
	case '\r':
		return `\r`
	}
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
