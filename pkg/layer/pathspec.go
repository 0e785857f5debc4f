package layer

import (
	"fmt"
	"strings"
)

// pathspec is a git pathspec: ":(glob)…" with our globs, the default form where
// "*" crosses slashes and a folder stands for what is under it, and ":(icase)",
// ":(top)", ":(exclude)", ":!".
type pathspec struct {
	glob    Glob
	loose   string // the default form; "" for a glob
	icase   bool
	exclude bool
}

func newPathspec(s string) (pathspec, error) {
	var p pathspec
	glob := false
	rest := s
	if inner, after, ok := strings.Cut(s, ")"); ok && strings.HasPrefix(s, ":(") {
		rest = after
		for _, word := range strings.Split(inner[2:], ",") {
			switch word {
			case "glob":
				glob = true
			case "icase":
				p.icase = true
			case "exclude":
				p.exclude = true
			case "top", "literal", "":
			default:
				return p, fmt.Errorf("pathspec magic %s is not known", quote(word))
			}
		}
	} else if strings.HasPrefix(s, ":!") || strings.HasPrefix(s, ":^") {
		p.exclude, rest = true, s[2:]
	} else if strings.HasPrefix(s, ":/") {
		rest = s[2:]
	}
	rest = strings.TrimPrefix(rest, "./")
	if rest == "" || strings.HasPrefix(rest, "/") || hasDotDot(rest) {
		return p, fmt.Errorf("pathspec %s leaves the repository or names nothing", quote(s))
	}
	if p.icase {
		rest = strings.ToLower(rest)
	}
	if p.glob = NewGlob(rest); !glob {
		p.loose = strings.TrimSuffix(rest, "/")
	}
	return p, nil
}

func hasDotDot(p string) bool {
	for _, seg := range strings.Split(p, "/") {
		if seg == ".." {
			return true
		}
	}
	return false
}

func (p *pathspec) match(path string) bool {
	if p.icase {
		path = strings.ToLower(path)
	}
	if p.loose == "" {
		return p.glob.Match(path)
	}
	if under(path, p.loose) {
		return true
	}
	// As in git, a wildcard of this form crosses slashes.
	return HasGlob(p.loose) && matchSegment(p.loose, path)
}

// under reports whether path is dir or lies below it.
func under(path, dir string) bool {
	return strings.HasPrefix(path, dir) && (len(path) == len(dir) || path[len(dir)] == '/')
}

// pathspecs is a list of them: one must match, no excluding one may.
type pathspecs []pathspec

func newPathspecs(list []string) (pathspecs, error) {
	var out pathspecs
	for _, s := range list {
		p, err := newPathspec(s)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (ps pathspecs) match(path string) bool {
	found := false
	for i := range ps {
		if ps[i].exclude && ps[i].match(path) {
			return false
		}
		found = found || !ps[i].exclude && ps[i].match(path)
	}
	return found
}
