package code

// scriptVars reads const, let and var; a value that is a function or a class
// makes a function or a type.
func (r *reader) scriptVars(i, from, hi int, owner string, depth int) int {
	end := r.scriptEnd(i+1, hi)
	kind := "variable"
	if r.is(i, "const") {
		kind = "constant"
	}
	first := true
	for j := i + 1; j < end; {
		name := r.wordAt(j)
		if name == "" {
			r.scriptPattern(j)
		}
		next := j
		for next < end && !r.op(next, ',') {
			next = max(r.angle(next), r.hop(next))
		}
		k := kind
		switch {
		case r.holdsFunction(j+1, next):
			k = "function"
		case r.op(j+1, '=') && r.is(j+2, "class"):
			k = "type"
		}
		if name != "" {
			r.scriptDeclare(owner, name)
			at := from
			if !first {
				at = j
			}
			r.symbol(joined(owner, name), k, at, min(next, end)-1)
			r.scriptInside(j+1, next, joined(owner, name), k, depth)
			if r.op(j+1, '=') && r.op(j+2, '{') {
				r.scriptObject(j+2, joined(owner, name), depth)
			}
		}
		first = false
		j = next + 1
	}
	return max(end, i+1)
}

// scriptPattern declares the names of "const {a, b: c} =".
func (r *reader) scriptPattern(i int) {
	if !r.opens(i) {
		return
	}
	for j := i + 1; j < r.partner(i); j = r.hop(j) {
		if w := r.wordAt(j); w != "" && !r.op(j+1, ':') {
			r.declare(w)
		}
	}
}

// scriptObject reads the functions among the members of "{a () {…}, b: () => …}".
func (r *reader) scriptObject(i int, owner string, depth int) {
	hi := r.partner(i)
	for j := i + 1; j < hi; {
		from := j
		for r.wordAt(j) != "" && (r.wordAt(j+1) != "" || r.op(j+1, '*')) || r.op(j, '*') {
			j++ // async, get, set
		}
		end := j
		for end < hi && !r.op(end, ',') {
			end = max(r.angle(end), r.hop(end))
		}
		end = min(end, hi)
		name, body := r.wordAt(j), -1
		switch {
		case name == "" || j+1 >= end:
		case r.op(j+1, '('):
			body = r.scriptBody(j + 1)
		case r.op(j+1, ':') && r.functionAt(j+2, end):
			body = j + 1
		}
		if body > 0 && body < end {
			kind := "method"
			if owner == "" {
				kind = "function"
			}
			r.symbol(joined(owner, name), kind, from, end-1)
			r.scriptInside(j+1, end, joined(owner, name), "function", depth)
		}
		j = end + 1
	}
}

// scriptInside reads the body of a function or class that is a value.
func (r *reader) scriptInside(i, end int, owner, kind string, depth int) {
	if depth >= maxNesting {
		return
	}
	for j := i; j < end; j = r.hop(j) {
		if !r.op(j, '{') {
			continue
		}
		switch {
		case kind == "type":
			r.scriptMembers(j+1, r.partner(j), owner, depth+1)
			return
		case kind == "function" && (r.op(j-1, ')') || r.op(j-1, opFat)):
			r.script(j+1, r.partner(j), owner, depth+1)
			return
		}
	}
}

// scriptMember reads "exports.a = function", "A.prototype.b = () =>" and the
// like at the start of a statement.
func (r *reader) scriptMember(i, hi, depth int) int {
	parts := []string{r.wordAt(i)}
	j := i + 1
	for r.op(j, '.') && r.wordAt(j+1) != "" && len(parts) < 8 {
		parts = append(parts, r.wordAt(j+1))
		j += 2
	}
	if !r.op(j, '=') {
		return max(j, i+1)
	}
	end := r.scriptEnd(j, hi)
	last := parts[len(parts)-1]
	exported := parts[0] == "exports" || parts[0] == "module"
	if exported && last != "exports" {
		r.declare(last)
	}
	owner := ""
	if n := len(parts); n >= 3 && parts[n-2] == "prototype" {
		owner = parts[n-3]
	} else if n >= 2 && !exported {
		owner = parts[0]
	}
	switch {
	case r.holdsFunction(j, end):
		if last == "exports" {
			at := j + 1
			if r.is(at, "async") {
				at++
			}
			if r.is(at, "function") && r.scriptName(at) != "" {
				last = r.scriptName(at)
			}
		}
		kind := "function"
		if owner != "" {
			kind = "method"
		}
		r.symbol(joined(owner, last), kind, i, end-1)
		r.scriptInside(j, end, joined(owner, last), "function", depth)
	case last == "exports" && r.op(j+1, '{'):
		r.scriptPattern(j + 1)
		r.scriptObject(j+1, "", depth)
	case r.is(j+1, "class") && last != "exports":
		r.symbol(joined(owner, last), "type", i, end-1)
		r.scriptInside(j, end, last, "type", depth)
	case last == "exports" && (r.is(j+1, "class") || r.is(j+1, "async")):
		return j + 1
	}
	return max(end, i+1)
}

// immediate is the "{" of a function called at once, "(function () {…})()", or 0.
func (r *reader) immediate(i int) int {
	j := i + 1
	if r.is(j, "async") {
		j++
	}
	if r.is(j, "function") {
		if body := r.scriptBody(j + 1); body > 0 {
			return body
		}
		return 0
	}
	if r.op(j, '(') && r.op(r.hop(j), opFat) && r.op(r.hop(j)+1, '{') {
		return r.hop(j) + 1
	}
	return 0
}
