package code

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// golang reads a Go file. That it finds what go/parser finds is held by a test
// over the standard library; it is several times as fast and loses nothing
// behind a syntax error.
func (r *reader) golang() {
	for i := 0; i < len(r.toks); {
		switch r.wordAt(i) {
		case "package":
			if r.facts.Package == "" {
				r.facts.Package = strings.Clone(r.wordAt(i + 1))
			}
			i += 2
		case "import":
			i = r.goGroup(i, r.goImport)
		case "func":
			i = r.goFunc(i)
		case "type":
			i = r.goGroup(i, r.goType)
		case "const":
			i = r.goGroup(i, func(from, at int) int { return r.goValue(from, at, "constant") })
		case "var":
			i = r.goGroup(i, func(from, at int) int { return r.goValue(from, at, "variable") })
		default:
			i = r.hop(i)
		}
	}
	r.goUses()
}

// goGroup reads one spec, or those in parentheses. A lone spec starts at its keyword.
func (r *reader) goGroup(i int, spec func(from, at int) int) int {
	if !r.op(i+1, '(') {
		return max(spec(i, i+1), i+1)
	}
	end := int(r.toks[i+1].match)
	for j := i + 2; j < end; {
		if r.op(j, ';') {
			j++
			continue
		}
		j = max(spec(j, j), j+1)
	}
	return end + 1
}

// goEnd is the token behind the statement that has begun before i.
func (r *reader) goEnd(i int) int {
	for i < len(r.toks) {
		t := r.toks[i]
		if t.kind == punct && (t.op == ';' || t.op == ')' || t.op == '}') {
			return i
		}
		if t.nl && r.goEnds(i-1) {
			return i
		}
		i = r.hop(i)
	}
	return i
}

// goEnds reports whether a line may end behind token i: Go's semicolon rule.
func (r *reader) goEnds(i int) bool {
	t := r.toks[i]
	if t.kind != punct {
		return true
	}
	switch t.op {
	case ')', ']', '}':
		return true
	case '+', '-':
		return i > 0 && r.op(i-1, t.op) && r.toks[i-1].end == t.start
	}
	return false
}

func (r *reader) goImport(_, at int) int {
	name, i := "", at
	if w := r.wordAt(i); w != "" {
		name, i = w, i+1
	} else if r.op(i, '.') {
		name, i = ".", i+1
	}
	p := r.literal(i)
	if p == "" {
		return r.goEnd(at + 1)
	}
	form := Plain
	if name == "." {
		form = Wildcard
	}
	r.importing(p, form, i)
	r.aliases = append(r.aliases, name)
	return r.goEnd(i + 1)
}

func (r *reader) goFunc(i int) int {
	j, owner := i+1, ""
	if r.op(j, '(') {
		owner = r.goReceiver(j)
		j = r.hop(j)
	}
	name := r.wordAt(j)
	if name == "" {
		return j
	}
	j++
	if r.op(j, '[') {
		j = r.hop(j)
	}
	end := j - 1
	for j < len(r.toks) && (!r.toks[j].nl || !r.goEnds(j-1)) {
		if r.op(j, ';') {
			break
		}
		if r.op(j, '{') && !r.is(j-1, "struct") && !r.is(j-1, "interface") {
			end = r.partner(j)
			break
		}
		k := r.hop(j)
		end, j = min(k, len(r.toks))-1, k
	}
	kind := "function"
	if owner != "" {
		kind = "method"
	} else if name != "init" {
		r.declare(name)
	}
	if name != "_" {
		r.symbol(joined(owner, name), kind, i, end)
	}
	return end + 1
}

// goReceiver is the type's name in "(r *T[K, V])".
func (r *reader) goReceiver(i int) string {
	name := ""
	for j := i + 1; j < int(r.toks[i].match); j = r.hop(j) {
		if w := r.wordAt(j); w != "" {
			name = w
		}
	}
	return name
}

func (r *reader) goType(from, at int) int {
	end := r.goEnd(at + 1)
	r.declare(r.wordAt(at))
	r.symbol(r.wordAt(at), "type", from, end-1)
	return end
}

func (r *reader) goValue(from, at int, kind string) int {
	end := r.goEnd(at + 1)
	for j := at; j < end; j += 2 {
		r.declare(r.wordAt(j))
		r.symbol(r.wordAt(j), kind, from, end-1)
		if !r.op(j+1, ',') {
			break
		}
	}
	return end
}

// goUses finds the names used through each import, and for a test the names
// used without a qualifier, which are those of its own package.
func (r *reader) goUses() {
	through := map[string]map[string]struct{}{}
	byBase := map[string][]int{}
	for i, name := range r.aliases {
		bases := []string{name}
		if name == "" {
			bases = goBases(r.facts.Imports[i].Path)
		}
		for _, b := range bases {
			byBase[b] = append(byBase[b], i)
			through[b] = map[string]struct{}{}
		}
	}
	test := IsTest(Go, r.path)
	own := map[string]struct{}{}
	for i := range r.toks {
		w := r.wordAt(i)
		if w == "" || r.op(i-1, '.') {
			continue
		}
		if set, ok := through[w]; ok && r.op(i+1, '.') {
			if name := r.wordAt(i + 2); name != "" {
				set[name] = struct{}{}
			}
		} else if test && (len(w) > 1 || w[0] <= 'Z') && !r.op(i+1, ':') {
			own[w] = struct{}{}
		}
	}
	for base, set := range through {
		for _, i := range byBase[base] {
			im := &r.facts.Imports[i]
			im.Names = append(im.Names, slices.Collect(maps.Keys(set))...)
		}
	}
	for i := range r.facts.Imports {
		im := &r.facts.Imports[i]
		im.Names = cloned(im.Names)
	}
	for _, w := range goWords {
		delete(own, w)
	}
	for w := range r.declared {
		delete(own, w)
	}
	r.facts.Uses = cloned(slices.Collect(maps.Keys(own)))
}

// goWords are keywords and the names every file has.
var goWords = strings.Fields(`break case chan const continue default defer else fallthrough for func go goto if import
	interface map package range return select struct switch type var nil true false err string int bool byte error len
	append make any int64 float64 uint64 int32 uint32 uint8 rune testing panic new cap copy delete`)

// goBases are the names an import without one of its own may have.
func goBases(importPath string) []string {
	base := path.Base(importPath)
	if len(base) > 1 && base[0] == 'v' {
		if _, err := strconv.Atoi(base[1:]); err == nil && strings.Contains(importPath, "/") {
			base = path.Base(path.Dir(importPath))
		}
	}
	if b, v, ok := strings.Cut(base, ".v"); ok && v != "" {
		base = b
	}
	bases := []string{base}
	if t := strings.TrimPrefix(strings.TrimSuffix(base, "-go"), "go-"); t != base {
		bases = append(bases, t)
	}
	if t := strings.ReplaceAll(strings.ReplaceAll(base, "-", ""), ".", ""); t != base {
		bases = append(bases, t)
	}
	if i := strings.LastIndexAny(base, "-."); i >= 0 {
		bases = append(bases, base[i+1:])
	}
	slices.Sort(bases)
	return slices.Compact(bases)
}

// cloned sorts names, drops repetitions and detaches them from the file's text.
func cloned(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for i, n := range names {
		names[i] = strings.Clone(n)
	}
	return names
}
