package route

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGlobRules(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"**", "a/b/c", true}, {"**/a", "a", true}, {"a/**/b", "a/b", true}, {"a/**/b", "a/x/y/b", true}, {"a/**", "ab", false}, {"**/b/**/d", "a/b/c/d", true},
		{"***", "a/b", false}, {"***", "ab", true}, {"a/*", "a", false}, {"a/*", "a/b/c", false}, {"a?c", "a/c", false}, {"a?c", "aéc", true},
		{"[]a]x", "]x", true}, {"[]a]x", "ax", true}, {"[!]a]x", "bx", true}, {"[!]a]x", "]x", false}, {"[!a]", "b", true}, {"[!a]", "a", false},
		{"[c-a]", "b", false}, {"[c-a]", "c", false}, {"[a-]", "-", true}, {"[-a]", "-", true}, {`a\*`, "a*", false}, {`a\*`, `a\x`, true},
		{"[!", "[!", true}, {"[", "[", true}, {"a[b", "a[b", true}, {"a[]", "a[]", true}, {"x[a/b]", "x[a/b]", true}, {"*", ".x", true}, {"{a,b}", "a", false},
	} {
		if got := NewGlob(c.pattern).Match(c.path); got != c.want {
			t.Errorf("%q on %q: %v", c.pattern, c.path, got)
		}
	}
}

// naive is the definition of a match, exponential in its pattern.
func naive(p, s []string) bool {
	switch {
	case len(p) == 0:
		return len(s) == 0
	case p[0] == "**":
		return naive(p[1:], s) || len(s) > 0 && naive(p, s[1:])
	}
	return len(s) > 0 && naiveSegment([]rune(p[0]), []rune(s[0])) && naive(p[1:], s[1:])
}

func naiveSegment(p, s []rune) bool {
	switch {
	case len(p) == 0:
		return len(s) == 0
	case p[0] == '*':
		return naiveSegment(p[1:], s) || len(s) > 0 && naiveSegment(p, s[1:])
	case len(s) == 0:
		return false
	case p[0] == '?':
		return naiveSegment(p[1:], s[1:])
	case p[0] == '[':
		if end := naiveEnd(p); end > 0 {
			return naiveClass(p[1:end], s[0]) && naiveSegment(p[end+1:], s[1:])
		}
	}
	return p[0] == s[0] && naiveSegment(p[1:], s[1:])
}

func naiveEnd(p []rune) int {
	from := 1
	if len(p) > from && p[from] == '!' {
		from++
	}
	for i := from + 1; i < len(p); i++ {
		if p[i] == ']' {
			return i
		}
	}
	return 0
}

func naiveClass(c []rune, r rune) bool {
	not := len(c) > 0 && c[0] == '!'
	if not {
		c = c[1:]
	}
	for len(c) > 0 {
		if len(c) > 2 && c[1] == '-' {
			if c[0] <= r && r <= c[2] {
				return !not
			}
			c = c[3:]
			continue
		}
		if c[0] == r {
			return !not
		}
		c = c[1:]
	}
	return not
}

func FuzzGlob(f *testing.F) {
	for _, c := range cases[struct {
		Pattern string
		Matches map[string]bool
	}](f, "glob.json") {
		for path := range c.Matches {
			f.Add(c.Pattern, path)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		got := NewGlob(pattern).Match(path)
		if len(pattern) > 24 || len(path) > 24 || !utf8.ValidString(pattern) || !utf8.ValidString(path) {
			return
		}
		if want := naive(strings.Split(pattern, "/"), strings.Split(path, "/")); got != want {
			t.Fatalf("%q on %q: %v", pattern, path, got)
		}
	})
}

// Doubling the stars must not double the exponent: the figures stay within
// microseconds.
func BenchmarkGlobStars(b *testing.B) {
	path := strings.Repeat("a/", 23) + "b"
	for _, n := range []int{3, 9, 20} {
		g := NewGlob(strings.Repeat("**/a/", n) + "c")
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if g.Match(path) {
					b.Fatal("a match")
				}
			}
		})
	}
	b.Run("stars in a segment", func(b *testing.B) {
		g := NewGlob(strings.Repeat("*a", 20) + "c")
		long := strings.Repeat("a", 200)
		for b.Loop() {
			if g.Match(long) {
				b.Fatal("a match")
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var s strings.Builder
	s.WriteString(head + "by_path:\n")
	for i := range 10_000 {
		fmt.Fprintf(&s, "  src/dir%d/file%d.go:\n  - {node_id: n%d, reason: why, provenance: p}\n", i%100, i, i%500)
	}
	for b.Loop() {
		if _, issues := Parse("a.yaml", []byte(s.String())); issues != nil {
			b.Fatal(issues)
		}
	}
}
