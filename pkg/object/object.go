// Package object is the model every stage speaks: objects, edges between them,
// diagnostics, and the one order each of them is listed in. The types carry the
// wire names and key order of spec/stream.md, so encoding one is encoding its
// record. It does no I/O and imports nothing of ours.
package object

// Object is one canonical record of a repository: something declared (an issue,
// a rule) or discovered (a source file). Its position in a list is by URI.
type Object struct {
	URI         string     `json:"uri"`                   // majordomus://kind/identity, unique in an index
	Kind        Kind       `json:"kind"`                  // its family of objects
	Identity    string     `json:"identity"`              // unique within the kind
	Title       string     `json:"title,omitempty"`       // absent: it declares none
	Description string     `json:"description,omitempty"` // one line, as declared; absent: none
	Status      string     `json:"status,omitempty"`      // as declared; absent: none
	Version     string     `json:"version,omitempty"`     // as declared; absent: none
	Tags        []string   `json:"tags,omitempty"`        // as declared, in their order; absent: none
	Provenance  Provenance `json:"provenance"`            // which bytes it is
	Hash        string     `json:"hash"`                  // content identity: the git blob id of the file's bytes
	Tokens      int        `json:"tokens,omitempty"`      // counted tokens of the entry; absent under the estimator bytes
	Meta        *Meta      `json:"meta,omitempty"`        // declared fields that later stages read; absent: none
}

// Provenance says which bytes an object is. Schema: EntryProvenance.
type Provenance struct {
	Path        string `json:"path"`                   // relative to the root, slash-separated; escaped as in a URI when PathEncoded
	Directory   string `json:"directory"`              // of the file; "." at the root
	Section     string `json:"section,omitempty"`      // manifest section with the longest matching prefix
	SourceClass string `json:"source_class"`           // id of the source that discovered it
	Bytes       int64  `json:"bytes"`                  // the file's size
	Hash        string `json:"hash,omitempty"`         // content identity; set in answers, absent in index records (Object.Hash)
	Span        *Span  `json:"span,omitempty"`         // the lines the object is, when it is not the whole file
	PathEncoded bool   `json:"path_encoded,omitempty"` // the path holds bytes that are no UTF-8, and is escaped
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
	Slug         string     `json:"slug,omitempty"`             // short name beside the identity
	Class        string     `json:"class,omitempty"`            // rule: blocking, advisory; knowledge: its class
	Scope        []string   `json:"scope,omitempty"`            // issue, milestone, adr: paths and globs
	Reach        string     `json:"reach,omitempty"`            // context: directory, subtree, explicit
	Paths        []string   `json:"paths,omitempty"`            // context: globs of an explicit reach
	Tracks       []string   `json:"tracks,omitempty"`           // paths the object keeps an eye on
	Composition  string     `json:"composition,omitempty"`      // context: extend, replace, final
	Order        int        `json:"order,omitempty"`            // context, milestone
	Milestone    string     `json:"milestone,omitempty"`        // issue: the milestone it belongs to
	Priority     string     `json:"priority,omitempty"`         // as declared
	Profile      string     `json:"profile,omitempty"`          // as declared
	Task         string     `json:"task,omitempty"`             // session, handover: the task it was about
	Date         string     `json:"date,omitempty"`             // as declared
	CreatedAt    string     `json:"created_at,omitempty"`       // as declared
	UpdatedAt    string     `json:"updated_at,omitempty"`       // as declared
	Branch       string     `json:"branch,omitempty"`           // session
	Head         string     `json:"head,omitempty"`             // session
	ChangedFiles []string   `json:"changed_files,omitempty"`    // session: paths it changed
	Commits      []string   `json:"commits,omitempty"`          // session
	Evidence     []Evidence `json:"evidence,omitempty"`         // issue
	Headings     []string   `json:"headings,omitempty"`         // documents: heading texts in order
	Links        []string   `json:"links,omitempty"`            // adr: paths its body links to, files and folders
	Domain       string     `json:"domain,omitempty"`           // knowledge node
	Confidence   *float64   `json:"confidence,omitempty"`       // knowledge: 0 to 1, as declared; absent: none
	LoadWith     []string   `json:"load_with,omitempty"`        // uris to be read together with it
	NodeEdges    []NodeEdge `json:"node_edges,omitempty"`       // knowledge: typed edges of its front matter
	Reading      string     `json:"reading_priority,omitempty"` // knowledge: how early to read it, as declared
	ContentRef   string     `json:"content_ref,omitempty"`      // knowledge: where its text stands
	SourceFile   string     `json:"source_file,omitempty"`      // code mirror
	NodeOrigin   string     `json:"node_origin,omitempty"`      // knowledge: where it came from, as declared
	Activations  int        `json:"activations,omitempty"`      // knowledge: how often it was used, as declared
	Language     string     `json:"language,omitempty"`         // source file
	Package      string     `json:"package,omitempty"`          // source file: the package or module it belongs to
	Symbols      []Symbol   `json:"symbols,omitempty"`          // source file: its declarations in order
	Imports      []string   `json:"imports,omitempty"`          // as written in the source
	Terms        string     `json:"terms,omitempty"`            // search terms of the body, see pkg/search
	Owners       []string   `json:"owners,omitempty"`           // CODEOWNERS
	Collection   bool       `json:"collection,omitempty"`       // a member of a collection file
}

// Evidence is a commit an issue names, with what it covers as written.
type Evidence struct {
	Commit string `json:"commit"`           // as the issue wrote it
	Covers string `json:"covers,omitempty"` // what of the issue it covers, as written; absent: not said
}

// NodeEdge is a typed edge of a knowledge node's front matter (spec/routes.md).
type NodeEdge struct {
	To     string   `json:"to"`               // identity of the other node
	Type   string   `json:"type"`             // of the edge, as declared
	Weight *float64 `json:"weight,omitempty"` // as declared; absent: none
	Note   string   `json:"note,omitempty"`   // as declared; absent: none
}

// Symbol is a declaration inside a source file.
type Symbol struct {
	Name  string `json:"name"`  // Type.Method; a second one of that name is name~2
	Kind  string `json:"kind"`  // function, method, type, constant, variable …
	Start int    `json:"start"` // first line, 1-based
	End   int    `json:"end"`   // last line, inclusive
	Bytes int64  `json:"bytes"` // of its whole lines
}
