package layer

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"majordomus/pkg/object"
)

// fuzzPaths are one path of every form.
var fuzzPaths = []string{".ai/repo/project/issues/a.yaml", ".ai/repo/rules/a.md", "docs/adr/0001-a.md", "README.md", "AGENTS.md", ".cursor/rules/a.mdc",
	".github/instructions/a.md", "knowledge/a.md", "docs/CLAIMS.yaml", "docs/a.rst", "docs/a.adoc", "docs/a.md", "a.go", "backlog/tasks/a.md", ".beads/issues.jsonl",
	".taskmaster/tasks/tasks.json", "specs/001-a/spec.md", "specs/001-a/tasks.md", ".ai/repo/knowledge/curated/a.md", ".ai/repo/sessions/a.md"}

func FuzzParse(f *testing.F) {
	for i, p := range fuzzPaths {
		f.Add(uint8(i), []byte("---\nid: a\nversion: 1\n---\n# "+p+"\n"))
	}
	for p, text := range linked() {
		for i, q := range fuzzPaths {
			if extension(p) == extension(q) {
				f.Add(uint8(i), []byte(text))
			}
		}
	}
	f.Add(uint8(2), []byte("# A\n\n## Status\n\nSuperseded by [x](y.md)\n"))
	f.Add(uint8(15), []byte(`{"tasks":[{"id":1,"subtasks":[{"id":1}]}]}`))
	files := layered(tree{})
	c, _, err := Load(files.files(), func(p string) ([]byte, error) { return []byte(files[p]), nil }, Options{Sources: shellSources})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		path := fuzzPaths[int(which)%len(fuzzPaths)]
		claims, _ := c.Classify([]File{{Path: path, Size: int64(len(data)), Hash: "h"}})
		p := c.Parse(claims[0], data)
		for i := range p.Objects {
			checkObject(t, &p.Objects[i], data)
		}
		for _, d := range p.Diagnostics {
			if d.Path != path || d.Message == "" {
				t.Fatalf("%+v", d)
			}
		}
		encoded, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var again Parsed
		if err := json.Unmarshal(encoded, &again); err != nil {
			t.Fatal(err)
		}
		again.Bind(claims[0])
		if once, _ := json.Marshal(again); string(once) != string(encoded) || !reflect.DeepEqual(again.Unit(), p.Unit()) {
			t.Fatalf("encoded %s\nagain %s", encoded, once)
		}
		c.Resolve([]Parsed{p}, []File{{Path: path}})
	})
}

func checkObject(t *testing.T, o *object.Object, data []byte) {
	if o.Identity == "" || o.URI == "" || !utf8.ValidString(o.Title) || !utf8.ValidString(o.Description) {
		t.Fatalf("%+v", o)
	}
	if _, _, _, ok := object.ParseURI(o.URI); !ok {
		t.Fatalf("%q is no uri", o.URI)
	}
	if s := o.Provenance.Span; s != nil {
		lines := strings.SplitAfter(string(data), "\n")
		if s.Start < 1 || s.End < s.Start || s.End > len(lines) || s.Bytes != int64(len(strings.Join(lines[s.Start-1:s.End], ""))) {
			t.Fatalf("span %+v of %d lines", s, len(lines))
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"# A\n[x](y.md)\n", "[x]: y.md\n[x]\n", "A\n=\n", "```\n# no\n```\n", "![i](a.png)", "# `a` *b* <c>\n", "[[[[", "- [a](<b c.md>)\n", "> # q\n", "\r\n# A\r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m := readMarkdown(data)
		for _, h := range m.headings {
			if h.text == "" || h.line < 0 || h.start < h.line || h.start > len(m.source) {
				t.Fatalf("%+v of %d", h, len(m.source))
			}
		}
		for _, l := range m.links {
			if l.to == "" || strings.ContainsAny(l.to, "\x00") {
				t.Fatalf("%+v", l)
			}
		}
		readADRHead(m)
		rstHeadings(strings.Split(string(data), "\n"))
		adocHeadings(strings.Split(string(data), "\n"))
	})
}
