package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// visibleControls writes every character that could drive a terminal or
// disguise text by its code point, and every byte that is no UTF-8 as its
// value. Tab and line feed stay.
func visibleControls(s string) string {
	clean := true
	for _, r := range s {
		if hidden(r) || r == utf8.RuneError {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "<%02X>", s[i])
		case hidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// hidden: C0 and C1 controls but tab and line feed, direction marks and
// overrides, zero-width characters, line and paragraph separators.
func hidden(r rune) bool {
	switch {
	case r == '\t' || r == '\n':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r == 0x61c, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x2069, r == 0xfeff:
		return true
	}
	return false
}

// visibleWriter passes text on with its controls made visible. A character cut
// by the end of a write waits for the next one, or for flush.
type visibleWriter struct {
	to   io.Writer
	rest []byte
}

func (v *visibleWriter) Write(p []byte) (int, error) {
	text := append(v.rest, p...)
	end := len(text)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			end = i
			break
		}
	}
	if _, err := io.WriteString(v.to, visibleControls(string(text[:end]))); err != nil {
		return 0, err
	}
	v.rest = append([]byte(nil), text[end:]...)
	return len(p), nil
}

// flush writes what waited for more.
func (v *visibleWriter) flush() error {
	_, err := io.WriteString(v.to, visibleControls(string(v.rest)))
	v.rest = nil
	return err
}
