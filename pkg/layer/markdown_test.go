package layer

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// markdownCases are documents whose headings and links our reader must see as
// the CommonMark parser does.
var markdownCases = []string{
	"# A\n\nText [x](y.md) and [z](z.md \"title\").\n", "A\n=\n\nB\nc\n---\n\n---\n\n***\n", "# `code` *em* **strong** _u_ a_b_c 2 * 3\n", "#no\n\n####### no\n\n# \n\n#\n",
	"# A #\n## B ## \n### C#\n# \\# D\n", "```\n# no\n[x](y)\n```\n# yes\n", "~~~ go\n# no\n```\n~~~\n# yes\n", "````\n```\n# no\n````\n", "    # code\n\ntext\n    # more text\n",
	"<!--\n# no\n[x](y)\n-->\n# yes\n", "<div>\n# no\n</div>\n\n# yes\n", "<pre>\n\n# no\n</pre>\n# yes\n", "- # in a list\n- [x](y)\n\n# top\n", "> # quoted\n> [x](y)\n\n# top\n",
	"[a]: b.md\n\n[a] [A] [text][a] [a][] [none]\n", "[a]: <b c.md> 'title'\n[text][a]\n", "![img](a.png) [![badge](b.png)](c.md)\n", "[a [b](c)](d)\n", "[a](b(c)d) [h](<i j>)\n",
	"[a](b\nc) [d](e \"f\ng\")\n", "`[a](b)` ``[c](d)` `` [e](f)\n", "\\[a](b) [c\\](d) [e](f)\n", "<https://a.b/c> [x](y)\n", "[a](http://x/y) [b](mailto:x) [c](#d) [e](/f#g) [h](i?j)\n",
	"1. a\n2. [b](c)\n   # in\n\n   [d](e)\n", "para\n- item\n===\n", "para\n2. no list\n===\n", "a\n\n\n# b\n\n\n", "# A &amp; B &lt;x&gt;\n", "# [link](x.md) ![i](y.png) <b>bold</b>\n", "a | b\n--- | ---\n[x](y) | c\n",
	"- a\n\n  b [c](d)\n", "Setext *em*\n[l](m)\n===\n", "* * *\n# x\n", "[x]\n\n- [ ] task [a](b)\n", "a\n***\nb\n", "text\n# heading\nmore\n", "\t# code\n", "[a](b) [a](b)\n", "# A\r\n\r\n[x](y)\r\n",
	"[a]:\n[b]: c\n[b]\n", "[^1]: note\n", "![a][b]\n\n[b]: c.md\n", "# Mail <me@x.y>\n", "# <a name=x></a>\n", "[a](<b>c)\n", "[a]( b )\n", "[a]()\n", "[]( x )\n", "para\n<div>\n[x](y)\n</div>\n",
}

func oracle(src []byte) (headings, links []string) {
	doc := goldmark.DefaultParser().Parse(text.NewReader(src))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if s := strings.Join(strings.Fields(oracleText(n, src)), " "); entering && n.Parent() == doc && s != "" {
				headings = append(headings, s)
			}
		case *ast.Link:
			if to := insidePath(string(n.Destination)); entering && to != "" && !slices.Contains(links, to) {
				links = append(links, to)
			}
		}
		return ast.WalkContinue, nil
	})
	return headings, links
}

func oracleText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Segment.Value(src))
			if c.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.AutoLink:
			b.Write(c.Label(src))
		}
		return ast.WalkContinue, nil
	})
	return strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "\\#", "#").Replace(b.String())
}

func TestMarkdownAgreesWithCommonMark(t *testing.T) {
	for _, s := range markdownCases {
		m := readMarkdown([]byte(s))
		var links []string
		for _, l := range m.links {
			links = append(links, l.to)
		}
		headings, want := oracle([]byte(strings.ReplaceAll(s, "\r\n", "\n")))
		slices.Sort(links)
		slices.Sort(want)
		if got := m.headingTexts(); !slices.Equal(got, headings) || !slices.Equal(links, want) {
			t.Errorf("%q:\nheadings %q want %q\nlinks %q want %q", s, got, headings, links, want)
		}
	}
}

func TestLead(t *testing.T) {
	for text, want := range map[string]string{
		"# T\n\n[![b](x.png)](y)\n![c](z.png)\n\n- item\n\n> quote\n\nThe **lead** is\n[here](x).\n\nMore.\n": "The lead is here.",
		"Lead\n====\n": "", "```\ncode\n```\n\nx\n": "x", "<p>html</p>\n\nx\n": "x", strings.Repeat("word ", 100): strings.TrimSpace(strings.Repeat("word ", 60)) + "…",
	} {
		if got := readMarkdown([]byte(text)).lead; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestMarkdownIsLinear would take minutes if anything looked back.
func TestMarkdownIsLinear(t *testing.T) {
	for _, s := range []string{"[", "[a](", "*a_", "> ", "![", "]", "<", "<a b='", "`", "` `` ", "- ", "[a][b]", "\\", "[a]: b\n", "# a\n", "<!--", "a\n===\n", "[](", "[a](<", "&", "**", "_a ", "(", "[a](b \""} {
		readMarkdown([]byte(strings.Repeat(s, (1<<18)/len(s))))
		readMarkdown([]byte(strings.Repeat(s+"\n", (1<<18)/len(s))))
	}
	readMarkdown([]byte(strings.Repeat("[", 1<<19) + strings.Repeat("]", 1<<19)))
}

func TestYAMLIsLinear(t *testing.T) {
	for _, s := range []string{"a: [\n", "a: \"\n", "a: 'x\n", "a: b: c\n", "\t\n", "# a\n\n", "- &a b\n- *a\n", "a: |\n", "- ", "{a: ", "]\n", "? a\n", " x: y\n", "'"} {
		readYAML([]byte(strings.Repeat(s, (1<<17)/len(s))))
	}
	readYAML([]byte("a: [\n" + strings.Repeat("\n", 1<<20) + "]\n"))
}

func BenchmarkMarkdown(b *testing.B) {
	doc := []byte(strings.Repeat("## A heading\n\nSome words with a [link](to/a/file.md) and `code`, a lot of\nplain text around it that says nothing.\n\n- an item\n- another [one](x.md)\n\n```go\nfunc main() {}\n```\n\n", 500))
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			readMarkdown(doc)
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			goldmark.DefaultParser().Parse(text.NewReader(doc))
		}
	})
}

// What is passed over without being read has no link to give.
func TestNothingThatPointsInsideIsPassedOver(t *testing.T) {
	words := []string{"[", "](", "]", "(", ")", "https://h/", "http://h", "a/b", "<", ">", "`", "!", "\\", " ", "\n", "#", "&#58;", "[a](b)", "\"t\""}
	r := rand.New(rand.NewPCG(1, 2))
	passed := 0
	for range 100_000 {
		var text strings.Builder
		for range 1 + r.IntN(9) {
			text.WriteString(words[r.IntN(len(words))])
		}
		b := blockReader{}
		if b.pointsInside(text.String()) {
			continue
		}
		passed++
		inline{s: text.String(), link: func(dest string) {
			if to := insidePath(dest); to != "" {
				t.Fatalf("%q leads to %s", text.String(), to)
			}
		}}.read()
	}
	if passed < 1000 {
		t.Errorf("only %d texts were passed over", passed)
	}
}
