package route

import "majordomus/pkg/canon"

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
