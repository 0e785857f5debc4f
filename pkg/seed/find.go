package seed

import (
	"bytes"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
	"majordomus/pkg/terms"
)

// found is an object that answers to a name.
type found struct {
	uri, identity string
}

// finder answers what a request asks of an index.
type finder interface {
	// named lists the objects of a kind whose uri, identity or slug is name.
	named(kind object.Kind, name string) []found
	// nearest is an identity of the kind near to name, "" when none is.
	nearest(kind object.Kind, name string) string
	// kindOf is the kind of the object with a uri, or of the one that holds a
	// symbol's uri.
	kindOf(uri string) (object.Kind, bool)
	// listed reports whether anything stands at or under a path, be it only a
	// file that the index reports and holds no object of.
	listed(path string) bool
	// findings are the index's diagnostics.
	findings() []object.Diagnostic
}

// storeFinder asks a Store.
type storeFinder struct{ s *index.Store }

func (f storeFinder) named(kind object.Kind, name string) []found {
	if strings.HasPrefix(name, object.Scheme) {
		if i, ok := f.s.Lookup(name); ok && f.s.Kind(i) == kind {
			return []found{{name, f.s.Object(i).Identity}}
		}
		return nil
	}
	if i, ok := f.s.Lookup(object.URI(kind, name)); ok {
		return []found{{f.s.URI(i), name}}
	}
	if name == "" {
		return nil
	}
	var out []found
	for _, i := range f.s.OfKind(kind) {
		if !bytes.Contains(f.s.Line(i), slugKey) {
			continue // most have none, and decoding all of them takes long
		}
		if o := f.s.Object(i); o.Meta != nil && o.Meta.Slug == name {
			out = append(out, found{o.URI, o.Identity})
		}
	}
	return out
}

var slugKey = []byte(`"slug"`)

func (f storeFinder) nearest(kind object.Kind, name string) string {
	var list []string
	for _, i := range f.s.OfKind(kind) {
		_, identity, _, _ := object.ParseURI(f.s.URI(i))
		list = append(list, identity)
	}
	return layer.Nearest(name, list)
}

func (f storeFinder) kindOf(uri string) (object.Kind, bool) {
	if i, ok := f.s.Lookup(uri); ok {
		return f.s.Kind(i), true
	}
	file, symbol, ok := strings.Cut(uri, "#")
	if !ok {
		return "", false
	}
	if i, ok := f.s.Lookup(file); ok && hasPart(f.s.Object(i), f.s.Text(i), object.Unescape(symbol)) {
		return f.s.Kind(i), true
	}
	return "", false
}

// hasPart reports whether a file holds what a name behind a '#' stands for: a
// declaration, or the lines of a passage, which its text tells.
func hasPart(o *object.Object, t *terms.Text, name string) bool {
	if _, ok := o.Symbol(name); ok {
		return true
	}
	_, ok := t.Passage(name)
	return ok
}

func (f storeFinder) listed(path string) bool {
	for range f.s.Under(path) {
		return true
	}
	for _, d := range f.s.Diagnostics() {
		if under(d.Path, path) {
			return true
		}
	}
	return false
}

// under reports whether a path is dir or lies in it.
func under(p, dir string) bool {
	return p != "" && (dir == "." || p == dir || strings.HasPrefix(p, dir) && p[len(dir)] == '/')
}

func (f storeFinder) findings() []object.Diagnostic { return f.s.Diagnostics() }

// one gives the only object of a kind that answers to name.
func one(f finder, kind object.Kind, name string) (found, error) {
	switch list := f.named(kind, name); {
	case len(list) == 1:
		return list[0], nil
	case len(list) > 1:
		uris := make([]string, len(list))
		for i, o := range list {
			uris[i] = o.uri
		}
		return found{}, fault.New(fault.Invalid, "ambiguous", "%s: %s names several: %s", kind, fault.Quote(name), strings.Join(uris, ", ")).
			WithHint("name it by its uri")
	}
	if claimed := claimants(f, kind, name); claimed != "" {
		return found{}, fault.New(fault.Invalid, "ambiguous", "%s", claimed).WithHint("give each file an identity of its own")
	}
	e := fault.New(fault.NotFound, string(kind)+"_not_found", "there is no %s %s", kind, fault.Quote(name))
	if near := f.nearest(kind, name); near != "" {
		return found{}, e.WithHint("did you mean %s?", near)
	}
	return found{}, e.WithHint("majordomus objects list --kind %s shows what there is", kind)
}

// claimants is the index's own message of an identity that several files
// claim; none of them is in the index.
func claimants(f finder, kind object.Kind, name string) string {
	for _, d := range f.findings() {
		if d.Code == "duplicate_identity" && strings.HasPrefix(d.Message, string(kind)+" "+fault.Quote(name)+" ") {
			return d.Message
		}
	}
	return ""
}
