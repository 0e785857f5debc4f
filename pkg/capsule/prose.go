package capsule

import "strings"

// ofProse cuts text into sections and paragraphs. Fenced blocks are never
// parted from what stands around them by a blank line inside them.
func ofProse(p *page, first, last int) []passage {
	var out []passage
	from, title := first, ""
	if end := frontMatter(p, first, last); end > 0 {
		out = append(out, passage{first, end, ""})
		from = end + 1
	}
	fence := ""
	for n := from; n <= last; n++ {
		l := p.line(n)
		if mark := fenceMark(l); mark != "" {
			switch {
			case fence == "":
				fence = mark
			case strings.HasPrefix(mark, fence):
				fence = ""
			}
			continue
		}
		if fence != "" {
			continue
		}
		if h, lines := heading(p, n, last); lines > 0 {
			out = section(p, out, from, n-1, title)
			from, title = n, h
			n += lines - 1
		}
	}
	return section(p, out, from, last, title)
}

// frontMatter is the last line of a front matter that opens a file, 0 without.
func frontMatter(p *page, first, last int) int {
	const most = 200
	if first != 1 || p.line(1) != "---" {
		return 0
	}
	for n := 2; n <= last && n < most; n++ {
		if p.line(n) == "---" {
			return n
		}
	}
	return 0
}

// fenceMark is the run of backticks or tildes that opens or closes a block.
func fenceMark(l string) string {
	l = strings.TrimLeft(l, " ")
	for _, c := range []string{"`", "~"} {
		if n := len(l) - len(strings.TrimLeft(l, c)); n >= 3 {
			return l[:n]
		}
	}
	return ""
}

// heading reads a heading at a line: its text and how many lines it takes, 0
// when there is none.
func heading(p *page, n, last int) (text string, lines int) {
	l := p.line(n)
	for _, mark := range []string{"#", "="} {
		rest := strings.TrimLeft(l, mark)
		if level := len(l) - len(rest); level > 0 && level <= 6 && strings.HasPrefix(rest, " ") {
			return strings.TrimSpace(strings.TrimRight(rest, "#= ")), 1
		}
	}
	if n < last && l != "" && l[0] != ' ' && (n == 1 || p.line(n-1) == "") && isUnderline(p.line(n+1), len(l)) {
		return strings.TrimSpace(l), 2
	}
	return "", 0
}

func isUnderline(l string, under int) bool {
	if len(l) < 3 || len(l) > under+10 || !strings.ContainsRune("=-~^*", rune(l[0])) {
		return false
	}
	return strings.Trim(l, l[:1]) == "" && (len(l) >= under/2 || l[0] == '=' || l[0] == '-')
}

// section adds the passages of one section.
func section(p *page, out []passage, first, last int, title string) []passage {
	first, last = trim(p, first, last)
	if first > last {
		return out
	}
	if p.size(first, last) <= wholeSection {
		return append(out, passage{first, last, title})
	}
	from := first
	flush := func(to int) {
		a, b := trim(p, from, to)
		switch {
		case a > b:
		case p.size(a, b) > longest:
			out = pieces(p, out, a, b, title)
		default:
			out = append(out, passage{a, b, title})
		}
		from = to + 1
	}
	fence := ""
	for n := first; n <= last; n++ {
		if mark := fenceMark(p.line(n)); mark != "" {
			switch {
			case fence == "":
				fence = mark
			case strings.HasPrefix(mark, fence):
				fence = ""
			}
		}
		if fence == "" && p.line(n) == "" && n > from && p.size(from, n-1) >= shortest {
			flush(n)
		}
	}
	flush(last)
	return out
}
