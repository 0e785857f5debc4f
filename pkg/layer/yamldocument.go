package layer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/pattern"
)

// ParseYAML is the only door to the YAML parser: it gives the content node of a
// single document, nil when there is none. A panic of the parser and a second
// document are errors; YAMLFault takes them apart.
func ParseYAML(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, fmt.Errorf("yaml: the parser failed: %v", p)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, next yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	switch err := dec.Decode(&next); {
	case err == nil:
		return nil, fmt.Errorf("yaml: line %d: a second document starts here", next.Line)
	case !errors.Is(err, io.EOF):
		return nil, err
	case len(doc.Content) == 0:
		return nil, nil
	}
	return doc.Content[0], nil
}

var yamlLine = pattern.Late(`^yaml: (?:line (\d+): )?`)

// YAMLFault takes an error of ParseYAML apart: the 1-based line it names, 0 for
// none, and what is wrong.
func YAMLFault(err error) (line int, message string) {
	message = err.Error()
	if m := yamlLine().FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	return line, message
}
