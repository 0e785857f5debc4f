package code

import "strings"

// recovery is how many open brackets a stray closing one may look below to
// find its partner. It keeps broken files linear.
const recovery = 64

// maxUnended is how many marks of heredocs without an end are looked for; later
// marks are believed to be shifts. It keeps broken files linear.
const maxUnended = 16

// lexer cuts a file into tokens in one pass, each byte once. It matches
// brackets as it goes, so that readers of declarations step over bodies.
type lexer struct {
	src        string
	pos        int
	lang       string
	markup     bool // JSX can occur
	toks       []token
	comments   []comment
	stack      []open
	counts     [3]int // open '(', '[', '{'
	nl         bool
	lineHas    bool // a token has begun on this line
	heredocs   []heredoc
	branches   [][]open // C family: the bracket stack at each open #if
	directives []directive
	unended    int  // heredocs that had no end
	noRegexp   int  // no regular expression ends before this byte
	dollar     bool // names can hold it
	limit      int
	over       bool
}

// lex gives the tokens and comments of src; over is true when there were more
// than limit.
func (l *lexer) run() {
	l.nl = true
	if l.lang == PHP {
		l.inlineHTML()
	}
	for l.pos < len(l.src) {
		if len(l.toks) >= l.limit {
			l.over = true
			return
		}
		l.step()
	}
	n := int32(len(l.toks))
	for _, o := range l.stack {
		l.toks[o.tok].match = n
	}
}

func (l *lexer) step() {
	c := l.src[l.pos]
	switch classes[c] {
	case clSpace:
		l.pos++
	case clLine:
		l.pos++
		l.newline()
	case clWord:
		l.word(c)
	case clDigit:
		l.number()
	case clOpen:
		l.open(c, c, 1, open{})
	case clClose:
		l.close(c)
	default:
		if !l.special(c) {
			l.operator(c)
		}
	}
}

func (l *lexer) newline() {
	l.nl, l.lineHas = true, false
	if len(l.heredocs) > 0 {
		l.skipHeredocs()
	}
}

// emit adds the token from start to the present position.
func (l *lexer) emit(k kind, op byte, start int) {
	l.toks = append(l.toks, token{start: int32(start), end: int32(l.pos), kind: k, op: op, nl: l.nl})
	l.nl, l.lineHas = false, true
}

func (l *lexer) word(c byte) {
	start := l.pos
	if l.prefixed(c) {
		return
	}
	i := l.pos + 1
	for i < len(l.src) && (classes[l.src[i]] == clWord || classes[l.src[i]] == clDigit || l.dollar && l.src[i] == '$') {
		i++
	}
	if l.lang == Ruby && i < len(l.src) && (l.src[i] == '?' || l.src[i] == '!') && (i+1 >= len(l.src) || l.src[i+1] != '=') {
		i++
	}
	l.pos = i
	l.emit(word, 0, start)
}

func (l *lexer) number() {
	start, i := l.pos, l.pos+1
	for i < len(l.src) {
		c := l.src[i]
		switch {
		case classes[c] == clWord || classes[c] == clDigit:
		case c == '.' && (l.lang == Go || i+1 < len(l.src) && classes[l.src[i+1]] == clDigit):
		case c == '\'' && l.lang == CPP && i+1 < len(l.src) && hexDigit(l.src[i+1]):
		default:
			l.pos = i
			l.emit(number, 0, start)
			return
		}
		i++
	}
	l.pos = i
	l.emit(number, 0, start)
}

func hexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// operator emits a punctuation token; pairs that hold '<' or '>' or change the
// meaning of ':' or '=' become one.
func (l *lexer) operator(c byte) {
	start, op, size := l.pos, c, 1
	var d byte
	if l.pos+1 < len(l.src) {
		d = l.src[l.pos+1]
	}
	switch {
	case c == '-' && d == '>':
		op, size = opArrow, 2
	case c == '=' && d == '>':
		op, size = opFat, 2
	case c == ':' && d == ':':
		op, size = opScope, 2
	case d == '=' && strings.IndexByte("=<>!+-*/%|&^?", c) >= 0:
		op, size = opOther, 2
	case c == d && (c == '&' || c == '|' || c == '?'):
		op, size = opOther, 2
	}
	l.pos += size
	l.emit(punct, op, start)
}

