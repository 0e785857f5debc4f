package layer

import (
	"strings"

	"majordomus/pkg/object"
)

// Head is what resolution needs of an object.
type Head struct {
	Kind     object.Kind
	Identity string
	URI      string
	Status   string
	Slug     string
	ByPath   bool // the path is the identity
}

// Unit is what resolution needs of a parsed file; the objects themselves can be
// put away meanwhile.
type Unit struct {
	Path       string // raw
	Heads      []Head
	Refs       []Ref
	Owned      bool
	Collection bool // its objects are members, the file itself is none
}

// Unit reduces a file to what resolution needs. It shares the strings.
func (p *Parsed) Unit() Unit {
	u := Unit{Path: p.Path, Refs: p.Refs, Owned: p.Owned}
	if len(p.Objects) > 0 {
		u.Heads = make([]Head, len(p.Objects))
	}
	for i := range p.Objects {
		o := &p.Objects[i]
		h := Head{Kind: o.Kind, Identity: o.Identity, URI: o.URI, Status: o.Status, ByPath: p.Naming[i] == ByPath}
		if o.Meta != nil {
			h.Slug = o.Meta.Slug
			u.Collection = u.Collection || o.Meta.Collection
		}
		u.Heads[i] = h
	}
	return u
}

// family is the identity without its version.
func (h *Head) family() string {
	id, _, _ := strings.Cut(h.Identity, "@")
	return id
}

// aliases calls yield with the other names an object goes by.
func (h *Head) aliases(path string, yield func(string)) {
	if h.Slug != "" && h.Slug != h.Identity {
		yield(h.Slug)
	}
	if id := h.family(); id != h.Identity && !h.ByPath {
		yield(id)
	}
	if h.Kind != object.ADR {
		return
	}
	names := []string{strings.ToLower(h.Identity), slug(path), strings.ToLower(slug(path)), decisionNumber(h.Identity), decisionNumber(slug(path))}
	for i, n := range names {
		fresh := n != "" && n != h.Identity
		for _, m := range names[:i] {
			fresh = fresh && m != n
		}
		if fresh {
			yield(n)
		}
	}
}

// decisionNumber is the number a decision's name opens with, behind "adr" or
// not, as "#" and the number without leading zeros; "" when it has none.
func decisionNumber(name string) string {
	n := strings.ToLower(name)
	n = strings.TrimLeft(strings.TrimPrefix(n, "adr"), "-_ #")
	i := 0
	for i < len(n) && n[i] >= '0' && n[i] <= '9' {
		i++
	}
	if i == 0 || i < len(n) && n[i] != '-' && n[i] != '_' && n[i] != '.' && n[i] != ' ' {
		return ""
	}
	if d := strings.TrimLeft(n[:i], "0"); d != "" {
		return "#" + d
	}
	return "#0"
}
