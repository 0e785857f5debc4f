package walk

import (
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// Nodes of the graph: objects by their position, and behind them the request's
// paths and the seeds that are symbols.
type virtual struct {
	via   string // what a discovery names
	paths []string
	file  int32 // the object whose edges a symbol has, or -1
}

const noTag = int32(-1) // an arc to a decision over a scope

// relation walks from the seeds along the edges, both ways, and from what
// brings an effective path in to the decisions in force over it.
func (w *walker) relation() {
	var sources []int32
	var extra []virtual
	n := int32(w.store.Len())
	from := func(r *reached, i int32) {
		r.seed, r.required = true, true
		w.take(r, offer{selector: SelSeed, relevance: relSeed, weight: relSeed, confidence: 1, reason: "the request names it", tier: object.TierTask})
		sources = append(sources, i)
	}
	for _, s := range w.seeds.Seeds {
		if s.Kind == "path" || s.Kind == "intent" {
			continue
		}
		if i, ok := w.store.Lookup(s.URI); ok {
			from(w.of(i), i)
			continue
		}
		if i, sym, ok := w.symbol(s.URI); ok {
			extra = append(extra, virtual{via: s.URI, file: i})
			from(w.extra(s.URI, w.store.Object(i), sym), n+int32(len(extra))-1)
		}
	}
	for _, p := range w.seeds.Request.Paths {
		w.bring(p, p)
		for _, i := range w.store.AtPath(p) {
			if o := w.store.Object(i); o.Meta == nil || !o.Meta.Collection {
				from(w.of(i), i)
			}
		}
		extra = append(extra, virtual{via: p, paths: []string{p}, file: -1})
		sources = append(sources, n+int32(len(extra))-1)
	}
	w.search(sources, extra, n)
}

// symbol finds the declaration that a uri with a '#' names.
func (w *walker) symbol(uri string) (int32, *object.Symbol, bool) {
	file, name, ok := strings.Cut(uri, "#")
	if !ok {
		return 0, nil, false
	}
	i, ok := w.store.Lookup(file)
	if !ok {
		return 0, nil, false
	}
	if m := w.store.Object(i).Meta; m != nil {
		name = object.Unescape(name)
		for k := range m.Symbols {
			if m.Symbols[k].Name == name {
				return i, &m.Symbols[k], true
			}
		}
	}
	return 0, nil, false
}

func (w *walker) search(sources []int32, extra []virtual, n int32) {
	weights := theWeights()
	via := func(u int32) string {
		if u >= n {
			return extra[u-n].via
		}
		return w.store.URI(u)
	}
	var arcs []arc
	offerOf := func(o step) offer {
		f := offer{selector: SelRelation, relevance: o.Product, confidence: 1, depth: o.Depth, onEdge: true, via: via(o.Via), tier: w.store.Kind(o.Node).Tier()}
		if o.Tag == noTag {
			f.edge, f.weight, f.reason = object.GovernedBy, relScopeADR, "a decision in force over this scope"
			return f
		}
		a := weights.arcs[o.Tag]
		f.edge, f.weight, f.reason = a.kind, a.weight, a.reason
		if a.tier != "" {
			f.tier = a.tier
		}
		return f
	}
	layers(problem{Sources: sources, MaxDepth: w.maxDepth,
		InReach: func(p float64) bool { return Round3(p) >= w.floor },
		Leave: func(u int32, least int) []arc {
			arcs = w.leave(arcs[:0], u, least, extra, n)
			return arcs
		},
		Accept: func(o step) {
			f := offerOf(o)
			r := w.of(o.Node)
			w.take(r, f)
			w.seedsMilestone(r, o, f)
		},
		Reject: func(o step) { w.take(w.of(o.Node), offerOf(o)) },
	})
}

// seedsMilestone requires the milestone of a seeded issue: what was asked for
// is never dropped.
func (w *walker) seedsMilestone(r *reached, o step, f offer) {
	if f.edge == object.BelongsTo && f.tier != object.TierHistory && r.object.Kind == object.Milestone && o.Depth == 1 {
		if i := w.node[o.Via]; i != nil && i.seed && i.object.Kind == object.Issue {
			r.required = true
		}
	}
}

// leave lists the arcs of a node: its edges forward and in reverse, and, where
// it brings effective paths in, those to the decisions over them.
func (w *walker) leave(arcs []arc, u int32, least int, extra []virtual, n int32) []arc {
	var scope []string
	node := u
	if u >= n {
		scope, node = extra[u-n].paths, extra[u-n].file
	} else if k := w.store.Kind(u); least <= 1 && (k == object.Issue || k == object.Milestone) {
		if m := w.store.Object(u).Meta; m != nil {
			for _, p := range m.Scope {
				if p = cleanPath(p); p != "" {
					scope = append(scope, p)
					w.bring(p, w.store.URI(u))
				}
			}
		}
	}
	if node >= 0 {
		arcs = w.edges(arcs, node)
	}
	return w.decisions(arcs, u, scope)
}

func (w *walker) edges(arcs []arc, u int32) []arc {
	weights := theWeights()
	for l := range w.store.Out(u) {
		if tag, ok := weights.byKind[w.store.EdgeKind(l.Edge)]; ok && l.Other >= 0 && l.Other != u {
			arcs = append(arcs, arc{To: l.Other, Weight: weights.arcs[tag].weight, Tag: tag})
		}
	}
	for _, l := range w.store.In(u) {
		if tag, ok := weights.byKind[w.store.EdgeKind(l.Edge)]; ok && l.Other != u {
			arcs = append(arcs, arc{To: l.Other, Weight: weights.arcs[tag+1].weight, Tag: tag + 1})
		}
	}
	return arcs
}

// decisions adds an arc to each decision in force over some paths.
func (w *walker) decisions(arcs []arc, u int32, scope []string) []arc {
	if len(scope) == 0 {
		return arcs
	}
	var of []int32
	for _, p := range scope {
		w.eachPath(p, func(q string) { w.tables.mentions().at(q, func(i int32) { of = append(of, i) }) })
	}
	slices.Sort(of)
	for _, i := range slices.Compact(of) {
		if i != u {
			arcs = append(arcs, arc{To: i, Weight: relScopeADR, Tag: noTag})
		}
	}
	return arcs
}
