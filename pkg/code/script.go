package code

import "strings"

func scriptModifier(w string) bool {
	switch w {
	case "export", "default", "declare", "async", "abstract", "public", "private", "protected", "static", "readonly", "override", "accessor", "get", "set", "const":
		return true
	}
	return false
}

// script reads the statements of a file, a namespace or a function between two
// tokens. In functions only functions and classes are declarations.
func (r *reader) script(lo, hi int, owner string, depth int) {
	local := depth > 0 && owner != ""
	for i := lo; i < hi; {
		from := r.modifiers(i, lo, scriptModifier)
		switch w := r.wordAt(i); {
		case r.op(i-1, '.') || r.op(i+1, ':') || r.op(i+1, opFat):
			i = r.hop(i)
		case w == "function" && r.scriptName(i) != "":
			i = r.scriptFunc(i, from, owner, depth)
		case w == "class" && r.wordAt(i+1) != "" && !r.is(i+1, "extends"):
			i = r.scriptClass(i, from, owner, depth)
		case local:
			i = r.hop(i)
		case (w == "interface" || w == "enum") && r.wordAt(i+1) != "" && !r.toks[i+1].nl:
			i = r.scriptBlock(i, from, owner)
		case w == "type" && r.wordAt(i+1) != "" && (r.op(i+2, '=') || r.op(i+2, '<')):
			end := r.scriptEnd(i+2, hi)
			r.scriptDeclare(owner, r.wordAt(i+1))
			r.symbol(joined(owner, r.wordAt(i+1)), "type", from, end-1)
			i = end
		case (w == "namespace" || w == "module") && r.scriptNamespace(i) > 0 && depth < maxNesting:
			i = r.scriptSpace(i, from, owner, depth)
		case w == "const" && r.is(i+1, "enum"):
			i++
		case w == "const" || w == "let" || w == "var":
			i = r.scriptVars(i, from, hi, owner, depth)
		case w == "exports" || w == "module" || w != "" && r.toks[i].nl && r.op(i+1, '.'):
			i = r.scriptMember(i, hi, depth)
		case r.op(i, '(') && depth < maxNesting && r.immediate(i) > 0:
			body := r.immediate(i)
			r.script(body+1, r.partner(body), owner, depth)
			i = r.hop(i)
		default:
			i = r.hop(i)
		}
	}
}

func (r *reader) scriptDeclare(owner, name string) {
	if owner == "" {
		r.declare(name)
	}
}

// scriptName is the name of the function whose keyword stands at i.
func (r *reader) scriptName(i int) string {
	if r.op(i+1, '*') {
		i++
	}
	return r.wordAt(i + 1)
}

// scriptBody is the "{" of the function whose parameters follow i, or -1: past
// type parameters, parameters and the type of the result.
func (r *reader) scriptBody(i int) int {
	for j := i; j < len(r.toks) && j < i+256; {
		switch {
		case r.op(j, '{') && !r.op(j-1, ':') && !r.op(j-1, '|') && !r.op(j-1, '&') && !r.op(j-1, '<') && !r.op(j-1, ','):
			return j
		case r.op(j, ';') || r.op(j, '}'):
			return -1
		case r.op(j, '<'):
			if k := r.angle(j); k > j {
				j = k
				continue
			}
		}
		j = r.hop(j)
		if j < len(r.toks) && r.toks[j].nl && r.op(j-1, ')') && !r.op(j, '{') && !r.op(j, ':') {
			return -1
		}
	}
	return -1
}

func (r *reader) scriptFunc(i, from int, owner string, depth int) int {
	name := r.scriptName(i)
	body := r.scriptBody(i + 2)
	if r.op(i+1, '*') {
		body = r.scriptBody(i + 3)
	}
	end := r.hop(i + 1)
	if body >= 0 {
		end = r.partner(body)
	} else {
		end = r.scriptEnd(i+2, len(r.toks)) - 1
	}
	r.scriptDeclare(owner, name)
	r.symbol(joined(owner, name), "function", from, end)
	if body >= 0 && depth < maxNesting {
		r.script(body+1, end, joined(owner, name), depth+1)
	}
	return max(end, i) + 1
}

func (r *reader) scriptClass(i, from int, owner string, depth int) int {
	name := r.wordAt(i + 1)
	body := i + 2
	for body < min(len(r.toks), i+headTokens) && !r.op(body, '{') && !r.op(body, ';') {
		body = max(r.angle(body), r.hop(body))
	}
	if !r.op(body, '{') {
		return i + 1
	}
	end := r.partner(body)
	r.scriptDeclare(owner, name)
	r.symbol(joined(owner, name), "type", from, end)
	r.scriptMembers(body+1, end, joined(owner, name), depth+1)
	return end + 1
}

