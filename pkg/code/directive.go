package code

import "strings"

// directive is a line of the preprocessor, from its '#' to its end.
type directive struct {
	start, end int32
}

// snapshots is how deep brackets and #if may nest for the branches of an #if
// to be read as alternatives.
const snapshots = 256

// directive takes a preprocessor line with its continuations. Branches of an
// #if are alternatives: each #else starts with the brackets open at the #if.
func (l *lexer) directive() {
	start := l.pos
	end := l.directiveEnd()
	name, rest := directiveName(l.src[start:end])
	switch name {
	case "if", "ifdef", "ifndef":
		if len(l.branches) < snapshots {
			l.branches = append(l.branches, l.saved())
		}
		if name == "if" && strings.TrimSpace(rest) == "0" {
			end = l.skipDead(end)
		}
	case "else", "elif", "elifdef", "elifndef":
		l.restore()
	case "endif":
		if n := len(l.branches); n > 0 {
			l.branches = l.branches[:n-1]
		}
	}
	l.directives = append(l.directives, directive{int32(start), int32(end)})
	l.pos = end
}

func (l *lexer) directiveEnd() int {
	i := l.pos
	for i < len(l.src) {
		switch {
		case l.src[i] == '\n':
			if l.src[i-1] == '\\' || l.src[i-1] == '\r' && i > 1 && l.src[i-2] == '\\' {
				break
			}
			return i
		case l.src[i] == '/' && l.at(i+1) == '*' && l.lang != CSharp:
			j := strings.Index(l.src[i+2:], "*/")
			if j < 0 {
				return len(l.src)
			}
			i += j + 3
		case l.src[i] == '/' && l.at(i+1) == '/':
			if j := strings.IndexByte(l.src[i:], '\n'); j >= 0 {
				return i + j
			}
			return len(l.src)
		}
		i++
	}
	return i
}

// directiveName splits "#  name rest".
func directiveName(line string) (name, rest string) {
	line = strings.TrimLeft(line[1:], " \t")
	i := 0
	for i < len(line) && classes[line[i]] == clWord {
		i++
	}
	return line[:i], line[i:]
}

func (l *lexer) saved() []open {
	if len(l.stack) > snapshots {
		return nil
	}
	return append(make([]open, 0, len(l.stack)), l.stack...)
}

func (l *lexer) restore() {
	n := len(l.branches)
	if n == 0 || l.branches[n-1] == nil {
		return
	}
	saved := l.branches[n-1]
	for i, o := range l.stack {
		if i >= len(saved) || saved[i].tok != o.tok {
			l.toks[o.tok].match = int32(len(l.toks) - 1) // the branch ends here
		}
	}
	l.stack = append(l.stack[:0], saved...)
	l.counts = [3]int{}
	for _, o := range l.stack {
		l.counts[bracket(o.op)]++
	}
}

// skipDead gives the end of what an #if 0 switches off: the start of the line
// with its #else, #elif or #endif.
func (l *lexer) skipDead(i int) int {
	depth := 0
	for i < len(l.src) {
		j := strings.IndexByte(l.src[i:], '\n')
		if j < 0 {
			return len(l.src)
		}
		i += j + 1
		line := strings.TrimLeft(l.src[i:min(len(l.src), i+64)], " \t")
		if !strings.HasPrefix(line, "#") {
			continue
		}
		switch name, _ := directiveName(line); {
		case strings.HasPrefix(name, "if"):
			depth++
		case depth == 0 && (strings.HasPrefix(name, "el") || name == "endif"):
			return i - 1
		case name == "endif":
			depth--
		}
	}
	return len(l.src)
}
