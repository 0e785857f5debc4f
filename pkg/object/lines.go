package object

import (
	"fmt"
	"strings"
)

// LinesName is the name of a run of lines behind the '#' of a URI: L3-L9.
func LinesName(s Span) string { return fmt.Sprintf("L%d-L%d", s.Start, s.End) }

// ParseLines reads such a name; ok is false for another one, and for lines that
// are none. The bytes of the span are not known.
func ParseLines(name string) (s Span, ok bool) {
	if !strings.HasPrefix(name, "L") {
		return s, false
	}
	if n, err := fmt.Sscanf(name, "L%d-L%d", &s.Start, &s.End); n != 2 || err != nil {
		return s, false
	}
	return s, s.Start > 0 && s.Start <= s.End && LinesName(s) == name
}

// Symbol is the declaration of a name in a source file.
func (o *Object) Symbol(name string) (s *Symbol, ok bool) {
	if o.Meta == nil {
		return nil, false
	}
	for i := range o.Meta.Symbols {
		if o.Meta.Symbols[i].Name == name {
			return &o.Meta.Symbols[i], true
		}
	}
	return nil, false
}

// Enclosing is the smallest declaration around some lines.
func (o *Object) Enclosing(s Span) (e *Symbol, ok bool) {
	if o.Meta == nil {
		return nil, false
	}
	for i := range o.Meta.Symbols {
		x := &o.Meta.Symbols[i]
		if x.Start <= s.Start && s.End <= x.End && (e == nil || x.End-x.Start < e.End-e.Start) {
			e = x
		}
	}
	return e, e != nil
}

// LinesTitle names a run of lines: the declaration around them, if there is
// one, and which they are.
func (o *Object) LinesTitle(s Span) string {
	lines := fmt.Sprintf("lines %d to %d", s.Start, s.End)
	if e, ok := o.Enclosing(s); ok {
		return e.Name + ", " + lines
	}
	return lines
}

// Part is the part of a file that a name behind the '#' of a URI stands for,
// unescaped: a declaration, or lines, whose bytes are then not known (0). ok is
// false when it is neither.
func (o *Object) Part(name string) (part *Object, ok bool) {
	p := *o
	p.URI, p.Meta = o.URI+"#"+Escape(name), nil
	if s, ok := o.Symbol(name); ok {
		p.Title, p.Provenance.Span = s.Name, &Span{Start: s.Start, End: s.End, Bytes: s.Bytes}
		return &p, true
	}
	if s, ok := ParseLines(name); ok && o.Provenance.Span == nil {
		p.Title, p.Provenance.Span = o.LinesTitle(s), &s
		return &p, true
	}
	return nil, false
}
