package layer

import (
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

func TestYAMLFaultsHavePlaces(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line, col  int
		message    string
	}{
		{"tab", "a:\n\tb: c\n", 2, 1, "tab"},
		{"tab behind spaces", "a:\n  b:\n  \tc: d\n", 3, 3, "tab"},
		{"tab in a continuation", "a: b\n\tc\n", 2, 1, "tab"},
		{"undoubled apostrophe", "id: x\ntitle: 'user's reply'\n", 2, 13, "apostrophe"},
		{"unclosed quote", "a: 1\nb: \"x\nc: d\n", 2, 4, "never closed"},
		{"unclosed list", "a: [b\nc: d\n", 1, 4, "never closed"},
		{"bracket at column 0", "x: 1\ntags: [\n  a\n]\nb: 2\n", 4, 1, "deeper"},
		{"duplicate key", "a: 1\nb: 2\na: 3\n", 3, 1, `"a", first on line 1`},
		{"nested duplicate", "x:\n  - {a: 1,\n     a: 2}\n", 3, 6, "first on line 2"},
		{"list beside a mapping", "- a\nb: c\n", 1, 1, "did not find"},
		{"second document", "a: b\n---\nc: d\n", 2, 1, "second document"},
		{"own anchor", "a: &x [*x]\n", 1, 8, "contains itself"},
		{"not UTF-8", "a: \xff\n", 1, 4, "UTF-8"},
		{"text behind a quote", "a: \"x\" y\n", 1, 8, "behind a quoted"},
	} {
		_, _, err := readYAML([]byte(c.text))
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		if err.Line != c.line || err.Column != c.col || !strings.Contains(err.Message, c.message) {
			t.Errorf("%s: %v, want line %d column %d …%s", c.name, err, c.line, c.col, c.message)
		}
	}
}

func TestYAMLKeepsSpelling(t *testing.T) {
	text := "a: 0012\nb: 1.10\nc: yes\nd: 2024-01-05\ne: @x\nf: 1_000\ng: 0x1F\nh: .5\ni: 12:30:00\nj: '007'\n"
	root, _, err := readYAML([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r := newRecord(root, 0, "", nil)
	for key, want := range map[string]string{"a": "0012", "b": "1.10", "c": "yes", "d": "2024-01-05", "e": "@x", "f": "1_000",
		"g": "0x1F", "h": ".5", "i": "12:30:00", "j": "007"} {
		if got := r.text(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func TestYAMLPlainColon(t *testing.T) {
	for _, c := range []struct {
		text  string
		key   string
		want  string
		lines []int
	}{
		{"title: Governance: Manifest\n", "title", "Governance: Manifest", []int{1}},
		{"a: b\ntitle: it's: so # why\n", "title", "it's: so", []int{2}},
		{"title: ends here:\nb: c\n", "title", "ends here:", []int{1}},
		{"title: one\n  two: three\nb: c\n", "title", "one two: three", []int{1}},
		{"a: |\n  x: y: z\ntitle: p: q\n", "title", "p: q", []int{3}},
		{"a: 'it: is'\ntitle: p: q\n", "title", "p: q", []int{2}},
		{"a: \"x\n  y: z: w\"\ntitle: p: q\n", "title", "p: q", []int{3}},
		{"a: [b,\n  'c: d: e']\ntitle: p: q\n", "title", "p: q", []int{3}},
		{"title: p: q\r\nb: c\r\n", "title", "p: q", []int{1}},
	} {
		root, lines, err := readYAML([]byte(c.text))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := newRecord(root, 0, "", nil).text(c.key); got != c.want || fmt.Sprint(lines) != fmt.Sprint(c.lines) {
			t.Errorf("%q: %q at %v, want %q at %v", c.text, got, lines, c.want, c.lines)
		}
	}
	root, lines, err := readYAML([]byte("list:\n  - a: b: c\n  - d: e\n"))
	if err != nil || len(lines) != 1 || lines[0] != 2 {
		t.Fatalf("%v %v", lines, err)
	}
	if got := root.Content[1].Content[0].Content[1].Value; got != "b: c" {
		t.Errorf("in a list: %q", got)
	}
}

func TestYAMLBounds(t *testing.T) {
	if _, _, err := readYAML([]byte("a: " + strings.Repeat("x", MaxYAML))); err == nil || !strings.Contains(err.Message, "limit") {
		t.Errorf("too long: %v", err)
	}
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'i'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat("*"+string(c-1)+",", 10), ","))
	}
	if _, _, err := readYAML([]byte(bomb)); err == nil || !strings.Contains(err.Message, "expand") || err.Line < 4 {
		t.Errorf("bomb: %v", err)
	}
	var many strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&many, "key%d: v\n", i)
	}
	root, _, err := readYAML([]byte(many.String()))
	if err != nil {
		t.Fatal(err)
	}
	if r := newRecord(root, 0, "", nil); r.text("key99999") != "v" {
		t.Error("the last of many keys is lost")
	}
}

