package code

import "strings"

// special takes what the byte begins in this language, if it is no plain
// operator there: a literal, a comment, a directive.
func (l *lexer) special(c byte) bool {
	if c == '/' && l.slashes() {
		return true
	}
	switch l.lang {
	case Go:
		return l.specialGo(c)
	case Python:
		return l.specialPython(c)
	case JavaScript, TypeScript:
		return l.specialScript(c)
	case Rust:
		return l.specialRust(c)
	case Java, Kotlin:
		return l.specialJVM(c)
	case C, CPP:
		return l.specialC(c)
	case CSharp:
		return l.specialCSharp(c)
	case Swift:
		return l.specialSwift(c)
	case Ruby:
		return l.specialRuby(c)
	case PHP:
		return l.specialPHP(c)
	}
	return false
}

// slashes takes a comment of the C family.
func (l *lexer) slashes() bool {
	if l.lang == Python || l.lang == Ruby {
		return false
	}
	switch l.at(l.pos + 1) {
	case '/':
		l.lineComment()
	case '*':
		l.blockComment(l.lang == Rust || l.lang == Kotlin || l.lang == Swift)
	default:
		return false
	}
	return true
}

func (l *lexer) specialGo(c byte) bool {
	switch c {
	case '"', '\'':
		l.quoted(l.pos, false, true)
	case '`':
		l.quoted(l.pos, true, false)
	default:
		return false
	}
	return true
}

func (l *lexer) specialPython(c byte) bool {
	switch c {
	case '"', '\'':
		l.pythonString(l.pos, true)
	case '#':
		l.lineComment()
	case '\\':
		if l.at(l.pos+1) == '\r' {
			l.pos++
		}
		l.pos = min(l.pos+2, len(l.src)) // the line goes on
	default:
		return false
	}
	return true
}

func (l *lexer) pythonString(start int, escapes bool) {
	if l.isTriple() {
		l.triple(start, true)
		return
	}
	l.quoted(start, false, escapes)
}

func (l *lexer) specialScript(c byte) bool {
	switch c {
	case '"', '\'':
		l.quoted(l.pos, false, true)
	case '`':
		l.template(l.pos, l.pos+1, '`', tLines)
	case '/':
		return l.regexp()
	case '<':
		if !l.opensTag() {
			return false
		}
		start := l.pos
		l.pos++
		l.emit(text, 0, start)
		l.element(inTag, 0)
	case '$', '#':
		l.word(c)
	default:
		return false
	}
	return true
}

func (l *lexer) specialRust(c byte) bool {
	switch c {
	case '"':
		l.quoted(l.pos, true, true)
	case '\'':
		l.rustQuote()
	default:
		return false
	}
	return true
}

// rustQuote tells a character from a lifetime.
func (l *lexer) rustQuote() {
	start := l.pos
	if l.at(l.pos+1) == '\\' {
		l.quoted(start, false, true)
		return
	}
	for n := 2; n <= 5; n++ {
		if l.at(l.pos+n) == '\'' && (n == 2 || l.at(l.pos+1) >= 0x80) {
			l.pos += n + 1
			l.emit(text, 0, start)
			return
		}
	}
	l.pos++
	for classes[l.at(l.pos)] == clWord || classes[l.at(l.pos)] == clDigit {
		l.pos++
	}
	l.emit(text, 0, start)
}

func (l *lexer) specialJVM(c byte) bool {
	switch {
	case c == '"' && l.lang == Kotlin && l.isTriple():
		l.template(l.pos, l.pos+3, '"', tTriple|tRaw|tLines)
	case c == '"' && l.lang == Kotlin:
		l.template(l.pos, l.pos+1, '"', 0)
	case c == '"' && l.isTriple():
		l.triple(l.pos, true)
	case c == '"', c == '\'':
		l.quoted(l.pos, false, true)
	case c == '`' && l.lang == Kotlin:
		l.backquoted()
	case c == '$':
		l.word(c)
	default:
		return false
	}
	return true
}

// backquoted takes an identifier in back quotes as a word.
func (l *lexer) backquoted() {
	start := l.pos
	end := strings.IndexAny(l.src[start+1:min(len(l.src), start+256)], "`\n")
	if end < 0 || l.src[start+1+end] == '\n' {
		l.operator('`')
		return
	}
	l.pos = start + end + 2
	l.emit(word, 0, start)
}

