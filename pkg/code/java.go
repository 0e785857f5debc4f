package code

import "strings"

func javaModifier(w string) bool {
	switch w {
	case "public", "private", "protected", "static", "final", "abstract", "native", "synchronized", "transient", "volatile",
		"strictfp", "default", "sealed", "non":
		return true
	}
	return false
}

// java reads the members between two tokens: of a file, or of the type owner.
func (r *reader) java(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		if owner == "" {
			if next := r.javaHead(i); next > i {
				i = next
				continue
			}
		}
		i = max(r.javaMember(i, hi, owner, depth), i+1)
	}
	if owner == "" {
		r.facts.Uses = r.typeNames()
	}
}

// javaHead reads package and import declarations.
func (r *reader) javaHead(i int) int {
	switch r.wordAt(i) {
	case "package":
		name, next := r.dotted(i + 1)
		if r.facts.Package == "" {
			r.facts.Package = strings.Clone(name)
		}
		return max(next, i+1)
	case "import":
		form, j := Plain, i+1
		if r.is(j, "static") {
			form, j = Static, j+1
		}
		name, next := r.dotted(j)
		if r.op(next, '*') {
			if form == Static {
				name = strings.TrimSuffix(name, ".")
				r.importing(name, Plain, i)
				return next + 1
			}
			form, name, next = Wildcard, name+"*", next+1
		}
		r.importing(name, form, i)
		return max(next, i+1)
	}
	return i
}

// javaMember reads one member from token i on and gives the token behind it.
func (r *reader) javaMember(i, hi int, owner string, depth int) int {
	from, constant := i, 0
	for j := i; j < hi; {
		w := r.wordAt(j)
		switch {
		case r.op(j, ';') || r.op(j, '}'):
			return j + 1
		case r.op(j, '{'):
			return r.hop(j)
		case r.op(j, '@') && r.is(j+1, "interface"):
			return r.javaType(j+1, from, owner, depth)
		case r.op(j, '@'):
			_, j = r.dotted(j + 1)
			if r.op(j, '(') {
				j = r.hop(j)
			}
			continue
		case (w == "class" || w == "interface" || w == "enum" || w == "record" && (r.op(j+2, '(') || r.op(j+2, '<'))) && r.wordAt(j+1) != "":
			return r.javaType(j, from, owner, depth)
		case w == "static" || w == "final":
			constant++
		case r.op(j, '='):
			end := r.upTo(j, hi, ';')
			if constant == 2 && owner != "" {
				r.symbol(joined(owner, r.wordAt(j-1)), "constant", from, end)
			}
			return end + 1
		case w != "" && r.op(j+1, '(') && owner != "":
			return r.javaMethod(j, from, hi, owner)
		}
		if k := r.angle(j); k > j {
			j = k
			continue
		}
		j = r.hop(j)
	}
	return hi
}

func (r *reader) javaType(i, from int, owner string, depth int) int {
	name := r.wordAt(i + 1)
	body := r.head(i+2, len(r.toks), '{')
	if body >= len(r.toks) {
		return i + 2
	}
	end := r.partner(body)
	if owner == "" {
		r.declare(name)
	}
	r.symbol(joined(owner, name), "type", from, end)
	if depth < maxNesting {
		at := body + 1
		if r.is(i, "enum") {
			at = r.upTo(at, end, ';') + 1
		}
		r.java(at, end, joined(owner, name), depth+1)
	}
	return end + 1
}

func (r *reader) javaMethod(i, from, hi int, owner string) int {
	for j := r.hop(i + 1); j < hi; j = r.hop(j) {
		if r.op(j, ';') || r.op(j, '{') {
			end := j
			if r.op(j, '{') {
				end = r.partner(j)
			}
			r.symbol(joined(owner, r.wordAt(i)), "method", from, end)
			return end + 1
		}
		if r.op(j, ',') || r.op(j, '}') || r.op(j, '=') {
			return j
		}
	}
	return hi
}

// typeNames are the capitalised names the file uses without a qualifier, save
// those it declares: what a language finds in the file's own package.
func (r *reader) typeNames() []string {
	set := map[string]struct{}{}
	for i := range r.toks {
		w := r.wordAt(i)
		if w == "" || w == "T" || w[0] < 'A' || w[0] > 'Z' || r.op(i-1, '.') || r.op(i-1, '@') && r.lang == Java && w == "Override" {
			continue
		}
		if _, ok := set[w]; !ok {
			set[w] = struct{}{}
		}
	}
	for w := range r.declared {
		delete(set, w)
	}
	return cloned(sortedNames(set))
}
