package token

import (
	"unicode"
	"unicode/utf8"
)

// class is what the split patterns ask of a rune, as bits.
type class uint8

const (
	upper   class = 1 << iota // \p{Lu} \p{Lt} \p{Lm} \p{Lo} \p{M}
	lower                     // \p{Ll} \p{Lm} \p{Lo} \p{M}
	letter                    // \p{L}
	number                    // \p{N}
	space                     // \s
	newline                   // \r \n; also space
)

var ascii = func() (t [utf8.RuneSelf]class) {
	for r := range rune(utf8.RuneSelf) {
		t[r] = slowClass(r)
	}
	return t
}()

// at gives the class and the width of the first rune of b, which is not empty.
func at(b []byte) (class, int) {
	if b[0] < utf8.RuneSelf {
		return ascii[b[0]], 1
	}
	r, n := utf8.DecodeRune(b)
	return slowClass(r), n
}

func slowClass(r rune) class {
	switch {
	case r == '\r' || r == '\n':
		return space | newline
	case unicode.Is(unicode.Ll, r):
		return letter | lower
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return letter | upper
	case unicode.IsLetter(r):
		return letter | upper | lower
	case unicode.IsMark(r):
		return upper | lower
	case unicode.IsNumber(r):
		return number
	case unicode.IsSpace(r):
		return space
	}
	return 0
}
