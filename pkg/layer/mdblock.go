package layer

import "strings"

// span of offsets in a text.
type textSpan struct{ from, to int }

// blockReader parts a body into headings, definitions and runs of text.
type blockReader struct {
	m          *markdown
	text       string
	texts      []textSpan        // runs in which links may stand
	paragraphs []textSpan        // of these, the first paragraphs outside of containers
	defs       map[string]string // link reference definitions, by folded label

	para    textSpan // the run in progress; empty when from == to
	outside bool     // it stands outside of lists and quotes
	list    bool     // inside a list: indentation is no code
	blank   bool     // the line before was blank
}

// read goes through the lines once.
func (b *blockReader) read() {
	b.blank = true
	for at := 0; at < len(b.text); {
		end := lineEnd(b.text, at)
		at = b.line(at, end)
	}
	b.flush()
}

// lineEnd is the offset of the line end, or of the text's.
func lineEnd(s string, at int) int {
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s)
}

// line reads the line at [at, end) and gives where the next one to read starts.
func (b *blockReader) line(at, end int) int {
	next := min(end+1, len(b.text))
	l := b.text[at:end]
	body := strings.TrimLeft(l, " \t")
	indent := columns(l[:len(l)-len(body)])
	if body == "" {
		b.flush()
		b.blank = true
		return next
	}
	wasBlank := b.blank
	b.blank = false
	if b.list && wasBlank && indent == 0 && listMark(body) == 0 {
		b.list = false
	}
	open := b.para.from != b.para.to
	if indent >= 4 && !open && !b.list {
		return next // indented code
	}
	rest, container := b.contain(body, open)
	if container {
		b.flush()
		b.start(end-len(rest), end, false)
		if fence := fenceOf(rest); fence != "" {
			b.para = textSpan{}
			return b.skipFence(next, fence)
		}
		return next
	}
	if fence := fenceOf(body); fence != "" {
		b.flush()
		return b.skipFence(next, fence)
	}
	if indent < 4 {
		if stop := b.leaf(body, at, end, open); stop >= 0 {
			return stop
		}
	}
	if open {
		b.para.to = end
	} else {
		b.start(end-len(body), end, !b.list)
	}
	return next
}

// leaf reads what ends or is no paragraph: headings, rules, definitions, HTML.
// It gives where to go on, or -1 for a line of text.
func (b *blockReader) leaf(body string, at, end int, open bool) int {
	next := min(end+1, len(b.text))
	switch c := body[0]; {
	case c == '#':
		if level, text, ok := atxHeading(body); ok {
			b.flush()
			if b.list && end-at > len(body) { // an item's
				b.texts = append(b.texts, textSpan{end - len(body), end})
				return next
			}
			b.heading(level, text, at, next)
			return next
		}
	case (c == '=' || c == '-') && open && b.outside && underline(body):
		level := 1
		if c == '-' {
			level = 2
		}
		text, from := b.text[b.para.from:b.para.to], b.para.from
		b.para = textSpan{}
		b.texts = append(b.texts, textSpan{from, from + len(text)})
		b.heading(level, text, strings.LastIndexByte(b.text[:from], '\n')+1, next)
		return next
	case c == '-' || c == '*' || c == '_':
		if thematic(body) {
			b.flush()
			return next
		}
	case c == '[' && !open:
		if b.definition(body) {
			return next
		}
	case c == '<':
		return b.html(body, at, end, open)
	}
	return -1
}

// contain reports whether a line opens a list item or a quote, and what stands
// behind the marks.
func (b *blockReader) contain(body string, open bool) (rest string, ok bool) {
	rest = body
	for {
		rest = strings.TrimLeft(rest, " \t")
		if strings.HasPrefix(rest, ">") {
			rest, ok = rest[1:], true
			continue
		}
		n := listMark(rest)
		if n == 0 || thematic(rest) || open && !ok && b.outside && (rest[0] >= '0' && rest[0] <= '9' && !strings.HasPrefix(rest, "1") || len(rest) == n) {
			return rest, ok
		}
		rest, ok, b.list = rest[n:], true, true
	}
}

