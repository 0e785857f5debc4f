package task

import (
	"fmt"
	"slices"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
)

// mirrorDomain is the domain, or node_origin, of a node that mirrors code.
const mirrorDomain = "code-mirror"

// Node is an object of an index as resolution sees it.
type Node struct {
	ID          string // the identity, or the uri where two kinds share it
	URI         string
	Kind        object.Kind
	Title       string
	Domain      string
	Origin      string // node_origin
	Tags        []string
	Status      string
	Confidence  float64 // 0 where none is declared
	Activations int
	LoadWith    []string
	Edges       []object.NodeEdge
	SourceFile  string // as declared; only a mirror's counts
	ContentRef  string // as declared
	Hash        string // content identity
	Provenance  object.Provenance
	Bytes       int64 // what its text has
	Tokens      int   // as the index counted them; 0: not counted
}

// IsMirror reports whether the node mirrors a source file.
func (n *Node) IsMirror() bool { return n.Domain == mirrorDomain || n.Origin == mirrorDomain }

// missing says why a node cannot be loaded, "" when it can. A status is asked of
// knowledge nodes; anything else is loadable unless it says it is not in force.
func (n *Node) missing() string {
	switch n.Kind {
	case object.Session, object.Handover, object.Checkpoint:
		return "it is a session record"
	}
	if strings.EqualFold(n.Origin, "session") {
		return "it is a session record"
	}
	status := n.status()
	switch status {
	case "":
		if n.Kind == object.Knowledge {
			return "it has no status"
		}
	case "deprecated", "proposed", "superseded", "rejected":
		return "its status is " + status
	case "draft":
		if n.Kind == object.Knowledge {
			return "its status is draft"
		}
	}
	return ""
}

// status is the first word of the status: "superseded by 12" is superseded.
func (n *Node) status() string {
	word, _, _ := strings.Cut(strings.ToLower(canon.Trim(n.Status)), " ")
	return word
}

// Graph is the nodes there are and the edges between them. It is not changed
// once it is made and can be shared.
type Graph struct {
	// Version is the fingerprint over the declared records and mirrors alone.
	Version string

	nodes    []*Node // knowledge nodes, by ID
	byName   map[string][]*Node
	more     func(name string) ([]*Node, error) // objects that are no knowledge nodes; nil: none
	links    map[*Node][]link
	pitfalls map[*Node]bool // either end of a pitfall edge
}

// link is a typed edge seen from one of its ends.
type link struct {
	other *Node
	kind  string
	out   bool // declared here
}

const pitfallEdge = "pitfall"

// NewGraph makes a graph of knowledge nodes and the edges they declare.
func NewGraph(version string, nodes []Node) *Graph { return newGraph(version, nodes).connect() }

func newGraph(version string, nodes []Node) *Graph {
	g := &Graph{Version: version, byName: map[string][]*Node{}, links: map[*Node][]link{}, pitfalls: map[*Node]bool{}}
	for i := range nodes {
		n := &nodes[i]
		g.nodes = append(g.nodes, n)
		g.name(n.ID, n)
		if n.URI != n.ID {
			g.name(n.URI, n)
		}
	}
	slices.SortFunc(g.nodes, func(a, b *Node) int { return strings.Compare(a.ID, b.ID) })
	return g
}

func (g *Graph) name(name string, n *Node) {
	if name != "" {
		g.byName[name] = append(g.byName[name], n)
	}
}

// connect resolves the edges that nodes declare; those that lead nowhere, or to
// no knowledge node, are of no use to a walk.
func (g *Graph) connect() *Graph {
	known := make(map[*Node]bool, len(g.nodes))
	for _, n := range g.nodes {
		known[n] = true
	}
	for _, n := range g.nodes {
		for _, e := range n.Edges {
			to, err := g.refer(e.To)
			if err != nil || !known[to] {
				continue
			}
			g.links[n] = append(g.links[n], link{to, e.Type, true})
			g.links[to] = append(g.links[to], link{n, e.Type, false})
			if e.Type == pitfallEdge {
				g.pitfalls[n], g.pitfalls[to] = true, true
			}
		}
	}
	return g
}

// Find gives the node of a name: its uri or its identity. The error says why
// there is none.
func (g *Graph) Find(name string) (*Node, error) {
	name = canon.Trim(name)
	found := slices.Clone(g.byName[name])
	if g.more != nil {
		list, err := g.more(name)
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, fmt.Errorf("there is no node %s", fault.Quote(name))
	}
	uris := make([]string, len(found))
	for i, n := range found {
		uris[i] = n.URI
	}
	slices.Sort(uris)
	return nil, fmt.Errorf("%s is ambiguous: %s", fault.Quote(name), strings.Join(uris, ", "))
}

// refer is Find for what a node refers to, which can be kind:identity too.
func (g *Graph) refer(name string) (*Node, error) {
	n, err := g.Find(name)
	if err == nil {
		return n, nil
	}
	if kind, id, ok := strings.Cut(name, ":"); ok && !strings.HasPrefix(id, "//") {
		if n, err := g.Find(object.URI(object.Kind(kind), canon.Trim(id))); err == nil {
			return n, nil
		}
	}
	return nil, err
}

// Known is Find as route.ValidateNodes asks it.
func (g *Graph) Known(name string) error {
	_, err := g.Find(name)
	return err
}

// source is the normalised source file of a mirror.
func (n *Node) source() (string, error) { return route.Normalize(n.SourceFile) }
