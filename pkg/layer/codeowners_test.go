package layer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

// TestOwnersPatterns holds the examples of GitHub's page and what it says does
// not work; "!" before a path: not matched.
func TestOwnersPatterns(t *testing.T) {
	for pattern, paths := range ownersTable() {
		globs, why := ownersGlobs(pattern)
		if why != "" {
			t.Errorf("%s: %s", pattern, why)
			continue
		}
		for _, p := range strings.Fields(paths) {
			p, not := strings.CutPrefix(p, "!")
			p = strings.ReplaceAll(p, "%20", " ")
			if got := slices.ContainsFunc(globs, func(g Glob) bool { return g.Match(p) }); got == not {
				t.Errorf("%s matches %s: %v", pattern, p, got)
			}
		}
	}
}

func ownersTable() map[string]string {
	return map[string]string{
		"*":                 "a a/b .github/CODEOWNERS",
		"*.js":              "a.js x/y/a.js x.js/inner !a.jsx",
		"/build/logs/":      "build/logs/a build/logs/b/c !build/logs !x/build/logs/a",
		"docs/*":            "docs/a.md !docs/build-app/a.md !x/docs/a.md",
		"apps/":             "apps/a x/apps/b/c !apps !x/apps",
		"/docs/":            "docs/a docs/b/c !x/docs/a",
		"/scripts/":         "scripts/a !scripts",
		"**/logs":           "logs/a build/logs/b deeply/nested/logs logs",
		"/apps/github":      "apps/github apps/github/a !apps/github2 !x/apps/github",
		"apps/github/*.rb":  "apps/github/a.rb !apps/github/x/a.rb",
		"/*":                "a !a/b",
		"/":                 "a a/b",
		"src/**":            "src/a src/b/c !src !x/src/a",
		"src/**/test":       "src/test src/a/b/test src/a/test/c !test",
		"README":            "README x/README README/a !README.md",
		"a?c":               "abc x/abc !ac !abbc",
		`/with\ space/file`: "with%20space/file !with",
		"/a/*/c":            "a/b/c a/b/c/d !a/c !a/b/x/c",
		"é*":                "état x/état !e",
	}
}

func TestOwnersLines(t *testing.T) {
	text := "\uFEFF# who\n\n*       @all # and nobody else\n/docs/  @org/docs docs@example.org\n/docs/api/\n*.go @go\r\n" +
		"!/x @a\n[abc].go @a\n/a\\*b @a\n/team nobody\n\\# @a\n[Section]\n^[Other][2] @b\n/bad @\n#*.md @md\n/end @end"
	rules, ds := parseOwners("CODEOWNERS", []byte(text))
	for path, want := range map[string]string{"a": "@all", "docs/a": "@org/docs docs@example.org", "docs/api/a": "", "docs/api/a.go": "@go",
		"x": "@all", "b.go": "@go", "team": "@all", "README.md": "@all", "end": "@end"} {
		if got := strings.Join(rules.of(path), " "); got != want {
			t.Errorf("%s is owned by %q, want %q", path, got, want)
		}
	}
	var lines []string
	for _, d := range ds {
		n, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "line "), " ")
		lines = append(lines, n)
		if d.Severity != object.Warning || d.Code != ownersSkipped || d.Path != "CODEOWNERS" {
			t.Errorf("%+v", d)
		}
	}
	if got := strings.Join(lines, " "); got != "7 8 9 10 11 12 13 14" {
		t.Errorf("skipped lines %s: %v", got, ds)
	}
	if rules, ds := parseOwners("x", []byte("* \xff")); rules != nil || len(ds) != 1 || ds[0].Code != invalidUTF8 {
		t.Errorf("%v %v", rules, ds)
	}
	if (owners)(nil).of("a") != nil {
		t.Error("owners of nothing")
	}
}

// TestOwnersOfObjects: the first place counts, objects carry them, and Bind for
// a claim without takes them off again.
func TestOwnersOfObjects(t *testing.T) {
	tr := tree{"docs/CODEOWNERS": "* @docs\n", "CODEOWNERS": "* @root\n!x @a\n", "a.md": "# A\n", "b.txt": "b\n"}
	load := func() (*Config, []object.Diagnostic) {
		c, ds, err := Load(tr.files(), func(p string) ([]byte, error) { return []byte(tr[p]), nil }, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c, ds
	}
	c, ds := load()
	if len(ds) != 1 || ds[0].Code != ownersSkipped || !slices.Equal(c.Paths(), []string{"CODEOWNERS"}) {
		t.Errorf("%v %v", ds, c.Paths())
	}
	claims, _ := c.Classify(tr.files())
	for _, cl := range claims {
		p := c.Parse(cl, []byte(tr[cl.Path]))
		for _, o := range p.Objects {
			if o.Meta == nil || fmt.Sprint(o.Meta.Owners) != "[@root]" {
				t.Errorf("%s: %+v", o.URI, o.Meta)
			}
		}
		cl.Owners = nil
		p.Bind(cl)
		for _, o := range p.Objects {
			if o.Meta != nil && o.Meta.Owners != nil {
				t.Errorf("%s keeps %v", o.URI, o.Meta.Owners)
			}
		}
	}
	tr[".github/CODEOWNERS"] = strings.Repeat("#", ownersMost)
	if _, ds := load(); len(ds) != 1 || ds[0].Code != oversized {
		t.Errorf("%v", ds)
	}
}

func FuzzOwners(f *testing.F) {
	for pattern := range ownersTable() {
		f.Add([]byte(pattern+" @a b@c\n"), "docs/a.js")
	}
	f.Add([]byte("\\"), "a")
	f.Add([]byte("a\\ \t@"), "a ")
	f.Fuzz(func(t *testing.T, data []byte, path string) {
		rules, ds := parseOwners("CODEOWNERS", data)
		for _, d := range ds {
			if d.Message == "" {
				t.Fatal("a finding without a word")
			}
		}
		got := rules.of(path)
		for _, n := range got {
			if !strings.Contains(n, "@") {
				t.Fatalf("owner %q", n)
			}
		}
		more, _ := parseOwners("CODEOWNERS", append(slices.Clone(data), "\n* @last\n"...))
		if len(more) != len(rules)+1 && len(ds) == 0 {
			t.Fatal("a line more is no rule more")
		}
	})
}
