// Package object is the model every stage speaks: objects, edges between them,
// diagnostics, and the one order each of them is listed in. The types carry the
// wire names and key order of spec/stream.md, so encoding one is encoding its
// record. It does no I/O and imports nothing of ours.
package object

// Object is one canonical record of a repository: something declared (an issue,
// a rule) or discovered (a source file). Its position in a list is by URI.
type Object struct {
	URI         string     `json:"uri"`
	Kind        Kind       `json:"kind"`
	Identity    string     `json:"identity"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Status      string     `json:"status,omitempty"`
	Version     string     `json:"version,omitempty"`
	Tags        []string   `json:"tags,omitempty"`
	Provenance  Provenance `json:"provenance"`
	Hash        string     `json:"hash"`             // content identity: the git blob id of the file's bytes
	Tokens      int        `json:"tokens,omitempty"` // counted tokens of the entry; absent under the estimator bytes
	Meta        *Meta      `json:"meta,omitempty"`
}

// Provenance says which bytes an object is. Schema: EntryProvenance.
type Provenance struct {
	Path        string `json:"path"`              // relative to the root, slash-separated; escaped as in a URI when PathEncoded
	Directory   string `json:"directory"`         // of the file; "." at the root
	Section     string `json:"section,omitempty"` // manifest section with the longest matching prefix
	SourceClass string `json:"source_class"`      // id of the source that discovered it
	Bytes       int64  `json:"bytes"`             // the file's size
	Hash        string `json:"hash,omitempty"`    // content identity; set in answers, absent in index records (Object.Hash)
	Span        *Span  `json:"span,omitempty"`    // the lines the object is, when it is not the whole file
	PathEncoded bool   `json:"path_encoded,omitempty"`
}

// Span is a run of whole lines of a file.
type Span struct {
	Start int   `json:"start"` // first line, 1-based
	End   int   `json:"end"`   // last line, inclusive
	Bytes int64 `json:"bytes"` // bytes of those lines, their line ends included
}

// CostBytes is what the object itself costs: its lines, or the whole file.
func (o *Object) CostBytes() int64 {
	if o.Provenance.Span != nil {
		return o.Provenance.Span.Bytes
	}
	return o.Provenance.Bytes
}

// Meta holds the declared fields that later stages read. Text stays as it was
// written; lists keep their order.
type Meta struct {
	Slug         string     `json:"slug,omitempty"`
	Class        string     `json:"class,omitempty"`       // rule: blocking, advisory; knowledge: its class
	Scope        []string   `json:"scope,omitempty"`       // issue, milestone, adr: paths and globs
	Reach        string     `json:"reach,omitempty"`       // context: directory, subtree, explicit
	Paths        []string   `json:"paths,omitempty"`       // context: globs of an explicit reach
	Tracks       []string   `json:"tracks,omitempty"`      // paths the object keeps an eye on
	Composition  string     `json:"composition,omitempty"` // context: extend, replace, final
	Order        int        `json:"order,omitempty"`       // context, milestone
	Milestone    string     `json:"milestone,omitempty"`
	Priority     string     `json:"priority,omitempty"`
	Profile      string     `json:"profile,omitempty"`
	Task         string     `json:"task,omitempty"`
	Date         string     `json:"date,omitempty"`
	CreatedAt    string     `json:"created_at,omitempty"`
	UpdatedAt    string     `json:"updated_at,omitempty"`
	Branch       string     `json:"branch,omitempty"` // session
	Head         string     `json:"head,omitempty"`   // session
	ChangedFiles []string   `json:"changed_files,omitempty"`
	Commits      []string   `json:"commits,omitempty"`  // session
	Evidence     []Evidence `json:"evidence,omitempty"` // issue
	Headings     []string   `json:"headings,omitempty"` // documents: heading texts in order
	Links        []string   `json:"links,omitempty"`    // adr: paths its body links to, files and folders
	Domain       string     `json:"domain,omitempty"`   // knowledge node
	Confidence   *float64   `json:"confidence,omitempty"`
	LoadWith     []string   `json:"load_with,omitempty"`
	NodeEdges    []NodeEdge `json:"node_edges,omitempty"`
	Reading      string     `json:"reading_priority,omitempty"`
	ContentRef   string     `json:"content_ref,omitempty"`
	SourceFile   string     `json:"source_file,omitempty"` // code mirror
	NodeOrigin   string     `json:"node_origin,omitempty"`
	Activations  int        `json:"activations,omitempty"`
	Language     string     `json:"language,omitempty"` // source file
	Package      string     `json:"package,omitempty"`
	Symbols      []Symbol   `json:"symbols,omitempty"`
	Imports      []string   `json:"imports,omitempty"`    // as written in the source
	Terms        string     `json:"terms,omitempty"`      // search terms of the body, see pkg/search
	Owners       []string   `json:"owners,omitempty"`     // CODEOWNERS
	Collection   bool       `json:"collection,omitempty"` // a member of a collection file
}

// Evidence is a commit an issue names, with what it covers as written.
type Evidence struct {
	Commit string `json:"commit"`
	Covers string `json:"covers,omitempty"`
}

// NodeEdge is a typed edge of a knowledge node's front matter (spec/routes.md).
type NodeEdge struct {
	To     string   `json:"to"`
	Type   string   `json:"type"`
	Weight *float64 `json:"weight,omitempty"`
	Note   string   `json:"note,omitempty"`
}

// Symbol is a declaration inside a source file.
type Symbol struct {
	Name  string `json:"name"` // Type.Method; a second one of that name is name~2
	Kind  string `json:"kind"` // function, method, type, constant, variable …
	Start int    `json:"start"`
	End   int    `json:"end"`
	Bytes int64  `json:"bytes"` // of its whole lines
}