// start opens a run of text.
func (b *blockReader) start(from, to int, outside bool) {
	b.para, b.outside = textSpan{from, to}, outside
}

// flush ends the run in progress.
func (b *blockReader) flush() {
	if b.para.from == b.para.to {
		return
	}
	b.texts = append(b.texts, b.para)
	if b.outside && len(b.paragraphs) < 8 {
		b.paragraphs = append(b.paragraphs, b.para)
	}
	b.para = textSpan{}
}

func (b *blockReader) heading(level int, text string, line, start int) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	b.list = false
	b.m.headings = append(b.m.headings, heading{level: level, text: text, line: line, start: start})
	if i := strings.Index(b.text[line:start], text); i >= 0 {
		b.texts = append(b.texts, textSpan{line + i, line + i + len(text)})
	}
}

// skipFence goes behind a fenced block.
func (b *blockReader) skipFence(at int, fence string) int {
	for at < len(b.text) {
		end := lineEnd(b.text, at)
		l := strings.Trim(b.text[at:end], " \t>")
		at = min(end+1, len(b.text))
		if strings.HasPrefix(l, fence) && strings.Trim(l, fence[:1]) == "" {
			break
		}
	}
	b.blank = true
	return at
}

// definition reads [label]: destination.
func (b *blockReader) definition(body string) bool {
	i := strings.Index(body, "]:")
	if i < 2 || strings.ContainsAny(body[1:i], "[]") || strings.HasPrefix(body, "[^") {
		return false
	}
	dest, _, ok := destination(strings.TrimLeft(body[i+2:], " \t"))
	if !ok || dest == "" {
		return false
	}
	if label := foldLabel(body[1:i]); b.defs[label] == "" {
		b.defs[label] = dest
	}
	return true
}

// columns counts white space, tabs to the next multiple of four.
func columns(s string) (n int) {
	for i := range len(s) {
		if s[i] == '\t' {
			n += 4 - n%4
		} else {
			n++
		}
	}
	return n
}

// listMark is the length of a list item's mark with the blank behind it, 0
// without one.
func listMark(s string) int {
	i := 0
	for i < len(s) && i < 9 && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	switch {
	case i == len(s), i > 0 && s[i] != '.' && s[i] != ')', i == 0 && s[0] != '-' && s[0] != '*' && s[0] != '+':
		return 0
	case i+1 == len(s):
		return i + 1
	case s[i+1] == ' ' || s[i+1] == '\t':
		return i + 2
	}
	return 0
}

func fenceOf(s string) string {
	if len(s) < 3 || s[0] != '`' && s[0] != '~' {
		return ""
	}
	n := len(s) - len(strings.TrimLeft(s, s[:1]))
	if n < 3 || s[0] == '`' && strings.IndexByte(s[n:], '`') >= 0 {
		return ""
	}
	return s[:n]
}

func atxHeading(s string) (level int, text string, ok bool) {
	level = len(s) - len(strings.TrimLeft(s, "#"))
	if level > 6 || level < len(s) && s[level] != ' ' && s[level] != '\t' {
		return 0, "", false
	}
	text = strings.Trim(s[level:], " \t")
	if cut := strings.TrimRight(text, "#"); cut == "" || cut != text && (cut[len(cut)-1] == ' ' || cut[len(cut)-1] == '\t') {
		text = strings.TrimRight(cut, " \t")
	}
	return level, text, true
}

func underline(s string) bool {
	s = strings.TrimRight(s, " \t")
	return strings.Trim(s, s[:1]) == ""
}

func thematic(s string) bool {
	if s[0] != '-' && s[0] != '*' && s[0] != '_' {
		return false
	}
	return strings.Count(s, s[:1]) >= 3 && strings.Trim(s, s[:1]+" \t") == ""
}
