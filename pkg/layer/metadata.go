package layer

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Bounds of Metadata: what lies beyond is not read.
const (
	metadataDepth  = 8
	metadataValues = 4096
)

// Metadata gives the declared fields of a file as text: those of its front
// matter, or of the whole file when it is YAML. A list gives several values, a
// field inside a mapping has a dotted name. What cannot be read has none.
func Metadata(path string, data []byte) map[string][]string {
	text := data
	switch extension(path) {
	case ".yaml", ".yml":
	default:
		fm, err := splitFrontMatter(data)
		if err != nil || !fm.present {
			return nil
		}
		text = fm.text
	}
	root, _, err := readYAML(text)
	if err != nil || root == nil {
		return nil
	}
	m := metadata{}
	m.mapping("", deref(root), 0)
	return m
}

type metadata map[string][]string

func (m metadata) mapping(prefix string, n *yaml.Node, depth int) {
	if n == nil || n.Kind != yaml.MappingNode || depth > metadataDepth || len(m) > metadataValues {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		m.value(prefix+n.Content[i].Value, deref(n.Content[i+1]), depth)
	}
}

func (m metadata) value(name string, n *yaml.Node, depth int) {
	switch n.Kind {
	case yaml.MappingNode:
		m.mapping(name+".", n, depth+1)
	case yaml.SequenceNode:
		for _, c := range n.Content {
			if c = deref(c); len(m[name]) < metadataValues && depth <= metadataDepth {
				m.value(name, c, depth+1)
			}
		}
	case yaml.ScalarNode:
		if !isNull(n) {
			m[name] = append(m[name], strings.TrimSpace(n.Value))
		}
	}
}
