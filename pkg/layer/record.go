package layer

import (
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// record reads the fields of one mapping. What it cannot read as asked is noted
// as a schema_violation with its place and reads as absent.
type record struct {
	keys   []string
	index  map[string]int // position of a key
	values []*yaml.Node
	lines  []int
	shift  int // lines before the document's first in its file
	notes  *[]object.Diagnostic
	lax    object.Severity // severity of violations: error, or warning where the front matter is optional
}

// newRecord reads root, which must be a mapping or absent.
func newRecord(root *yaml.Node, shift int, lax object.Severity, notes *[]object.Diagnostic) *record {
	r := &record{shift: shift, notes: notes, lax: lax}
	root = deref(root)
	if root == nil || isNull(root) {
		return r
	}
	if root.Kind != yaml.MappingNode {
		r.violation(root, "a mapping is needed, not %s", shape(root))
		return r
	}
	r.add(root, 0)
	return r
}

// add takes the pairs of a mapping, merged ones ("<<") where no own key stands.
func (r *record) add(m *yaml.Node, depth int) {
	var merged []*yaml.Node
	for i := 0; i+1 < len(m.Content); i += 2 {
		k, v := m.Content[i], deref(m.Content[i+1])
		if k.Value == "<<" && k.Style == 0 {
			merged = append(merged, v)
			continue
		}
		if r.find(k.Value) < 0 {
			if r.index == nil {
				r.index = make(map[string]int, len(m.Content)/2)
			}
			r.index[k.Value] = len(r.keys)
			r.keys, r.values, r.lines = append(r.keys, k.Value), append(r.values, v), append(r.lines, k.Line)
		}
	}
	for _, v := range merged {
		if v.Kind == yaml.MappingNode && depth < 8 {
			r.add(v, depth+1)
		}
		for _, c := range v.Content {
			if c = deref(c); v.Kind == yaml.SequenceNode && c.Kind == yaml.MappingNode && depth < 8 {
				r.add(c, depth+1)
			}
		}
	}
}

func deref(n *yaml.Node) *yaml.Node {
	for n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode || n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return false
	}
	switch n.Value {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

func shape(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return quote(n.Value)
}

func (r *record) find(key string) int {
	if i, ok := r.index[key]; ok {
		return i
	}
	return -1
}

// get is the value of the first of names that is present and not null.
func (r *record) get(names ...string) *yaml.Node {
	for _, name := range names {
		if i := r.find(name); i >= 0 && !isNull(r.values[i]) {
			return r.values[i]
		}
	}
	return nil
}

func (r *record) has(names ...string) bool { return r.get(names...) != nil }

// violation notes that the value at n is not as its kind declares.
func (r *record) violation(n *yaml.Node, format string, args ...any) {
	r.note(r.lax, schemaViolation, n, format, args...)
}

func (r *record) note(s object.Severity, code string, n *yaml.Node, format string, args ...any) {
	*r.notes = append(*r.notes, finding(s, code, "", "line %d, column %d: %s", n.Line+r.shift, n.Column, fmt.Sprintf(format, args...)))
}

// text is a scalar in its own spelling, outer white space trimmed.
func (r *record) text(names ...string) string {
	n := r.get(names...)
	if n == nil {
		return ""
	}
	if n.Kind != yaml.ScalarNode {
		r.violation(n, "%s must be one value, not %s", names[0], shape(n))
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// loose is text, but a list's or a mapping's first value where one stands.
func (r *record) loose(names ...string) string {
	if l := r.list(names...); len(l) > 0 {
		return l[0]
	}
	return ""
}

// list is a list of scalars; one scalar is a list of one. A mapping of one pair
// reads as "key:value", as in `related: [rule: alpha]`.
func (r *record) list(names ...string) []string {
	n := r.get(names...)
	if n == nil {
		return nil
	}
	return r.scalars(names[0], n)
}

func (r *record) scalars(name string, n *yaml.Node) []string {
	switch n.Kind {
	case yaml.ScalarNode:
		if s := strings.TrimSpace(n.Value); s != "" {
			return []string{s}
		}
		return nil
	case yaml.MappingNode:
		return r.pairs(name, n)
	}
	out := make([]string, 0, len(n.Content))
	for _, c := range n.Content {
		if c = deref(c); isNull(c) {
			continue
		}
		if c.Kind == yaml.SequenceNode {
			r.violation(c, "%s must hold single values, not %s", name, shape(c))
			continue
		}
		out = append(out, r.scalars(name, c)...)
	}
	return out
}

// pairs reads {rule: alpha} and {rule: [a, b]} as prefixed names, and an entry
// with an id, a path or a name of its own as that.
func (r *record) pairs(name string, n *yaml.Node) (out []string) {
	inner := &record{shift: r.shift, notes: r.notes, lax: r.lax}
	inner.add(n, 0)
	if id := inner.get("id", "uri", "path", "ref", "name"); id != nil && id.Kind == yaml.ScalarNode {
		return []string{strings.TrimSpace(id.Value)}
	}
	for i, k := range inner.keys {
		v := inner.values[i]
		if isNull(v) {
			continue
		}
		if v.Kind == yaml.MappingNode {
			r.violation(v, "%s must hold single values, not %s", name, shape(v))
			continue
		}
		for _, s := range r.scalars(name, v) {
			out = append(out, k+":"+s)
		}
	}
	return out
}

// words is a list, where a single scalar may hold several parted by commas.
func (r *record) words(names ...string) []string {
	n := r.get(names...)
	if n == nil {
		return nil
	}
	if n.Kind == yaml.ScalarNode {
		return splitList(n.Value)
	}
	return r.list(names...)
}

// splitList parts a text at its commas, those between braces left alone.
func splitList(s string) (out []string) {
	depth, from := 0, 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i < len(s) && s[i] == '{':
			depth++
		case i < len(s) && s[i] == '}':
			depth--
		case i == len(s) || s[i] == ',' && depth <= 0:
			if w := strings.TrimSpace(s[from:i]); w != "" {
				out = append(out, w)
			}
			from = i + 1
		}
	}
	return out
}

// integer is a whole number, 0 when absent.
func (r *record) integer(name string) int {
	n := r.get(name)
	if n == nil {
		return 0
	}
	i, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		r.violation(n, "%s must be a whole number, not %s", name, shape(n))
		return 0
	}
	return i
}

// number is a finite number between lo and hi, nil when absent.
func (r *record) number(name string, lo, hi float64) *float64 {
	n := r.get(name)
	if n == nil {
		return nil
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(f >= lo && f <= hi) {
		r.violation(n, "%s must be a number from %v to %v, not %s", name, lo, hi, shape(n))
		return nil
	}
	return &f
}

// oneOf is a text that must be one of words.
func (r *record) oneOf(name string, words ...string) string {
	s := r.text(name)
	if s == "" {
		return ""
	}
	for _, w := range words {
		if s == w {
			return s
		}
	}
	r.violation(r.get(name), "%s must be one of %s, not %s", name, strings.Join(words, ", "), quote(s))
	return ""
}

// each gives the entries of a list as records of their own; scalars among them
// come as text.
func (r *record) each(name string, yield func(n *yaml.Node, sub *record, text string)) {
	n := r.get(name)
	if n == nil {
		return
	}
	items := n.Content
	if n.Kind != yaml.SequenceNode {
		items = []*yaml.Node{n}
	}
	for _, c := range items {
		switch c = deref(c); c.Kind {
		case yaml.MappingNode:
			yield(c, newRecord(c, r.shift, r.lax, r.notes), "")
		case yaml.ScalarNode:
			if !isNull(c) {
				yield(c, nil, strings.TrimSpace(c.Value))
			}
		default:
			r.violation(c, "%s must hold single values or mappings, not %s", name, shape(c))
		}
	}
}

// set gives the record a field it does not have.
func (r *record) set(key string, v *yaml.Node) {
	if r.index == nil {
		r.index = map[string]int{}
	}
	r.index[key] = len(r.keys)
	r.keys, r.values, r.lines = append(r.keys, key), append(r.values, v), append(r.lines, v.Line)
}
