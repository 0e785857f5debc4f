package layer

import (
	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// fillKnowledge reads a knowledge node (spec/routes.md).
func fillKnowledge(d *draft) {
	fillCommon(d)
	m := &d.meta
	m.Class = d.loose("class")
	m.Domain = d.text("domain")
	m.Confidence = d.number("confidence", 0, 1)
	m.LoadWith = d.list("load_with")
	m.Reading = d.oneOf("reading_priority", "full", "summary", "pitfalls-only")
	m.ContentRef = d.text("content_ref")
	m.SourceFile = d.text("source_file")
	m.NodeOrigin = d.text("node_origin")
	m.Activations = d.integer("activations")
	d.each("edges", d.nodeEdge)
	d.each("relations", d.nodeRelation)
	d.referAny(object.LoadWith, m.LoadWith...)
}

// isA would make hubs: it is declared as it is and no walk follows it.
const isA = "is_a"

func (d *draft) nodeEdge(n *yaml.Node, sub *record, text string) {
	if sub == nil {
		d.referAny(object.RelatedTo, text)
		return
	}
	e := object.NodeEdge{To: sub.text("to", "target", "id"), Type: sub.text("type"), Note: sub.text("note"), Weight: sub.number("weight", -1e9, 1e9)}
	if e.To == "" {
		d.violation(n, "an edge needs to")
		return
	}
	d.meta.NodeEdges = append(d.meta.NodeEdges, e)
	d.relate(e.Type, e.To)
}

func (d *draft) relate(kind string, to ...string) {
	edge := object.RelatedTo
	if kind == isA {
		edge = isA
	}
	d.referAny(edge, to...)
}

func (d *draft) nodeRelation(n *yaml.Node, sub *record, text string) {
	if sub == nil {
		d.referAny(object.RelatedTo, text)
		return
	}
	if to := sub.text("to", "target", "id"); to != "" {
		d.relate(sub.text("type", "kind"), to)
		return
	}
	for i, key := range sub.keys { // {refines: [a, b]} and {rule: alpha}
		for _, name := range d.scalars("relations", sub.values[i]) {
			if isKindWord(key) {
				name = key + ":" + name
			}
			d.relate(key, name)
		}
	}
}

// isNode tells a node's front matter from any other: an id, and something that
// only a node says of itself.
func isNode(r *record) bool {
	if k := r.get("kind"); k != nil && k.Value != string(object.Knowledge) {
		return false
	}
	return r.has("id") && r.has("kind", "domain", "status", "class", "confidence", "load_with", "edges", "relations", "tags",
		"reading_priority", "content_ref", "source_file", "node_origin")
}
