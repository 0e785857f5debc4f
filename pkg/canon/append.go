package canon

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Append writes the canonical JSON of v behind dst. A number that is not finite
// is spelled NaN, Infinity or -Infinity, which is no JSON: callers ask Finite
// first where such a number can come in.
func (v Value) Append(dst []byte, o Order) []byte {
	switch v.kind {
	case False:
		return append(dst, "false"...)
	case True:
		return append(dst, "true"...)
	case Int:
		return v.appendInt(dst, o)
	case Float:
		return appendFloat(dst, v.num, o)
	case String:
		return AppendString(dst, v.text)
	case List:
		return v.appendList(dst, o)
	case Map:
		return v.appendMap(dst, o)
	}
	return append(dst, "null"...)
}

func (v Value) appendList(dst []byte, o Order) []byte {
	dst = append(dst, '[')
	for i, item := range v.list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item.Append(dst, o)
	}
	return append(dst, ']')
}

func (v Value) appendMap(dst []byte, o Order) []byte {
	compare := strings.Compare // of UTF-8 is by code point
	if o == UTF16 {
		compare = compareUTF16
	}
	order := make([]int, len(v.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(compare(v.keys[a].Text, v.keys[b].Text), cmp.Compare(v.keys[a].Kind, v.keys[b].Kind))
	})
	dst = append(dst, '{')
	for n, i := range order {
		if n > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, v.keys[i].Text)
		dst = append(dst, ':')
		dst = v.list[i].Append(dst, o)
	}
	return append(dst, '}')
}

// appendInt keeps the digits; ECMAScript knows floats only.
func (v Value) appendInt(dst []byte, o Order) []byte {
	if o == CodePoint || len(v.text) < 16 {
		return append(dst, v.text...)
	}
	f, _ := strconv.ParseFloat(v.text, 64) // out of range is an infinity
	return appendFloat(dst, f, o)
}

const hexDigits = "0123456789abcdef"

// AppendString writes s as a JSON string: only the quote, the backslash and
// controls below 0x20 are escaped, in the short form where JSON has one.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(append(dst, s[from:]...), '"')
}

// appendFloat spells a float with the fewest digits that read back as it.
func appendFloat(dst []byte, f float64, o Order) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 0):
		if f < 0 {
			dst = append(dst, '-')
		}
		return append(dst, "Infinity"...)
	case f == 0 && o == UTF16:
		return append(dst, '0')
	}
	low, high, digits := -4, 16, 2 // exponents of Python's plain form
	if o == UTF16 {
		low, high, digits = -6, 21, 1
	}
	sci := strconv.AppendFloat(nil, f, 'e', -1, 64)
	e := slices.Index(sci, 'e')
	exp, _ := strconv.Atoi(string(sci[e+1:]))
	if exp >= low && exp < high {
		n := len(dst)
		dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
		if o == CodePoint && !slices.Contains(dst[n:], '.') {
			dst = append(dst, ".0"...)
		}
		return dst
	}
	dst = append(append(dst, sci[:e+1]...), sci[e+1])
	mag := strconv.Itoa(max(exp, -exp))
	for range digits - len(mag) {
		dst = append(dst, '0')
	}
	return append(dst, mag...)
}

// compareUTF16 orders strings by UTF-16 code unit: characters beyond the basic
// plane, whose surrogates start at 0xD800, come before those from U+E000 on.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			return cmp.Compare(unitRank(x), unitRank(y))
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

func unitRank(r rune) rune {
	if r >= 0xE000 && r <= 0xFFFF {
		return r + 0x110000
	}
	return r
}
