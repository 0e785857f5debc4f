package code

// class is what a byte can begin, the same in every language; the rest is
// decided by special.
type class uint8

const (
	clOther class = iota
	clSpace
	clLine
	clWord
	clDigit
	clOpen
	clClose
)

// classes is read-only.
var classes = func() (t [256]class) {
	for c := range 256 {
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			t[c] = clSpace
		case c == '\n':
			t[c] = clLine
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80:
			t[c] = clWord
		case c >= '0' && c <= '9':
			t[c] = clDigit
		case c == '(' || c == '[' || c == '{':
			t[c] = clOpen
		case c == ')' || c == ']' || c == '}':
			t[c] = clClose
		}
	}
	return t
}()
