package code

import "strings"

func kotlinModifier(w string) bool {
	switch w {
	case "public", "private", "protected", "internal", "open", "abstract", "final", "override", "suspend", "inline", "data", "sealed", "enum",
		"annotation", "inner", "value", "operator", "infix", "tailrec", "external", "lateinit", "const", "companion", "expect", "actual", "vararg", "noinline", "crossinline", "fun":
		return true
	}
	return false
}

// kotlin reads the declarations between two tokens: of a file, or of owner.
func (r *reader) kotlin(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		w := r.wordAt(i)
		if w == "" || r.op(i-1, '.') || r.op(i-1, opScope) {
			i = r.hop(i)
			continue
		}
		from := r.modifiers(i, lo, kotlinModifier)
		switch {
		case owner == "" && depth == 0 && (w == "package" || w == "import"):
			i = r.kotlinHead(i)
		case w == "fun" && !r.is(i+1, "interface"):
			i = r.kotlinFun(i, from, hi, owner)
		case (w == "class" || w == "interface" || w == "object") && (r.wordAt(i+1) != "" || r.is(i-1, "companion")):
			i = r.kotlinType(i, from, hi, owner, depth)
		case w == "typealias":
			end := r.kotlinEnd(i+2, hi)
			r.kotlinName(owner, r.wordAt(i+1), "type", from, end)
			i = end
		case (w == "val" || w == "var") && from >= lo:
			i = r.kotlinProperty(i, from, hi, owner)
		case w == "constructor" && owner != "" || w == "init" && r.op(i+1, '{'):
			i = max(r.kotlinBody(i+1, hi), i+1)
		default:
			i = r.hop(i)
		}
	}
	if owner == "" && depth == 0 {
		r.facts.Uses = r.typeNames()
	}
}

func (r *reader) kotlinHead(i int) int {
	name, next := r.dotted(i + 1)
	name = strings.ReplaceAll(name, "`", "")
	if r.is(i, "package") {
		r.facts.Package = strings.Clone(name)
		return max(next, i+1)
	}
	form := Plain
	if r.op(next, '*') {
		form, name, next = Wildcard, name+"*", next+1
	}
	r.importing(name, form, i)
	if r.is(next, "as") {
		next += 2
	}
	return max(next, i+1)
}

func (r *reader) kotlinName(owner, name, kind string, from, end int) {
	name = strings.Trim(name, "`")
	if owner == "" {
		r.declare(name)
	}
	r.symbol(joined(owner, name), kind, from, end-1)
}

// kotlinEnd is the token behind a statement without a body of its own.
func (r *reader) kotlinEnd(i, hi int) int {
	for i < hi {
		if r.op(i, ';') || r.op(i, '}') || r.toks[i].nl && !r.goesOn(i) {
			return i
		}
		i = r.hop(i)
	}
	return hi
}

// kotlinBody is the token behind "{…}", "= value" or the head alone.
func (r *reader) kotlinBody(i, hi int) int {
	for i < hi {
		switch {
		case r.op(i, '{'):
			return min(r.partner(i)+1, hi)
		case r.op(i, '='):
			return r.kotlinEnd(i+1, hi)
		case r.op(i, ';') || r.op(i, '}'):
			return i
		case r.toks[i].nl && !r.goesOn(i) && !r.is(i, "where"):
			return i
		}
		i = r.hop(i)
	}
	return hi
}

func (r *reader) kotlinFun(i, from, hi int, owner string) int {
	j := max(r.angle(i+1), i+1)
	name := ""
	for j < min(hi, i+64) && !r.op(j, '(') {
		if w := r.wordAt(j); w != "" {
			name = w
		} else if !r.op(j, '.') && !r.op(j, '?') && !r.op(j, '<') {
			return i + 1
		}
		j = max(r.angle(j), j+1)
	}
	for r.op(j, '(') && r.op(r.hop(j), '.') { // a receiver in parentheses
		j = r.hop(j) + 1
		name, j = r.wordAt(j), j+1
	}
	if name == "" || !r.op(j, '(') {
		return i + 1
	}
	end := r.kotlinBody(r.hop(j), hi)
	kind := "function"
	if owner != "" {
		kind = "method"
	}
	r.kotlinName(owner, name, kind, from, end)
	return max(end, i+1)
}

func (r *reader) kotlinType(i, from, hi int, owner string, depth int) int {
	name, j := r.wordAt(i+1), i+2
	if name == "" || r.is(i-1, "companion") && r.op(i+1, '{') {
		name, j = "Companion", i+1
	}
	for j < hi && !r.op(j, '{') {
		if r.op(j, ';') || r.op(j, '}') || r.op(j, '=') || r.toks[j].nl && !r.goesOn(j) && !r.is(j, "where") && !r.is(j, "constructor") && !r.op(j, '(') {
			break
		}
		j = max(r.angle(j), r.hop(j))
	}
	if !r.op(j, '{') || j >= hi {
		r.kotlinName(owner, name, "type", from, j)
		return j
	}
	end := r.partner(j)
	r.kotlinName(owner, name, "type", from, end+1)
	if depth < maxNesting {
		inside := joined(owner, strings.Trim(name, "`"))
		if name == "Companion" {
			inside = owner
		}
		r.kotlin(j+1, end, inside, depth+1)
	}
	return end + 1
}

// kotlinProperty reads val and var: with its getter, and only where it is
// visible by a name.
func (r *reader) kotlinProperty(i, from, hi int, owner string) int {
	j := max(r.angle(i+1), i+1)
	name := ""
	for j < hi && (r.wordAt(j) != "" || r.op(j, '.') || r.op(j, '<')) && (j == i+1 || !r.toks[j].nl) {
		if w := r.wordAt(j); w != "" {
			if w == "by" {
				break
			}
			name = w
		}
		j = max(r.angle(j), j+1)
	}
	end := r.kotlinBody(j, hi)
	for (r.is(end, "get") || r.is(end, "set")) && r.op(end+1, '(') && end < hi {
		end = r.kotlinBody(r.hop(end+1), hi)
	}
	switch {
	case r.is(i-1, "const"):
		r.kotlinName(owner, name, "constant", from, end)
	case owner == "":
		r.kotlinName(owner, name, "variable", from, end)
	}
	return max(end, i+1)
}
