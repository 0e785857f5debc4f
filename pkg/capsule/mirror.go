package capsule

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const bom = "\ufeff"

// Mirror gives the canonical text of a source, the coordinate space of spans:
// no BOM, LF, NFC, no controls but tab, no trailing blanks on a line, one final
// LF. ok is false when src is not UTF-8. Empty text stays empty.
func Mirror(src []byte) (text string, ok bool) {
	if !utf8.Valid(src) {
		return "", false
	}
	s := strings.TrimRight(settle(strings.TrimPrefix(string(src), bom)), "\n")
	if s == "" {
		return "", true
	}
	return s + "\n", true
}

// settle brings lines into canonical form; what it gives it leaves as it is.
func settle(s string) string {
	if plainASCII(s) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	s = norm.NFC.String(strings.Map(plain, s))
	if !strings.Contains(s, " \n") && !strings.Contains(s, "\t\n") && !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "\t") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	return strings.Join(lines, "\n")
}

// plainASCII reports that nothing can have to be changed: most sources are so,
// and looking costs a tenth of settling.
func plainASCII(s string) bool {
	last := byte('\n')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x7f || c < 0x20 && c != '\n' && c != '\t' || c == '\n' && (last == ' ' || last == '\t') {
			return false
		}
		last = c
	}
	return last != ' ' && last != '\t'
}

// plain drops the controls a mirror does not keep; before NFC, since a dropped
// one can bring a letter and its mark together.
func plain(r rune) rune {
	if r != '\t' && r != '\n' && (r < 0x20 || r >= 0x7f && r < 0xa0) {
		return -1
	}
	return r
}

// page is a canonical text by lines, numbered from 1.
type page struct {
	text  string
	start []int // offsets of the lines; one more behind the last
}

func newPage(text string) page {
	p := page{text: text, start: make([]int, 0, 1+strings.Count(text, "\n"))}
	for at := 0; at < len(text); {
		p.start = append(p.start, at)
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	p.start = append(p.start, len(text))
	return p
}

// lines is how many there are.
func (p *page) lines() int { return len(p.start) - 1 }

// line is one line without its end.
func (p *page) line(n int) string { return p.text[p.start[n-1] : p.start[n]-1] }

// span is the text of whole lines, both inclusive, without the last line's end.
func (p *page) span(first, last int) string { return p.text[p.start[first-1] : p.start[last]-1] }

// size is the bytes of span.
func (p *page) size(first, last int) int { return p.start[last] - 1 - p.start[first-1] }
