package code

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
		if j < len(r.toks) && r.toks[j].nl && !r.op(j, '{') && !r.goesOn(j) {
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
	return r.functionAt(i+1, end)
}

// functionAt reports whether the value at i is a function.
func (r *reader) functionAt(i, end int) bool {
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
	if p.kind == punct && p.op != ')' && p.op != ']' && p.op != '}' && p.op != opEnd && p.op != '>' && p.op != '!' && p.op != '?' {
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
