package layer

import (
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// Format is how a kind's files are written.
type Format string

// The formats.
const (
	Markdown Format = "markdown"
	YAML     Format = "yaml"
	Text     Format = "text"
)

// Presence says whether a kind's files have front matter.
type Presence string

// The presences.
const (
	Required Presence = "required"
	Optional Presence = "optional"
	None     Presence = "none"
)

// Heading stands among title and description fields for the first heading.
const Heading = "@heading"

// KindSpec declares a kind (spec/layer.md, "Kinds and records").
type KindSpec struct {
	Kind        object.Kind
	Format      Format
	FrontMatter Presence // of Markdown
	Identity    []string // fields joined with "@", "a|b" for the first present; none: the path is the identity
	Fallback    Naming   // where the identity comes from when its fields are absent; ByField: an error
	Title       []string // fields, the first present counts
	Description []string
	Version     string   // field that holds the schema version
	Members     string   // list that holds the members of a collection file; "" for one record a file
	Known       []string // further keys of a closed kind; nil leaves the kind open

	fill  func(*draft)    // reads what the kind declares beyond title and description
	known map[string]bool // every key of a closed kind; nil for an open one
}

// close gathers the keys a closed kind knows.
func (s *KindSpec) close() {
	if s.Known == nil {
		return
	}
	s.known = make(map[string]bool, len(s.Known)+8)
	for _, f := range concat(s.Known, s.Identity, s.Title, s.Description, []string{s.Version}) {
		for _, k := range strings.Split(f, "|") {
			s.known[k] = true
		}
	}
}

// draft is an object in the making, with the record it is read from.
type draft struct {
	*record
	spec   *KindSpec
	obj    object.Object
	meta   object.Meta
	refs   []Ref
	naming Naming
	rooted []string  // see Parsed.Rooted
	body   *markdown // of Markdown; nil elsewhere
}

// refer notes references to things of a kind.
func (d *draft) refer(edge object.EdgeKind, k object.Kind, names ...string) {
	for _, n := range names {
		d.refs = append(d.refs, Ref{Edge: edge, Name: n, Mode: ToKind, Kind: k})
	}
}

// referBack notes references whose edge runs from the thing named.
func (d *draft) referBack(edge object.EdgeKind, k object.Kind, names ...string) {
	for _, n := range names {
		d.refs = append(d.refs, Ref{Edge: edge, Name: n, Mode: ToKind, Kind: k, Reverse: true})
	}
}

func (d *draft) referAny(edge object.EdgeKind, names ...string) {
	for _, n := range names {
		d.refs = append(d.refs, Ref{Edge: edge, Name: n, Mode: ToAny})
	}
}

func (d *draft) referPath(edge object.EdgeKind, names ...string) {
	for _, n := range names {
		d.refs = append(d.refs, Ref{Edge: edge, Name: n, Mode: ToPath})
	}
}

// common are the keys every closed kind may hold.
var common = []string{"id", "kind", "schema", "schema_version", "title", "name", "description", "summary", "tags", "labels",
	"tracks", "related", "notes", "created_at", "updated_at", "date", "owner", "owners", "links", "metadata", "x"}

func concat(lists ...[]string) []string { return slices.Concat(lists...) }

// builtinKinds is the table of spec/layer.md.
func builtinKinds() map[object.Kind]*KindSpec {
	titles, descriptions := []string{"title", "name"}, []string{"description", "summary"}
	heading := []string{"title", "name", Heading}
	record := func(k object.Kind, fill func(*draft), known ...string) *KindSpec {
		return &KindSpec{Kind: k, Format: YAML, Identity: []string{"id"}, Title: titles, Description: descriptions,
			Version: "schema", Known: concat(common, known), fill: fill}
	}
	page := func(k object.Kind, p Presence, fill func(*draft)) *KindSpec {
		return &KindSpec{Kind: k, Format: Markdown, FrontMatter: p, Identity: []string{"id"}, Title: heading,
			Description: descriptions, Version: "schema", fill: fill}
	}
	named := func(k object.Kind, fill func(*draft)) *KindSpec {
		s := page(k, Optional, fill)
		s.Identity, s.Fallback = []string{"id|name"}, BySlug
		return s
	}
	rule := page(object.Rule, Required, fillRule)
	rule.Identity = []string{"id", "version"}
	session := page(object.Session, Required, fillSession)
	session.Identity, session.Fallback = []string{"session_id|id"}, ByPath
	claim := record(object.Claim, fillClaim)
	claim.Members, claim.Known = "claims", nil
	taxonomy := record(object.Taxonomy, fillCommon)
	taxonomy.Members, taxonomy.Known = "taxonomy", nil
	policy := &KindSpec{Kind: object.Policy, Format: YAML, Title: titles, Description: descriptions, fill: fillCommon}
	scope := &KindSpec{Kind: object.Scope, Format: YAML, Title: titles, Description: descriptions, fill: fillCommon}
	context := page(object.Context, Optional, fillContext)
	context.Fallback = ByPath
	adr := page(object.ADR, Optional, fillADR)
	adr.Fallback = BySlug
	document := page(object.Document, Optional, fillDocument)
	document.Identity = nil
	handover := page(object.Handover, Optional, fillSession)
	checkpoint := page(object.Checkpoint, Optional, fillSession)
	handover.Identity, checkpoint.Identity = nil, nil
	specs := []*KindSpec{
		record(object.Issue, fillIssue, issueKeys...), record(object.Milestone, fillMilestone, milestoneKeys...),
		named(object.Project, fillCommon), adr, rule, policy, scope, context, page(object.Knowledge, Required, fillKnowledge),
		session, handover, checkpoint, claim, taxonomy, named(object.UseCase, fillUseCase),
		named(object.Application, fillApplication), named(object.Skill, fillCommon), named(object.Prompt, fillCommon),
		named(object.Profile, fillCommon), document,
		{Kind: object.File, Format: Text}, {Kind: object.Implementation, Format: Text}, {Kind: object.Test, Format: Text},
	}
	out := make(map[object.Kind]*KindSpec, len(specs))
	for _, s := range specs {
		out[s.Kind] = s
	}
	return out
}