// scriptMembers reads the methods of a class.
func (r *reader) scriptMembers(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		name := r.wordAt(i)
		if name == "" || scriptModifier(name) && !r.op(i+1, '(') && !r.op(i+1, '=') || r.op(i-1, '@') || r.op(i-1, '.') {
			i = r.hop(i)
			continue
		}
		from := r.modifiers(i, lo, scriptModifier)
		at := max(r.angle(i+1), i+1)
		switch {
		case r.op(at, '('):
			body := r.scriptBody(at)
			if body < 0 || body >= hi {
				i = r.scriptEnd(at, hi)
				continue
			}
			r.symbol(joined(owner, name), "method", from, r.partner(body))
			if depth < maxNesting {
				r.script(body+1, r.partner(body), joined(owner, name), depth+1)
			}
			i = r.partner(body) + 1
		case r.op(at, '=') || r.op(at, ':'):
			end := r.scriptEnd(at, hi)
			if r.holdsFunction(at, end) {
				r.symbol(joined(owner, name), "method", from, end-1)
			}
			i = max(end, i+1)
		default:
			i++
		}
	}
}

// holdsFunction reports whether an "= value" is a function.
func (r *reader) holdsFunction(i, end int) bool {
	for ; i < end && !r.op(i, '='); i = r.hop(i) {
	}
	i++
	if r.is(i, "async") {
		i++
	}
	if r.is(i, "function") {
		return true
	}
	if k := r.angle(i); k > i {
		i = k
	}
	if r.wordAt(i) != "" && r.op(i+1, opFat) {
		return true
	}
	if !r.op(i, '(') {
		return false
	}
	for j := r.hop(i); j < end && j < i+128; j = r.hop(j) {
		if r.op(j, opFat) {
			return true
		}
		if r.op(j, ';') || r.op(j, '.') && !r.op(j-1, ':') {
			return false
		}
		if j == r.hop(i) && !r.op(j, ':') {
			return false
		}
	}
	return false
}

// scriptEnd is the token behind a statement: behind its ";", or the first token
// of the line on which the next begins.
func (r *reader) scriptEnd(i, hi int) int {
	for i < hi {
		if r.toks[i].nl && !r.goesOn(i) {
			return i
		}
		if r.op(i, ';') {
			return i + 1
		}
		i = r.hop(i)
	}
	return hi
}

// goesOn reports whether the statement before the line end at token i goes on:
// an operator stands on either side.
func (r *reader) goesOn(i int) bool {
	if i == 0 {
		return false
	}
	p, t := r.toks[i-1], r.toks[i]
	if p.kind == punct && p.op != ')' && p.op != ']' && p.op != '}' && p.op != opEnd && p.op != '!' && p.op != '?' {
		return true
	}
	if p.kind == punct && p.op == '?' && (r.lang == JavaScript || r.lang == TypeScript) {
		return true
	}
	if t.kind != punct {
		return false
	}
	switch t.op {
	case '.', '?', ':', ',', '=', '+', '*', '|', '&', '<', '>', opOther, opArrow, opFat:
		return true
	}
	return false
}

func (r *reader) scriptBlock(i, from int, owner string) int {
	name := r.wordAt(i + 1)
	body := i + 2
	for body < min(len(r.toks), i+headTokens) && !r.op(body, '{') && !r.op(body, ';') {
		body = max(r.angle(body), r.hop(body))
	}
	if !r.op(body, '{') {
		return i + 1
	}
	r.scriptDeclare(owner, name)
	r.symbol(joined(owner, name), "type", from, r.partner(body))
	return r.partner(body) + 1
}

// scriptNamespace is the "{" of "namespace a.b {" or "module 'x' {", or 0.
func (r *reader) scriptNamespace(i int) int {
	j := i + 1
	if j >= len(r.toks) || r.toks[j].kind == punct || r.toks[j].nl {
		return 0
	}
	for j++; r.op(j, '.'); j += 2 {
	}
	if !r.op(j, '{') {
		return 0
	}
	return j
}

func (r *reader) scriptSpace(i, from int, owner string, depth int) int {
	body := r.scriptNamespace(i)
	name := r.wordAt(i + 1)
	r.scriptDeclare(owner, name)
	r.symbol(joined(owner, name), "module", from, r.partner(body))
	mark := len(r.facts.Symbols)
	r.script(body+1, r.partner(body), "", depth+1)
	for k := mark; k < len(r.facts.Symbols); k++ {
		r.facts.Symbols[k].Name = joined(name, r.facts.Symbols[k].Name)
	}
	return r.partner(body) + 1
}

