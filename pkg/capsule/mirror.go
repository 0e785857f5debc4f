package capsule

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Mirror gives the canonical text of a source, the coordinate space of spans:
// no BOM, LF, NFC, no controls but tab, no trailing blanks on a line, one final
// LF. ok is false when src is not UTF-8. Empty text stays empty.
func Mirror(src []byte) (text string, ok bool) {
	if !utf8.Valid(src) {
		return "", false
	}
	s := strings.TrimPrefix(string(src), "\ufeff")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	s = norm.NFC.String(strings.Map(plain, s))
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	s = strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if s == "" {
		return "", true
	}
	return s + "\n", true
}

// plain drops the controls a mirror does not keep; before NFC, since a dropped
// one can bring a letter and its mark together.
func plain(r rune) rune {
	if r != '\t' && r != '\n' && (r < 0x20 || r >= 0x7f && r < 0xa0) {
		return -1
	}
	return r
}
