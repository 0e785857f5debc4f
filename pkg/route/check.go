package route

import (
	"encoding/json"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

// Checked is the answer of a check of a route index.
type Checked struct {
	OK     bool    `json:"ok"`             // there is no issue
	Issues []Issue `json:"issues"`         // of the first stage that found any
	Hash   string  `json:"hash,omitempty"` // of the canonical form; absent when the index cannot be parsed
	index  *Index
}

// Index is the index that was checked, nil when it cannot be parsed.
func (c Checked) Index() *Index { return c.index }

// Against is what a check holds an index against; nil parts are left out.
type Against struct {
	Find     func(id string) error // why a node is not there; see ValidateNodes
	Registry []byte                // the bytes source_hash is of; see VerifySource
}

// Check runs every stage on a text, whose name decides the format.
func Check(name string, data []byte, a Against) Checked {
	ix, issues := Parse(name, data)
	return checked(ix, issues, a)
}

// CheckValue runs every stage on a value that is in memory already.
func CheckValue(v canon.Value, a Against) Checked {
	ix, issues := ParseValue(v)
	return checked(ix, issues, a)
}

func checked(ix *Index, issues []Issue, a Against) Checked {
	if ix == nil {
		return Checked{Issues: issues}
	}
	out := Checked{Issues: []Issue{}, Hash: ix.Hash(), index: ix}
	if a.Registry != nil {
		_, wrong := VerifySource(ix, a.Registry)
		out.Issues = append(out.Issues, wrong...)
	}
	if a.Find != nil && len(out.Issues) == 0 {
		out.Issues = append(out.Issues, ValidateNodes(ix, a.Find)...)
	}
	out.OK = len(out.Issues) == 0
	return out
}

// CheckInput is what the surfaces take for a check.
type CheckInput struct {
	Routes  json.RawMessage `json:"routes,omitempty"`   // the route index as a JSON value; not together with text
	Text    string          `json:"text,omitempty"`     // the route index as the text of a file; absent: routes holds it
	As      string          `json:"as,omitempty"`       // format of text: yaml (the default) or json
	Source  *string         `json:"source,omitempty"`   // text of the registry that source_hash is of; absent: not verified
	NoGraph bool            `json:"no_graph,omitempty"` // leave out whether the nodes are in the index
}

// Check answers a request. The error is invalid_input: which text to check, or
// in which format, is not said.
func (in CheckInput) Check(find func(id string) error) (Checked, error) {
	a := Against{Find: find}
	if in.NoGraph {
		a.Find = nil
	}
	if in.Source != nil {
		a.Registry = []byte(*in.Source)
		if a.Registry == nil {
			a.Registry = []byte{}
		}
	}
	switch {
	case (len(in.Routes) > 0) == (in.Text != ""):
		return Checked{}, fault.New(fault.Invalid, "invalid_input", "a check takes either routes or text")
	case len(in.Routes) > 0:
		return Check("routes.json", in.Routes, a), nil
	}
	name, err := NameAs(in.As)
	if err != nil {
		return Checked{}, err
	}
	return Check(name, []byte(in.Text), a), nil
}

// NameAs is a name that has Parse read a text as a format: json, or yaml, which
// is what "" means. The error is invalid_input.
func NameAs(format string) (string, error) {
	switch format {
	case "json":
		return "routes.json", nil
	case "", "yaml":
		return "routes.yaml", nil
	}
	return "", fault.New(fault.Invalid, "invalid_input", "as: %s is neither json nor yaml", quote(format))
}
