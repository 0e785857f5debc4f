package layer

import (
	"html"
	"strings"
)

// inline reads the links of one run of text. Every character is passed once, and
// what a failed search learnt is kept, so time is linear.
type inline struct {
	s     string
	defs  map[string]string
	link  func(dest string)         // called for each link that is no image
	image func(from, to int)        // called for each image
	piece func(from, to int)        // called for text, when it is asked for
	mark  func(c byte, from, n int) // called for a run of "*" or "_"
}

// longest bounds labels, destinations and runs of marks, in bytes.
const longest = 512

type opener struct {
	at    int
	image bool
}

func (x inline) read() {
	var stack []opener
	dead := 0 // openers below it stand outside of a link and open none themselves
	noClose := map[int]bool{}
	noAngle := false
	for i := 0; i < len(x.s); {
		from := i
		for i < len(x.s) && !isMark(x.s[i]) {
			i++
		}
		if x.text(from, i); i == len(x.s) {
			break
		}
		switch c := x.s[i]; {
		case c == '\\':
			if i+1 < len(x.s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", x.s[i+1]) >= 0 {
				i++
			}
			x.text(i, min(i+1, len(x.s)))
			i++
		case c == '`':
			i = x.code(i, noClose)
		case c == '<':
			i, noAngle = x.angle(i, noAngle)
		case c == '*' || c == '_':
			n := runLength(x.s, i)
			if x.mark != nil {
				x.mark(c, i, n)
			}
			i += n
		case c == '[':
			stack = append(stack, opener{at: i})
			i++
		case c == '!' && strings.HasPrefix(x.s[i:], "!["):
			stack = append(stack, opener{i, true})
			i += 2
		case c == '!':
			x.text(i, i+1)
			i++
		default:
			i, stack, dead = x.close(i, stack, dead)
		}
	}
	for _, o := range stack {
		x.bracket(o)
	}
}

// isMark tells the characters that mean something inside a run. It is asked of
// every character: two masks are twice as fast as a switch.
func isMark(c byte) bool {
	const low = 1<<'!' | 1<<'*' | 1<<'<'
	const high = 1<<('\\'-64) | 1<<('`'-64) | 1<<('['-64) | 1<<(']'-64) | 1<<('_'-64)
	if c < 64 {
		return low>>c&1 != 0
	}
	return c < 128 && uint64(high)>>(c-64)&1 != 0
}

// bracket gives an opening bracket that opened nothing as text.
func (x inline) bracket(o opener) {
	if o.image {
		x.text(o.at, o.at+2)
	} else {
		x.text(o.at, o.at+1)
	}
}

func (x inline) text(from, to int) {
	if x.piece != nil && from < to {
		x.piece(from, to)
	}
}

func runLength(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// code goes behind a code span, or behind its opening when it never closes.
func (x inline) code(i int, noClose map[int]bool) int {
	n := runLength(x.s, i)
	from := i + n
	if noClose[n] || n > longest {
		x.text(i, from)
		return from
	}
	for j := from; j < len(x.s); {
		k := strings.IndexByte(x.s[j:], '`')
		if k < 0 {
			break
		}
		j += k
		m := runLength(x.s, j)
		if m == n {
			x.text(from, j)
			return j + m
		}
		j += m
	}
	noClose[n] = true
	x.text(i, from)
	return from
}

// angle goes behind an autolink or a tag.
func (x inline) angle(i int, noAngle bool) (int, bool) {
	if !noAngle && i+1 < len(x.s) {
		if c := x.s[i+1]; c == '/' || c == '!' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			j := strings.IndexByte(x.s[i:], '>')
			if j < 0 {
				x.text(i, i+1)
				return i + 1, true
			}
			if j < longest {
				if in := x.s[i+1 : i+j]; strings.ContainsAny(in, ":@") && !strings.ContainsAny(in, " \t\n") {
					x.text(i+1, i+j)
				}
				return i + j + 1, false
			}
		}
	}
	x.text(i, i+1)
	return i + 1, noAngle
}

// close reads what a closing bracket ends: a link with its destination or label,
// or nothing. A link holds no link, so what is open around it is dead.
func (x inline) close(i int, stack []opener, dead int) (next int, rest []opener, nowDead int) {
	if len(stack) == 0 {
		x.text(i, i+1)
		return i + 1, stack, 0
	}
	k := len(stack) - 1
	top := stack[k]
	stack = stack[:k]
	live := top.image || k >= dead
	dead = min(dead, k)
	dest, next, ok := "", i+1, false
	if live {
		dest, next, ok = x.target(top, i)
	}
	switch {
	case !ok:
		x.bracket(top)
		x.text(i, i+1)
		return i + 1, stack, dead
	case !top.image:
		if x.link != nil {
			x.link(dest)
		}
		return next, stack, k
	case x.image != nil:
		x.image(top.at, next)
	}
	return next, stack, dead
}

// target reads what stands behind the bracket at i.
func (x inline) target(top opener, i int) (dest string, next int, ok bool) {
	rest := x.s[i+1:]
	if strings.HasPrefix(rest, "(") {
		if dest, n, ok := inlineTarget(rest); ok {
			return dest, i + 1 + n, true
		}
	}
	from := top.at + 1
	if top.image {
		from++
	}
	label := x.s[from:i]
	next = i + 1
	if strings.HasPrefix(rest, "[") {
		if j := strings.IndexByte(rest[:min(len(rest), longest)], ']'); j > 0 {
			if next += j + 1; j > 1 {
				label = rest[1:j]
			}
		}
	}
	if len(label) > longest/2 || len(x.defs) == 0 {
		return "", 0, false
	}
	dest, ok = x.defs[foldLabel(label)]
	return dest, next, ok
}

// inlineTarget reads (destination "title"); n is its length.
func inlineTarget(s string) (dest string, n int, ok bool) {
	s = s[:min(len(s), 2*longest)]
	rest := strings.TrimLeft(s[1:], " \t\n")
	dest, used, ok := destination(rest)
	if !ok {
		return "", 0, false
	}
	rest = strings.TrimLeft(rest[used:], " \t\n")
	if rest != "" && strings.IndexByte("\"'(", rest[0]) >= 0 {
		q := rest[0]
		if q == '(' {
			q = ')'
		}
		j := 1
		for j < len(rest) && rest[j] != q {
			if rest[j] == '\\' {
				j++
			}
			j++
		}
		if j >= len(rest) {
			return "", 0, false
		}
		rest = strings.TrimLeft(rest[j+1:], " \t\n")
	}
	if !strings.HasPrefix(rest, ")") {
		return "", 0, false
	}
	return dest, len(s) - len(rest) + 1, true
}

// destination reads <…> or a text without blanks and with balanced brackets.
func destination(s string) (dest string, n int, ok bool) {
	if strings.HasPrefix(s, "<") {
		j := strings.IndexAny(s, ">\n")
		if j < 0 || s[j] != '>' {
			return "", 0, false
		}
		return unescapeDest(s[1:j]), j + 1, true
	}
	depth, i := 0, 0
scan:
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && s[i+1] > ' ':
			i++
		case c == '(':
			depth++
		case c == ')':
			if depth == 0 {
				break scan
			}
			depth--
		case c <= ' ':
			break scan
		}
	}
	return unescapeDest(s[:i]), i, depth == 0
}

func unescapeDest(s string) string {
	if strings.IndexByte(s, '\\') >= 0 {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i+1]) >= 0 {
				i++
			}
			b.WriteByte(s[i])
		}
		s = b.String()
	}
	return html.UnescapeString(s)
}

// foldLabel is a label as it is compared.
func foldLabel(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
