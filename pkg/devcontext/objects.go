package devcontext

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// ListOptions choose objects.
type ListOptions struct {
	Kind   object.Kind `json:"kind,omitempty"`   // only of this kind
	Path   string      `json:"path,omitempty"`   // only at or under this path
	Prefix string      `json:"prefix,omitempty"` // only whose identity begins so
	Limit  int         `json:"limit,omitempty"`  // at most so many; 0: all
	Cursor string      `json:"cursor,omitempty"` // next_cursor of the page before
}

// Page is a run of objects.
type Page struct {
	Objects    []Listed `json:"objects"`               // by uri
	Total      int      `json:"total"`                 // that match, on all pages
	NextCursor string   `json:"next_cursor,omitempty"` // absent on the last page
}

// Listed is one object in short.
type Listed struct {
	URI      string      `json:"uri"`
	Kind     object.Kind `json:"kind"`
	Identity string      `json:"identity"`
	Title    string      `json:"title,omitempty"`
	Status   string      `json:"status,omitempty"`
	Path     string      `json:"path"`
	Bytes    int64       `json:"bytes"` // of the object itself
}

// List gives the objects of an index by uri. A cursor is the last uri seen, so
// pages stay whole when the index changes between them.
func List(s *index.Store, o ListOptions) (*Page, error) {
	if o.Limit < 0 {
		return nil, fault.New(fault.Invalid, "invalid_input", "a limit of %d", o.Limit)
	}
	path := strings.TrimSuffix(strings.TrimPrefix(o.Path, "./"), "/")
	p := &Page{Objects: []Listed{}}
	for i := range int32(s.Len()) {
		if o.Kind != "" && s.Kind(i) != o.Kind || !under(s.Path(i), path) {
			continue
		}
		if o.Prefix != "" && !strings.HasPrefix(s.Object(i).Identity, o.Prefix) {
			continue
		}
		p.Total++
		switch {
		case s.URI(i) <= o.Cursor && o.Cursor != "":
		case o.Limit > 0 && len(p.Objects) == o.Limit:
			p.NextCursor = p.Objects[o.Limit-1].URI
		default:
			x := s.Object(i)
			p.Objects = append(p.Objects, Listed{x.URI, x.Kind, x.Identity, x.Title, x.Status, x.Provenance.Path, x.CostBytes()})
		}
	}
	return p, nil
}

func under(p, dir string) bool {
	return dir == "" || dir == "." || p == dir || strings.HasPrefix(p, dir) && p[len(dir)] == '/'
}

// GetOptions say how much of a body to give.
type GetOptions struct {
	Limit  int    `json:"limit,omitempty"`  // bytes of the body at most; 0: whole
	Cursor string `json:"cursor,omitempty"` // next_cursor of the page before
}

// Gotten is an object with its body, or a page of it. The pages' bodies, one
// after the other, are the whole body, byte for byte.
type Gotten struct {
	Object     object.Object `json:"object"`
	Body       string        `json:"body"`
	Encoding   string        `json:"encoding"`              // utf-8 or base64
	Bytes      int64         `json:"bytes"`                 // of the whole body
	Withheld   string        `json:"withheld,omitempty"`    // why there is no body
	NextCursor string        `json:"next_cursor,omitempty"` // absent on the last page
}

// withheld is why a body is not served.
const withheld = "its file holds what looks like a secret"

// Get gives one object of the index, a symbol of one, or one of this checkout's
// local records, with its body. A uri that is none of these is of class
// NotFound: nothing outside the index is ever opened. The body of a file with
// a secret is withheld; a file that changed since it was indexed is refused.
func Get(ctx context.Context, s *index.Store, b *Bodies, locals []seed.Local, uri string, o GetOptions) (*Gotten, error) {
	x, err := find(s, locals, uri)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g := &Gotten{Object: *x, Encoding: "utf-8"}
	if hasSecret(s, x.Provenance.Path) {
		g.Withheld = withheld
		return g, nil
	}
	data, secret, err := b.Judged(x)
	if err != nil {
		return nil, err
	}
	if secret {
		g.Withheld = withheld
		return g, nil
	}
	return g, g.page(data, o)
}

// page fills in the body from a cursor on.
func (g *Gotten) page(data []byte, o GetOptions) error {
	from := 0
	if o.Cursor != "" {
		n, err := strconv.Atoi(o.Cursor)
		if err != nil || n < 0 || n > len(data) {
			return fault.New(fault.Invalid, "invalid_input", "a cursor that no page gave: %s", fault.Quote(o.Cursor))
		}
		from = n
	}
	if o.Limit < 0 {
		return fault.New(fault.Invalid, "invalid_input", "a limit of %d", o.Limit)
	}
	g.Bytes = int64(len(data))
	text := utf8.Valid(data)
	to := len(data)
	if o.Limit > 0 && from+o.Limit < to {
		to = cutAt(data, from, from+o.Limit, text)
	}
	if to < len(data) {
		g.NextCursor = strconv.Itoa(to)
	}
	if text {
		g.Body = string(data[from:to])
		return nil
	}
	g.Encoding, g.Body = "base64", base64.StdEncoding.EncodeToString(data[from:to])
	return nil
}

// cutAt is the last place up to to where a body can be parted: between
// characters, or between the groups of base64, so that the pages' texts join.
// A page always holds something.
func cutAt(data []byte, from, to int, text bool) int {
	if !text {
		return min(len(data), from+max(3, (to-from)/3*3))
	}
	for to > from && !utf8.RuneStart(data[to]) {
		to--
	}
	if to == from {
		_, n := utf8.DecodeRune(data[from:])
		to += n
	}
	return to
}

func find(s *index.Store, locals []seed.Local, uri string) (*object.Object, error) {
	if i, ok := s.Lookup(uri); ok {
		return s.Object(i), nil
	}
	for i := range locals {
		if locals[i].Object.URI == uri {
			return &locals[i].Object, nil
		}
	}
	if x := symbol(s, uri); x != nil {
		return x, nil
	}
	return nil, fault.New(fault.NotFound, "uri_not_found", "the index holds no object %s", fault.Quote(uri)).WithHint("majordomus objects list shows what there is")
}

// symbol is the object a uri with a symbol's name stands for: its file, less
// all lines that are not the symbol's.
func symbol(s *index.Store, uri string) *object.Object {
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
