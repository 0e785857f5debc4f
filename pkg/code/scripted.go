package code

import "strings"

func (l *lexer) specialRuby(c byte) bool {
	switch c {
	case '#':
		l.lineComment()
	case '"', '`':
		l.template(l.pos, l.pos+1, c, tLines)
	case '\'':
		l.quoted(l.pos, true, true)
	case '=':
		return l.rubyComment()
	case '/':
		return l.rubyRegexp()
	case '%':
		return l.percent()
	case '<':
		return l.rubyHeredoc()
	case '@':
		l.word(c)
	case '$':
		start := l.pos
		l.pos = min(l.pos+2, len(l.src))
		for classes[l.at(l.pos)] == clWord || classes[l.at(l.pos)] == clDigit {
			l.pos++
		}
		l.emit(text, 0, start)
	case ':':
		return l.symbol()
	case '?':
		return l.character()
	case '\\':
		if l.at(l.pos+1) == '\r' {
			l.pos++
		}
		l.pos = min(l.pos+2, len(l.src))
	default:
		return false
	}
	return true
}

func (l *lexer) rubyComment() bool {
	if l.pos > 0 && l.src[l.pos-1] != '\n' || !l.has("=begin") {
		return false
	}
	end := strings.Index(l.src[l.pos:], "\n=end")
	if end < 0 {
		l.addComment(len(l.src))
		return true
	}
	l.addComment(l.pos + end + len("\n=end"))
	return true
}

// rubyRegexp takes a slash for a regular expression where a value must stand,
// or where it clings to what follows but not to the name before.
func (l *lexer) rubyRegexp() bool {
	if l.at(l.pos+1) == '=' && l.afterValue() {
		return false
	}
	if t := l.before(); t.kind == word && l.afterValue() {
		space := int(t.end) < l.pos && classes[l.at(l.pos+1)] != clSpace
		line, _, _ := strings.Cut(l.src[l.pos+1:min(len(l.src), l.pos+512)], "\n")
		if !space || strings.IndexByte(line, '/') < 0 {
			return false
		}
	} else if l.afterValue() {
		return false
	}
	if strings.IndexByte(l.src[l.pos+1:], '/') < 0 {
		return false
	}
	l.template(l.pos, l.pos+1, '/', tLines)
	return true
}

// percent takes %w[…], %q(…), %(…) and their kin.
func (l *lexer) percent() bool {
	i := l.pos + 1
	if c := l.at(i); c != 0 && strings.IndexByte("wWiIqQrsx", c) >= 0 {
		i++
	}
	quote := l.at(i)
	switch quote {
	case '(':
		quote = ')'
	case '[':
		quote = ']'
	case '{':
		quote = '}'
	case '<':
		quote = '>'
	case '|', '!', '/', '^':
		if i == l.pos+1 {
			return false
		}
	default:
		return false
	}
	if i == l.pos+1 && l.afterValue() {
		return false
	}
	l.template(l.pos, i+1, quote, tLines)
	return true
}

func (l *lexer) rubyHeredoc() bool {
	if !l.has("<<") || l.unended >= maxUnended {
		return false
	}
	i, d := l.pos+2, heredoc{}
	if c := l.at(i); c == '~' || c == '-' {
		d.indent = true
		i++
	}
	q := l.at(i)
	quoted := q == '"' || q == '\'' || q == '`'
	if quoted {
		i++
	}
	start := i
	for classes[l.at(i)] == clWord || classes[l.at(i)] == clDigit {
		i++
	}
	d.id = l.src[start:i]
	if d.id == "" || !d.indent && !quoted && (l.afterValue() && l.before().kind != word || d.id[0] < 'A' || d.id[0] > 'Z') {
		return false
	}
	if quoted {
		if l.at(i) != q {
			return false
		}
		i++
	}
	start, l.pos = l.pos, i
	l.emit(text, 0, start)
	l.heredocs = append(l.heredocs, d)
	return true
}

// symbol takes :name as a literal, so that :end and :class are no keywords.
func (l *lexer) symbol() bool {
	start, c := l.pos, l.at(l.pos+1)
	switch {
	case c == '"':
		l.template(start, start+2, '"', tLines)
	case classes[c] == clWord && l.at(l.pos-1) != ':':
		l.pos++
		for classes[l.at(l.pos)] == clWord || classes[l.at(l.pos)] == clDigit {
			l.pos++
		}
		l.emit(text, 0, start)
	default:
		return false
	}
	return true
}

func (l *lexer) character() bool {
	next := classes[l.at(l.pos+2)]
	if l.afterValue() || l.pos+1 >= len(l.src) || next == clWord || next == clDigit || classes[l.at(l.pos+1)] <= clLine && classes[l.at(l.pos+1)] != clOther {
		return false
	}
	start := l.pos
	l.pos += 2
	l.emit(text, 0, start)
	return true
}

func (l *lexer) specialPHP(c byte) bool {
	switch {
	case c == '"', c == '`':
		l.template(l.pos, l.pos+1, c, tLines)
	case c == '\'':
		l.quoted(l.pos, true, true)
	case c == '#' && l.at(l.pos+1) != '[':
		l.lineComment()
	case c == '$' && classes[l.at(l.pos+1)] == clWord:
		l.word(c)
	case c == '?' && l.at(l.pos+1) == '>':
		l.pos += 2
		l.nl = true
		l.inlineHTML()
	case c == '<' && l.has("<<<"):
		return l.phpHeredoc()
	default:
		return false
	}
	return true
}

// inlineHTML steps to the next opening tag.
func (l *lexer) inlineHTML() {
	i := strings.Index(l.src[l.pos:], "<?")
	if i < 0 {
		l.pos = len(l.src)
		return
	}
	l.pos += i + 2
	if l.has("php") {
		l.pos += 3
	} else if l.has("=") {
		l.pos++
	}
}

func (l *lexer) phpHeredoc() bool {
	i := l.pos + 3
	for l.at(i) == ' ' || l.at(i) == '\t' {
		i++
	}
	q := l.at(i)
	if q == '"' || q == '\'' {
		i++
	}
	start := i
	for classes[l.at(i)] == clWord || classes[l.at(i)] == clDigit {
		i++
	}
	if start == i || l.unended >= maxUnended {
		return false
	}
	id := l.src[start:i]
	if q == '"' || q == '\'' {
		i++
	}
	start, l.pos = l.pos, min(i, len(l.src))
	l.emit(text, 0, start)
	l.heredocs = append(l.heredocs, heredoc{id: id, indent: true, anchor: true})
	return true
}
