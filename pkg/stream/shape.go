package stream

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
)

// Shape is what the lines of one kind of record look like when they are exactly
// what a Go struct encodes to: its members in their order, each of its type,
// none unknown, none missing that is not optional. Such a line need not be
// decoded to be trusted; any other is for Decode to judge.
type Shape struct{ root *form }

// form is the shape of one value.
type form struct {
	kind    formKind
	elem    *form // of a list or table
	members []part
}

// part is a member of a record.
type part struct {
	name     string
	form     *form
	optional bool
}

type formKind uint8

const (
	textForm formKind = iota
	integerForm
	countForm // an integer of at least 0
	numberForm
	flagForm
	listForm
	tableForm // any keys, one form
	recordForm
)

// ShapeOf gives the shape of records that hold a T. It panics for a type that
// holds what has no shape: an interface, raw JSON, a custom encoder.
func ShapeOf[T any]() *Shape { return &Shape{formOf(reflect.TypeFor[T]())} }

func formOf(t reflect.Type) *form {
	switch t.Kind() {
	case reflect.Pointer:
		return formOf(t.Elem())
	case reflect.String:
		return &form{kind: textForm}
	case reflect.Bool:
		return &form{kind: flagForm}
	case reflect.Int, reflect.Int64:
		return &form{kind: integerForm}
	case reflect.Uint, reflect.Uint64:
		return &form{kind: countForm}
	case reflect.Float64:
		return &form{kind: numberForm}
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 {
			return &form{kind: listForm, elem: formOf(t.Elem())}
		}
	case reflect.Map:
		return &form{kind: tableForm, elem: formOf(t.Elem())}
	case reflect.Struct:
		return &form{kind: recordForm, members: membersOf(t)}
	}
	panic(fmt.Sprintf("stream: %s has no shape", t))
}

func membersOf(t reflect.Type) []part {
	var list []part
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			list = append(list, membersOf(f.Type)...)
		case f.IsExported() && name != "-" && name != "":
			list = append(list, part{name, formOf(f.Type), strings.Contains(options, "omit")})
		}
	}
	return list
}

// Fits reports whether a record is exactly of the shape. The record key comes
// first and is not held against it.
func (s *Shape) Fits(r Record) bool { return s.Visit(r, nil) }

// Visit is Fits that shows each member of the record on the way, its name and
// its value as parts of the line. What it has shown counts only when it reports
// true in the end.
func (s *Shape) Visit(r Record, show func(name, value []byte)) bool {
	f := fitting{b: r.Line}
	if !f.word(`{"record":`) || !f.text() {
		return false
	}
	f.show = show
	return f.members(s.root.members, true) && f.at == len(f.b)
}

// fitting walks over a line that is well formed and in our spelling.
type fitting struct {
	b    []byte
	at   int
	show func(name, value []byte) // of the members at hand; nil inside them
}

func (f *fitting) word(w string) bool {
	if !bytes.HasPrefix(f.b[f.at:], []byte(w)) {
		return false
	}
	f.at += len(w)
	return true
}

func (f *fitting) byte(c byte) bool {
	if f.at < len(f.b) && f.b[f.at] == c {
		f.at++
		return true
	}
	return false
}

// text steps over a string.
func (f *fitting) text() bool {
	if !f.byte('"') {
		return false
	}
	for f.at < len(f.b) {
		f.at += plainRun(f.b[f.at:])
		switch {
		case f.at >= len(f.b):
			return false
		case f.b[f.at] == '"':
			f.at++
			return true
		}
		f.at += 2 // an escape
	}
	return false
}

func (f *fitting) value(v *form) bool {
	switch v.kind {
	case textForm:
		return f.text()
	case integerForm, countForm, numberForm:
		return f.number(v.kind)
	case flagForm:
		return f.word("true") || f.word("false")
	case listForm:
		return f.list(v.elem)
	case tableForm:
		return f.table(v.elem)
	case recordForm:
		return f.byte('{') && f.members(v.members, false)
	}
	return false
}

// safeDigits is how long an integer can be and surely fit 64 bits.
const safeDigits = 18

func (f *fitting) number(kind formKind) bool {
	if f.at < len(f.b) && f.b[f.at] == '-' {
		if kind == countForm {
			return false
		}
		f.at++
	}
	from, whole := f.at, true
	for ; f.at < len(f.b) && numeric(f.b[f.at]); f.at++ {
		whole = whole && f.b[f.at] >= '0' && f.b[f.at] <= '9'
	}
	return f.at > from && (kind == numberForm || whole && f.at-from <= safeDigits)
}

func (f *fitting) list(elem *form) bool {
	if !f.byte('[') {
		return false
	}
	if f.byte(']') {
		return true
	}
	for {
		if !f.value(elem) {
			return false
		}
		if f.byte(']') {
			return true
		}
		if !f.byte(',') {
			return false
		}
	}
}

func (f *fitting) table(elem *form) bool {
	if !f.byte('{') {
		return false
	}
	if f.byte('}') {
		return true
	}
	for {
		if !f.text() || !f.byte(':') || !f.value(elem) {
			return false
		}
		if f.byte('}') {
			return true
		}
		if !f.byte(',') {
			return false
		}
	}
}

// members steps over the members of a record and its closing brace; begun says
// that one went before.
func (f *fitting) members(list []part, begun bool) bool {
	show := f.show
	f.show = nil
	for i := 0; ; i++ {
		if f.byte('}') {
			return allOptional(list[i:])
		}
		if begun && !f.byte(',') {
			return false
		}
		name, ok := f.key()
		if !ok {
			return false
		}
		for i < len(list) && list[i].name != string(name) {
			if !list[i].optional {
				return false
			}
			i++
		}
		from := f.at
		if i == len(list) || !f.value(list[i].form) {
			return false
		}
		if show != nil {
			show(name, f.b[from:f.at])
		}
		begun = true
	}
}

func allOptional(list []part) bool {
	for i := range list {
		if !list[i].optional {
			return false
		}
	}
	return true
}

// key steps over a member's name and colon.
func (f *fitting) key() ([]byte, bool) {
	if !f.byte('"') {
		return nil, false
	}
	n := bytes.IndexByte(f.b[f.at:], '"')
	if n < 0 {
		return nil, false
	}
	name := f.b[f.at : f.at+n]
	f.at += n + 1
	return name, f.byte(':')
}
