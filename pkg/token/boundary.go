package token

import "unicode/utf8"

// StartsAlone says whether b, standing at the start of a line, is counted by
// itself: for any a that ends in a newline, every tokenizer here gives
// Count(a+b+c) = Count(a) + Count(b+c). The pieces of the split patterns reach
// over a newline only into more white space that ends in a newline, or, after
// punctuation, into slashes; so the line must hold something, and not begin
// with a slash.
func StartsAlone(b []byte) bool {
	if len(b) == 0 || b[0] == '/' {
		return false
	}
	for i := 0; i < len(b); {
		c, n := at(b[i:])
		if c&newline != 0 {
			return false
		}
		if c&space == 0 {
			return b[i] < utf8.RuneSelf || utf8.FullRune(b[i:])
		}
		i += n
	}
	return false
}

// FirstBoundary gives the first place after the start of b where b may be
// counted in two parts exactly, and 0 when there is none.
func FirstBoundary(b []byte) int {
	for i := range b {
		if b[i] == '\n' && StartsAlone(b[i+1:]) {
			return i + 1
		}
	}
	return 0
}

// LastBoundary gives the last place where b may be counted in two parts
// exactly, and 0 when there is none.
func LastBoundary(b []byte) int {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == '\n' && StartsAlone(b[i+1:]) {
			return i + 1
		}
	}
	return 0
}
