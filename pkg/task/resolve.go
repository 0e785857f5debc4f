package task

import (
	"cmp"
	"slices"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
	"majordomus/pkg/token"
)

// Class says how much a task needs a node.
type Class string

// Closed marks the classes as all there are.
func (Class) Closed() {}

// The classes, in the order they are listed.
const (
	Required    Class = "required"    // bound to a path or a symbol of the task: must be read
	Coactivated Class = "coactivated" // what a required node wants to be loaded with
	Advisory    Class = "advisory"    // found by tags and edges: may help
)

func (c Class) rank() int {
	switch c {
	case Required:
		return 0
	case Coactivated:
		return 1
	}
	return 2
}

// Input is everything a resolution depends on.
type Input struct {
	Task    Task
	Changed []string     // paths that changed, beside the task's own
	Routes  *route.Index // nil: there are none
	Graph   *Graph
	Role    Role
	Options Options
	Exists  func(path string) bool // whether the repository has an entry; nil: it has none

	// Estimator names what counts tokens, Cost what a node's text costs under
	// it. Zero values: the estimator bytes over the sizes in the index.
	Estimator token.Estimator
	Cost      func(*Node) int64

	// RouteHash stands for the hash of Routes where that is known already.
	RouteHash string
}

// Selection is one node of the result.
type Selection struct {
	NodeID     string   `json:"node_id"`         // the identity, or the uri where two kinds share it
	Class      Class    `json:"selection_class"` // how much the task needs it
	Reasons    []string `json:"reasons"`         // at least one
	CostTokens int64    `json:"cost_tokens"`     // what its text costs, by the estimator of the settings

	node *Node
}

// Suppressed is a code mirror that a documentation-only task does not pull.
type Suppressed struct {
	NodeID     string `json:"node_id"`     // of the mirror
	SourceFile string `json:"source_file"` // that it mirrors, normalised
	Reason     string `json:"reason"`      // why it was left out
}

// Counts are the sizes of a result.
type Counts struct {
	Required    int `json:"required"`    // required nodes
	Coactivated int `json:"coactivated"` // coactivated nodes
	Advisory    int `json:"advisory"`    // advisory nodes
	Suppressed  int `json:"suppressed"`  // mirrors left out
}

// Resolution is what a task needs. Required and coactivated nodes are listed by
// id, advisory ones by rank.
type Resolution struct {
	Status              string              `json:"status"`               // resolved
	Fingerprint         string              `json:"fingerprint"`          // of the inputs, SHA-256 in hex
	SettingsFingerprint string              `json:"settings_fingerprint"` // of the settings, SHA-256 in hex
	RouteIndexHash      string              `json:"route_index_hash"`     // of the route index; empty without one
	GraphVersion        string              `json:"graph_version"`        // of the declared records and mirrors alone
	Role                string              `json:"role"`                 // that ranked the advisory nodes
	Selections          []Selection         `json:"selections"`           // required, coactivated, advisory
	Counts              Counts              `json:"counts"`               // of the selections
	Suppressed          []Suppressed        `json:"suppressed"`           // mirrors that a documentation-only task does not pull
	Diagnostics         []object.Diagnostic `json:"diagnostics"`          // refused paths, dead routes, what could not be loaded with it
	Manifest            Manifest            `json:"manifest"`             // the proof of it, without generated_at
}

// resolution is one resolution while it is being made.
type resolution struct {
	in       Input
	list     []Spec
	inputs   Inputs
	settings Settings

	ds         []object.Diagnostic
	suppressed []Suppressed
	required   map[string]*choice
	coact      map[string]*choice
	advisory   []*choice // by rank
	seeds      Seeds
}

// choice is a node that was chosen and why.
type choice struct {
	node    *Node
	reasons []string
}

func (c *choice) because(reason string) {
	if !slices.Contains(c.reasons, reason) {
		c.reasons = append(c.reasons, reason)
	}
}

// Resolve resolves a task. Errors: those of a task, of options, the error
// required_node_unavailable, which names every required node that is not there
// and why, and route_index_invalid under StrictRoutes.
func Resolve(in Input) (*Resolution, error) {
	if in.Role.Name == "" {
		in.Role, _ = Builtin().Get(DefaultRole)
	}
	r := &resolution{in: in}
	if err := in.Task.check(); err != nil {
		return nil, err
	}
	r.list, r.ds = specs(&in.Task, in.Changed, in.Exists)
	r.inputs = Inputs{
		Declared: Declared{pathsOf(r.list, FromScope), pathsOf(r.list, FromDeliverable)},
		Changed:  pathsOf(r.list, FromChanged), Fields: fieldsOf(&in.Task), Role: in.Role.Name,
	}
	return r.run()
}

