package route

import (
	"fmt"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/canon"
	"majordomus/pkg/layer"
	"majordomus/pkg/pattern"
)

// maxExpansion is how many bytes the aliases of a document may stand for.
const maxExpansion = 10 << 20

// decodeYAML reads one YAML document by the 1.2 core schema. It goes through
// the parser's node tree: decoding to maps takes time quadratic in the keys and
// resolves scalars by rules of YAML 1.1.
func decodeYAML(data []byte) (canon.Value, []Problem) {
	if !utf8.Valid(data) {
		return canon.Value{}, []Problem{{Message: "the text is not UTF-8"}}
	}
	root, err := layer.ParseYAML(directive().ReplaceAll(data, []byte("${1}1")))
	if err != nil {
		line, message := layer.YAMLFault(err)
		return canon.Value{}, []Problem{{Line: line, Message: message}}
	}
	if root == nil {
		return canon.Value{}, nil
	}
	// Without aliases no document stands for more than twice its bytes.
	c := converter{anchors: map[*yaml.Node]*anchor{}, limit: maxExpansion + 2*int64(len(data))}
	v, _ := c.value(root)
	if len(c.problems) > 0 {
		return canon.Value{}, c.problems
	}
	return v, nil
}

// directive is the declaration of version 1.2, which the parser refuses though
// what sets 1.2 apart from 1.1, the resolution of scalars, is done here.
var directive = pattern.Late(`\A((?:\x{feff})?(?:[#%][^\n]*\n|[ \t\r]*\n)*%YAML +1\.)2`)

// converter turns nodes into values and keeps what is wrong with them.
type converter struct {
	anchors  map[*yaml.Node]*anchor
	problems []Problem
	limit    int64
	stop     bool // the expansion is beyond its limit
}

// anchor is an anchored node that was converted; it is open while it is being.
type anchor struct {
	value canon.Value
	size  int64
	open  bool
}

func (c *converter) fault(n *yaml.Node, format string, args ...any) {
	c.problems = append(c.problems, Problem{Line: n.Line, Column: n.Column, Message: fmt.Sprintf(format, args...)})
}

// value converts a node and tells how many bytes it stands for, aliases
// expanded. Values are shared, not copied, so an alias costs nothing here.
func (c *converter) value(n *yaml.Node) (canon.Value, int64) {
	if n.Kind == yaml.AliasNode {
		return c.alias(n)
	}
	var a *anchor
	if n.Anchor != "" {
		a = &anchor{open: true}
		c.anchors[n] = a
	}
	v, size := c.content(n)
	if size > c.limit && !c.stop {
		c.stop = true
		c.fault(n, "aliases expand beyond %d bytes", maxExpansion)
	}
	if a != nil {
		*a = anchor{value: v, size: size}
	}
	return v, size
}

func (c *converter) alias(n *yaml.Node) (canon.Value, int64) {
	a := c.anchors[n.Alias]
	switch {
	case a == nil:
		c.fault(n, "the alias %s has no anchor", quote(n.Value))
		return canon.Value{}, 0
	case a.open:
		c.fault(n, "the anchor %s contains itself", quote(n.Value))
		return canon.Value{}, 0
	}
	return a.value, a.size
}

func (c *converter) content(n *yaml.Node) (canon.Value, int64) {
	switch n.Kind {
	case yaml.MappingNode:
		c.expectTag(n, "!!map")
		return c.mapping(n)
	case yaml.SequenceNode:
		c.expectTag(n, "!!seq")
		return c.sequence(n)
	}
	v, err := scalar(n)
	if err != nil {
		c.fault(n, "%s", err)
	}
	return v, int64(len(n.Value)) + 1
}

// expectTag refuses a collection that wears any tag but its own.
func (c *converter) expectTag(n *yaml.Node, own string) {
	if tag := n.ShortTag(); n.Style&yaml.TaggedStyle != 0 && tag != own {
		c.fault(n, "the tag %s is not one of the core schema", quote(tag))
	}
}

func (c *converter) sequence(n *yaml.Node) (canon.Value, int64) {
	list := make([]canon.Value, 0, len(n.Content))
	total := int64(1)
	for _, x := range n.Content {
		if c.stop {
			break
		}
		v, size := c.value(x)
		list = append(list, v)
		total += size
	}
	return canon.Items(list), total
}

func (c *converter) mapping(n *yaml.Node) (canon.Value, int64) {
	members := make([]canon.Member, 0, len(n.Content)/2)
	seen := make(map[canon.Key]bool, len(n.Content)/2)
	total := int64(1)
	for i := 0; i+1 < len(n.Content) && !c.stop; i += 2 {
		k, ok := c.key(n.Content[i])
		v, size := c.value(n.Content[i+1])
		total += size + int64(len(k.Text))
		switch {
		case !ok:
		case seen[k]:
			c.problems = append(c.problems, repeatedKey(k, n.Content[i].Line, n.Content[i].Column))
		default:
			seen[k] = true
			members = append(members, canon.Member{Key: k, Value: v})
		}
	}
	return canon.Mapping(members), total
}

func (c *converter) key(n *yaml.Node) (canon.Key, bool) {
	v, _ := c.value(n)
	if k := v.Kind(); k == canon.List || k == canon.Map {
		c.fault(n, "a key is %s", k)
		return canon.Key{}, false
	}
	if s, ok := v.Str(); ok {
		return canon.Key{Kind: canon.String, Text: s}, true
	}
	return canon.Key{Kind: v.Kind(), Text: string(v.Append(nil, canon.CodePoint))}, true
}
