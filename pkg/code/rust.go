package code

import "strings"

func rustModifier(w string) bool {
	switch w {
	case "pub", "async", "unsafe", "extern", "const", "default", "crate":
		return true
	}
	return false
}

// rust reads the items between two tokens.
func (r *reader) rust(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		w := r.wordAt(i)
		if w == "" || r.op(i-1, '.') || r.op(i-1, opScope) {
			i = r.rustHop(i, owner, depth)
			continue
		}
		from := r.modifiers(i, lo, rustModifier)
		name := r.wordAt(i + 1)
		switch {
		case w == "fn" && name != "":
			kind := "function"
			if owner != "" && !r.inModule {
				kind = "method"
			}
			i = r.rustItem(i, from, hi, owner, kind)
		case (w == "struct" || w == "enum" || w == "type" || w == "union" && (r.op(i+2, '{') || r.op(i+2, '<'))) && name != "":
			i = r.rustItem(i, from, hi, owner, "type")
		case w == "trait" && name != "":
			end := r.rustItem(i, from, hi, owner, "type")
			r.rustInside(i, end, joined(owner, name), depth, false)
			i = end
		case w == "impl":
			end := r.rustEnd(i+1, hi)
			r.rustInside(i, end, r.rustImpl(i), depth, false)
			i = end
		case w == "mod" && name != "":
			i = r.rustMod(i, from, hi, owner, depth)
		case (w == "const" || w == "static") && name != "" && name != "fn" && name != "unsafe" && name != "extern" && name != "async":
			at := i
			if name == "mut" {
				at++
			}
			end := r.rustStatement(at+1, hi)
			r.rustDeclare(owner, r.wordAt(at+1))
			r.symbol(joined(owner, r.wordAt(at+1)), "constant", from, end-1)
			i = end
		case w == "macro_rules" && r.op(i+1, '!'):
			end := r.rustEnd(i+3, hi)
			r.declare(r.wordAt(i + 2))
			r.symbol(r.wordAt(i+2), "macro", from, end-1)
			i = end
		case w == "use":
			end := r.rustStatement(i+1, hi)
			form := Plain
			if r.is(from, "pub") {
				form = ReExport
			}
			r.rustUse(i+1, end, "", form, 0)
			i = end
		case w == "extern" && name == "crate":
			r.importing(r.wordAt(i+2), Plain, i)
			i += 3
		default:
			i = r.rustHop(i, owner, depth)
		}
	}
}

// rustHop steps over one token; the braces of an extern block are gone into.
func (r *reader) rustHop(i int, owner string, depth int) int {
	if r.op(i, '{') && depth < maxNesting && (r.is(i-1, "extern") || r.is(i-2, "extern")) {
		r.rust(i+1, r.partner(i), owner, depth+1)
	}
	return r.hop(i)
}

// rustEnd is the token behind an item: behind its body or its ";".
func (r *reader) rustEnd(i, hi int) int {
	for i < hi {
		if r.op(i, '{') {
			return min(r.partner(i)+1, hi)
		}
		if r.op(i, ';') {
			return i + 1
		}
		i = r.hop(i)
	}
	return hi
}

func (r *reader) rustStatement(i, hi int) int {
	for i < hi && !r.op(i, ';') {
		i = r.hop(i)
	}
	return min(i+1, hi)
}

func (r *reader) rustItem(i, from, hi int, owner, kind string) int {
	end := r.rustEnd(i+2, hi)
	if kind == "type" && r.is(i, "type") {
		end = r.rustStatement(i+2, hi)
	} else if r.is(i, "struct") && r.op(end-1, '}') && r.op(end, ';') {
		end++
	}
	r.rustDeclare(owner, r.wordAt(i+1))
	r.symbol(joined(owner, r.wordAt(i+1)), kind, from, end-1)
	return end
}

func (r *reader) rustDeclare(owner, name string) {
	if owner == "" {
		r.declare(name)
	}
}

// rustInside reads the body of the item from i to end.
func (r *reader) rustInside(i, end int, owner string, depth int, module bool) {
	if depth >= maxNesting || !r.op(end-1, '}') {
		return
	}
	body := int(r.toks[end-1].match)
	if body <= i || body >= end {
		return
	}
	was := r.inModule
	r.inModule = module
	if module {
		r.modules++
	}
	r.rust(body+1, end-1, owner, depth+1)
	if module {
		r.modules--
	}
	r.inModule = was
}