func (l *lexer) specialC(c byte) bool {
	switch c {
	case '"', '\'':
		l.quoted(l.pos, false, true)
	case '#':
		if !l.lineHas {
			l.directive()
			return true
		}
		return false
	case '\\':
		l.pos = min(l.pos+1, len(l.src))
	default:
		return false
	}
	return true
}

func (l *lexer) specialCSharp(c byte) bool {
	if c == '#' && !l.lineHas {
		l.directive()
		return true
	}
	if c == '\'' {
		l.quoted(l.pos, false, true)
		return true
	}
	start, i := l.pos, l.pos
	dollars, at := 0, false
	for i < start+16 && (l.at(i) == '$' || l.at(i) == '@') {
		if l.src[i] == '$' {
			dollars++
		} else {
			at = true
		}
		i++
	}
	if l.at(i) != '"' {
		return false
	}
	l.pos = i
	switch {
	case l.isTriple() && !at && dollars > 0:
		l.template(start, i+3, '"', tTriple|tRaw|tLines|dollars<<tCount)
	case l.isTriple() && !at:
		n := 3
		for l.at(i+n) == '"' {
			n++
		}
		l.until(start, i+n, l.src[i:i+n])
	case dollars > 0 && at:
		l.template(start, i+1, '"', tRaw|tLines|tDouble)
	case dollars > 0:
		l.template(start, i+1, '"', 0)
	case at:
		l.template(start, i+1, '"', tRaw|tLines|tDouble|tPlain)
	default:
		l.quoted(start, false, true)
	}
	return true
}

func (l *lexer) specialSwift(c byte) bool {
	start, i := l.pos, l.pos
	for i < start+16 && l.at(i) == '#' {
		i++
	}
	hashes := i - start
	switch {
	case l.at(i) == '"' && l.at(i+1) == '"' && l.at(i+2) == '"':
		l.template(start, i+3, '"', tTriple|tLines|hashes<<tCount|rawIf(hashes))
	case l.at(i) == '"':
		l.template(start, i+1, '"', hashes<<tCount|rawIf(hashes))
	case c == '#' && l.at(i) == '/':
		l.until(start, i+1, "/"+l.src[start:i])
	case c == '`':
		l.backquoted()
	default:
		return false
	}
	return true
}

func rawIf(hashes int) int {
	if hashes > 0 {
		return tRaw
	}
	return 0
}

// prefixed takes a literal whose first byte could begin a word: r"…", b'…',
// R"x(…)x", r#"…"#.
func (l *lexer) prefixed(c byte) bool {
	switch l.lang {
	case Python:
		return l.prefixedPython(c)
	case Rust:
		return l.prefixedRust(c)
	case CPP, C:
		return l.prefixedC(c)
	}
	return false
}

func (l *lexer) prefixedPython(c byte) bool {
	if strings.IndexByte("rRbBuUfFtT", c) < 0 {
		return false
	}
	start, n, raw := l.pos, 1, c|0x20 == 'r'
	if d := l.at(l.pos + 1); d != 0 && strings.IndexByte("rRbBfFtT", d) >= 0 {
		n, raw = 2, raw || d|0x20 == 'r'
	}
	if q := l.at(l.pos + n); q != '"' && q != '\'' {
		return false
	}
	l.pos += n
	l.pythonString(start, true) // in a raw literal, too, a backslash keeps the quote
	return true
}

func (l *lexer) prefixedRust(c byte) bool {
	if c != 'r' && c != 'b' && c != 'c' {
		return false
	}
	start, i := l.pos, l.pos+1
	if c != 'r' && l.at(i) == 'r' {
		i++
	}
	raw := l.src[i-1] == 'r'
	hashes := i
	for raw && l.at(i) == '#' {
		i++
	}
	switch {
	case raw && l.at(i) == '"':
		l.until(start, i+1, `"`+l.src[hashes:i])
	case !raw && (l.at(i) == '"' || c == 'b' && l.at(i) == '\''):
		l.pos = i
		l.quoted(start, true, true)
	default:
		return false
	}
	return true
}

func (l *lexer) prefixedC(c byte) bool {
	if c != 'R' && c != 'u' && c != 'U' && c != 'L' {
		return false
	}
	start, i := l.pos, l.pos
	for i < start+3 && classes[l.at(i)] != clOther && l.at(i) != 'R' {
		i++
	}
	if l.at(i) != 'R' || l.at(i+1) != '"' {
		return false
	}
	paren := strings.IndexByte(l.src[i+2:min(len(l.src), i+20)], '(')
	if paren < 0 {
		return false
	}
	l.until(start, i+3+paren, ")"+l.src[i+2:i+2+paren]+`"`)
	return true
}
