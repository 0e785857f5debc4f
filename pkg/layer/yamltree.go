package layer

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// treeCheck walks a document once: duplicate keys, and what its aliases expand
// to, counted without expanding them.
type treeCheck struct {
	size map[*yaml.Node]int64 // expanded size of an anchored node; -1 while it is open
}

// nodeCost is what a node itself adds to an expansion, beside its text.
const nodeCost = 16

func checkTree(root *yaml.Node) *syntaxError {
	t := &treeCheck{size: map[*yaml.Node]int64{}}
	_, err := t.visit(root)
	return err
}

func (t *treeCheck) visit(n *yaml.Node) (int64, *syntaxError) {
	if n.Kind == yaml.AliasNode {
		return t.alias(n)
	}
	if n.Anchor != "" {
		t.size[n] = -1
	}
	if n.Kind == yaml.MappingNode {
		if err := uniqueKeys(n); err != nil {
			return 0, err
		}
	}
	total := int64(len(n.Value)) + nodeCost
	for _, c := range n.Content {
		s, err := t.visit(c)
		if err != nil {
			return 0, err
		}
		if total += s; total > MaxExpansion {
			return 0, &syntaxError{c.Line, c.Column, fmt.Sprintf("anchors expand beyond %d bytes", MaxExpansion)}
		}
	}
	if n.Anchor != "" {
		t.size[n] = total
	}
	return total, nil
}

func (t *treeCheck) alias(n *yaml.Node) (int64, *syntaxError) {
	s, ok := t.size[n.Alias]
	if ok && s < 0 {
		return 0, &syntaxError{n.Line, n.Column, fmt.Sprintf("the anchor %q contains itself", n.Value)}
	}
	return s, nil
}

func uniqueKeys(n *yaml.Node) *syntaxError {
	seen := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if k.Kind != yaml.ScalarNode {
			continue
		}
		if first, dup := seen[k.Value]; dup {
			return &syntaxError{k.Line, k.Column, fmt.Sprintf("duplicate key %s, first on line %d", quote(k.Value), first)}
		}
		seen[k.Value] = k.Line
	}
	return nil
}
