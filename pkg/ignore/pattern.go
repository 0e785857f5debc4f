package ignore

import (
	"bytes"
	"strings"
)

// pattern is one line of an ignore file.
type pattern struct {
	literal string  // the whole pattern, where it has no wildcard
	glob    []token // else
	include bool    // "!": what matches is not ignored
	dirOnly bool    // trailing slash: only folders match
	base    bool    // no slash inside: held against the name alone
}

// parse reads an ignore file. Lines end at LF or CRLF, a BOM opens it or not,
// and a NUL ends a line's pattern as it does for git.
func parse(data []byte) []pattern {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var out []pattern
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if i := bytes.IndexByte(line, 0); i >= 0 {
			line = line[:i]
		}
		if p, ok := parseLine(string(trimSpaces(line))); ok {
			out = append(out, p)
		}
	}
	return out
}

// trimSpaces drops trailing spaces, but one behind a backslash and what stands
// before it.
func trimSpaces(b []byte) []byte {
	end := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case ' ':
			continue
		case '\\':
			if i++; i == len(b) {
				return b
			}
		}
		end = i + 1
	}
	return b[:end]
}

func parseLine(s string) (p pattern, ok bool) {
	s, p.include = strings.CutPrefix(s, "!")
	s, p.dirOnly = strings.CutSuffix(s, "/")
	p.base = !strings.Contains(s, "/")
	s = strings.TrimPrefix(s, "/")
	if s == "" {
		return p, false
	}
	if !strings.ContainsAny(s, `*?[\`) {
		p.literal = s
		return p, true
	}
	p.glob, ok = compile(s, !p.base)
	return p, ok
}

func (p *pattern) matches(path, base string, dir bool) bool {
	if p.dirOnly && !dir {
		return false
	}
	if p.base {
		path = base
	}
	if p.glob == nil {
		return path == p.literal
	}
	return match(p.glob, path)
}
