package layer

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/pattern"
)

// Limits on a YAML document (spec/layer.md, "YAML").
const (
	MaxYAML        = 4 << 20  // bytes of a document
	MaxExpansion   = 10 << 20 // bytes its anchors may expand to
	MaxFrontMatter = 64 << 10 // bytes between the two fences
)

// syntaxError is a place in a document and what is wrong there.
type syntaxError struct {
	Line, Column int // 1-based
	Message      string
}

func (e *syntaxError) Error() string {
	return fmt.Sprintf("line %d column %d: %s", e.Line, e.Column, e.Message)
}

// readYAML is the only door to the YAML parser. It gives the root node of the
// one document in data (nil when it is empty) and the lines whose plain values
// were taken as text. Scalars keep their spelling in Node.Value. Time is linear
// in len(data); a panic of the parser is an error.
func readYAML(data []byte) (root *yaml.Node, colons []int, err *syntaxError) {
	if len(data) > MaxYAML {
		return nil, nil, &syntaxError{1, 1, fmt.Sprintf("the document has %d bytes, the limit is %d", len(data), MaxYAML)}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bad := firstInvalid(data); bad >= 0 {
		line, col := position(data, bad)
		return nil, nil, &syntaxError{line, col, "the document is not UTF-8"}
	}
	if e := checkLayout(data); e != nil {
		return nil, nil, e
	}
	root, perr := ParseYAML(data)
	if perr != nil {
		fixed, lines := quotePlain(data)
		if len(lines) == 0 {
			return nil, nil, explain(data, perr)
		}
		again, err2 := ParseYAML(fixed)
		if err2 != nil {
			return nil, nil, explain(data, perr)
		}
		root, colons = again, lines
	}
	if root == nil {
		return nil, colons, nil
	}
	recount(root, data)
	if e := checkTree(root); e != nil {
		return nil, nil, e
	}
	return root, colons, nil
}

// recount makes the lines of a tree those that end in LF: YAML also ends one at
// a lone CR and at three characters beyond ASCII, editors and spans do not.
func recount(root *yaml.Node, data []byte) {
	if !strayBreak(data) {
		return
	}
	lines := []int{1} // of each of the parser's lines
	line := 1
	for _, at := range anyBreak().FindAllIndex(data, -1) {
		if data[at[1]-1] == '\n' {
			line++
		}
		lines = append(lines, line)
	}
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		n.Line = lines[min(max(n.Line, 1), len(lines))-1]
		for _, c := range n.Content {
			walk(c)
		}
	}
	walk(root)
}

var anyBreak = pattern.Late(`\r\n|[\n\r\x{85}\x{2028}\x{2029}]`)

func strayBreak(data []byte) bool {
	cr := bytes.Count(data, []byte("\r"))
	return cr > 0 && cr != bytes.Count(data, []byte("\r\n")) || bytes.Contains(data, []byte("\u0085")) ||
		bytes.Contains(data, []byte("\u2028")) || bytes.Contains(data, []byte("\u2029"))
}

// explain places an error of the parser: by the fault we recognise ourselves,
// else at the first character of the line the parser names.
func explain(data []byte, err error) *syntaxError {
	if e := recognise(data); e != nil {
		return e
	}
	line, text := YAMLFault(err)
	line = max(line, 1)
	return &syntaxError{line, firstColumn(data, line), text}
}

func firstColumn(data []byte, line int) int {
	for range line - 1 {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return 1
		}
		data = data[i+1:]
	}
	col := 1
	for col <= len(data) && data[col-1] == ' ' {
		col++
	}
	return col
}

func firstInvalid(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return -1
}

// position gives the 1-based line and column, in characters, of an offset.
func position(data []byte, at int) (line, column int) {
	line = 1 + bytes.Count(data[:at], []byte("\n"))
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	return line, 1 + utf8.RuneCount(data[start:at])
}
