package canon

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// maxDepth bounds nesting, as encoding/json does.
const maxDepth = 10_000

// SyntaxError is where a text stops being JSON. Line and Column are 1-based;
// the column counts bytes.
type SyntaxError struct {
	Line, Column int
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d column %d: %s", e.Line, e.Column, e.Message)
}

// Parse reads one JSON text. It is strict: UTF-8 without a byte order mark, no
// key twice in a mapping, no lone surrogate, no number beyond a float's range.
// The error is a *SyntaxError.
func Parse(text []byte) (Value, error) {
	p := parser{in: text, strict: true}
	return p.document()
}

// ParseAll is Parse for a caller that reports every fault itself: NaN, Infinity,
// -Infinity and floats beyond the range parse to numbers that are not Finite,
// and keys that repeat are listed, once for each repetition, in text order.
func ParseAll(text []byte) (v Value, repeated []string, err error) {
	p := parser{in: text}
	v, err = p.document()
	return v, p.repeated, err
}

type parser struct {
	in       []byte
	at       int
	depth    int
	strict   bool
	repeated []string
}

// document recovers the one panic of the parser, a *SyntaxError: a fault can
// stand at any depth and nothing holds resources in between.
func (p *parser) document() (v Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			v, err = Value{}, e
		}
	}()
	if i := invalidUTF8(p.in); i >= 0 {
		p.at = i
		p.fail("the text is not UTF-8")
	}
	v = p.value()
	if p.space(); p.at < len(p.in) {
		p.fail("text behind the value")
	}
	return v, nil
}

func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}

func (p *parser) fail(format string, args ...any) {
	e := &SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf(format, args...)}
	for _, c := range p.in[:min(p.at, len(p.in))] {
		e.Column++
		if c == '\n' {
			e.Line, e.Column = e.Line+1, 1
		}
	}
	panic(e)
}

func (p *parser) space() {
	for p.at < len(p.in) {
		switch p.in[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// peek is the next byte that is no white space, 0 at the end.
func (p *parser) peek() byte {
	p.space()
	if p.at == len(p.in) {
		return 0
	}
	return p.in[p.at]
}

func (p *parser) expect(c byte, what string) {
	if p.peek() != c {
		p.fail("%s expected", what)
	}
	p.at++
}

func (p *parser) value() Value {
	switch c := p.peek(); {
	case c == '{':
		return p.mapping()
	case c == '[':
		return p.items()
	case c == '"':
		return Text(p.text())
	case c == '-' || isDigit(c):
		return p.number()
	}
	for _, w := range words {
		if n := len(w.text); len(p.in)-p.at >= n && string(p.in[p.at:p.at+n]) == w.text && (w.value.Finite() || !p.strict) {
			p.at += n
			return w.value
		}
	}
	p.fail("a value expected")
	return Value{}
}

var words = [...]struct {
	text  string
	value Value
}{
	{"null", Value{}}, {"true", Bool(true)}, {"false", Bool(false)},
	{"NaN", Number(math.NaN())}, {"Infinity", Number(math.Inf(1))}, {"-Infinity", Number(math.Inf(-1))},
}

func (p *parser) enter() {
	p.at++
	if p.depth++; p.depth > maxDepth {
		p.fail("nested deeper than %d", maxDepth)
	}
}

func (p *parser) items() Value {
	p.enter()
	list := []Value{}
	for p.peek() != ']' {
		if len(list) > 0 {
			p.expect(',', "a comma or ]")
		}
		list = append(list, p.value())
	}
	p.at++
	p.depth--
	return Items(list)
}

func (p *parser) mapping() Value {
	p.enter()
	v := Value{kind: Map}
	var seen map[string]bool // once there are too many keys to look through
	for first := true; p.peek() != '}'; first = false {
		if !first {
			p.expect(',', "a comma or }")
		}
		if p.peek() != '"' {
			p.fail("a key expected")
		}
		start := p.at
		key := p.text()
		p.expect(':', "a colon")
		if v.holds(key, seen) {
			p.again(start, key)
			p.value()
			continue
		}
		v.keys = append(v.keys, Key{String, key})
		v.list = append(v.list, p.value())
		seen = v.remember(seen)
	}
	p.at++
	p.depth--
	return v
}

func (p *parser) again(start int, key string) {
	if p.strict {
		p.at = start
		p.fail("the key %.60q stands here a second time", key)
	}
	p.repeated = append(p.repeated, key)
}

// few is how many keys are looked through one by one.
const few = 8

func (v *Value) holds(key string, seen map[string]bool) bool {
	if seen != nil {
		return seen[key]
	}
	_, ok := v.Get(key)
	return ok
}

// remember keeps the set of keys, once there are more than few.
func (v *Value) remember(seen map[string]bool) map[string]bool {
	n := len(v.keys)
	if n <= few {
		return nil
	}
	if seen == nil {
		seen = make(map[string]bool, 2*n)
		for _, k := range v.keys {
			seen[k.Text] = true
		}
	}
	seen[v.keys[n-1].Text] = true
	return seen
}

// number reads by JSON's grammar; -Infinity comes this way too.
func (p *parser) number() Value {
	start := p.at
	if p.in[p.at] == '-' {
		p.at++
		if !p.strict && len(p.in)-p.at >= 8 && string(p.in[p.at:p.at+8]) == "Infinity" {
			p.at += 8
			return Number(math.Inf(-1))
		}
	}
	if p.at < len(p.in) && p.in[p.at] == '0' {
		p.at++
	} else {
		p.digits()
	}
	whole := true
	if p.at < len(p.in) && p.in[p.at] == '.' {
		whole = false
		p.at++
		p.digits()
	}
	if p.at < len(p.in) && p.in[p.at]|0x20 == 'e' {
		whole = false
		p.at++
		if p.at < len(p.in) && (p.in[p.at] == '+' || p.in[p.at] == '-') {
			p.at++
		}
		p.digits()
	}
	text := string(p.in[start:p.at])
	if whole {
		return Integer(text)
	}
	f, err := strconv.ParseFloat(text, 64) // out of range: an infinity, or 0
	if err != nil && p.strict {
		p.at = start
		p.fail("the number %.40s is out of range", text)
	}
	return Number(f)
}

func (p *parser) digits() {
	start := p.at
	for p.at < len(p.in) && isDigit(p.in[p.at]) {
		p.at++
	}
	if p.at == start {
		p.fail("a digit expected")
	}
}
