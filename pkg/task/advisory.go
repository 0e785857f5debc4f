package task

import (
	"cmp"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// advise ranks what the role may find useful and gives it the places that the
// exact selections leave.
func (r *resolution) advise() {
	r.tags()
	if len(r.seeds.Tags) == 0 {
		return
	}
	for _, c := range r.loadout(r.walk()) {
		if r.required[c.node.ID] == nil && r.coact[c.node.ID] == nil {
			r.advisory = append(r.advisory, c)
		}
	}
}

// walk finds the candidates: nodes with one of the tags, and what the role's
// edges lead to from them, both ways. A node the role leaves out is not walked
// through. It goes in order of ids, so the reasons do not depend on luck.
func (r *resolution) walk() []*choice {
	follow := map[string]bool{}
	for _, t := range r.settings.Profile.EdgeTypes {
		follow[t] = true
	}
	reached := map[*Node]*choice{}
	var front []*Node
	for _, n := range r.in.Graph.nodes {
		if shared := r.tagged(n); len(shared) > 0 && r.eligible(n) {
			reached[n] = &choice{node: n, reasons: shared}
			front = append(front, n)
		}
	}
	for range r.settings.MaxDepth {
		next := map[*Node]*choice{}
		for _, n := range front {
			for _, l := range r.in.Graph.links[n] {
				if follow[l.kind] && reached[l.other] == nil && r.eligible(l.other) {
					if next[l.other] == nil {
						next[l.other] = &choice{node: l.other}
					}
					next[l.other].because(l.reason(n))
				}
			}
		}
		front = front[:0]
		for n, c := range next {
			reached[n] = c
			front = append(front, n)
		}
		slices.SortFunc(front, compareNodes)
	}
	list := make([]*choice, 0, len(reached))
	for _, c := range reached {
		list = append(list, c)
	}
	return list
}

func compareNodes(a, b *Node) int { return strings.Compare(a.ID, b.ID) }

func (l link) reason(from *Node) string {
	if l.out {
		return l.kind + " from " + from.ID
	}
	return l.kind + " to " + from.ID
}

// tagged lists the reasons of the tags a node shares with the task.
func (r *resolution) tagged(n *Node) []string {
	var out []string
	for _, t := range set(n.Tags) {
		if _, ok := slices.BinarySearch(r.seeds.Tags, t); ok {
			out = append(out, "tag "+t)
		}
	}
	return out
}

// eligible reports whether a node may be advised to the role.
func (r *resolution) eligible(n *Node) bool {
	if n.Kind != object.Knowledge || n.missing() != "" {
		return false
	}
	if s := n.status(); s != "tentative" && s != "established" {
		return false
	}
	for _, d := range r.settings.Profile.Excluded {
		if n.Domain == d || d == mirrorDomain && n.IsMirror() {
			return false
		}
	}
	return n.Confidence >= r.settings.Options.MinConfidence || r.in.Graph.pitfalls[n]
}

const preferredWeight = 1.5

func (r *resolution) rank(n *Node) float64 {
	rank := n.Confidence
	if r.settings.Profile.Ranking == ByUse {
		rank *= float64(n.Activations + 1)
	}
	if slices.Contains(r.settings.Profile.Preferred, n.Domain) {
		rank *= preferredWeight
	}
	return rank
}

// loadout takes pitfall nodes first, up to their cap, then others while there
// are places; more pitfalls than places are still taken.
func (r *resolution) loadout(found []*choice) []*choice {
	slices.SortFunc(found, func(a, b *choice) int {
		return cmp.Or(cmp.Compare(r.rank(b.node), r.rank(a.node)), compareNodes(a.node, b.node))
	})
	var out []*choice
	for _, c := range found {
		if r.in.Graph.pitfalls[c.node] && len(out) < r.settings.Caps.MaxPitfalls {
			out = append(out, c)
		}
	}
	for _, c := range found {
		if !r.in.Graph.pitfalls[c.node] && len(out) < r.settings.Caps.MaxNodes {
			out = append(out, c)
		}
	}
	return out
}
