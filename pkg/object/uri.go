package object

import (
	"strings"
	"unicode/utf8"
)

// Scheme opens every URI.
const Scheme = "majordomus://"

const upperhex = "0123456789ABCDEF"

// URI gives majordomus://<kind>/<identity>, the identity escaped as by Escape.
func URI(k Kind, identity string) string {
	return Scheme + string(k) + "/" + Escape(identity)
}

// ParseURI splits a URI into its kind and its identity, unescaped, and the
// symbol behind a '#' if there is one. ok is false when it has another form.
func ParseURI(uri string) (k Kind, identity, symbol string, ok bool) {
	rest, found := strings.CutPrefix(uri, Scheme)
	if !found {
		return "", "", "", false
	}
	kind, id, found := strings.Cut(rest, "/")
	if !found || kind == "" || id == "" {
		return "", "", "", false
	}
	id, symbol, _ = strings.Cut(id, "#")
	return Kind(kind), Unescape(id), Unescape(symbol), true
}

// Escape writes an identity or a path as it stands in a URI: everything as it
// is, but '%', '#', '?', white space, controls and bytes that are not UTF-8
// as %XX.
func Escape(s string) string {
	clean := true
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if needsEscape(r, n) {
			clean = false
			break
		}
		i += n
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if needsEscape(r, n) {
			for _, c := range []byte(s[i : i+n]) {
				b.WriteByte('%')
				b.WriteByte(upperhex[c>>4])
				b.WriteByte(upperhex[c&15])
			}
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

func needsEscape(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size <= 1:
		return true
	case r == '%' || r == '#' || r == '?':
		return true
	case r <= ' ' || r == 0x7f || (r >= 0x80 && r < 0xa0):
		return true
	case r == 0xa0 || r == 0x1680 || (r >= 0x2000 && r <= 0x200a) || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000:
		return true
	}
	return false
}

// Unescape undoes Escape; a '%' without two hex digits stays as it is.
func Unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
