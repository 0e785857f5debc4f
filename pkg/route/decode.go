package route

import (
	"path"
	"strconv"
	"strings"

	"majordomus/pkg/canon"
)

// Problem is a fault of a text: a key that stands twice in one mapping, or
// something that is no JSON or no YAML as we take it.
type Problem struct {
	Repeated *canon.Key // nil: the text cannot be read
	Line     int        // 1-based, 0 where it is not known
	Column   int
	Message  string
}

// Decode reads a text whose name decides the format: JSON when it ends in
// ".json", in any case, YAML otherwise. All problems are given, and the value
// only without them. Numbers need not be finite.
func Decode(name string, data []byte) (canon.Value, []Problem) {
	if strings.EqualFold(path.Ext(name), ".json") {
		return decodeJSON(data)
	}
	return decodeYAML(data)
}

func decodeJSON(data []byte) (canon.Value, []Problem) {
	v, repeated, err := canon.ParseAll(data)
	if err != nil {
		p := Problem{Message: err.Error()}
		if e, ok := err.(*canon.SyntaxError); ok {
			p = Problem{Line: e.Line, Column: e.Column, Message: e.Message}
		}
		return canon.Value{}, []Problem{p}
	}
	var ps []Problem
	for _, k := range repeated {
		ps = append(ps, repeatedKey(canon.Key{Kind: canon.String, Text: k}, 0, 0))
	}
	if ps != nil {
		return canon.Value{}, ps
	}
	return v, nil
}

func repeatedKey(k canon.Key, line, column int) Problem {
	return Problem{Repeated: &k, Line: line, Column: column, Message: "the key " + quote(k.Text) + " stands twice in one mapping"}
}

// place is "line 1 column 2: " with the unknown parts left out.
func (p Problem) place() string {
	switch {
	case p.Line == 0:
		return ""
	case p.Column == 0:
		return "line " + strconv.Itoa(p.Line) + ": "
	}
	return "line " + strconv.Itoa(p.Line) + " column " + strconv.Itoa(p.Column) + ": "
}

// Error is the problem with its place.
func (p Problem) Error() string { return p.place() + p.Message }
