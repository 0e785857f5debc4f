package layer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"majordomus/pkg/object"
)

// ownersPlaces are where a CODEOWNERS file is looked for; the first one counts
// (docs.github.com, "About code owners").
func ownersPlaces() []string { return []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"} }

// ownersMost is the size from which GitHub reads no CODEOWNERS.
const ownersMost = 3 << 20

// owners says who owns a file: the last rule that matches it decides, also one
// that names nobody.
type owners []ownersRule

type ownersRule struct {
	globs []Glob // any of them
	names []string
}

// of lists the owners of a path as written, nil for none. The list is shared.
func (o owners) of(path string) []string {
	for i := len(o) - 1; i >= 0; i-- {
		if slices.ContainsFunc(o[i].globs, func(g Glob) bool { return g.Match(path) }) {
			return o[i].names
		}
	}
	return nil
}

// readOwners reads the CODEOWNERS file that counts, where it is in scope. What is
// wrong with it are findings: it is no part of the layer's own configuration.
func (l *loader) readOwners(c *Config, files []File) {
	for _, at := range ownersPlaces() {
		i, ok := slices.BinarySearchFunc(files, at, func(f File, at string) int { return strings.Compare(f.Path, at) })
		if !ok || files[i].Link {
			continue
		}
		if rule, _ := c.scope.nameOut(&files[i]); rule != "" {
			return
		}
		if files[i].Size >= ownersMost {
			l.notes = append(l.notes, finding(object.Warning, oversized, at, "no owners are read of a file of 3 MiB or more"))
			return
		}
		data, err := l.read(at)
		if err != nil {
			return // the file is reported when it is read as an object
		}
		c.paths = append(c.paths, at)
		var notes []object.Diagnostic
		c.owners, notes = parseOwners(at, data)
		l.notes = append(l.notes, notes...)
		return
	}
}

// parseOwners reads a CODEOWNERS file; a line that is not understood is skipped
// and said.
func parseOwners(at string, data []byte) (rules owners, ds []object.Diagnostic) {
	if !utf8.Valid(data) {
		return nil, []object.Diagnostic{finding(object.Warning, invalidUTF8, at, "no owners are read: it is not UTF-8")}
	}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\uFEFF")) {
		n++
		r, why := parseOwnersLine(strings.TrimSpace(line))
		if why != "" {
			ds = append(ds, finding(object.Warning, ownersSkipped, at, "line %d is skipped: %s", n, why))
		} else if r.globs != nil {
			rules = append(rules, r)
		}
	}
	return rules, ds
}

// parseOwnersLine reads a pattern and who owns what it matches; why is what is
// wrong with it. A line that holds nothing gives no globs.
func parseOwnersLine(line string) (r ownersRule, why string) {
	if strings.HasPrefix(line, "[") || strings.HasPrefix(line, "^[") {
		return r, "a section is GitLab's; the rules under it count as if it were not there"
	}
	pattern, rest := cutPattern(line)
	if pattern == "" {
		return r, ""
	}
	for _, name := range strings.Fields(rest) {
		if strings.HasPrefix(name, "#") {
			break
		}
		if at := strings.IndexByte(name, '@'); at < 0 || at == len(name)-1 {
			return r, quote(name) + " is neither @user, @org/team nor an address"
		}
		r.names = append(r.names, name)
	}
	r.globs, why = ownersGlobs(pattern)
	return r, why
}

// cutPattern parts a line at the first space that is not escaped. A comment has
// no pattern.
func cutPattern(line string) (pattern, rest string) {
	if strings.HasPrefix(line, "#") {
		return "", ""
	}
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case ' ', '\t':
			return line[:i], line[i:]
		}
	}
	return line, ""
}

// ownersGlobs are what a pattern matches: as in a gitignore file, but without
// "!", "[ ]" and escapes other than that of a space, and "dir/*" stays in dir.
func ownersGlobs(pattern string) (globs []Glob, why string) {
	pattern = strings.ReplaceAll(pattern, `\ `, " ")
	switch {
	case strings.HasPrefix(pattern, "!"):
		return nil, "a pattern cannot be negated here"
	case strings.ContainsAny(pattern, "[]"):
		return nil, "a pattern can hold no [ ] here"
	case strings.Contains(pattern, `\`):
		return nil, "a pattern can escape nothing but a space here"
	}
	p, rooted := strings.CutPrefix(pattern, "/")
	p, folder := strings.CutSuffix(p, "/")
	if p == "" {
		p = "**"
	}
	if !rooted && !strings.Contains(p, "/") && p != "**" {
		p = "**/" + p
	}
	last := p[strings.LastIndexByte(p, '/')+1:]
	switch {
	case folder:
		return []Glob{NewGlob(p + "/**/*")}, ""
	case last == "**":
		return []Glob{NewGlob(p + "/*")}, ""
	case last == "*" && p != "**/*":
		return []Glob{NewGlob(p)}, ""
	}
	return []Glob{NewGlob(p), NewGlob(p + "/**")}, ""
}

// withOwners is a meta that names them beside all else.
func withOwners(m *object.Meta, names []string) *object.Meta {
	if len(names) == 0 && (m == nil || len(m.Owners) == 0) {
		return m
	}
	var own object.Meta
	if m != nil {
		own = *m
	}
	own.Owners = names
	if emptyMeta(&own) {
		return nil
	}
	return &own
}
