package code

import "strings"

// quoted takes a literal between two equal quotes with backslash escapes;
// where it may not cross lines an unterminated one ends with its line.
func (l *lexer) quoted(start int, lines, escapes bool) {
	q, i := l.src[l.pos], l.pos+1
	for i < len(l.src) {
		switch c := l.src[i]; {
		case c == '\\' && escapes:
			i++
		case c == q:
			l.pos = i + 1
			l.emit(text, 0, start)
			return
		case c == '\n' && !lines:
			l.pos = i
			l.emit(text, 0, start)
			return
		}
		i++
	}
	l.pos = len(l.src)
	l.emit(text, 0, start)
}

// until takes a literal up to and with the closing mark, which is looked for
// from a position on; without one the literal runs to the end of the file.
func (l *lexer) until(start, from int, mark string) {
	from = min(from, len(l.src))
	if i := strings.Index(l.src[from:], mark); i >= 0 {
		l.pos = from + i + len(mark)
	} else {
		l.pos = len(l.src)
	}
	l.emit(text, 0, start)
}

// triple takes a literal between three quotes each side.
func (l *lexer) triple(start int, escapes bool) {
	mark, i := l.src[l.pos:l.pos+3], l.pos+3
	if !escapes {
		l.until(start, i, mark)
		return
	}
	for i < len(l.src) {
		switch {
		case l.src[i] == '\\':
			i++
		case l.src[i] == mark[0] && strings.HasPrefix(l.src[i:], mark):
			l.pos = i + 3
			l.emit(text, 0, start)
			return
		}
		i++
	}
	l.pos = len(l.src)
	l.emit(text, 0, start)
}

func (l *lexer) isTriple() bool {
	c := l.at(l.pos)
	return l.at(l.pos+1) == c && l.at(l.pos+2) == c
}

// The traits of a literal that holds code, kept in open.depth: some bits, and
// from bit 8 on a count (of '#' in Swift, '$' in C#, nested delimiters in Ruby).
const (
	tTriple = 1 << iota
	tRaw    // no backslash escapes
	tLines  // may cross lines
	tDouble // a doubled quote is an escaped one
	tPlain  // holds no code after all
	tCount  = 8
)

// template goes on with a literal that can hold code, from byte i on; what it
// emits begins at start. It stops behind the end of the literal or behind the
// mark that opens code.
func (l *lexer) template(start, i int, quote byte, traits int) {
	for i < len(l.src) {
		c := l.src[i]
		if n := l.interp(i, traits); n > 0 && traits&tPlain == 0 {
			l.pos = i
			l.emit(text, 0, start)
			paren := byte('{')
			if l.lang == Swift {
				paren = '('
			}
			l.open(paren, opInterp, n, open{resume: inTemplate, quote: quote, depth: int32(traits)})
			return
		}
		switch {
		case c == '\\' && traits&tRaw == 0:
			i++
		case l.lang == CSharp && c == '{' && l.at(i+1) == '{':
			i++
		case l.lang == Ruby && nests(quote) == c && c != quote:
			traits += 1 << tCount
		case c == quote:
			n, more := l.closes(i, quote, traits)
			if n > 0 && !more {
				l.pos = i + n
				l.emit(text, 0, start)
				return
			}
			if l.lang == Ruby {
				traits -= 1 << tCount
			} else if n > 0 {
				i += n - 1
			}
		case c == '\n' && traits&(tLines|tTriple) == 0:
			l.pos = i
			l.emit(text, 0, start)
			return
		}
		i++
	}
	l.pos = len(l.src)
	l.emit(text, 0, start)
}

// closes says how many bytes of a closing mark stand at i, and whether the
// literal goes on behind them all the same.
func (l *lexer) closes(i int, quote byte, traits int) (n int, more bool) {
	count := traits >> tCount
	switch {
	case l.lang == Ruby:
		return 1, count > 0
	case traits&tDouble != 0 && l.at(i+1) == quote:
		return 2, true
	case traits&tTriple != 0:
		if l.at(i+1) != quote || l.at(i+2) != quote {
			return 0, false
		}
		n = 3
	default:
		n = 1
	}
	if l.lang == Swift {
		for h := range count {
			if l.at(i+n+h) != '#' {
				return 0, false
			}
		}
		n += count
	}
	if l.lang == Kotlin && n == 3 {
		for l.at(i+n) == quote {
			n++
		}
	}
	return n, false
}

// interp is the length of the mark at i that opens code in a literal, or 0.
func (l *lexer) interp(i, traits int) int {
	c, d := l.src[i], l.at(i+1)
	switch l.lang {
	case JavaScript, TypeScript, Kotlin:
		if c == '$' && d == '{' {
			return 2
		}
	case Ruby:
		if c == '#' && d == '{' {
			return 2
		}
	case PHP:
		if c == '{' && d == '$' {
			return 1
		}
		if c == '$' && d == '{' {
			return 2
		}
	case Swift:
		if c != '\\' {
			return 0
		}
		n := 1
		for range traits >> tCount {
			if l.at(i+n) != '#' {
				return 0
			}
			n++
		}
		if l.at(i+n) == '(' {
			return n + 1
		}
	case CSharp:
		return l.interpCSharp(i, traits)
	}
	return 0
}

func (l *lexer) interpCSharp(i, traits int) int {
	if l.src[i] != '{' {
		return 0
	}
	dollars := max(traits>>tCount, 1)
	if dollars == 1 && traits&tTriple == 0 {
		if l.at(i+1) == '{' {
			return 0
		}
		return 1
	}
	for h := range dollars {
		if l.at(i+h) != '{' {
			return 0
		}
	}
	return dollars
}

// nests is the delimiter that opens what closing ends.
func nests(closing byte) byte {
	switch closing {
	case ')':
		return '('
	case ']':
		return '['
	case '}':
		return '{'
	case '>':
		return '<'
	}
	return closing
}

// heredoc is a literal that begins on the line after its mark.
type heredoc struct {
	id     string
	indent bool // the end mark may be indented
	anchor bool // something other than a line end may follow the end mark (PHP)
}

// skipHeredocs steps over the bodies that begin at the present line. A mark
// whose end does not come was none: a shift.
func (l *lexer) skipHeredocs() {
	docs := l.heredocs
	l.heredocs = nil
	for _, d := range docs {
		end := l.heredocEnd(d)
		if end < 0 {
			l.unended++
			return
		}
		l.pos = end
	}
}

func (l *lexer) heredocEnd(d heredoc) int {
	for i := l.pos; i < len(l.src); {
		end := strings.IndexByte(l.src[i:], '\n')
		if end < 0 {
			end = len(l.src)
		} else {
			end += i
		}
		line := strings.TrimSuffix(l.src[i:end], "\r")
		if d.indent {
			line = strings.TrimLeft(line, " \t")
		}
		if line == d.id {
			return end
		}
		if rest, ok := strings.CutPrefix(line, d.id); d.anchor && ok && (rest == "" || classes[rest[0]] != clWord && classes[rest[0]] != clDigit) {
			return end - len(rest)
		}
		i = end + 1
	}
	return -1
}