func TestManyUnknownKeys(t *testing.T) {
	var many strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&many, "key%d: v: w\n", i)
	}
	in := layered(tree{".ai/repo/project/issues/a.yaml": "id: a\n" + many.String()}).index(t)
	if len(in.ds) != 42 || in.objects["majordomus://issue/a"].Identity != "a" {
		t.Errorf("%d findings", len(in.ds))
	}
}

func BenchmarkParseIssue(b *testing.B) {
	files := worked(b)
	c, _, err := Load(files.files(), func(p string) ([]byte, error) { return []byte(files[p]), nil }, Options{})
	if err != nil {
		b.Fatal(err)
	}
	const path = ".ai/repo/project/issues/I0001.yaml"
	claims, _ := c.Classify([]File{{Path: path}})
	data := []byte(files[path])
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		c.Parse(claims[0], data)
	}
}

func TestMergeKeys(t *testing.T) {
	root, _, err := readYAML([]byte("base: &b {x: 1, y: 2}\nz:\n  <<: *b\n  y: 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := newRecord(newRecord(root, 0, "", nil).get("z"), 0, "", nil)
	if r.text("x") != "1" || r.text("y") != "3" {
		t.Errorf("x %q y %q", r.text("x"), r.text("y"))
	}
}

func TestFrontMatter(t *testing.T) {
	for _, c := range []struct {
		name, text string
		present    bool
		body       string
		fails      string
	}{
		{"none", "# x\n", false, "# x\n", ""},
		{"plain", "---\na: b\n---\nbody\n", true, "body\n", ""},
		{"BOM and CRLF", "\xef\xbb\xbf---\r\na: b\r\n---\r\nbody\r\n", true, "body\r\n", ""},
		{"empty", "---\n---\n", true, "", ""},
		{"four dashes", "----\na: b\n---\n", false, "----\na: b\n---\n", ""},
		{"space behind", "--- \na: b\n---\n", false, "--- \na: b\n---\n", ""},
		{"unterminated", "---\na: b\n", false, "---\na: b\n", "never closed"},
		{"too long", "---\n" + strings.Repeat("a: b\n", 14000) + "---\n", false, "", "longer"},
		{"one line", "---", false, "---", ""},
	} {
		fm, err := splitFrontMatter([]byte(c.text))
		if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Message, c.fails) {
			t.Errorf("%s: %v", c.name, err)
		}
		if fm.present != c.present || err == nil && string(fm.body) != c.body {
			t.Errorf("%s: present %v, body %q", c.name, fm.present, fm.body)
		}
	}
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{"a: b: c\n", "a: 'x's'\n", "- a: [\n]\n", "a: |\n  b\n\tc", "&a [*a]", "? [a]\n: b", "<<: {a: b}", "%TAG ! x\n---\na",
		"\"\\", "a: \"b\n\n c: d: e", "- - - a: b:\n", "{a: b, a: c}", "'", "a:\r\n b: c: d\r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, lines, err := readYAML(data)
		if err != nil {
			if err.Line < 1 || err.Column < 1 || err.Message == "" {
				t.Fatalf("no place: %+v", err)
			}
			return
		}
		count := strings.Count(string(data), "\n") + 1 // recount sees to it
		for _, l := range lines {
			if l < 1 || l > count {
				t.Fatalf("line %d of %d", l, count)
			}
		}
		if root != nil {
			checkNodes(t, root, count)
		}
		splitFrontMatter(append([]byte("---\n"), data...))
	})
}

func checkNodes(t *testing.T, n *yaml.Node, count int) {
	if n.Line < 1 || n.Line > count+1 || n.Column < 1 {
		t.Fatalf("%q stands at %d:%d of %d lines", n.Value, n.Line, n.Column, count)
	}
	for _, c := range n.Content {
		checkNodes(t, c, count)
	}
}
