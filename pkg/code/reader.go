package code

import (
	"sort"
	"strings"

	"majordomus/pkg/object"
)

// word gives the text of a word token, "" for anything else.
func (r *reader) wordAt(i int) string {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind != word {
		return ""
	}
	return r.src[r.toks[i].start:r.toks[i].end]
}

func (r *reader) is(i int, w string) bool { return r.wordAt(i) == w }

func (r *reader) op(i int, op byte) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == punct && r.toks[i].op == op
}

func (r *reader) opens(i int) bool {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind != punct {
		return false
	}
	switch r.toks[i].op {
	case '(', '[', '{', opInterp:
		return true
	}
	return false
}

// hop is the token behind i, or behind the partner of an opening bracket. All
// loops over tokens go through it, so it is where the steps of a parse are
// counted; when they are spent it leads to the end.
func (r *reader) hop(i int) int {
	if r.steps++; r.steps > r.most {
		return max(len(r.toks), i+1)
	}
	if r.opens(i) {
		return max(int(r.toks[i].match), i) + 1
	}
	return i + 1
}

// partner is the closing bracket of the opening one at i, at most the last token.
func (r *reader) partner(i int) int {
	return min(int(r.toks[i].match), len(r.toks)-1)
}

// angle steps over "<…>" at i; where they do not close soon or hold what no
// type does, it gives i itself.
func (r *reader) angle(i int) int {
	if !r.op(i, '<') {
		return i
	}
	depth := 0
	for j := i; j < len(r.toks) && j < i+512; {
		t := r.toks[j]
		if t.kind == punct {
			switch t.op {
			case '<':
				depth++
			case '>':
				if depth--; depth == 0 {
					return j + 1
				}
			case ';', ')', ']', '}':
				return i
			}
		}
		j = r.hop(j)
	}
	return i
}

// line is the 1-based line of a byte.
func (r *reader) line(at int32) int {
	return sort.Search(len(r.lines), func(i int) bool { return r.lines[i] > at })
}

func (r *reader) lineOf(tok int) int {
	if tok >= len(r.toks) {
		return len(r.lines)
	}
	return r.line(r.toks[tok].start)
}

// headTokens bounds how far the head of a declaration is looked through for
// its body; what is longer is none. It keeps broken files linear.
const headTokens = 512

// upTo is the first op at this level from token i on, or hi.
func (r *reader) upTo(i, hi int, op byte) int {
	for i < hi && !r.op(i, op) {
		i = r.hop(i)
	}
	return min(i, hi)
}

// head is upTo within the bounds of a declaration's head.
func (r *reader) head(i, hi int, op byte) int {
	if j := r.upTo(i, min(hi, i+headTokens), op); r.op(j, op) {
		return j
	}
	return hi
}

// symbol adds a declaration that runs from token from up to and with token to,
// with the comments that stand right above it. An empty name adds nothing.
func (r *reader) symbol(name, kind string, from, to int) {
	to = min(max(to, from), len(r.toks)-1)
	if name == "" || name == "_" || from > to {
		return
	}
	first := r.line(r.toks[from].start)
	last := r.line(max(r.toks[to].end-1, r.toks[to].start))
	r.span(name, kind, r.above(first, r.toks[from].start), last)
}

// span adds a symbol of whole lines.
func (r *reader) span(name, kind string, first, last int) {
	if name == "" {
		return
	}
	end := len(r.src)
	if last < len(r.lines) {
		end = int(r.lines[last])
	}
	r.facts.Symbols = append(r.facts.Symbols, object.Symbol{
		Name: strings.Clone(name), Kind: kind, Start: first, End: last, Bytes: int64(end) - int64(r.lines[first-1]),
	})
}

// above is the first line of the comments that end right above a line.
func (r *reader) above(line int, at int32) int {
	i := sort.Search(len(r.comments), func(i int) bool { return r.comments[i].start >= at }) - 1
	for low := i - headTokens; i >= 0 && i > low; i-- {
		c := r.comments[i]
		last := r.line(c.end - 1)
		if !c.own || last < line-1 || last > line {
			break
		}
		if last == line && r.line(c.start) == line {
			continue
		}
		line = r.line(c.start)
	}
	return line
}

// declare notes a name that other files can use.
func (r *reader) declare(name string) {
	if name == "" || name == "_" {
		return
	}
	if _, ok := r.declared[name]; !ok {
		r.declared[strings.Clone(name)] = struct{}{}
	}
}

func (r *reader) importing(path string, form Form, tok int, names ...string) {
	if path == "" || len(path) > 4096 {
		return
	}
	r.facts.Imports = append(r.facts.Imports, Import{Path: strings.Clone(path), Names: names, Line: r.lineOf(tok), Form: form})
}

// joined is owner.name, or the name alone.
func joined(owner, name string) string {
	if owner == "" || name == "" {
		return name
	}
	return owner + "." + name
}

// literal is the text between the quotes of a plain string token, or "".
func (r *reader) literal(i int) string {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind != text {
		return ""
	}
	s := r.textOf(r.toks[i])
	if len(s) < 2 || s[0] != s[len(s)-1] || s[0] != '"' && s[0] != '\'' && s[0] != '`' {
		return ""
	}
	return s[1 : len(s)-1]
}

// modifiers walks back from a declaration's keyword over the words, attributes
// and annotations that belong to it.
func (r *reader) modifiers(i, low int, modifier func(string) bool) int {
	for steps := 0; i > low && steps < 64; steps++ {
		p := i - 1
		if w := r.wordAt(p); w != "" {
			if modifier(w) {
				i = p
				continue
			}
			q := r.annotation(p, low)
			if q < 0 {
				return i
			}
			i = q
			continue
		}
		t := r.toks[p]
		if t.kind == text && r.lang == Rust && r.is(p-1, "extern") {
			i = p - 1
			continue
		}
		if t.kind != punct || t.op != ')' && t.op != ']' || int(t.match) <= low || int(t.match) >= p {
			return i
		}
		o := int(t.match)
		switch {
		case t.op == ']' && r.op(o-1, '#'):
			i = o - 1
		case t.op == ']' && r.lang == CSharp:
			i = o
		case t.op == ')' && r.wordAt(o-1) != "":
			if modifier(r.wordAt(o - 1)) {
				i = o - 1
			} else if q := r.annotation(o-1, low); q >= 0 {
				i = q
			} else {
				return i
			}
		default:
			return i
		}
	}
	return i
}

// annotation gives the '@' of an @a.b whose last word is at i, or -1.
func (r *reader) annotation(i, low int) int {
	for steps := 0; i > low && steps < 32; steps++ {
		switch {
		case r.op(i-1, '@'):
			return i - 1
		case (r.op(i-1, '.') || r.op(i-1, ':')) && r.wordAt(i-2) != "":
			i -= 2
		default:
			return -1
		}
	}
	return -1
}
