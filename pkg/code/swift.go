package code

import "strings"

func swiftModifier(w string) bool {
	switch w {
	case "public", "private", "fileprivate", "internal", "open", "package", "static", "class", "final", "override", "mutating", "nonmutating",
		"required", "convenience", "lazy", "weak", "unowned", "dynamic", "optional", "indirect", "prefix", "postfix", "infix", "nonisolated",
		"isolated", "async", "distributed", "borrowing", "consuming", "set":
		return true
	}
	return false
}

// swift reads the declarations between two tokens: of a file, or of owner.
func (r *reader) swift(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		w := r.wordAt(i)
		if w == "" || r.op(i-1, '.') {
			i = r.hop(i)
			continue
		}
		from := r.modifiers(i, lo, swiftModifier)
		switch {
		case w == "import" && depth == 0:
			i = r.swiftImport(i)
		case w == "func" && i+1 < hi:
			i = r.swiftFunc(i, from, hi, owner)
		case (w == "init" || w == "deinit" || w == "subscript") && owner != "" && (r.op(i+1, '(') || r.op(i+1, '{') || r.op(i+1, '?') || r.op(i+1, '!') || r.op(i+1, '<')):
			end := r.swiftEnd(i+1, hi)
			r.symbol(joined(owner, w), "method", from, end-1)
			i = end
		case isSwiftType(w) && r.wordAt(i+1) != "" && !swiftDeclarer(r.wordAt(i+1)):
			i = r.swiftType(i, from, hi, owner, depth)
		case w == "typealias" || w == "associatedtype":
			end := r.kotlinEnd(i+2, hi)
			r.swiftName(owner, r.wordAt(i+1), "type", from, end)
			i = end
		case w == "let" || w == "var":
			i = r.swiftProperty(i, from, hi, owner)
		default:
			i = r.hop(i)
		}
	}
	if depth == 0 {
		r.facts.Uses = r.typeNames()
	}
}

func isSwiftType(w string) bool {
	return w == "class" || w == "struct" || w == "enum" || w == "protocol" || w == "extension" || w == "actor"
}

func swiftDeclarer(w string) bool { return w == "func" || w == "var" || w == "let" || swiftModifier(w) }

func (r *reader) swiftImport(i int) int {
	j := i + 1
	switch r.wordAt(j) {
	case "class", "struct", "enum", "protocol", "func", "var", "let", "typealias":
		j++
	}
	name, next := r.dotted(j)
	r.importing(name, Plain, i)
	return max(next, i+1)
}

func (r *reader) swiftName(owner, name, kind string, from, end int) {
	name = strings.Trim(name, "`")
	if owner == "" {
		r.declare(name)
	}
	r.symbol(joined(owner, name), kind, from, end-1)
}

// swiftEnd is the token behind a body, or behind a head without one.
func (r *reader) swiftEnd(i, hi int) int {
	for first := i; i < hi; {
		switch {
		case r.op(i, '{'):
			return min(r.partner(i)+1, hi)
		case r.op(i, ';') || r.op(i, '}'):
			return i
		case i > first && r.toks[i].nl && !r.goesOn(i) && !r.is(i, "where") && !r.is(i, "async") && !r.is(i, "throws"):
			return i
		}
		i = r.hop(i)
	}
	return hi
}

func (r *reader) swiftFunc(i, from, hi int, owner string) int {
	j := i + 1
	for j < hi && r.toks[j].kind == punct && !r.op(j, '(') {
		j++ // an operator's name
	}
	name := r.wordAt(i + 1)
	if name == "" {
		name = r.slice(i+1, j)
	}
	end := r.swiftEnd(max(j, i+2), hi)
	kind := "function"
	if owner != "" {
		kind = "method"
	}
	r.swiftName(owner, name, kind, from, end)
	return max(end, i+1)
}

func (r *reader) swiftType(i, from, hi int, owner string, depth int) int {
	name, j := r.dotted(i + 1)
	body := r.head(j, hi, '{')
	if body >= hi {
		return i + 1
	}
	end := r.partner(body)
	if r.is(i, "extension") {
		r.symbol(joined(owner, name), "extension", from, end)
	} else {
		r.swiftName(owner, name, "type", from, end+1)
	}
	if depth < maxNesting {
		r.swift(body+1, end, joined(owner, name), depth+1)
	}
	return end + 1
}

func (r *reader) swiftProperty(i, from, hi int, owner string) int {
	name := r.wordAt(i + 1)
	end := i + 2
	computed := false
	for end < hi {
		if r.op(end, ';') || r.op(end, '}') || r.toks[end].nl && !r.goesOn(end) && !r.op(end, '{') {
			break
		}
		computed = computed || r.op(end, '{') && !r.op(end-1, '=')
		end = r.hop(end)
	}
	end = min(end, hi)
	switch {
	case owner == "" && r.is(i, "let"), r.is(i, "let") && r.between(from, i, "static"):
		r.swiftName(owner, name, "constant", from, end)
	case owner == "":
		r.swiftName(owner, name, "variable", from, end)
	case computed:
		r.swiftName(owner, name, "property", from, end)
	}
	return max(end, i+1)
}

func (r *reader) between(from, to int, w string) bool {
	for ; from < to; from++ {
		if r.is(from, w) {
			return true
		}
	}
	return false
}
