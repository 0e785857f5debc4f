package layer

import (
	"bytes"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// parseCollection reads a file whose list holds the records. A member that is
// wrong is left out alone; the others stay.
func (c *Config) parseCollection(p *Parsed, spec *KindSpec, data []byte) {
	root, colons, err := readYAML(data)
	if err != nil {
		p.syntax(object.Error, malformedYAML, err, 0)
		return
	}
	p.colons(colons, 0)
	if root == nil {
		return
	}
	list := members(spec, deref(root))
	if list == nil {
		p.note(object.Error, schemaViolation, "line %d, column %d: the file needs a list %s", root.Line, root.Column, quote(spec.Members))
		return
	}
	lines := newLineTable(data)
	for i := range list {
		p.member(spec, lines, list[i])
	}
}

// memberNode is one member and, in the mapping form, the key that names it.
type memberNode struct{ key, value *yaml.Node }

// members finds the list: under the declared name, as the whole document, or
// the only list of mappings there is. A mapping counts as a list keyed by id.
func members(spec *KindSpec, root *yaml.Node) []memberNode {
	if root.Kind == yaml.SequenceNode {
		return listed(root)
	}
	if root.Kind != yaml.MappingNode {
		return nil
	}
	var only []memberNode
	lists := 0
	for i := 0; i+1 < len(root.Content); i += 2 {
		v := deref(root.Content[i+1])
		if root.Content[i].Value == spec.Members {
			return listed(v)
		}
		if v.Kind == yaml.SequenceNode && len(v.Content) > 0 && deref(v.Content[0]).Kind == yaml.MappingNode {
			only, lists = listed(v), lists+1
		}
	}
	if lists == 1 {
		return only
	}
	return nil
}

func listed(n *yaml.Node) []memberNode {
	out := []memberNode{}
	switch {
	case n.Kind == yaml.SequenceNode:
		for _, v := range n.Content {
			out = append(out, memberNode{value: v})
		}
	case n.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			out = append(out, memberNode{key: n.Content[i], value: n.Content[i+1]})
		}
	case !isNull(n):
		return nil
	}
	return out
}

// member reads one member with the lines that declare it.
func (p *Parsed) member(spec *KindSpec, lines lineTable, m memberNode) {
	var notes []object.Diagnostic
	at, v := m.value, deref(m.value)
	if m.key != nil {
		at = m.key
	}
	r := newRecord(v, 0, object.Error, &notes)
	if m.key != nil && !r.has("id") {
		r.set("id", m.key)
	}
	d := draft{record: r, spec: spec}
	d.obj.Kind = spec.Kind
	d.identify(r, at)
	d.checkVersion()
	d.describe()
	if spec.fill != nil {
		spec.fill(&d)
	}
	d.meta.Collection = true
	span := lines.span(at, m.value)
	d.obj.Provenance.Span = &span
	bad := false
	for i := range notes {
		if notes[i].Severity == object.Error {
			bad = true
			notes[i].Message += " (this member is left out)"
		}
	}
	p.Diagnostics = append(p.Diagnostics, notes...)
	if !bad {
		p.add(d)
	}
}

// lineTable knows where the lines of a file start.
type lineTable struct {
	data   []byte
	starts []int // offset of each line, and the end of the file
}

func newLineTable(data []byte) lineTable {
	t := lineTable{data: data, starts: []int{0}}
	for i, c := range data {
		if c == '\n' && i+1 < len(data) {
			t.starts = append(t.starts, i+1)
		}
	}
	t.starts = append(t.starts, len(data))
	return t
}

// line is the text of a 1-based line.
func (t lineTable) line(n int) []byte { return t.data[t.starts[n-1]:t.starts[n]] }

func (t lineTable) count() int { return len(t.starts) - 1 }

// span is the lines of a member: from its dash or key to the last line that
// stands deeper, blank lines and comments behind it left out.
func (t lineTable) span(at, value *yaml.Node) object.Span {
	start := min(max(at.Line, 1), t.count())
	end := min(max(lastLine(value), start), t.count())
	depth := at.Column - 1
	for n := end + 1; n <= t.count(); n++ {
		l := bytes.TrimRight(t.line(n), " \t\r\n")
		text := bytes.TrimLeft(l, " ")
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		if indent := len(l) - len(text); indent < depth || indent == depth && at != value {
			break
		} else if indent == depth && text[0] == '-' && at == value {
			break
		}
		end = n
	}
	for start > 1 && bytes.Equal(bytes.TrimSpace(t.line(start)[:min(depth, len(t.line(start)))]), nil) {
		above := bytes.TrimSpace(t.line(start - 1))
		if !bytes.Equal(above, []byte("-")) {
			break
		}
		start--
	}
	return object.Span{Start: start, End: end, Bytes: int64(t.starts[end] - t.starts[start-1])}
}

// lastLine is the last line a node's text starts on; aliases are not followed.
func lastLine(n *yaml.Node) int {
	last := n.Line
	for _, c := range n.Content {
		last = max(last, lastLine(c))
	}
	return last
}