// resolveAgain resolves what a manifest names as its inputs, against the graph,
// the routes and the settings of in.
func resolveAgain(m *Manifest, in Input) (*Resolution, error) {
	r := &resolution{in: in, list: m.Inputs.specsOf(), inputs: m.Inputs}
	r.inputs.Role = in.Role.Name
	return r.run()
}

// run resolves from the specs and the inputs that are normalised already.
func (r *resolution) run() (*Resolution, error) {
	in := &r.in
	if in.Routes == nil {
		in.Routes = route.Empty()
	} else if in.RouteHash == "" {
		in.RouteHash = in.Routes.Hash()
	}
	if in.Estimator == nil {
		in.Estimator = token.Bytes{}
	}
	if in.Cost == nil {
		in.Cost = func(n *Node) int64 { return token.CostOfSize(n.Bytes) }
	}
	r.inputs.GraphVersion, r.inputs.RouteIndexHash, r.inputs.ResolverVersion = in.Graph.Version, in.RouteHash, ResolverVersion
	var err error
	if r.settings, err = in.Options.settings(in.Role); err != nil {
		return nil, err
	}
	r.settings.Options.Estimator, r.settings.Options.Tokenizer = in.Estimator.Name(), in.Estimator.Fingerprint()
	if in.Options.StrictRoutes {
		if err := route.Invalid("", route.ValidateNodes(in.Routes, in.Graph.Known)); err != nil {
			return nil, err
		}
	}
	if err := r.require(); err != nil {
		return nil, err
	}
	r.coactivate()
	r.advise()
	return r.result(), nil
}

func (r *resolution) result() *Resolution {
	out := &Resolution{
		Status: "resolved", RouteIndexHash: r.inputs.RouteIndexHash, GraphVersion: r.inputs.GraphVersion, Role: r.inputs.Role,
		Selections: []Selection{}, Suppressed: r.suppressed, Diagnostics: object.SortDiagnostics(r.ds),
		Counts: Counts{len(r.required), len(r.coact), len(r.advisory), len(r.suppressed)},
	}
	if out.Suppressed == nil {
		out.Suppressed = []Suppressed{}
	}
	if out.Diagnostics == nil {
		out.Diagnostics = []object.Diagnostic{}
	}
	add := func(c *choice, class Class) {
		out.Selections = append(out.Selections, Selection{c.node.ID, class, c.reasons, r.in.Cost(c.node), c.node})
	}
	for _, c := range byID(r.required) {
		add(c, Required)
	}
	for _, c := range byID(r.coact) {
		add(c, Coactivated)
	}
	for _, c := range r.advisory {
		add(c, Advisory)
	}
	out.Manifest = r.manifest(out.Selections)
	out.Fingerprint, out.SettingsFingerprint = out.Manifest.Fingerprint, out.Manifest.SettingsFingerprint
	return out
}

func byID(m map[string]*choice) []*choice {
	list := make([]*choice, 0, len(m))
	for _, c := range m {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *choice) int { return strings.Compare(a.node.ID, b.node.ID) })
	return list
}

// Unavailable is a required node that cannot be loaded.
type Unavailable struct {
	NodeID string `json:"node_id"` // as the route or the mirror has it
	Reason string `json:"reason"`  // why it cannot be loaded
	For    string `json:"for"`     // what requires it
}

func unavailable(list []Unavailable) error {
	slices.SortFunc(list, func(a, b Unavailable) int {
		return cmp.Or(strings.Compare(a.NodeID, b.NodeID), strings.Compare(a.For, b.For))
	})
	list = slices.CompactFunc(list, func(a, b Unavailable) bool { return a.NodeID == b.NodeID })
	parts := make([]string, len(list))
	for i, u := range list {
		parts[i] = u.NodeID + " (" + u.Reason + ")"
	}
	word := "a required node cannot be loaded: "
	if len(list) > 1 {
		word = "required nodes cannot be loaded: "
	}
	e := fault.New(fault.NotFound, CodeUnavailable, "%s", word+strings.Join(parts, ", ")).
		WithHint("repair the nodes, or take their routes out; nothing was written")
	e.Detail = list
	return e
}
