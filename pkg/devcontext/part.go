package devcontext

import (
	"strings"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

// Part is the object a uri with a '#' stands for: its file, less all lines that
// are not those of the declaration or the lines it names. It is nil where there
// is none.
func Part(s *index.Store, uri string) *object.Object {
	whole, name, part := strings.Cut(uri, "#")
	i, ok := s.Lookup(whole)
	if !part || !ok {
		return nil
	}
	p, _ := s.Object(i).Part(object.Unescape(name))
	return p
}
