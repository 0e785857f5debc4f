package code

import "strings"

// scriptImports finds import, export … from, require and import() anywhere.
func (r *reader) scriptImports() {
	th := r.newThrough()
	for i := range r.toks {
		switch w := r.wordAt(i); {
		case w == "import" && !r.op(i-1, '.'):
			r.scriptImport(i, th)
		case w == "export" && (r.op(i+1, '*') || r.op(i+1, '{') || r.is(i+1, "type")):
			r.scriptExport(i)
		case w == "require" && r.op(i+1, '(') && !r.op(i-1, '.') && r.op(i+3, ')'):
			r.scriptRequire(i, th)
		case w == "module" && r.is(i-1, "declare"): // what is added to another module
			if p := r.literal(i + 1); p != "" && p[0] != '.' {
				r.declare(ambient(p))
			}
			r.relativeOnly(r.literal(i+1), i)
		case (w == "mock" || w == "resolve") && r.op(i-1, '.') && r.op(i+1, '(') && (r.is(i-2, "require") || r.is(i-2, "jest") || r.is(i-2, "vi")):
			r.relativeOnly(r.literal(i+2), i)
		}
	}
	th.collect(r)
}

// ambient is the declared name of a module that a file describes by
// "declare module": its specifier in quotes, which no identifier has.
func ambient(module string) string { return `"` + module + `"` }

func (r *reader) relativeOnly(p string, i int) {
	if strings.HasPrefix(p, ".") {
		r.importing(p, Plain, i)
	}
}

// scriptImport reads one import declaration or import() call.
func (r *reader) scriptImport(i int, th *through) {
	if p := r.literal(i + 1); p != "" {
		r.importing(p, Plain, i)
		return
	}
	if r.op(i+1, '(') {
		if p := r.literal(i + 2); p != "" {
			r.importing(p, Plain, i)
		}
		return
	}
	j := i + 1
	if r.is(j, "type") && !r.is(j+1, "from") && !r.op(j+1, ',') {
		j++
	}
	names, spaces, next := r.scriptClause(j)
	switch {
	case r.is(next, "from"):
		if p := r.literal(next + 1); p != "" {
			r.importing(p, Plain, i, cloned(names)...)
			for _, s := range spaces {
				th.add(s, len(r.facts.Imports)-1)
			}
		}
	case r.op(next, '=') && r.is(next+1, "require"): // import a = require("b")
		if p := r.literal(next + 3); p != "" {
			r.importing(p, Plain, i)
			th.add(r.wordAt(j), len(r.facts.Imports)-1)
		}
	}
}

// scriptClause reads "d, {a, b as c}, * as ns": the names taken and the names
// that stand for the whole module.
func (r *reader) scriptClause(j int) (names, spaces []string, next int) {
	for low := j; j < min(len(r.toks), low+headTokens); {
		switch {
		case r.op(j, '{'):
			names = append(names, r.scriptNames(j)...)
			j = r.hop(j)
		case r.op(j, '*') && r.is(j+1, "as"):
			spaces = append(spaces, r.wordAt(j+2))
			j += 3
		case r.op(j, ','):
			j++
		case r.wordAt(j) != "" && !(r.is(j, "from") && r.literal(j+1) != ""):
			if !r.op(j+1, '=') {
				names = append(names, "default")
			}
			j++
		default:
			return names, spaces, j
		}
	}
	return names, spaces, j
}

// scriptNames are the names taken by "{a, b as c, type d}".
func (r *reader) scriptNames(i int) (names []string) {
	for j := i + 1; j < min(r.partner(i), i+16*headTokens); j++ {
		if r.is(j, "type") && r.wordAt(j+1) != "" && !r.is(j+1, "as") {
			continue
		}
		if w := r.wordAt(j); w != "" {
			names = append(names, w)
			for j+1 < r.partner(i) && !r.op(j+1, ',') {
				j++
			}
		}
	}
	return names
}

func (r *reader) scriptExport(i int) {
	j := i + 1
	if r.is(j, "type") {
		j++
	}
	var names []string
	switch {
	case r.op(j, '{'):
		names = r.scriptNames(j)
		j = r.hop(j)
	case r.op(j, '*'):
		j++
		if r.is(j, "as") {
			j += 2
		}
	default:
		return
	}
	if r.is(j, "from") && r.literal(j+1) != "" {
		r.importing(r.literal(j+1), ReExport, i, cloned(names)...)
		return
	}
	for _, n := range names {
		r.declare(n)
	}
}

func (r *reader) scriptRequire(i int, th *through) {
	p := r.literal(i + 2)
	if p == "" {
		return
	}
	var names []string
	if r.op(i-1, '=') && r.op(i-2, '}') {
		for j := int(r.toks[i-2].match) + 1; j < i-2; j = r.hop(j) {
			if w := r.wordAt(j); w != "" && !r.op(j-1, ':') {
				names = append(names, w)
			}
		}
	}
	if r.op(i+4, '.') && r.wordAt(i+5) != "" {
		names = append(names, r.wordAt(i+5))
	}
	r.importing(p, Plain, i, cloned(names)...)
	if r.op(i-1, '=') && !r.op(i+4, '.') {
		th.add(r.wordAt(i-2), len(r.facts.Imports)-1)
	}
}
