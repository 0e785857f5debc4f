package code

// afterValue reports whether the last token ends a value, so that what follows
// is an operator and begins no literal.
func (l *lexer) afterValue() bool {
	t := l.before()
	switch t.kind {
	case number, text:
		return true
	case word:
		return !expectsValue(l.textOf(t))
	}
	switch t.op {
	case ']', opEnd:
		return true
	case '}':
		return !l.nl
	case ')':
		return !l.afterCondition(t)
	}
	return false
}

// afterCondition reports whether a ")" ends the head of if, while, for or with.
func (l *lexer) afterCondition(t token) bool {
	if l.lang == Ruby || t.match <= 0 || int(t.match) >= len(l.toks) {
		return false
	}
	b := l.toks[t.match-1]
	if b.kind != word {
		return false
	}
	switch l.textOf(b) {
	case "if", "while", "for", "with":
		return true
	}
	return false
}

// expectsValue reports whether a keyword of JavaScript or Ruby is followed by
// a value.
func expectsValue(w string) bool {
	switch w {
	case "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "instanceof", "yield", "await", "default", "extends",
		"if", "unless", "while", "until", "and", "or", "not", "when", "then", "elsif", "puts", "rescue", "begin":
		return true
	}
	return false
}

// regexp takes a regular expression between slashes. One that does not end on
// its line is none, and nothing before that line's end is tried again.
func (l *lexer) regexp() bool {
	if l.pos < l.noRegexp || l.afterValue() {
		return false
	}
	start, set := l.pos, false
	for i := l.pos + 1; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == '\\' && l.at(i+1) != '\n':
			i++
		case c == '\n' && l.lang != Ruby:
			l.noRegexp = i
			return false
		case c == '[':
			set = true
		case c == ']':
			set = false
		case c == '/' && !set:
			for i++; classes[l.at(i)] == clWord; i++ {
			}
			l.pos = i
			l.emit(text, 0, start)
			return true
		}
	}
	l.noRegexp = len(l.src)
	return false
}
