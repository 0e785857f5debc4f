package object

import (
	"cmp"
	"strings"
)

// EdgeKind names a relation. The set is open in the stream; a kind without a
// weight is not walked.
type EdgeKind string

// The edge kinds (spec/layer.md, spec/devcontext.md).
const (
	BelongsTo     EdgeKind = "belongs_to"
	DependsOn     EdgeKind = "depends_on"
	GovernedBy    EdgeKind = "governed_by"
	PutInForce    EdgeKind = "put_in_force"
	Supersedes    EdgeKind = "supersedes"
	Tracks        EdgeKind = "tracks"
	ImplementedBy EdgeKind = "implemented_by"
	TestedBy      EdgeKind = "tested_by"
	LoadWith      EdgeKind = "load_with"
	Exercises     EdgeKind = "exercises"
	Evidences     EdgeKind = "evidences"
	Runs          EdgeKind = "runs"
	RelatedTo     EdgeKind = "related_to"
	Serves        EdgeKind = "serves"
	Imports       EdgeKind = "imports"
	DefinedIn     EdgeKind = "defined_in"
)

// Edge is one declared relation; there is one for a (From, To, Kind).
type Edge struct {
	From       string   `json:"from"` // URI
	To         string   `json:"to"`   // URI, or the name as the layer wrote it when Dangling
	Kind       EdgeKind `json:"kind"`
	DeclaredIn string   `json:"declared_in"` // path, as in Provenance.Path
	Dangling   bool     `json:"dangling,omitempty"`
	Hint       string   `json:"hint,omitempty"` // nearest identities, for a dangling edge
}

// Compare is the order of edges: from, to, kind.
func (e Edge) Compare(o Edge) int {
	return cmp.Or(strings.Compare(e.From, o.From), strings.Compare(e.To, o.To),
		strings.Compare(string(e.Kind), string(o.Kind)))
}