// fromInside rewrites a path used in modules nested in the file to what it
// means at the file's own module: each leading super leads out of one.
func fromInside(path string, modules int) string {
	for ; modules > 0 && strings.HasPrefix(path, "super::"); modules-- {
		path = strings.TrimPrefix(path, "super::")
		if modules == 1 || !strings.HasPrefix(path, "super::") {
			return "self::" + path
		}
	}
	return path
}

// rustImpl is the type an impl block is for: its last path segment.
func (r *reader) rustImpl(i int) string {
	name := ""
	for j := max(r.angle(i+1), i+1); j < len(r.toks) && !r.op(j, '{') && !r.op(j, ';'); {
		switch w := r.wordAt(j); {
		case w == "where":
			return name
		case w == "for":
			name = ""
		case w != "" && w != "dyn" && w != "mut" && w != "const" && (name == "" || r.op(j-1, opScope)):
			name = w
		}
		if k := r.angle(j); k > j {
			j = k
			continue
		}
		j = r.hop(j)
	}
	return name
}

func (r *reader) rustMod(i, from, hi int, owner string, depth int) int {
	name := r.wordAt(i + 1)
	if r.op(i+2, ';') {
		r.rustPathMod(i, from)
		return i + 3
	}
	end := r.rustEnd(i+2, hi)
	r.symbol(joined(owner, name), "module", from, end-1)
	r.rustInside(i, end, joined(owner, name), depth, true)
	return end
}

// rustPathMod notes "mod x;", with the path of a #[path = "…"].
func (r *reader) rustPathMod(i, from int) {
	for j := from; j < i; j++ {
		if r.is(j, "path") && r.op(j+1, '=') && r.literal(j+2) != "" {
			r.importing(r.literal(j+2), Module, i)
			return
		}
	}
	r.importing(r.wordAt(i+1), Module, i)
}

// rustUse flattens a use tree into one import a leaf.
func (r *reader) rustUse(i, end int, prefix string, form Form, depth int) {
	for i < end {
		path := prefix
		for ; i < end && !r.op(i, ',') && !r.op(i, ';'); i = r.hop(i) {
			w := r.wordAt(i)
			switch {
			case w == "as":
				i++
			case len(path) > 1024:
			case w != "":
				path += w
			case r.op(i, opScope):
				path += "::"
			case r.op(i, '*'):
				path += "*"
			case r.op(i, '{'):
				if r.modules > 0 && depth == 0 {
					path = fromInside(path, r.modules)
				}
				if depth < maxNesting && len(path) < 1024 {
					r.rustUse(i+1, r.partner(i), path, form, depth+1)
				}
				path = ""
			}
		}
		if r.modules > 0 && depth == 0 {
			path = fromInside(path, r.modules)
		}
		if path = strings.TrimSuffix(path, "::self"); path != "" && !strings.HasSuffix(path, "::") {
			r.importing(path, form, min(i, len(r.toks)-1))
		}
		i++
	}
}

// rustPaths notes the paths in code that begin at the crate or above.
func (r *reader) rustPaths() {
	seen := map[string]bool{}
	for _, im := range r.facts.Imports {
		seen[im.Path] = true
	}
	for i := 0; i < len(r.toks); i++ {
		w := r.wordAt(i)
		if w == "use" && !r.op(i-1, '.') {
			i = r.rustStatement(i+1, len(r.toks)) - 1
			continue
		}
		if w == "" || !r.op(i+1, opScope) || r.op(i-1, opScope) || w[0] < 'a' || w[0] > 'z' || w == "super" || w == "self" {
			continue
		}
		j := i
		for r.op(j+1, opScope) && r.wordAt(j+2) != "" && j < i+16 {
			j += 2
		}
		if j == i {
			continue
		}
		p := strings.ReplaceAll(r.src[r.toks[i].start:r.toks[j].end], " ", "")
		if !seen[p] && !strings.ContainsAny(p, "\n\r\t/") {
			r.importing(p, Inline, i)
			seen[r.facts.Imports[len(r.facts.Imports)-1].Path] = true
		}
	}
}
