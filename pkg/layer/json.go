package layer

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"gopkg.in/yaml.v3"
)

// jsonReader reads JSON into the tree the records are read from, so that a
// tracker's files get the same checks and places as any other.
type jsonReader struct {
	dec  *json.Decoder
	data []byte
	at   int // offset line and column stand for
	line int
	bol  int // offset of the line's first byte
	ends map[*yaml.Node]int
}

// readJSON gives the root node of one JSON document and the last line of every
// object in it.
func readJSON(data []byte) (*yaml.Node, map[*yaml.Node]int, *syntaxError) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bad := firstInvalid(data); bad >= 0 {
		line, col := position(data, bad)
		return nil, nil, &syntaxError{line, col, "the document is not UTF-8"}
	}
	r := &jsonReader{dec: json.NewDecoder(bytes.NewReader(data)), data: data, line: 1, ends: map[*yaml.Node]int{}}
	r.dec.UseNumber()
	n, err := r.value(0)
	if err == nil {
		if _, more := r.dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("text behind the document")
		}
	}
	if err == nil {
		if e := checkTree(n); e != nil {
			return nil, nil, e
		}
		return n, r.ends, nil
	}
	line, col := r.place()
	return nil, nil, &syntaxError{line, col, "not JSON: " + err.Error()}
}

// deepest is how deep a document may nest.
const deepest = 1000

// value reads the next value.
func (r *jsonReader) value(depth int) (*yaml.Node, error) {
	if depth > deepest {
		return nil, errors.New("nested too deep")
	}
	line, column := r.place()
	t, err := r.dec.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	n := &yaml.Node{Kind: yaml.ScalarNode, Line: line, Column: column}
	switch t := t.(type) {
	case json.Delim:
		err = r.collection(n, t, depth)
	case string:
		n.Value, n.Style = t, yaml.DoubleQuotedStyle
	case json.Number:
		n.Value = t.String()
	case bool:
		n.Value = map[bool]string{true: "true", false: "false"}[t]
	default:
		n.Value = "null"
	}
	return n, err
}

func (r *jsonReader) collection(n *yaml.Node, open json.Delim, depth int) error {
	n.Kind = yaml.SequenceNode
	if open == '{' {
		n.Kind = yaml.MappingNode
	}
	for r.dec.More() {
		c, err := r.value(depth + 1) // a key comes as a string token too
		if err != nil {
			return err
		}
		n.Content = append(n.Content, c)
	}
	if _, err := r.dec.Token(); err != nil {
		return err
	}
	r.ends[n], _ = r.placeOf(int(r.dec.InputOffset()) - 1)
	return nil
}

// place is where the next token starts.
func (r *jsonReader) place() (line, column int) {
	at := int(r.dec.InputOffset())
	for at < len(r.data) && bytes.IndexByte([]byte(" \t\r\n,:"), r.data[at]) >= 0 {
		at++
	}
	return r.placeOf(at)
}

func (r *jsonReader) placeOf(at int) (line, column int) {
	for ; r.at < at && r.at < len(r.data); r.at++ {
		if r.data[r.at] == '\n' {
			r.line, r.bol = r.line+1, r.at+1
		}
	}
	return r.line, at - r.bol + 1
}
