package code

import (
	"strings"
)

// defines reads the preprocessor lines: includes, and macros with a value.
func (r *reader) defines() {
	for _, d := range r.directives {
		name, rest := directiveName(r.src[d.start:d.end])
		rest = strings.TrimSpace(rest)
		switch name {
		case "include", "include_next", "import":
			r.include(rest, d.start)
		case "define":
			r.define(rest, d)
		}
	}
}

func (r *reader) include(rest string, at int32) {
	if len(rest) < 3 {
		return
	}
	var end int
	switch rest[0] {
	case '"':
		end = strings.IndexByte(rest[1:], '"')
	case '<':
		end = strings.IndexByte(rest, '>')
	default:
		return
	}
	if end <= 0 {
		return
	}
	p := rest[1 : end+1]
	if rest[0] == '<' {
		p = rest[:end+1]
	}
	r.facts.Imports = append(r.facts.Imports, Import{Path: strings.Clone(p), Line: r.line(at)})
}

func (r *reader) define(rest string, d directive) {
	i := 0
	for i < len(rest) && (classes[rest[i]] == clWord || classes[rest[i]] == clDigit) {
		i++
	}
	if i == 0 || strings.TrimSpace(rest[i:]) == "" {
		return // a guard
	}
	first := r.line(d.start)
	r.span(rest[:i], "macro", r.above(first, d.start), r.line(d.end-1))
}

// cpp reads the declarations between two tokens: of a file or namespace, or of
// the class owner.
func (r *reader) cpp(lo, hi int, owner string, depth int) {
	for i := lo; i < hi; {
		i = max(r.cppStatement(i, hi, owner, depth), i+1)
	}
}

// cppHead is what is known of a statement before its "{" or ";".
type cppHead struct {
	name   int // the word before the parameters; -1
	params int // their "("
	value  int // the "=" of an initialiser; -1
	init   bool
	loud   bool // the name is a macro's by its capitals
}

// cppStatement reads one declaration from token i on and gives the token
// behind it.
func (r *reader) cppStatement(i, hi int, owner string, depth int) int {
	h := cppHead{name: -1, value: -1}
	from := i
	for j := i; j < hi; {
		w := r.wordAt(j)
		switch {
		case r.op(j, ';') || r.op(j, '}'):
			r.cppVariable(h, from, j, owner)
			return j + 1
		case r.op(j, ':') && h.name < 0 && r.cppAccess(j-1):
			return j + 1
		case r.op(j, ':') && h.name >= 0:
			h.init = true
		case r.op(j, '=') && h.value < 0 && !r.is(j-1, "operator"):
			h.value = j
		case r.op(j, '{'):
			if end := r.cppBrace(h, from, j, hi, owner); end > 0 {
				return end
			}
			j = r.hop(j)
			continue
		case w == "" || h.value >= 0:
		case !r.plainC && w == "namespace", w == "extern" && r.op(j+2, '{') && r.literal(j+1) != "":
			return r.cppSpace(j, hi, owner, depth)
		case !r.plainC && w == "template" && r.op(j+1, '<'):
			j = max(r.angle(j+1), j+1)
			continue
		case !r.plainC && w == "using":
			return r.cppUsing(j, hi, owner)
		case w == "typedef":
			return r.cppTypedef(j, hi, owner, depth)
		case cppTypeWord(w, r.plainC) && h.name < 0:
			if end := r.cppType(j, from, hi, owner, depth); end > 0 {
				return end
			}
		case w == "operator" && !r.plainC && h.name < 0:
			j = r.cppOperator(j, &h)
			continue
		case r.op(j+1, '(') && !h.init && !cppAttribute(w) && !r.op(j-1, '.'):
			at, params := j, j+1
			if inner := r.partner(j + 1); inner == j+3 && r.wordAt(j+2) != "" && r.op(j+4, '(') {
				at, params = j+2, j+4 // int (name)(…)
			}
			loud := w == strings.ToUpper(w) && len(w) > 2
			if h.name < 0 || h.loud && !loud {
				if h.loud && h.name == from && r.toks[h.params].match >= 0 && j > r.partner(h.params) && r.lineOf(j) > r.lineOf(r.partner(h.params)) {
					from = r.partner(h.params) + 1 // a macro on lines of its own
				}
				h.name, h.params, h.loud = at, params, loud
			}
			if at > j {
				j = r.hop(params)
				continue
			}
		}
		j = r.cppHop(j)
	}
	return hi
}

