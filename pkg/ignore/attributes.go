package ignore

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Attributes are the rules of gitattributes(5) files in force in one folder, as
// Rules are those of ignore files. Only files of the tree count, so two
// checkouts agree whatever their machines are set to.
type Attributes struct {
	own    []attributeRule
	up     *Attributes
	depth  int
	prefix string
	macros map[string][]assignment // shared; only the top file declares them
}

type attributeRule struct {
	pattern pattern
	sets    []assignment
}

// assignment is one word behind a pattern.
type assignment struct{ name, value string }

// The values an attribute has beside those spelled out.
const (
	Set         = "set"
	Unset       = "unset"
	Unspecified = "unspecified"
)

// TopAttributes gives the rules at the top of a tree, own its .gitattributes.
func TopAttributes(own []byte) *Attributes {
	a := &Attributes{macros: map[string][]assignment{"binary": words("-diff -merge -text")}}
	a.own = parseAttributes(own, a.macros)
	return a
}

// Enter gives the rules of a folder in this one.
func (a *Attributes) Enter(name string, own []byte) *Attributes {
	in := &Attributes{up: a, prefix: a.prefix + name + "/", macros: a.macros}
	in.depth = len(in.prefix)
	in.own = parseAttributes(own, nil)
	return in
}

// Of gives the named attributes of a file of this folder, in their order: Set,
// Unset, Unspecified or the value.
func (a *Attributes) Of(file string, names ...string) []string {
	q := query{macros: a.macros, values: make(map[string]string)}
	path := a.prefix + file
	for at := a; at != nil; at = at.up {
		for i := len(at.own) - 1; i >= 0; i-- {
			if r := &at.own[i]; r.pattern.matches(path[at.depth:], file, false) {
				q.take(r.sets)
			}
		}
	}
	out := make([]string, len(names))
	for i, n := range names {
		if out[i] = q.values[n]; out[i] == "" {
			out[i] = Unspecified
		}
	}
	return out
}

// query collects the first value each attribute is given.
type query struct {
	macros map[string][]assignment
	values map[string]string
}

func (q query) take(sets []assignment) {
	for i := len(sets) - 1; i >= 0; i-- {
		s := sets[i]
		if _, decided := q.values[s.name]; decided {
			continue
		}
		q.values[s.name] = s.value
		if s.value == Set {
			q.take(q.macros[s.name])
		}
	}
}

// longestLine is what git reads of a line of attributes; longer ones it skips.
const longestLine = 2048

func parseAttributes(data []byte, macros map[string][]assignment) []attributeRule {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var out []attributeRule
	for line := range bytes.Lines(data) {
		s := strings.Trim(string(line), " \t\r\n")
		if s == "" || s[0] == '#' || len(line) > longestLine {
			continue
		}
		spec, rest := cutPattern(s)
		sets := words(rest)
		if slices.ContainsFunc(sets, assignment.invalid) {
			continue
		}
		if name, ok := strings.CutPrefix(spec, "[attr]"); ok {
			if macros != nil && !(assignment{name: name}).invalid() {
				macros[name] = sets
			}
			continue
		}
		if p, ok := parseLine(spec); ok && !p.include {
			out = append(out, attributeRule{pattern: p, sets: sets})
		}
	}
	return out
}

// invalid reports a name for which git refuses the whole line.
func (a assignment) invalid() bool {
	return a.name == "" || a.name[0] == '-' || strings.ContainsFunc(a.name, func(r rune) bool {
		return r != '-' && r != '.' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// cutPattern parts a line behind its pattern, which can be quoted as in C.
func cutPattern(s string) (pattern, rest string) {
	if s[0] == '"' {
		if q, err := strconv.QuotedPrefix(s); err == nil {
			if p, err := strconv.Unquote(q); err == nil {
				return p, s[len(q):]
			}
		}
	}
	if i := strings.IndexAny(s, " \t\r"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func words(s string) []assignment {
	var out []assignment
	for _, w := range strings.Fields(s) {
		switch name, value, valued := strings.Cut(w, "="); {
		case w[0] == '-':
			out = append(out, assignment{w[1:], Unset})
		case w[0] == '!':
			out = append(out, assignment{w[1:], Unspecified})
		case valued:
			out = append(out, assignment{name, value})
		default:
			out = append(out, assignment{name, Set})
		}
	}
	return out
}