// scriptVars reads const, let and var; a value that is a function or a class
// makes a function or a type.
func (r *reader) scriptVars(i, from, hi int, owner string, depth int) int {
	end := r.scriptEnd(i+1, hi)
	kind := "variable"
	if r.is(i, "const") {
		kind = "constant"
	}
	first := true
	for j := i + 1; j < end; {
		name := r.wordAt(j)
		if name == "" {
			r.scriptPattern(j)
		}
		next := j
		for next < end && !r.op(next, ',') {
			next = max(r.angle(next), r.hop(next))
		}
		k := kind
		switch {
		case r.holdsFunction(j+1, next):
			k = "function"
		case r.op(j+1, '=') && r.is(j+2, "class"):
			k = "type"
		}
		if name != "" {
			r.scriptDeclare(owner, name)
			at := from
			if !first {
				at = j
			}
			r.symbol(joined(owner, name), k, at, min(next, end)-1)
			r.scriptInside(j+1, next, name, k, depth)
		}
		first = false
		j = next + 1
	}
	return max(end, i+1)
}

// scriptPattern declares the names of "const {a, b: c} =".
func (r *reader) scriptPattern(i int) {
	if !r.opens(i) {
		return
	}
	for j := i + 1; j < r.partner(i); j = r.hop(j) {
		if w := r.wordAt(j); w != "" && !r.op(j+1, ':') {
			r.declare(w)
		}
	}
}

// scriptInside reads the body of a function or class that is a value.
func (r *reader) scriptInside(i, end int, owner, kind string, depth int) {
	if depth >= maxNesting {
		return
	}
	for j := i; j < end; j = r.hop(j) {
		if !r.op(j, '{') {
			continue
		}
		switch {
		case kind == "type":
			r.scriptMembers(j+1, r.partner(j), owner, depth+1)
			return
		case kind == "function" && (r.op(j-1, ')') || r.op(j-1, opFat)):
			r.script(j+1, r.partner(j), owner, depth+1)
			return
		}
	}
}

// scriptMember reads "exports.a = function", "A.prototype.b = () =>" and the
// like at the start of a statement.
func (r *reader) scriptMember(i, hi, depth int) int {
	parts := []string{r.wordAt(i)}
	j := i + 1
	for r.op(j, '.') && r.wordAt(j+1) != "" && len(parts) < 8 {
		parts = append(parts, r.wordAt(j+1))
		j += 2
	}
	if !r.op(j, '=') {
		return max(j, i+1)
	}
	end := r.scriptEnd(j, hi)
	last := parts[len(parts)-1]
	exported := parts[0] == "exports" || parts[0] == "module"
	if exported && last != "exports" {
		r.declare(last)
	}
	owner := ""
	if n := len(parts); n >= 3 && parts[n-2] == "prototype" {
		owner = parts[n-3]
	} else if n >= 2 && !exported {
		owner = parts[0]
	}
	switch {
	case r.holdsFunction(j, end):
		if last == "exports" {
			at := j + 1
			if r.is(at, "async") {
				at++
			}
			if last = ""; r.is(at, "function") {
				last = r.scriptName(at)
			}
		}
		kind := "function"
		if owner != "" {
			kind = "method"
		}
		r.symbol(joined(owner, last), kind, i, end-1)
		r.scriptInside(j, end, joined(owner, last), "function", depth)
	case last == "exports" && r.op(j+1, '{'):
		r.scriptPattern(j + 1)
	case r.is(j+1, "class") && last != "exports":
		r.symbol(joined(owner, last), "type", i, end-1)
		r.scriptInside(j, end, last, "type", depth)
	case last == "exports" && (r.is(j+1, "class") || r.is(j+1, "async")):
		return j + 1
	}
	return max(end, i+1)
}

// immediate is the "{" of a function called at once, "(function () {…})()", or 0.
func (r *reader) immediate(i int) int {
	j := i + 1
	if r.is(j, "async") {
		j++
	}
	if r.is(j, "function") {
		if body := r.scriptBody(j + 1); body > 0 {
			return body
		}
		return 0
	}
	if r.op(j, '(') && r.op(r.hop(j), opFat) && r.op(r.hop(j)+1, '{') {
		return r.hop(j) + 1
	}
	return 0
}

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
