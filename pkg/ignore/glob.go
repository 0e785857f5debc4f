package ignore

import "strings"

// token is a step of a glob.
type token struct {
	op  op
	lit byte
	set *[256]bool
}

type op uint8

const (
	literal op = iota // lit
	single            // any byte but a slash
	class             // a byte of set
	star              // any run without a slash
	deep              // any run
	folders           // any run that is empty or ends with a slash
)

// compile reads a glob of gitignore(5). In a path glob `**` between slashes
// spans folders; any other run of stars is one star. ok is false for a glob that
// git never matches: an open bracket, an unknown class, a trailing backslash.
func compile(s string, path bool) (ts []token, ok bool) {
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '?':
			ts = append(ts, token{op: single})
			i++
		case '*':
			t, n := compileStar(s, i, path)
			ts = append(ts, t)
			i += n
		case '[':
			set, n := compileSet(s[i:])
			if n == 0 {
				return nil, false
			}
			ts = append(ts, token{op: class, set: set})
			i += n
		case '\\':
			if i++; i == len(s) {
				return nil, false
			}
			ts = append(ts, token{op: literal, lit: s[i]})
			i++
		default:
			ts = append(ts, token{op: literal, lit: c})
			i++
		}
	}
	return ts, true
}

// compileStar reads the run of stars at i and gives how much of s it took.
func compileStar(s string, i int, path bool) (token, int) {
	end := i
	for end < len(s) && s[end] == '*' {
		end++
	}
	n := end - i
	rest := s[end:]
	if n < 2 || !path || i > 0 && s[i-1] != '/' {
		return token{op: star}, n
	}
	switch {
	case strings.HasPrefix(rest, "/"):
		return token{op: folders}, n + 1
	case rest == "", strings.HasPrefix(rest, `\/`):
		return token{op: deep}, n
	}
	return token{op: star}, n
}

// match holds a path against a glob. Of two open stars only the later must be
// tried again, and a star is given up where it would cross a slash, so the work
// is at most the product of the lengths.
func match(ts []token, s string) bool {
	p, i := 0, 0
	near, nearAt := -1, 0 // the last star
	far, farAt := -1, 0   // the last deep or folders
	for {
		if p < len(ts) {
			switch t := ts[p]; {
			case t.op == star:
				near, nearAt = p, i
				p++
				continue
			case t.op == deep || t.op == folders:
				far, farAt, near = p, i, -1
				p++
				continue
			case i < len(s) && t.takes(s[i]):
				p++
				i++
				continue
			}
		} else if i == len(s) {
			return true
		}
		switch {
		case near >= 0 && nearAt < len(s) && s[nearAt] != '/':
			nearAt++
			p, i = near+1, nearAt
		case far >= 0 && retry(ts[far].op, s, &farAt):
			near = -1
			p, i = far+1, farAt
		default:
			return false
		}
	}
}

// retry moves the end of a run on; false when there is no further end.
func retry(o op, s string, at *int) bool {
	if o == deep {
		*at++
		return *at <= len(s)
	}
	n := strings.IndexByte(s[*at:], '/')
	*at += n + 1
	return n >= 0
}

func (t token) takes(c byte) bool {
	switch t.op {
	case literal:
		return t.lit == c
	case single:
		return c != '/'
	}
	return t.set[c] && c != '/'
}
