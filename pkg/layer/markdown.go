package layer

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
)

// maxMarkdown is the size up to which a body's text is looked into; above it
// only headings are read.
const maxMarkdown = 4 << 20

// maxDescription cuts a description taken from prose, in bytes.
const maxDescription = 300

// markdown is what a Markdown body shows of itself: CommonMark's headings and
// links outside of containers' finer points. It is read in one linear pass of
// ours: the parser at hand needs twenty seconds for 200 KB of "*a_" and a
// twentieth of this one's speed for any other text. It stays the oracle of the
// tests.
type markdown struct {
	source   []byte
	headings []heading
	links    []link
	lead     string // first paragraph, cut
	cut      bool   // the body was over its parse budget
}

type heading struct {
	level int
	text  string
	start int // offset in source of the line behind the heading
	line  int // offset in source of the heading's own line
}

// link is a destination inside the repository, unescaped, without fragment.
type link struct{ to string }

// readMarkdown reads headings, links and the first paragraph. It never fails.
func readMarkdown(body []byte) *markdown {
	if bytes.IndexByte(body, '\r') >= 0 {
		body = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	}
	m := &markdown{source: body, cut: len(body) > maxMarkdown}
	b := blockReader{m: m, text: string(body), defs: map[string]string{}}
	b.read()
	for i := range m.headings {
		m.headings[i].text = plainText(m.headings[i].text, b.defs, true)
	}
	m.headings = slices.DeleteFunc(m.headings, func(h heading) bool { return h.text == "" })
	if m.cut {
		return m
	}
	seen := map[string]bool{}
	for _, t := range b.texts {
		if !b.pointsInside(b.text[t.from:t.to]) {
			continue
		}
		inline{s: b.text[t.from:t.to], defs: b.defs, link: func(dest string) {
			if to := insidePath(dest); to != "" && !seen[to] {
				seen[to] = true
				m.links = append(m.links, link{to})
			}
		}}.read()
	}
	for _, t := range b.paragraphs {
		if m.lead = cutText(plainText(b.text[t.from:t.to], b.defs, false), maxDescription); m.lead != "" {
			break
		}
	}
	return m
}

// pointsInside reports whether a text can hold a link that leads into the
// repository. In lists of changes, which are most of what there is to read, none
// does, and to see that takes a tenth of reading their links.
func (b *blockReader) pointsInside(text string) bool {
	if len(b.defs) > 0 {
		return strings.IndexByte(text, '[') >= 0
	}
	for {
		i := strings.Index(text, "](")
		if i < 0 {
			return false
		}
		text = strings.TrimLeft(text[i+2:], " \t\n")
		if !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://") {
			return true
		}
	}
}

// insidePath is the path a destination names inside the repository, "" for
// anything else: another host, a fragment, nothing.
func insidePath(dest string) string {
	if i := strings.IndexAny(dest, "#?"); i >= 0 {
		dest = dest[:i]
	}
	if dest == "" || strings.HasPrefix(dest, "//") {
		return ""
	}
	if i := strings.IndexByte(dest, ':'); i >= 0 && !strings.Contains(dest[:i], "/") {
		return ""
	}
	if strings.Contains(dest, "%") {
		if u, err := url.PathUnescape(dest); err == nil {
			dest = u
		}
	}
	if strings.IndexByte(dest, 0) >= 0 {
		return ""
	}
	return dest
}

// title is the first heading.
func (m *markdown) title() string {
	if len(m.headings) == 0 {
		return ""
	}
	return m.headings[0].text
}

func (m *markdown) headingTexts() []string {
	var out []string
	for _, h := range m.headings {
		out = append(out, h.text)
	}
	return out
}

// cutText folds white space and cuts at a word within most bytes.
func cutText(s string, most int) string {
	s = strings.Join(strings.Fields(s[:min(len(s), 16*most)]), " ")
	s = strings.ToValidUTF8(s, "")
	if len(s) <= most {
		return s
	}
	cut := strings.LastIndexByte(s[:most], ' ')
	if cut < most/2 {
		for cut = most; cut > 0 && s[cut]&0xc0 == 0x80; cut-- {
		}
	}
	return s[:cut] + "…"
}