// open emits an opening bracket of the kind paired with c and pushes it.
func (l *lexer) open(c, op byte, size int, o open) {
	start := l.pos
	l.pos += size
	o.tok, o.op = int32(len(l.toks)), c
	l.stack = append(l.stack, o)
	l.counts[bracket(c)]++
	l.emit(punct, op, start)
}

// bracket numbers the three kinds, either side of them.
func bracket(c byte) int {
	switch c {
	case '(', ')':
		return 0
	case '[', ']':
		return 1
	}
	return 2
}

// close emits a closing bracket, matched with the nearest open one of its
// kind; open ones in between stay without a partner and end here.
func (l *lexer) close(c byte) {
	start, b := l.pos, bracket(c)
	l.pos++
	i := len(l.stack) - 1
	if l.counts[b] == 0 {
		i = -1
	}
	for low := i - recovery; i >= 0 && bracket(l.stack[i].op) != b; i-- {
		if l.stack[i].resume != inCode || i == low {
			i = -1
			break
		}
	}
	if i < 0 {
		l.emit(punct, c, start)
		l.toks[len(l.toks)-1].match = int32(len(l.toks) - 1)
		return
	}
	at, o := int32(len(l.toks)), l.stack[i]
	for _, lost := range l.stack[i:] {
		l.toks[lost.tok].match = at
		l.counts[bracket(lost.op)]--
	}
	l.stack = l.stack[:i]
	op := c
	if o.resume != inCode {
		op = opEnd
	}
	l.emit(punct, op, start)
	l.toks[at].match = o.tok
	switch o.resume {
	case inTemplate:
		l.template(l.pos, l.pos, o.quote, int(o.depth))
	case inTag, inChildren:
		l.element(o.resume, o.depth)
	}
}

// lineComment takes everything to the end of the line.
func (l *lexer) lineComment() {
	end := strings.IndexByte(l.src[l.pos:], '\n')
	if end < 0 {
		end = len(l.src)
	} else {
		end += l.pos
	}
	if l.lang == PHP {
		if tag := strings.Index(l.src[l.pos:end], "?>"); tag >= 0 {
			end = l.pos + tag
		}
	}
	l.addComment(end)
}

// blockComment takes everything to the closing mark, or the end of the file.
func (l *lexer) blockComment(nested bool) {
	i, depth := l.pos+2, 1
	for depth > 0 {
		j := strings.IndexByte(l.src[i:], '*')
		if nested {
			j = strings.IndexAny(l.src[i:], "*/")
		}
		if j < 0 || i+j+1 >= len(l.src) {
			i = len(l.src)
			break
		}
		i += j
		switch {
		case l.src[i] == '*' && l.src[i+1] == '/':
			depth, i = depth-1, i+2
		case nested && l.src[i] == '/' && l.src[i+1] == '*':
			depth, i = depth+1, i+2
		default:
			i++
		}
	}
	broken := strings.IndexByte(l.src[l.pos:i], '\n') >= 0
	l.addComment(i)
	l.nl = l.nl || broken
}

func (l *lexer) addComment(end int) {
	l.comments = append(l.comments, comment{start: int32(l.pos), end: int32(end), own: !l.lineHas})
	l.pos = end
}

// before is the last token, or an empty one.
func (l *lexer) before() token {
	if len(l.toks) == 0 {
		return token{kind: punct}
	}
	return l.toks[len(l.toks)-1]
}

func (l *lexer) textOf(t token) string { return l.src[t.start:t.end] }

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.src[l.pos:], prefix) }

func (l *lexer) at(i int) byte {
	if i >= 0 && i < len(l.src) {
		return l.src[i]
	}
	return 0
}
