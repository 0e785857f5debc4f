package layer

import (
	"bytes"
	"strings"
)

// yamlLines reads a document line by line, just well enough to know where plain
// values, quotes, flow collections and block scalars begin and end. It serves
// the checks and repairs that need columns, which the parser does not give.
type yamlLines struct {
	lines [][]byte // without line ends
	at    int      // next line
}

// yamlEntry is one value that starts on a line.
type yamlEntry struct {
	line   int  // 0-based
	column int  // 0-based column of the key, or of the value of a list item
	start  int  // 0-based offset in the line where the value starts
	form   byte // ' " [ | for quoted, flow and block values, p for plain, 0 for none
	end    int  // last line of the value, 0-based
	stop   int  // offset behind the value's last character in line end; -1 when it never ends
	tab    int  // column of a tab in the indentation, -1 without one
}

func newYAMLLines(data []byte) *yamlLines {
	lines := bytes.Split(data, []byte("\n"))
	for i, l := range lines {
		lines[i] = bytes.TrimSuffix(l, []byte("\r"))
	}
	return &yamlLines{lines: lines}
}

// next gives the value that starts on the next line with content and moves
// behind its last line.
func (y *yamlLines) next() (e yamlEntry, ok bool) {
	for ; y.at < len(y.lines); y.at++ {
		l := y.lines[y.at]
		t := bytes.TrimLeft(l, " \t")
		if len(t) == 0 || t[0] == '#' || t[0] == '%' && len(l) == len(t) || isFence(l) {
			continue
		}
		e = yamlEntry{line: y.at, end: y.at, tab: bytes.IndexByte(l[:len(l)-len(t)], '\t')}
		y.locate(&e, l)
		y.extend(&e)
		if y.at = e.end + 1; e.stop < 0 {
			y.at = len(y.lines) // what follows cannot be told from what never ended
		}
		return e, true
	}
	return yamlEntry{}, false
}

func isFence(l []byte) bool {
	return bytes.Equal(l, []byte("---")) || bytes.Equal(l, []byte("..."))
}

// locate finds the value behind dashes and a key.
func (y *yamlLines) locate(e *yamlEntry, l []byte) {
	i := skipBlank(l, 0)
	parent := i
	for i < len(l) && (l[i] == '-' || l[i] == '?') && (i+1 == len(l) || l[i+1] == ' ' || l[i+1] == '\t') {
		parent = i
		i = skipBlank(l, i+1)
	}
	e.column = parent
	if k := keyEnd(l, i); k >= 0 {
		e.column = i
		i = skipBlank(l, k+1)
	}
	for i < len(l) && (l[i] == '&' || l[i] == '!') { // an anchor or a tag
		j := bytes.IndexAny(l[i:], " \t")
		if j < 0 {
			i = len(l)
			break
		}
		i = skipBlank(l, i+j)
	}
	e.start = i
	e.stop = len(l)
	if i == len(l) {
		return
	}
	switch l[i] {
	case '"', '\'':
		e.form = l[i]
	case '[', '{':
		e.form = '['
	case '|', '>':
		e.form = '|'
	case '#':
	case '*':
		if !isAlias(l[i+1:]) {
			e.form = 'p'
		}
	default:
		e.form = 'p'
	}
}

// isAlias tells what follows an asterisk in *name from a glob.
func isAlias(rest []byte) bool {
	return len(rest) > 0 && (isWordByte(rest[0]) || rest[0] == '-')
}

// keyEnd is the offset of the colon behind an implicit key that starts at i, or
// -1 when there is none.
func keyEnd(l []byte, i int) int {
	if i >= len(l) {
		return -1
	}
	switch l[i] {
	case '"', '\'':
		j := closeQuote(l, i)
		if j < 0 {
			return -1
		}
		if j = skipBlank(l, j+1); j < len(l) && l[j] == ':' {
			return j
		}
		return -1
	case '[', '{', '#', '|', '>', '@', '`':
		return -1
	}
	for j := i; j < len(l); j++ {
		if l[j] == ':' && (j+1 == len(l) || l[j+1] == ' ' || l[j+1] == '\t') {
			return j
		}
		if l[j] == '#' && j > i && (l[j-1] == ' ' || l[j-1] == '\t') {
			return -1
		}
	}
	return -1
}

// extend finds where the value ends.
func (y *yamlLines) extend(e *yamlEntry) {
	switch e.form {
	case '|':
		y.indented(e, false)
	case 'p':
		y.indented(e, true)
	case '\'', '"':
		y.quoted(e)
	case '[':
		y.flow(e)
	}
}

// indented takes the lines that stand deeper than the value's key.
func (y *yamlLines) indented(e *yamlEntry, plain bool) {
	for n := e.line + 1; n < len(y.lines); n++ {
		l := y.lines[n]
		t := bytes.TrimLeft(l, " \t")
		if len(t) == 0 {
			continue
		}
		if len(l)-len(t) <= e.column || plain && (t[0] == '#' || t[0] == '-' && bytes.HasPrefix(t, []byte("- "))) {
			return
		}
		e.end, e.stop = n, len(l)
	}
}

func (y *yamlLines) quoted(e *yamlEntry) {
	q := e.form
	from := e.start + 1
	for n := e.line; n < len(y.lines); n++ {
		l := y.lines[n]
		if j := closeFrom(l, from, q); j >= 0 {
			e.end, e.stop = n, j+1
			return
		}
		from = 0
	}
	e.end, e.stop = e.line, -1
}

func (y *yamlLines) flow(e *yamlEntry) {
	depth, quote := 0, byte(0)
	for n, i := e.line, e.start; n < len(y.lines); n, i = n+1, 0 {
		l := y.lines[n]
		for ; i < len(l); i++ {
			c := l[i]
			switch {
			case quote != 0:
				j := closeFrom(l, i, quote)
				if j < 0 {
					i = len(l)
					continue
				}
				i, quote = j, 0
			case c == '#' && (i == 0 || l[i-1] == ' ' || l[i-1] == '\t'):
				i = len(l)
			case (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" \t[{,:", l[i-1]) >= 0):
				quote = c
			case c == '[' || c == '{':
				depth++
			case c == ']' || c == '}':
				if depth--; depth == 0 {
					e.end, e.stop = n, i+1
					return
				}
			}
		}
	}
	e.end, e.stop = e.line, -1
}

func skipBlank(l []byte, i int) int {
	for i < len(l) && (l[i] == ' ' || l[i] == '\t') {
		i++
	}
	return i
}

// closeQuote is the offset of the quote that closes the one at i, or -1.
func closeQuote(l []byte, i int) int { return closeFrom(l, i+1, l[i]) }

func closeFrom(l []byte, i int, q byte) int {
	for ; i < len(l); i++ {
		switch {
		case l[i] == '\\' && q == '"':
			i++
		case l[i] == q && q == '\'' && i+1 < len(l) && l[i+1] == q:
			i++
		case l[i] == q:
			return i
		}
	}
	return -1
}
