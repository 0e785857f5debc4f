package layer

import (
	"strings"
	"unicode/utf8"
)

// Glob matches whole paths segment by segment: a segment "**" stands for zero
// or more segments, in others "*" and "?" stay inside and "[…]" is a class
// ("!" negates it). Nothing is escaped, and matching is linear in
// pattern × path.
type Glob struct {
	segments []string
	prefix   string // literal text every match starts with
}

// NewGlob reads a pattern; any text is one.
func NewGlob(pattern string) Glob {
	g := Glob{segments: strings.Split(pattern, "/")}
	if i := strings.IndexAny(pattern, "*?["); i < 0 {
		g.prefix = pattern
	} else if j := strings.LastIndexByte(pattern[:i], '/'); j >= 0 {
		g.prefix = pattern[:j+1]
		if strings.HasPrefix(pattern[j+1:], "**") {
			g.prefix = pattern[:j] // "src/**" matches "src" too
		}
	}
	return g
}

// HasGlob reports whether a text holds glob characters.
func HasGlob(s string) bool { return strings.ContainsAny(s, "*?[") }

// Match reports whether the glob matches the whole path.
func (g Glob) Match(path string) bool {
	if !strings.HasPrefix(path, g.prefix) {
		return false
	}
	return matchSegments(g.segments, path)
}

// matchSegments is the wildcard match with one point of return, over segments.
func matchSegments(segs []string, path string) bool {
	at, rest, more := 0, path, true
	backSeg, backRest := -1, ""
	for more {
		seg, next, last := nextSegment(rest)
		switch {
		case at < len(segs) && segs[at] == "**":
			backSeg, backRest = at, rest
			at++
			if at == len(segs) {
				return true
			}
			continue
		case at < len(segs) && matchSegment(segs[at], seg):
			at, rest, more = at+1, next, !last
			continue
		case backSeg < 0:
			return false
		}
		_, next, last = nextSegment(backRest)
		if last {
			return false
		}
		at, rest, backRest = backSeg+1, next, next
	}
	for at < len(segs) && segs[at] == "**" {
		at++
	}
	return at == len(segs)
}

func nextSegment(path string) (seg, rest string, last bool) {
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:], false
	}
	return path, "", true
}

// matchSegment matches one segment with "*", "?" and classes.
func matchSegment(p, s string) bool {
	pi, si := 0, 0
	backP, backS := -1, 0
	for si < len(s) {
		if pi < len(p) && p[pi] == '*' {
			backP, backS = pi+1, si
			pi++
			continue
		}
		if pi < len(p) {
			if n, width, ok := matchOne(p[pi:], s[si:]); ok {
				pi, si = pi+n, si+width
				continue
			}
		}
		if backP < 0 {
			return false
		}
		_, w := utf8.DecodeRuneInString(s[backS:])
		backS += w
		pi, si = backP, backS
	}
	for pi < len(p) && p[pi] == '*' {
		pi++
	}
	return pi == len(p)
}

// matchOne matches one character of s: n bytes of the pattern and width bytes
// of s are used up.
func matchOne(p, s string) (n, width int, ok bool) {
	r, w := utf8.DecodeRuneInString(s)
	switch p[0] {
	case '?':
		return 1, w, true
	case '[':
		if end := classEnd(p); end > 0 {
			return end + 1, w, inClass(p[1:end], r)
		}
	}
	pr, pw := utf8.DecodeRuneInString(p)
	if pr == utf8.RuneError && pw == 1 || r == utf8.RuneError && w == 1 {
		return 1, 1, p[0] == s[0]
	}
	return pw, w, pr == r
}

// classEnd is the offset of the bracket that closes the class p opens with, or
// -1: then the opening bracket is a character like any other.
func classEnd(p string) int {
	i := 1
	if i < len(p) && p[i] == '!' {
		i++
	}
	if i < len(p) && p[i] == ']' {
		i++
	}
	for ; i < len(p); i++ {
		if p[i] == ']' {
			return i
		}
	}
	return -1
}

func inClass(class string, r rune) bool {
	class, negated := strings.CutPrefix(class, "!")
	found := false
	runes := []rune(class)
	for i := 0; i < len(runes); i++ {
		lo, hi := runes[i], runes[i]
		if i+2 < len(runes) && runes[i+1] == '-' {
			hi = runes[i+2]
			i += 2
		}
		found = found || lo <= r && r <= hi
	}
	return found != negated
}
