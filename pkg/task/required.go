package task

import (
	"slices"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
)

// Seeds are what a selection grew from.
type Seeds struct {
	Tags         []string            `json:"advisory_tags"`           // where the advisory walk starts
	TagReasons   map[string][]string `json:"advisory_reasons"`        // by tag: named by the task, from scope, from a title, from the text
	Mirrors      []string            `json:"exact_mirror_node_ids"`   // mirrors of the task's paths
	RoutedNodes  []string            `json:"required_route_node_ids"` // nodes routed from its paths and symbols
	ExactReasons map[string][]string `json:"reasons"`                 // by node: why each of those was taken
}

// require finds the exact selections: mirrors of the task's paths, and nodes
// routed from its paths and symbols.
func (r *resolution) require() error {
	r.required = map[string]*choice{}
	var gone []Unavailable
	m := newMatcher(r.list)
	r.mirrors(m, &gone)
	bind := func(records []route.Record, from string) {
		for _, rec := range records {
			r.need(rec.NodeID, from+": "+rec.Reason, &r.seeds.RoutedNodes, &gone)
		}
	}
	for _, x := range r.in.Routes.ByPath {
		if hit := m.match(x.Key); len(hit) > 0 {
			bind(x.Records, "path route "+x.Key)
		}
	}
	for _, symbol := range r.inputs.Fields.Symbols {
		bind(r.in.Routes.Symbol(symbol), "symbol route "+symbol)
	}
	r.seeds.Mirrors, r.seeds.RoutedNodes = set(r.seeds.Mirrors), set(r.seeds.RoutedNodes)
	if len(gone) > 0 {
		return unavailable(gone)
	}
	r.suppressed = slices.DeleteFunc(r.suppressed, func(s Suppressed) bool { return r.required[s.NodeID] != nil })
	r.deadRoutes()
	return nil
}

func (r *resolution) need(id, reason string, into *[]string, gone *[]Unavailable) {
	n, err := r.in.Graph.Find(id)
	why := ""
	if err != nil {
		why = err.Error()
	} else {
		why = n.missing()
	}
	if why != "" {
		*gone = append(*gone, Unavailable{id, why, reason})
		return
	}
	c := r.required[n.ID]
	if c == nil {
		c = &choice{node: n}
		r.required[n.ID] = c
	}
	c.because(reason)
	*into = append(*into, n.ID)
}

// mirrors requires the mirrors of the task's paths, or says why it does not.
func (r *resolution) mirrors(m *matcher, gone *[]Unavailable) {
	prose := onlyDocumentation(r.list, r.inputs.Fields.Symbols)
	for _, n := range r.in.Graph.nodes {
		if !n.IsMirror() || n.SourceFile == "" {
			continue
		}
		source, err := n.source()
		if err != nil {
			r.ds = append(r.ds, object.Diagnostic{Severity: object.Warning, Code: string(route.InvalidPath), Path: n.Provenance.Path,
				Message: "the source_file " + fault.Quote(n.SourceFile) + " of " + n.ID + " is refused: " + err.Error()})
			continue
		}
		hit := m.match(source)
		switch {
		case len(hit) == 0:
		case prose:
			r.suppressed = append(r.suppressed, Suppressed{n.ID, source, "the task is about documentation alone"})
		default:
			r.need(n.ID, "mirror of "+source, &r.seeds.Mirrors, gone)
		}
	}
}

// deadRoutes reports the routes to nodes that are not there. This task needs none
// of them, or it had failed before.
func (r *resolution) deadRoutes() {
	for _, i := range route.ValidateNodes(r.in.Routes, r.in.Graph.Known) {
		r.ds = append(r.ds, object.Diagnostic{Severity: object.Warning, Code: string(i.Code), Message: i.Error(), Reproduce: "majordomus route check"})
	}
}

// coactivate adds what the exact selections want to be loaded with, one hop.
func (r *resolution) coactivate() {
	r.coact = map[string]*choice{}
	for _, c := range byID(r.required) {
		for _, name := range set(c.node.LoadWith) {
			n, err := r.in.Graph.refer(name)
			why := ""
			if err != nil {
				why = err.Error()
			} else {
				why = n.missing()
			}
			if why != "" {
				r.ds = append(r.ds, object.Diagnostic{Severity: object.Warning, Code: "coactivated_node_unavailable", Path: c.node.Provenance.Path,
					Message: "load_with of " + c.node.ID + ": " + fault.Quote(name) + " is left out: " + why})
				continue
			}
			if r.required[n.ID] != nil {
				continue
			}
			if r.coact[n.ID] == nil {
				r.coact[n.ID] = &choice{node: n}
			}
			r.coact[n.ID].because("load_with of " + c.node.ID)
		}
	}
}
