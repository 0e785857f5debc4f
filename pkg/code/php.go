package code

import "strings"

func phpModifier(w string) bool {
	switch w {
	case "public", "private", "protected", "static", "final", "abstract", "readonly", "var":
		return true
	}
	return false
}

// php reads the statements between two tokens: of a file or namespace, or the
// members of the type owner.
func (r *reader) php(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		w := strings.ToLower(r.wordAt(i))
		if w == "" || r.op(i-1, opScope) || r.op(i-1, opArrow) || r.op(i-1, '$') {
			if r.op(i, '{') && owner == "" && depth < maxNesting {
				r.php(i+1, r.partner(i), "", depth+1) // if (!function_exists(…)) {…}
			}
			i = r.hop(i)
			continue
		}
		from := r.modifiers(i, lo, phpModifier)
		switch {
		case w == "namespace" && owner == "":
			i = r.phpSpace(i)
		case w == "use" && owner == "" && !r.op(i+1, '('):
			i = r.phpUse(i, hi)
		case w == "function" && r.phpName(i) != "":
			i = r.phpFunction(i, from, hi, owner)
		case (w == "class" || w == "interface" || w == "trait" || w == "enum") && r.wordAt(i+1) != "" && !r.is(i-1, "new") && !r.is(i+1, "extends") && !r.is(i+1, "implements"):
			i = r.phpType(i, from, hi, owner, depth)
		case w == "const" && r.wordAt(i+1) != "":
			i = r.phpConst(i, from, hi, owner)
		case w == "define" && r.op(i+1, '(') && owner == "":
			r.symbol(r.literal(i+2), "constant", i, r.partner(i+1))
			i = r.hop(i + 1)
		case w == "require" || w == "require_once" || w == "include" || w == "include_once":
			i = r.phpRequire(i, hi)
		default:
			i = r.hop(i)
		}
	}
	if depth == 0 && owner == "" {
		r.facts.Uses = r.typeNames()
	}
}

// qualified reads A\B\C from token i on.
func (r *reader) qualified(i int) (name string, next int) {
	next = i
	for r.wordAt(next) != "" || r.op(next, '\\') {
		if next > i && r.wordAt(next) != "" && !r.op(next-1, '\\') {
			break
		}
		next++
	}
	return strings.ReplaceAll(r.slice(i, next), " ", ""), next
}

func (r *reader) phpSpace(i int) int {
	name, next := r.qualified(i + 1)
	if r.facts.Package == "" && name != "" {
		r.facts.Package = strings.Clone(strings.Trim(name, `\`))
	}
	return max(next, i+1)
}

func (r *reader) phpUse(i, hi int) int {
	end := r.upTo(i, hi, ';')
	for j := i + 1; j < end; j++ {
		if r.is(j, "function") || r.is(j, "const") {
			j++
		}
		name, next := r.qualified(j)
		if r.op(next, '{') {
			for k := next + 1; k < r.partner(next); k++ {
				leaf, after := r.qualified(k)
				if leaf != "" {
					r.importing(strings.Trim(name+leaf, `\`), Plain, i)
				}
				k = r.upTo(max(after, k), r.partner(next), ',')
			}
			return end + 1
		}
		if name != "" {
			r.importing(strings.Trim(name, `\`), Plain, i)
		}
		j = r.upTo(max(next, j), end, ',')
	}
	return end + 1
}

func (r *reader) phpName(i int) string {
	if r.op(i+1, '&') {
		i++
	}
	return r.wordAt(i + 1)
}

func (r *reader) phpFunction(i, from, hi int, owner string) int {
	name := r.phpName(i)
	kind := "function"
	if owner != "" {
		kind = "method"
	} else {
		r.declare(name)
	}
	for j := i + 2; j < hi; j = r.hop(j) {
		if r.op(j, ';') || r.op(j, '{') {
			end := j
			if r.op(j, '{') {
				end = r.partner(j)
			}
			r.symbol(joined(owner, name), kind, from, end)
			return end + 1
		}
	}
	return hi
}

func (r *reader) phpType(i, from, hi int, owner string, depth int) int {
	name := r.wordAt(i + 1)
	body := r.head(i+2, hi, '{')
	if body >= hi {
		return i + 1
	}
	end := r.partner(body)
	if owner == "" {
		r.declare(name)
	}
	r.symbol(joined(owner, name), "type", from, end)
	if depth < maxNesting {
		r.php(body+1, end, joined(owner, name), depth+1)
	}
	return end + 1
}

func (r *reader) phpConst(i, from, hi int, owner string) int {
	end := r.upTo(i, hi, ';')
	for j := i + 1; j < end; j = r.hop(j) {
		if r.op(j, '=') && r.wordAt(j-1) != "" {
			r.symbol(joined(owner, r.wordAt(j-1)), "constant", from, end)
			break
		}
	}
	return end + 1
}

// phpRequire notes the constant end of a required path: __DIR__ . '/x.php'.
func (r *reader) phpRequire(i, hi int) int {
	end := min(r.upTo(i, hi, ';'), hi)
	p := ""
	for j := i + 1; j < end; j++ {
		if s := r.literal(j); s != "" {
			p = s
		}
	}
	if strings.HasSuffix(p, ".php") || strings.HasSuffix(p, ".inc") {
		r.importing(p, Sourced, i)
	}
	return end + 1
}
