package code

import "strings"

// csharp reads the members between two tokens: of a file or namespace, or of
// the type owner.
func (r *reader) csharp(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		i = max(r.csharpMember(i, hi, owner, depth), i+1)
	}
	if depth == 0 {
		r.facts.Uses = r.typeNames()
	}
}

// csharpMember reads one member from token i on and gives the token behind it.
func (r *reader) csharpMember(i, hi int, owner string, depth int) int {
	constant := 0
	for j := i; j < hi; {
		w := r.wordAt(j)
		switch {
		case r.op(j, ';') || r.op(j, '}'):
			return j + 1
		case w == "namespace" && owner == "":
			return r.csharpSpace(j, depth)
		case w == "using" && owner == "" && r.op(j+1, '(') == false && (j == i || r.is(j-1, "global")):
			return r.csharpUsing(j, hi)
		case isTypeWord(w) && r.wordAt(j+1) != "" || w == "record" && r.wordAt(j+1) != "" && (r.op(j+2, '(') || r.op(j+2, '{') || r.op(j+2, ':') || r.op(j+2, '<') || isTypeWord(r.wordAt(j+1)) || r.op(j+2, ';')):
			if w == "record" && isTypeWord(r.wordAt(j+1)) {
				j++
			}
			return r.csharpType(j, i, hi, owner, depth)
		case w == "delegate" && r.wordAt(j+1) != "":
			end := r.upTo(j, hi, ';')
			name := r.beforeParen(j, end)
			r.csharpDeclare(owner, name)
			r.symbol(joined(owner, name), "type", i, end)
			return end + 1
		case w == "const":
			constant = 2
		case w == "static" || w == "readonly":
			constant++
		case r.op(j, '='):
			end := r.upTo(j, hi, ';')
			if constant >= 2 {
				r.symbol(joined(owner, r.wordAt(j-1)), "constant", i, end)
			}
			return end + 1
		case owner != "" && w == "operator":
			k := r.upTo(j, hi, '(')
			return r.csharpMethod(k-1, i, hi, owner, strings.Join(strings.Fields("operator "+r.slice(j+1, k)), ""))
		case owner != "" && w != "" && (r.op(j+1, '(') || r.op(j+1, '<') && r.op(r.angle(j+1), '(')) && (j > i || r.csharpIsConstructor(w, owner)):
			return r.csharpMethod(j, i, hi, owner, w)
		case r.op(j, '{') || r.op(j, opFat):
			return r.csharpProperty(j, i, hi, owner)
		}
		if k := r.angle(j); k > j {
			j = k
			continue
		}
		j = r.hop(j)
	}
	return hi
}

func isTypeWord(w string) bool {
	return w == "class" || w == "struct" || w == "interface" || w == "enum"
}

// csharpIsConstructor reports whether a word before "(" that opens a member is
// the type's own name.
func (r *reader) csharpIsConstructor(w, owner string) bool {
	return w == owner[strings.LastIndexByte(owner, '.')+1:]
}

func (r *reader) slice(from, to int) string {
	if from >= to || to > len(r.toks) {
		return ""
	}
	return r.src[r.toks[from].start:r.toks[to-1].end]
}

func (r *reader) csharpDeclare(owner, name string) {
	if owner == "" {
		r.declare(name)
	}
}

// beforeParen is the last word before the first "(" between two tokens.
func (r *reader) beforeParen(i, end int) string {
	name := ""
	for ; i < end && !r.op(i, '('); i = max(r.angle(i), i+1) {
		if w := r.wordAt(i); w != "" {
			name = w
		}
	}
	return name
}

func (r *reader) csharpSpace(i, depth int) int {
	name, next := r.dotted(i + 1)
	if r.facts.Package == "" {
		r.facts.Package = strings.Clone(name)
	}
	r.importing(name, Module, i)
	if r.op(next, '{') && depth < maxNesting {
		r.csharp(next+1, r.partner(next), "", depth+1)
		return r.partner(next) + 1
	}
	return next + 1
}

func (r *reader) csharpUsing(i, hi int) int {
	j, form := i+1, Plain
	if r.is(j, "static") {
		form, j = Static, j+1
	}
	if r.op(j+1, '=') {
		j += 2
	}
	name, next := r.dotted(j)
	r.importing(name, form, i)
	return r.upTo(next, hi, ';') + 1
}

func (r *reader) csharpType(i, from, hi int, owner string, depth int) int {
	name := r.wordAt(i + 1)
	r.csharpDeclare(owner, name)
	for j := i + 2; j < hi; j = r.hop(j) {
		if r.op(j, ';') {
			r.symbol(joined(owner, name), "type", from, j)
			return j + 1
		}
		if r.op(j, '{') {
			end := r.partner(j)
			r.symbol(joined(owner, name), "type", from, end)
			if !r.is(i, "enum") && depth < maxNesting {
				r.csharp(j+1, end, joined(owner, name), depth+1)
			}
			return end + 1
		}
	}
	return hi
}

func (r *reader) csharpMethod(i, from, hi int, owner, name string) int {
	for j := r.hop(r.upTo(i, hi, '(')); j < hi; j = r.hop(j) {
		switch {
		case r.op(j, ';'), r.op(j, opFat):
			end := r.upTo(j, hi, ';')
			r.symbol(joined(owner, name), "method", from, end)
			return end + 1
		case r.op(j, '{'):
			r.symbol(joined(owner, name), "method", from, r.partner(j))
			return r.partner(j) + 1
		case r.op(j, '}') || r.op(j, '='):
			return j
		}
	}
	return hi
}

func (r *reader) csharpProperty(i, from, hi int, owner string) int {
	name, end := r.wordAt(i-1), r.partner(i)
	if r.op(i-1, ']') && r.op(i, '{') {
		name = r.wordAt(int(r.toks[i-1].match) - 1)
	}
	if r.op(i, opFat) {
		end = r.upTo(i, hi, ';')
	} else if r.op(end+1, '=') {
		end = r.upTo(end+1, hi, ';')
	}
	if owner != "" && i-1 > from {
		r.symbol(joined(owner, name), "property", from, end)
	}
	return end + 1
}
