package code

import "strings"

// shell reads a shell script command by command: functions, sourced files and
// what is declared read-only. Quotes, substitutions and here-documents are
// stepped over; parentheses are not paired, since case patterns hold lone ones.
func (r *reader) shell() {
	s := shellReader{reader: r, start: true}
	for r.pos < len(r.src) {
		s.step()
	}
	for n := len(s.open); n > 0; n-- {
		s.closeBrace(len(r.src))
	}
}

// shellReader is where in a command the reading stands.
type shellReader struct {
	*reader
	start bool // a command may begin here
	open  []shellBrace
	name  string // of a function whose "{" is awaited
	from  int
	word1 string // the command's first word
}

type shellBrace struct {
	name string
	from int
}

func (s *shellReader) step() {
	c := s.src[s.pos]
	switch {
	case c == '\n':
		s.pos++
		s.lineHas, s.start, s.word1 = false, true, ""
		if len(s.heredocs) > 0 {
			s.skipHeredocs()
		}
	case classes[c] == clSpace:
		s.pos++
	case c == '#':
		s.lineComment()
	case c == ';' || c == '&' || c == '|':
		s.pos++
		s.start, s.word1 = true, ""
	case c == '(' || c == ')':
		s.pos++
		s.start = true
	case c == '<' && s.has("<<") && !s.has("<<<"):
		s.shellHeredoc()
	case c == '<' || c == '>':
		s.pos++
		for s.at(s.pos) == '<' || s.at(s.pos) == '>' {
			s.pos++
		}
	default:
		s.command()
	}
}

// command takes one word with all its quotes and looks at what it is.
func (s *shellReader) command() {
	from := s.pos
	s.lineHas = true
	s.pos = s.shellWord(s.pos, 0)
	if s.pos == from {
		s.pos++
	}
	w := s.src[from:s.pos]
	switch {
	case !s.start && (s.word1 == "source" || s.word1 == "."):
		s.source(w, from)
		s.word1 = ""
	case !s.start && s.word1 == "function":
		s.function(strings.TrimSuffix(w, "()"), s.from)
		s.word1 = ""
	case !s.start && (s.word1 == "readonly" || s.word1 == "declare" || s.word1 == "typeset"):
		s.readonly(w)
	case !s.start:
	case w == "{":
		s.open = append(s.open, shellBrace{s.name, s.from})
		s.name = ""
	case w == "}":
		s.closeBrace(s.pos)
		s.start = false
	case shellWordOpens(w):
	case s.parens():
		s.function(w, from)
	default:
		s.start, s.word1, s.from = false, w, from
	}
}

// shellWordOpens reports reserved words behind which a command begins.
func shellWordOpens(w string) bool {
	switch w {
	case "then", "do", "else", "elif", "if", "while", "until", "!", "time", "fi", "done", "esac":
		return true
	}
	return false
}

func (s *shellReader) function(name string, from int) {
	if name == "" || len(name) > 256 || strings.ContainsAny(name, "$\"'`={") {
		return
	}
	s.parens()
	s.name, s.from, s.start = name, from, true
}

// parens takes "()" behind a name.
func (s *shellReader) parens() bool {
	i := s.pos
	for s.at(i) == ' ' || s.at(i) == '\t' {
		i++
	}
	if s.at(i) != '(' {
		return false
	}
	for i++; s.at(i) == ' ' || s.at(i) == '\t'; i++ {
	}
	if s.at(i) != ')' {
		return false
	}
	s.pos = i + 1
	return true
}

func (s *shellReader) closeBrace(end int) {
	n := len(s.open)
	if n == 0 {
		return
	}
	b := s.open[n-1]
	s.open = s.open[:n-1]
	if b.name == "" {
		return
	}
	s.declare(b.name)
	first := s.line(int32(b.from))
	s.span(b.name, "function", s.above(first, int32(b.from)), s.line(int32(max(end-1, b.from))))
}

func (s *shellReader) readonly(w string) {
	name, _, ok := strings.Cut(w, "=")
	if !ok || len(s.open) > 0 || s.word1 != "readonly" || strings.ContainsAny(name, "$\"'[") {
		return
	}
	s.declare(name)
	s.span(name, "constant", s.line(int32(s.from)), s.line(int32(s.pos-1)))
}

func (s *shellReader) source(w string, from int) {
	p := strings.NewReplacer(`"`, "", "'", "").Replace(w)
	if p != "" && len(p) < 1024 && !strings.Contains(p, "\n") {
		s.facts.Imports = append(s.facts.Imports, Import{Path: strings.Clone(p), Line: s.line(int32(from)), Form: Sourced})
	}
}

// shellWord is the end of the word that begins at i.
func (s *shellReader) shellWord(i, depth int) int {
	for i < len(s.src) {
		switch c := s.src[i]; c {
		case ' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')':
			return i
		default:
			i = s.shellByte(i, depth)
		}
	}
	return len(s.src)
}

// shellByte is the end of the byte, escape, quote or substitution at i.
func (s *shellReader) shellByte(i, depth int) int {
	switch s.src[i] {
	case '\\':
		return min(i+2, len(s.src))
	case '\'':
		return s.behind(i+1, '\'')
	case '"':
		return s.doubleQuoted(i+1, depth)
	case '`':
		return s.behind(i+1, '`')
	case '$':
		switch s.at(i + 1) {
		case '\'':
			return s.escaped(i + 2)
		case '(':
			return s.nestedUntil(i+2, ')', '(', depth)
		case '{':
			return s.nestedUntil(i+2, '}', '{', depth)
		}
	}
	return i + 1
}

func (s *shellReader) behind(i int, c byte) int {
	if j := strings.IndexByte(s.src[i:], c); j >= 0 {
		return i + j + 1
	}
	return len(s.src)
}

func (s *shellReader) escaped(i int) int {
	for i < len(s.src) && s.src[i] != '\'' {
		if s.src[i] == '\\' {
			i++
		}
		i++
	}
	return min(i+1, len(s.src))
}

func (s *shellReader) doubleQuoted(i, depth int) int {
	for i < len(s.src) {
		switch {
		case s.src[i] == '"':
			return i + 1
		case s.src[i] == '\\':
			i += 2
		case s.src[i] == '$' && depth < maxNesting:
			i = s.shellByte(i, depth+1)
		default:
			i++
		}
	}
	return len(s.src)
}

// nestedUntil is the end of a substitution, whose own quotes and brackets count.
func (s *shellReader) nestedUntil(i int, closing, opening byte, depth int) int {
	level := 1
	for i < len(s.src) {
		switch c := s.src[i]; {
		case c == closing:
			i++
			if level--; level == 0 {
				return i
			}
		case c == opening && s.src[i-1] != '$':
			level++
			i++
		case c == '\'' && closing == '}', depth >= maxNesting:
			i++
		case c == '#' && closing == ')' && classes[s.src[i-1]] <= clLine && classes[s.src[i-1]] != clOther:
			i = s.behind(i, '\n')
		default:
			i = s.shellByte(i, depth+1)
		}
	}
	return len(s.src)
}

func (s *shellReader) shellHeredoc() {
	i, d := s.pos+2, heredoc{}
	if s.at(i) == '-' {
		d.indent = true
		i++
	}
	for s.at(i) == ' ' || s.at(i) == '\t' {
		i++
	}
	end := s.shellWord(i, 0)
	d.id = strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(s.src[i:end])
	s.pos = max(end, s.pos+2)
	if d.id != "" && s.unended < maxUnended && classes[d.id[0]] != clDigit {
		s.heredocs = append(s.heredocs, d)
	}
}
