package stream

import (
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
	opening  string // its name as a line spells it, with quotes and colon
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
			list = append(list, part{`"` + name + `":`, formOf(f.Type), strings.Contains(options, "omit")})
		}
	}
	return list
}

// Fits reports whether a record is exactly of the shape. The record key comes
// first and is not held against it.
func (s *Shape) Fits(r Record) bool { return s.Visit(r, nil) }

// Visit is Fits that shows each member of a record that fits, its name and its
// value as parts of the line; of one that does not it shows none.
func (s *Shape) Visit(r Record, show func(name, value []byte)) bool {
	list := r.members
	if r.shape != s { // the reader has not checked it already
		f := fitting{b: r.Line, wellFormed: true}
		if !f.record(s) {
			return false
		}
		list = f.list
	}
	if show != nil {
		for _, m := range list {
			show(r.Line[m.key.from:m.key.to], r.Line[m.value.from:m.value.to])
		}
	}
	return true
}
