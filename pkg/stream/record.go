package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/fault"
)

// Record is one line of a stream. Line is the whole JSON object in our
// spelling, without its line end, and is good until the next record is read, or
// longer if the reader keeps lines.
type Record struct {
	Kind string
	Line []byte
	At   int    // line of the input the record begins in, 1-based
	name string // of the stream, for errors

	shape   *Shape   // that Line has been found to be of
	members []member // of a line that has a shape
}

// Clone gives a record that outlives the next one.
func (r Record) Clone() Record {
	r.Line, r.shape, r.members = bytes.Clone(r.Line), nil, nil
	return r
}

// AppendBody appends the record's object without its record key.
func (r Record) AppendBody(dst []byte) []byte {
	var buf [64]byte
	first := AppendString(append(buf[:0], `{"record":`...), r.Kind)
	rest, ok := bytes.CutPrefix(r.Line, append(first, ','))
	if !ok {
		return append(dst, without(r.Line, "record")...)
	}
	return append(append(dst, '{'), rest...)
}

// Fault is an error of class Broken at the record's place.
func (r Record) Fault(format string, args ...any) *fault.Error {
	return fault.New(fault.Broken, "broken_stream", format, args...).At(r.name, r.At, 0)
}

// Decode reads a record into dst; a value of the wrong type is of class Broken,
// named by its field and shown by its first bytes.
func (r Record) Decode(dst any) error {
	if err := gojson.Unmarshal(r.Line, dst); err == nil {
		return nil
	}
	err := json.Unmarshal(r.Line, dst) // its errors name the field
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		kind, _, _ := strings.Cut(e.Value, " ")
		field := wireField(e.Field)
		return r.Fault("%s record: %s where %s belongs in %s: %s", r.Kind, jsonWord(kind), jsonWord(e.Type.Kind().String()), field, r.show(field))
	}
	return r.Fault("a %s record does not decode: %s", r.Kind, fault.Quote(string(cut(r.Line))))
}

// wireField leaves out of a dotted field the names of embedded structs, which
// are no members.
func wireField(field string) string {
	parts := strings.Split(field, ".")
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p != strings.ToLower(p) }), ".")
}

// jsonWord names a kind of Go or JSON value as JSON does.
func jsonWord(kind string) string {
	switch kind {
	case "bool":
		return "a boolean"
	case "string", "number":
		return "a " + kind
	case "float64":
		return "a number"
	case "array", "slice":
		return "a list"
	case "object", "struct", "map":
		return "an object"
	}
	return "an integer"
}

// show gives the first bytes of the value of a dotted field, or of as much of
// the path as leads somewhere.
func (r Record) show(field string) string {
	value := r.Line
	var s scanner
	s.members = true
	for _, name := range strings.Split(field, ".") {
		if _, err := s.scan(value); err != nil {
			break
		}
		for _, m := range s.root {
			if string(s.name(m.key)) == name {
				value = value[m.value.from:m.value.to]
				break
			}
		}
	}
	return string(cut(value))
}
