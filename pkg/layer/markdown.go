package layer

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// maxMarkdown is the size up to which a body is parsed whole; above it only
// headings are read, line by line.
const maxMarkdown = 1 << 20

// maxDescription cuts a description taken from prose, in bytes.
const maxDescription = 300

// markdown is what a Markdown body shows of itself.
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
type link struct {
	to   string
	text string
	at   int // offset in source of the block that holds it
}

// readMarkdown reads headings, links and the first paragraph. It never fails: a
// panic of the parser leaves what was found before it.
func readMarkdown(body []byte) *markdown {
	if bytes.IndexByte(body, '\r') >= 0 {
		body = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	}
	m := &markdown{source: body}
	if len(body) > maxMarkdown {
		m.cut = true
		m.scanHeadings()
		return m
	}
	if err := m.parse(); err != nil {
		m.cut = true
		m.headings, m.links, m.lead = nil, nil, ""
		m.scanHeadings()
	}
	return m
}

func (m *markdown) parse() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("markdown: %v", p)
		}
	}()
	doc := goldmark.DefaultParser().Parse(text.NewReader(m.source))
	at := 0
	return ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			at = n.Lines().At(0).Start
		}
		switch n := n.(type) {
		case *ast.Heading:
			m.addHeading(n)
		case *ast.Paragraph:
			if m.lead == "" && n.Parent() == doc {
				m.lead = cutText(m.inline(n), maxDescription)
			}
		case *ast.Link:
			m.addLink(string(n.Destination), n, at)
		}
		return ast.WalkContinue, nil
	})
}

func (m *markdown) addHeading(n *ast.Heading) {
	t := strings.TrimSpace(m.inline(n))
	if t == "" || n.Lines().Len() == 0 {
		return
	}
	first, last := n.Lines().At(0), n.Lines().At(n.Lines().Len()-1)
	m.headings = append(m.headings, heading{level: n.Level, text: t, line: first.Start, start: last.Stop})
}

// inline is the text of a node's children without its marks, line breaks as
// spaces.
func (m *markdown) inline(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Segment.Value(m.source))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.AutoLink:
			b.Write(c.Label(m.source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func (m *markdown) addLink(dest string, n ast.Node, at int) {
	if to := insidePath(dest); to != "" {
		m.links = append(m.links, link{to: to, text: m.inline(n), at: at})
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

// scanHeadings finds ATX headings outside of fences.
func (m *markdown) scanHeadings() {
	fence := ""
	for at := 0; at < len(m.source); {
		l, _, _ := bytes.Cut(m.source[at:], []byte("\n"))
		start := at
		at += len(l) + 1
		t := strings.TrimSpace(string(l[:min(len(l), 1000)]))
		switch {
		case fence != "":
			if strings.HasPrefix(t, fence) {
				fence = ""
			}
		case strings.HasPrefix(t, "```"), strings.HasPrefix(t, "~~~"):
			fence = t[:3]
		default:
			level := len(t) - len(strings.TrimLeft(t, "#"))
			if level >= 1 && level <= 6 && len(t) > level && t[level] == ' ' {
				if name := strings.TrimSpace(strings.TrimRight(t[level:], "# ")); name != "" {
					m.headings = append(m.headings, heading{level: level, text: name, line: start, start: min(at, len(m.source))})
				}
			}
		}
	}
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
	s = strings.Join(strings.Fields(s), " ")
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