// cppHop steps over brackets, and over the angles of a template's arguments.
func (r *reader) cppHop(i int) int {
	if r.op(i, '<') && !r.plainC {
		if k := r.angle(i); k > i {
			return k
		}
	}
	if r.op(i, '{') || !r.opens(i) {
		return i + 1
	}
	return r.hop(i)
}

func (r *reader) cppAccess(i int) bool {
	switch r.wordAt(i) {
	case "public", "private", "protected", "signals", "slots":
		return true
	}
	return false
}

func cppTypeWord(w string, plainC bool) bool {
	return w == "struct" || w == "union" || w == "enum" || w == "class" && !plainC
}

// cppAttribute reports words before "(" that name no function.
func cppAttribute(w string) bool {
	switch w {
	case "__attribute__", "__attribute", "__declspec", "alignas", "_Alignas", "decltype", "noexcept", "throw", "requires", "explicit", "__asm__", "asm",
		"__asm", "if", "for", "while", "switch", "return", "sizeof", "static_assert", "_Static_assert", "defined", "catch", "typeof", "__typeof__":
		return true
	}
	return false
}

// cppBrace decides what a "{" at this level is: the body of a function (the
// token behind it is the answer), or a value or an unknown block to step over.
func (r *reader) cppBrace(h cppHead, from, i, hi int, owner string) int {
	end := r.partner(i)
	switch {
	case h.name < 0 && h.value < 0 && i > from && r.wordAt(i-1) != "":
		end = r.head(end, hi, ';') // T name{…};
		return r.cppAfter(i, end)
	case h.name < 0 || h.value >= 0 && !r.is(h.name, "operator"):
		if h.value >= 0 {
			stop := r.upTo(i, hi, ';')
			r.cppVariable(h, from, stop, owner)
			return stop + 1
		}
		return end + 1
	case h.init && !r.op(i-1, ')') && !r.op(i-1, '}'):
		return 0 // member{…} of an initialiser list
	}
	name, kind := r.cppName(h, owner)
	if owner == "" && !strings.Contains(name, ".") {
		r.declare(name)
	}
	r.symbol(name, kind, from, end)
	return end + 1
}

func (r *reader) cppAfter(i, stop int) int {
	if stop >= len(r.toks) || r.lineOf(stop) > r.lineOf(r.partner(i))+1 {
		return r.partner(i) + 1
	}
	return stop + 1
}

// cppName is the name of a function: Type.method for A::Type::method, the two
// arguments of a test macro.
func (r *reader) cppName(h cppHead, owner string) (name, kind string) {
	name = r.wordAt(h.name)
	if strings.HasPrefix(name, "TEST") && r.partner(h.params)-h.params == 4 && r.op(h.params+2, ',') {
		return r.wordAt(h.params+1) + "." + r.wordAt(h.params+3), "function"
	}
	i := h.name
	if name == "operator" {
		name = "operator" + strings.Join(strings.Fields(r.slice(h.name+1, h.params)), "")
	}
	if r.op(i-1, '~') {
		name, i = "~"+name, i-1
	}
	if r.op(i-1, opScope) {
		k := i - 2
		if r.op(k, '>') {
			for depth := 0; k > 0 && k > i-64; k-- {
				if r.op(k, '>') {
					depth++
				} else if r.op(k, '<') {
					if depth--; depth == 0 {
						k--
						break
					}
				}
			}
		}
		if w := r.wordAt(k); w != "" {
			return joined(w, name), "method"
		}
	}
	if owner != "" {
		return joined(owner, name), "method"
	}
	return name, "function"
}

// cppOperator notes an operator function and gives the "(" of its parameters.
func (r *reader) cppOperator(i int, h *cppHead) int {
	j := i + 1
	if r.op(j, '(') && r.op(j+1, ')') {
		j += 2
	}
	for j < len(r.toks) && j < i+12 && !r.op(j, '(') && !r.op(j, ';') && !r.op(j, '{') {
		if r.op(j, '[') {
			j = r.hop(j)
			continue
		}
		j++
	}
	if !r.op(j, '(') {
		return i + 1
	}
	h.name, h.params = i, j
	return r.hop(j)
}

