package layer

import (
	"strings"
)

// parseText reads the headings of reStructuredText or AsciiDoc: the title is
// the first, the description the first paragraph behind it.
func (p *Parsed) parseText(cl Claim, data []byte) {
	text := strings.TrimPrefix(strings.ReplaceAll(string(data[:min(len(data), maxMarkdown)]), "\r\n", "\n"), "\ufeff")
	lines := strings.Split(text, "\n")
	read := rstHeadings
	if extension(cl.Path) != ".rst" {
		read = adocHeadings
	}
	headings, behind := read(lines)
	d := plainObject(cl.Kind, "")
	if len(headings) > 0 {
		d.obj.Title = headings[0]
	}
	d.obj.Description = cutText(paragraph(lines[behind:]), maxDescription)
	d.meta.Headings = headings
	p.add(d)
}

// rstHeadings finds titles: a line of text with a line of one punctuation mark
// below it, at least as long.
func rstHeadings(lines []string) (out []string, behind int) {
	for i := 0; i+1 < len(lines); i++ {
		t, rule := strings.TrimSpace(lines[i]), strings.TrimRight(lines[i+1], " ")
		if t == "" || isRule(t) || !isRule(rule) || len([]rune(t)) > len(rule) || lines[i][0] == ' ' && (i == 0 || !isRule(strings.TrimSpace(lines[i-1]))) {
			continue
		}
		if out = append(out, t); len(out) == 1 {
			behind = i + 2
		}
		i++
	}
	return out, behind
}

// isRule tells a line of one repeated punctuation mark, two at least.
func isRule(s string) bool {
	return len(s) >= 2 && strings.IndexByte("=-`:'\"~^_*+#<>.!", s[0]) >= 0 && strings.Trim(s, s[:1]) == ""
}

// adocHeadings finds lines of one to six "=" and a text, outside of delimited
// blocks.
func adocHeadings(lines []string) (out []string, behind int) {
	block := ""
	for i, l := range lines {
		l = strings.TrimRight(l, " ")
		if len(l) >= 4 && strings.IndexByte("-.+/=*_", l[0]) >= 0 && strings.Trim(l, l[:1]) == "" {
			if block == "" {
				block = l
			} else if block == l {
				block = ""
			}
			continue
		}
		level := len(l) - len(strings.TrimLeft(l, "="))
		if block != "" || level == 0 || level > 6 || len(l) <= level || l[level] != ' ' {
			continue
		}
		if out = append(out, strings.TrimSpace(l[level:])); len(out) == 1 {
			behind = i + 1
		}
	}
	return out, behind
}

// paragraph is the first run of plain lines: no directives, attributes, rules.
func paragraph(lines []string) string {
	var run []string
	for _, l := range lines {
		t := strings.TrimSpace(l)
		switch {
		case t == "" && len(run) > 0:
			return strings.Join(run, " ")
		case t == "" || l[0] == ' ' || strings.HasPrefix(t, "..") || strings.HasPrefix(t, ":") || strings.HasPrefix(t, "=") || isRule(t) || strings.HasPrefix(t, "["):
			if len(run) > 0 {
				return strings.Join(run, " ")
			}
		default:
			run = append(run, t)
		}
	}
	return strings.Join(run, " ")
}
