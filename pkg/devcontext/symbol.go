package devcontext

import (
	"strings"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

// Symbol is the object a uri with a symbol's name (uri#Name) stands for: its
// file, less all lines that are not the symbol's. It is nil where there is none.
func Symbol(s *index.Store, uri string) *object.Object {
	whole, name, part := strings.Cut(uri, "#")
	i, ok := s.Lookup(whole)
	if !part || !ok || s.Object(i).Meta == nil {
		return nil
	}
	x := *s.Object(i)
	for _, sym := range x.Meta.Symbols {
		if object.Escape(sym.Name) == name {
			x.URI, x.Title, x.Meta = uri, sym.Name, nil
			x.Provenance.Span = &object.Span{Start: sym.Start, End: sym.End, Bytes: sym.Bytes}
			return &x
		}
	}
	return nil
}
