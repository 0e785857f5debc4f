package layer

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"majordomus/pkg/object"
)

// Naming says where an object's identity comes from.
type Naming uint8

// The namings.
const (
	ByField  Naming = iota // declared
	ByPath                 // the path is the identity
	BySlug                 // the whole slug of the file name
	ByFolder               // the name of the folder
	InFolder               // the name of the folder, a dot and the identity
)

// Mode says how a reference is looked up.
type Mode uint8

// The modes.
const (
	ToKind    Mode = iota // a name of the kind in Ref.Kind
	ToAny                 // a uri, kind:name, path or a name of any kind
	ToPath                // a path from the root: object, folder or glob
	ToLink                // a Markdown destination, relative to the file; never dangling
	ToFolder              // the thing of the kind named like the file's folder
	ToSibling             // a name in the file's folder, as InFolder makes it
)

// Ref is a reference as its file wrote it.
type Ref struct {
	From    int32           `json:"f,omitempty"` // position in Parsed.Objects
	Edge    object.EdgeKind `json:"e"`
	Name    string          `json:"n"`
	Mode    Mode            `json:"m,omitempty"`
	Kind    object.Kind     `json:"k,omitempty"` // of ToKind
	Reverse bool            `json:"r,omitempty"` // the edge runs from the thing named
	Quiet   bool            `json:"q,omitempty"` // no edge when nothing has that name
}

// Parsed is what one file declares. Everything that only its path decides is
// filled in by Bind, so a cached Parsed serves every claim of equal facts.
type Parsed struct {
	Path        string              `json:"-"`
	Objects     []object.Object     `json:"o,omitempty"`
	Naming      []Naming            `json:"g,omitempty"` // of each object
	Names       []string            `json:"i,omitempty"` // declared identities, kept only where Bind extends them
	Refs        []Ref               `json:"r,omitempty"`
	Diagnostics []object.Diagnostic `json:"d,omitempty"`
	Rooted      []string            `json:"b,omitempty"` // globs of a tool's contract or links of a decision as written; Bind reads them from the root
	Owned       bool                `json:"w,omitempty"` // an artifact of this program; its sidecar is none either
	Out         string              `json:"x,omitempty"` // the scope rule that the bytes broke; then there are no objects
	Withheld    bool                `json:"h,omitempty"` // secret or not UTF-8: the text feeds nothing
}

// Excluded reports whether an error excluded the file.
func (p *Parsed) Excluded() bool {
	for i := range p.Diagnostics {
		if p.Diagnostics[i].Severity == object.Error {
			return true
		}
	}
	return false
}

// Bind fills in what the claim's file decides: identities taken from the path,
// uris, provenance, hashes and the diagnostics' paths. It can be called again
// for another claim.
func (p *Parsed) Bind(c Claim) {
	p.Path = c.Path
	shown, encoded := wirePath(c.Path)
	dir := directory(shown)
	for i := range p.Objects {
		o := &p.Objects[i]
		raw := o.Identity
		switch p.Naming[i] {
		case ByPath:
			raw, o.Identity = c.Path, shown
		case BySlug:
			raw = slug(shown)
			o.Identity = raw
		case ByFolder:
			raw = folderName(shown)
			o.Identity = raw
		case InFolder:
			raw = folderName(shown) + "." + p.Names[i]
			o.Identity = raw
		}
		o.URI = object.URI(o.Kind, raw)
		o.Hash = c.Hash
		o.Provenance = object.Provenance{
			Path: shown, Directory: dir, Section: c.Section, SourceClass: c.Class,
			Bytes: c.Size, Span: o.Provenance.Span, PathEncoded: encoded,
		}
		p.root(c, o)
		o.Meta = withOwners(o.Meta, c.Owners)
	}
	for i := range p.Diagnostics {
		p.Diagnostics[i].Path = shown
	}
}

// root completes what a contract or a decision says relative to its place.
func (p *Parsed) root(c Claim, o *object.Object) {
	if reach := reachOf(c, o, p.Rooted); reach != nil {
		o.Meta = reach
		return
	}
	if o.Kind != object.ADR || len(p.Rooted) == 0 {
		return
	}
	m := object.Meta{}
	if o.Meta != nil {
		m = *o.Meta
	}
	m.Links = nil
	for _, to := range p.Rooted {
		if at := fromRoot(c.Path, to); at != "" && !slices.Contains(m.Links, at) {
			m.Links = append(m.Links, at)
		}
	}
	o.Meta = &m
}

// fromRoot is a destination in a file as a path from the root, "" when it
// leaves the root.
func fromRoot(file, to string) string {
	p := path.Join(directory(file), to)
	if rooted, ok := strings.CutPrefix(to, "/"); ok {
		p = path.Clean(rooted)
	}
	if p == ".." || strings.HasPrefix(p, "../") {
		return ""
	}
	return p
}

// slug is the whole name of a file without its suffix, made fit for an
// identity.
func slug(path string) string {
	return strings.Map(func(r rune) rune {
		if r == '@' || unicode.IsSpace(r) {
			return '-'
		}
		return r
	}, stem(path))
}

// folderName is the name of the folder a file stands in, fit for an identity.
func folderName(path string) string { return slug(directory(path) + ".") }
