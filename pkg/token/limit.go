package token

// limited is an estimator that can stop counting early.
type limited interface {
	CountUpTo(b []byte, limit int) int
}

// mostPerByte bounds any count: a valid byte is at most one token, one that is
// not UTF-8 counts as the three bytes of U+FFFD.
const mostPerByte = 3

// Exceeds says whether b has more than limit tokens under e. It reads no more
// of b than it takes to know.
func Exceeds(e Estimator, b []byte, limit int) bool {
	if len(b) <= limit/mostPerByte {
		return false
	}
	return CountUpTo(e, b, limit) > limit
}

// CountUpTo is e.Count(b) when that is at most limit, and some number above
// limit when it is not.
func CountUpTo(e Estimator, b []byte, limit int) int {
	if l, ok := e.(limited); ok {
		return l.CountUpTo(b, limit)
	}
	return e.Count(b)
}