func (r *reader) cppVariable(h cppHead, from, end int, owner string) {
	if h.value < 0 || h.name >= 0 && h.params < h.value || owner != "" && !r.between(from, h.value, "constexpr") {
		return
	}
	j := h.value - 1
	for j > from && r.op(j, ']') && int(r.toks[j].match) < j {
		j = int(r.toks[j].match) - 1
	}
	kind := "variable"
	if r.between(from, h.value, "const") || r.between(from, h.value, "constexpr") {
		kind = "constant"
	}
	if j > from {
		r.symbol(joined(owner, r.wordAt(j)), kind, from, end)
	}
}

func (r *reader) cppSpace(i, hi int, owner string, depth int) int {
	for j := i + 1; j < hi && j < i+32; j++ {
		if r.op(j, ';') || r.op(j, '=') {
			return r.upTo(j, hi, ';') + 1
		}
		if r.op(j, '{') {
			if depth < maxNesting {
				r.cpp(j+1, r.partner(j), owner, depth+1)
			}
			return r.partner(j) + 1
		}
	}
	return i + 1
}

func (r *reader) cppUsing(i, hi int, owner string) int {
	end := r.upTo(i, hi, ';')
	if r.wordAt(i+1) != "" && r.op(i+2, '=') {
		r.symbol(joined(owner, r.wordAt(i+1)), "type", i, end)
	}
	return end + 1
}

func (r *reader) cppTypedef(i, hi int, owner string, depth int) int {
	end := r.upTo(i, hi, ';')
	name := ""
	if cppTypeWord(r.wordAt(i+1), r.plainC) {
		for j := i + 2; j < end; j++ {
			if r.op(j, '{') {
				if tag := r.wordAt(j - 1); tag != "" && !cppTypeWord(tag, r.plainC) {
					name = tag
				}
				break
			}
		}
	}
	for j := i + 1; j < end; j = r.hop(j) {
		if r.op(j, '(') && r.op(j+1, '*') && r.wordAt(j+2) != "" {
			r.symbol(joined(owner, r.wordAt(j+2)), "type", i, end)
			return end + 1
		}
	}
	last := end - 1
	if r.op(last, ')') && r.op(int(r.toks[last].match)-1, ')') { // typedef T (name)(…);
		last = int(r.toks[last].match) - 2
	}
	for last > i && (r.op(last, ']') || r.op(last, ')')) && int(r.toks[last].match) < last {
		last = int(r.toks[last].match) - 1
	}
	if w := r.wordAt(last); w != "" {
		r.symbol(joined(owner, w), "type", i, end)
		if name != "" && name != w {
			r.declare(name)
		}
	}
	return end + 1
}

// cppType reads "class X : Y {…} z;". It gives 0 where the word only names the
// type of something else.
func (r *reader) cppType(i, from, hi int, owner string, depth int) int {
	j, name := i+1, ""
	if r.is(j, "class") || r.is(j, "struct") {
		j++
	}
	for ; j < min(hi, i+headTokens); j = max(r.angle(j), r.hop(j)) {
		w := r.wordAt(j)
		switch {
		case w != "" && r.op(j+1, '('): // an attribute, or struct x *f(
			if !cppAttribute(w) && w != strings.ToUpper(w) {
				return 0
			}
			continue
		case w == "final" && name != "":
			continue
		case w != "":
			name = w
			continue
		case r.op(j, '[') || r.op(j, '(') || r.op(j, opScope) || r.op(j, '<'):
			continue
		}
		break
	}
	if r.op(j, ':') {
		for j < hi && !r.op(j, '{') && !r.op(j, ';') {
			j = max(r.angle(j), r.hop(j))
		}
	}
	if !r.op(j, '{') || j >= hi {
		return 0
	}
	end := r.partner(j)
	last := end
	if stop := end + 1; r.op(stop, ';') {
		last = stop
	}
	if name != "" {
		if owner == "" {
			r.declare(name)
		}
		r.symbol(joined(owner, name), "type", from, last)
	}
	if !r.is(i, "enum") && depth < maxNesting {
		inside := joined(owner, name)
		if inside != "" {
			r.cpp(j+1, end, inside, depth+1)
		}
	}
	if last > end {
		return last + 1
	}
	if stop := r.head(end, hi, ';'); stop < hi && r.lineOf(stop) <= r.lineOf(end)+2 {
		return stop + 1
	}
	return end + 1
}
