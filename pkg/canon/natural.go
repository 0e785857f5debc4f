package canon

import (
	"cmp"
	"strings"
)

// Natural compares names as a person orders them: runs of ASCII digits by their
// value, of any length, everything else byte by byte. Names that differ only in
// leading zeros are ordered by their bytes, so 0 means equal.
func Natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		if !isDigit(x[0]) || !isDigit(y[0]) {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		var m, n string
		m, x = cutDigits(x)
		n, y = cutDigits(y)
		if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// cutDigits splits the leading run of digits off, without its leading zeros.
func cutDigits(s string) (digits, rest string) {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return strings.TrimLeft(s[:n], "0"), s[n:]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
