package code

import "strings"

// rubyBlock is something open that an "end" closes.
type rubyBlock struct {
	kind string // the keyword
	name string // of class, module and def
	from int    // first token
}

// ruby reads a Ruby file, pairing each "end" with what it closes.
func (r *reader) ruby() {
	var open []rubyBlock
	loop := false // "while x do": its do opens nothing
	for i := 0; i < len(r.toks); i++ {
		w := r.wordAt(i)
		if r.toks[i].nl || r.op(i, ';') {
			loop = false
		}
		if w == "" || r.op(i-1, '.') || r.op(i-1, opScope) || r.isKey(i) {
			continue
		}
		switch w {
		case "class", "module", "def":
			next := r.rubyOpen(i, &open)
			i = max(next-1, i)
		case "if", "unless", "while", "until":
			if r.statement(i) {
				open = append(open, rubyBlock{kind: w})
				loop = w == "while" || w == "until"
			}
		case "for":
			open = append(open, rubyBlock{kind: w})
			loop = true
		case "case", "begin":
			open = append(open, rubyBlock{kind: w})
		case "do":
			if !loop {
				open = append(open, rubyBlock{kind: w})
			}
			loop = false
		case "end":
			if n := len(open); n > 0 {
				r.rubyClose(open, i)
				open = open[:n-1]
			}
		case "require", "require_relative", "load", "autoload":
			r.rubyRequire(i, w)
		case "__END__":
			if r.toks[i].nl {
				i = len(r.toks)
			}
		default:
			r.rubyConstant(i, open)
		}
	}
	for n := len(open); n > 0; n-- {
		r.rubyClose(open[:n], len(r.toks)-1)
	}
	r.facts.Uses = r.typeNames()
}

// isKey reports whether the word at i is the key of "key: value".
func (r *reader) isKey(i int) bool {
	end := int(r.toks[i].end)
	return r.at(end) == ':' && r.at(end+1) != ':' && !r.op(i-1, '?')
}

// statement reports whether a value or statement begins at i, so that if and
// its kin are no modifiers of what stands before.
func (r *reader) statement(i int) bool {
	if r.toks[i].nl || i == 0 {
		return true
	}
	p := r.toks[i-1]
	if p.kind == punct {
		switch p.op {
		case ')', ']', '}', opEnd:
			return false
		}
		return true
	}
	switch r.wordAt(i - 1) {
	case "then", "do", "else", "begin", "and", "or", "not", "ensure":
		return true
	}
	return false
}

// rubyOpen reads the head of class, module or def and gives the token behind it.
func (r *reader) rubyOpen(i int, open *[]rubyBlock) int {
	b := rubyBlock{kind: r.wordAt(i), from: r.rubyFrom(i)}
	j := i + 1
	switch {
	case b.kind != "def" && r.op(j, '<'): // class << self
		b.kind = "self"
		j += 2
	case b.kind != "def":
		for r.wordAt(j) != "" || r.op(j, opScope) {
			if j > i+1 && r.wordAt(j) != "" && !r.op(j-1, opScope) {
				break
			}
			j++
		}
		b.name = strings.ReplaceAll(strings.TrimPrefix(r.slice(i+1, j), "::"), "::", ".")
	default:
		b.name, j = r.rubyDef(i + 1)
		if r.endless(j) {
			*open = append(*open, b)
			end, _ := r.pyLine(j)
			r.rubyClose(*open, end-1)
			*open = (*open)[:len(*open)-1]
			return j
		}
	}
	*open = append(*open, b)
	return j
}

// rubyFrom is where a definition begins: "private def x" at private.
func (r *reader) rubyFrom(i int) int {
	for low := i - 8; i > max(low, 0) && !r.toks[i].nl && r.wordAt(i-1) != "" && !r.op(i-2, '.'); {
		i--
	}
	return i
}

// rubyDef is the name behind def: name, self.name, an operator.
func (r *reader) rubyDef(j int) (name string, next int) {
	if r.op(j+1, '.') {
		j += 2
	}
	if w := r.wordAt(j); w != "" {
		if r.op(j+1, '=') && r.toks[j+1].start == r.toks[j].end && (r.op(j+2, '(') || r.wordAt(j+2) != "") {
			return w + "=", j + 2
		}
		return w, j + 1
	}
	next = j
	for next < len(r.toks) && next < j+3 && r.toks[next].kind == punct && !r.op(next, '(') && (next == j || r.toks[next].start == r.toks[next-1].end) {
		next++
	}
	return r.slice(j, next), max(next, j+1)
}

// endless reports whether the def whose name ends before j is "def x(…) = value".
func (r *reader) endless(j int) bool {
	if r.op(j, '(') {
		j = r.hop(j)
	}
	return r.op(j, '=') && !r.toks[j].nl
}

func (r *reader) rubyClose(open []rubyBlock, last int) {
	b := open[len(open)-1]
	if b.name == "" || len(open) > maxNesting {
		return
	}
	owner := ""
	for _, o := range open[:len(open)-1] {
		if o.kind == "def" {
			return
		}
		if o.name != "" {
			owner = joined(owner, o.name)
		}
	}
	kind := "type"
	switch {
	case b.kind == "module":
		kind = "module"
	case b.kind == "def" && owner != "":
		kind = "method"
	case b.kind == "def":
		kind = "function"
	}
	if b.kind != "def" {
		r.declare(joined(owner, b.name))
	}
	r.symbol(joined(owner, b.name), kind, b.from, last)
}

// rubyConstant reads "NAME = value" of a class or file.
func (r *reader) rubyConstant(i int, open []rubyBlock) {
	w := r.wordAt(i)
	if len(open) > maxNesting || w[0] < 'A' || w[0] > 'Z' || !r.op(i+1, '=') || !r.toks[i].nl {
		return
	}
	owner := ""
	for _, o := range open {
		if o.kind != "class" && o.kind != "module" {
			return
		}
		owner = joined(owner, o.name)
	}
	end := i + 2
	for end < len(r.toks) && (!r.toks[end].nl || r.goesOn(end)) {
		end = r.hop(end)
	}
	r.declare(joined(owner, w))
	r.symbol(joined(owner, w), "constant", i, end-1)
}

func (r *reader) rubyRequire(i int, w string) {
	j := i + 1
	if r.op(j, '(') {
		j++
	}
	if w == "autoload" {
		j += 2
		if !r.op(j-1, ',') {
			return
		}
	}
	p := r.literal(j)
	form := Plain
	switch {
	case w == "require_relative":
		form = Relative
	case w == "load":
		form = Sourced
	}
	r.importing(p, form, i)
}
