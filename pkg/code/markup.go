package code

// JSX. An element is one literal whose "{…}" holes are code.

// opensTag reports whether the '<' here begins an element: it stands where a
// value must, and is not the type parameters of an arrow function.
func (l *lexer) opensTag() bool {
	if !l.markup || l.afterValue() {
		return false
	}
	i := l.pos + 1
	if l.at(i) == '>' {
		return true
	}
	if classes[l.at(i)] != clWord {
		return false
	}
	for classes[l.at(i)] == clWord || classes[l.at(i)] == clDigit || l.at(i) == '.' || l.at(i) == '-' {
		i++
	}
	switch c := l.at(i); c {
	case '>', '/', '\n', '\r', '\t', ':', '<':
		return c != '>' || l.at(i+1) != '('
	case ' ':
		return !hasWord(l.src[i:], "extends")
	}
	return false
}

func hasWord(s, w string) bool {
	for len(s) > 0 && s[0] == ' ' {
		s = s[1:]
	}
	return len(s) > len(w) && s[:len(w)] == w && classes[s[len(w)]] == clSpace
}

// element goes on inside the brackets of a tag or between tags, depth elements
// deep, and stops behind the element or behind the mark that opens code.
func (l *lexer) element(m mode, depth int32) {
	start := l.pos
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == '{':
			l.emit(text, 0, start)
			l.open('{', opInterp, 1, open{resume: m, depth: depth})
			return
		case m == inChildren:
			m, depth = l.child(c, depth)
			if depth == 0 && m == inChildren {
				l.emit(text, 0, start)
				return
			}
		case c == '"' || c == '\'':
			l.attribute(c)
		case c == '/' && l.at(l.pos+1) == '>':
			l.pos += 2
			if m = inChildren; depth == 0 {
				l.emit(text, 0, start)
				return
			}
		case c == '>':
			l.pos++
			m, depth = inChildren, depth+1
		default:
			l.pos++
		}
	}
	l.pos = len(l.src)
	l.emit(text, 0, start)
}

// child takes one byte between tags, or a whole closing tag.
func (l *lexer) child(c byte, depth int32) (mode, int32) {
	l.pos++
	if c != '<' {
		return inChildren, depth
	}
	if l.at(l.pos) != '/' {
		return inTag, depth
	}
	for l.pos < len(l.src) && l.src[l.pos] != '>' {
		l.pos++
	}
	l.pos = min(l.pos+1, len(l.src))
	return inChildren, depth - 1
}

func (l *lexer) attribute(quote byte) {
	l.pos++
	for l.pos < len(l.src) && l.src[l.pos] != quote {
		l.pos++
	}
	l.pos = min(l.pos+1, len(l.src))
}
