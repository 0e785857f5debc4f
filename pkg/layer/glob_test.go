package layer

import (
	"strings"
	"testing"
	"time"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no string // paths parted by blanks
	}{
		{"src/**", "src src/a src/a/b", "srcs a/src"}, {"**", "a a/b .", ""}, {"**/x", "x a/x a/b/x", "xx x/a"}, {"a/**/b", "a/b a/x/b a/x/y/b", "a/b/c ab"},
		{"*.go", "a.go .go", "a/b.go a.goo"}, {"a?c", "abc aéc", "ac a/c abbc"}, {"[a-c]x", "ax cx", "dx x"}, {"[!a]x", "bx", "ax x"}, {"[^a]", "^ a", "b"},
		{"[]a]", "] a", "b"}, {"[a", "[a", "a"}, {"[z-a]", "", "a z m -"}, {"a/b", "a/b", "a/b/c a"}, {"**/*.md", "a.md x/y.md", "a.mdx"}, {"a/**/**/b", "a/b a/c/b", "a"},
		{"**/a/**", "a x/a a/x x/a/y", "b"}, {"a**b", "ab axxb", "a/b"}, {"[!]a]", "b", "] a"}, {"", "", "a"}, {"*", "a", "a/b"}, {"{a,b}", "{a,b}", "a b"}, {`a\*`, `a\x`, "a*"},
	} {
		g := NewGlob(c.pattern)
		for _, p := range strings.Fields(c.yes) {
			if !g.Match(p) {
				t.Errorf("%q must match %q", c.pattern, p)
			}
		}
		for _, p := range strings.Fields(c.no) {
			if g.Match(p) {
				t.Errorf("%q must not match %q", c.pattern, p)
			}
		}
	}
}

func TestPathspec(t *testing.T) {
	for _, c := range []struct{ spec, yes, no string }{
		{":(glob)a/*.md", "a/x.md", "a/b/x.md"}, {"a/*.md", "a/x.md a/b/x.md", "b/x.md"}, {"a", "a a/b a/b/c", "ab"}, {"a/", "a/b", "b"},
		{"*.md", "x.md a/x.md", "x.mdx"}, {":(icase)A/b", "a/B", "c"}, {":(top,glob)**/x", "x a/x", "xx"}, {":/a", "a/b", "b"}, {"./a", "a/b", "b"},
	} {
		ps, err := newPathspecs([]string{c.spec})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range strings.Fields(c.yes) {
			if !ps.match(p) {
				t.Errorf("%q must match %q", c.spec, p)
			}
		}
		for _, p := range strings.Fields(c.no) {
			if ps.match(p) {
				t.Errorf("%q must not match %q", c.spec, p)
			}
		}
	}
	ps, _ := newPathspecs([]string{":(glob)**/*.md", ":(exclude)docs", ":!x.md"})
	if !ps.match("a/b.md") || ps.match("docs/a.md") || ps.match("x.md") {
		t.Error("exclusion")
	}
	for _, bad := range []string{"", "/a", "../a", "a/../b", ":(attr:x)a"} {
		if _, err := newPathspec(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestGlobIsLinear would not end if matching went back more than one step.
func TestGlobIsLinear(t *testing.T) {
	long := strings.TrimSuffix(strings.Repeat("a/", 24), "/")
	done := make(chan bool)
	go func() {
		NewGlob(strings.Repeat("**/a/", 9) + "b").Match(long)
		NewGlob(strings.Repeat("a*", 2000) + "b").Match(strings.Repeat("a", 4000))
		done <- true
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("no end")
	}
}

// slow is the obvious matcher.
func slow(segs []string, path []string) bool {
	if len(segs) == 0 {
		return len(path) == 0
	}
	if segs[0] == "**" {
		for i := range len(path) + 1 {
			if slow(segs[1:], path[i:]) {
				return true
			}
		}
		return false
	}
	return len(path) > 0 && matchSegment(segs[0], path[0]) && slow(segs[1:], path[1:])
}

func FuzzGlob(f *testing.F) {
	for _, s := range [][2]string{{"a/**/b", "a/x/b"}, {"**/a/**/b", "a/b"}, {"[a-", "[a-"}, {"*?[!x]", "aé/b"}, {"**", ""}, {"/", "/"}, {"\xff*", "\xffa"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if strings.Count(pattern, "**") > 4 || strings.Count(path, "/") > 12 {
			return
		}
		got := NewGlob(pattern).Match(path)
		if want := slow(strings.Split(pattern, "/"), strings.Split(path, "/")); got != want {
			t.Fatalf("%q against %q: %v, want %v", pattern, path, got, want)
		}
		if ps, err := newPathspecs([]string{pattern, ":(glob)" + pattern}); err == nil {
			ps.match(path)
		}
		if !HasGlob(pattern) && got != (pattern == path) {
			t.Fatalf("%q is literal", pattern)
		}
	})
}
