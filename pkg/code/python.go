package code

import (
	"strings"
)

// block is an open class or function of an indented language.
type block struct {
	name   string
	column int
	from   int // first token
	class  bool
}

// python reads a Python file line by line: a block ends where a line stands
// further left.
func (r *reader) python() {
	var blocks []block
	last := -1
	through := r.newThrough()
	decorated := -1
	for i := 0; i < len(r.toks); {
		col := r.column(i)
		for n := len(blocks); n > 0 && col <= blocks[n-1].column; n = len(blocks) {
			r.pyClose(blocks, last)
			blocks = blocks[:n-1]
		}
		from := i
		if decorated >= 0 {
			from = decorated
		}
		decorated = -1
		at := i
		if r.is(at, "async") {
			at++
		}
		switch r.wordAt(at) {
		case "def", "class":
			if name := r.wordAt(at + 1); name != "" && len(blocks) < maxNesting {
				blocks = append(blocks, block{name, col, from, r.is(at, "class")})
			}
		case "import":
			r.pyImport(at, through)
		case "from":
			r.pyFrom(at)
		default:
			if r.op(i, '@') {
				decorated = from
			} else if len(blocks) == 0 {
				r.pyAssign(i)
			}
		}
		i, last = r.pyLine(i)
	}
	for n := len(blocks); n > 0; n = len(blocks) {
		r.pyClose(blocks, last)
		blocks = blocks[:n-1]
	}
	through.collect(r)
}

// column is how far a token stands from the start of its line, tabs to eights.
func (r *reader) column(i int) int {
	at := r.toks[i].start
	col := 0
	for j := r.lines[r.line(at)-1]; j < at; j++ {
		if r.src[j] == '\t' {
			col += 8 - col%8
		} else {
			col++
		}
	}
	return col
}

// pyLine gives the first token of the next logical line and the last of this.
func (r *reader) pyLine(i int) (next, last int) {
	next = r.hop(i)
	for next < len(r.toks) && !r.toks[next].nl {
		next = r.hop(next)
	}
	return next, min(next, len(r.toks)) - 1
}

// pyClose adds the innermost block unless it stands in a function.
func (r *reader) pyClose(blocks []block, last int) {
	b := blocks[len(blocks)-1]
	owner := ""
	for _, o := range blocks[:len(blocks)-1] {
		if !o.class {
			return
		}
		owner = joined(owner, o.name)
	}
	kind := "function"
	switch {
	case b.class:
		kind = "type"
	case owner != "":
		kind = "method"
	}
	if owner == "" {
		r.declare(b.name)
	}
	r.symbol(joined(owner, b.name), kind, b.from, last)
}

// pyAssign reads "name = …" and "name: type = …" of a module.
func (r *reader) pyAssign(i int) {
	name := r.wordAt(i)
	if name == "" {
		return
	}
	next, last := r.pyLine(i)
	for j := i + 1; j < next && j < i+64; j = r.hop(j) {
		if r.op(j, '=') && (j == i+1 || r.op(i+1, ':')) {
			kind := "variable"
			if name == strings.ToUpper(name) && name != strings.ToLower(name) {
				kind = "constant"
			}
			r.declare(name)
			r.symbol(name, kind, i, last)
			return
		}
	}
}

// dotted reads a.b.c, with leading dots, from token i on.
func (r *reader) dotted(i int) (name string, next int) {
	from := i
	for i < len(r.toks) && !(i > from && r.toks[i].nl) {
		if r.op(i, '.') || r.wordAt(i) != "" && (i == from || r.op(i-1, '.')) && r.wordAt(i) != "import" {
			i++
			continue
		}
		break
	}
	if i == from {
		return "", i
	}
	return strings.Join(strings.Fields(r.src[r.toks[from].start:r.toks[i-1].end]), ""), i
}

func (r *reader) pyImport(i int, through *through) {
	for i++; i < len(r.toks) && !r.toks[i].nl; i++ {
		name, next := r.dotted(i)
		if name == "" {
			return
		}
		local := name
		if r.is(next, "as") {
			local = r.wordAt(next + 1)
			next += 2
		}
		r.importing(name, Plain, i)
		through.add(local, len(r.facts.Imports)-1)
		if i = next; !r.op(i, ',') {
			return
		}
	}
}

func (r *reader) pyFrom(i int) {
	name, next := r.dotted(i + 1)
	if name == "" || !r.is(next, "import") {
		return
	}
	j, end := next+1, len(r.toks)
	if r.op(j, '(') {
		end = int(r.toks[j].match)
		j++
	} else {
		end, _ = r.pyLine(i)
	}
	var names []string
	for ; j < end; j++ {
		w := r.wordAt(j)
		switch {
		case r.op(j, '*'):
			r.importing(name, Wildcard, i)
			return
		case w == "as":
			j++
		case w != "":
			names = append(names, w)
		}
	}
	r.importing(name, From, i, cloned(names)...)
}
