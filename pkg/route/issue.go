package route

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

// Code is the stable word of an issue.
type Code string

// Closed marks the codes as all there are.
func (Code) Closed() {}

// The codes (spec/routes.md).
const (
	ReadError         Code = "route_index_read_error"  // it cannot be read
	RepeatedKey       Code = "duplicate_mapping_key"   // the same key twice in one mapping
	ParseError        Code = "route_index_parse_error" // it is no JSON or no YAML
	InvalidPath       Code = "invalid_path"            // a path that is refused
	InvalidSymbol     Code = "invalid_symbol"          // a symbol that is blank or no string
	MissingNodeID     Code = "missing_node_id"         // a record without a node
	DuplicateRecord   Code = "duplicate_node_record"   // the same record again under one key
	ConflictingRecord Code = "conflicting_node_record" // the same node with another reason or provenance under one key
	SchemaValidation  Code = "schema_validation"       // a field that is not what it must be
	MissingNode       Code = "missing_graph_node"      // a node that is not in the index
)

// Step is one element of a location: a key as a string, an index or a numeric
// key as a number.
type Step struct{ v canon.Value }

// MarshalJSON is the string or the number.
func (s Step) MarshalJSON() ([]byte, error) { return s.v.MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Step) UnmarshalJSON(b []byte) error { return s.v.UnmarshalJSON(b) }

// JSONSchema says what MarshalJSON writes.
func (Step) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"string", "number"}, Description: "A key, or an index or numeric key."}
}

// String is the key or the digits.
func (s Step) String() string {
	if t, ok := s.v.Str(); ok {
		return t
	}
	return string(s.v.Append(nil, canon.CodePoint))
}

func key(s string) Step { return Step{canon.Text(s)} }
func index(i int) Step  { return Step{canon.Integer(strconv.Itoa(i))} }

// keyStep shows a key that need not be a string.
func keyStep(k canon.Key) Step {
	switch k.Kind {
	case canon.String:
		return key(k.Text)
	case canon.Int:
		return Step{canon.Integer(k.Text)}
	case canon.Float:
		if v, err := canon.Parse([]byte(k.Text)); err == nil {
			return Step{v}
		}
	}
	return key("<" + k.Text + ">")
}

// Issue is one fault of a route index and where it stands.
type Issue struct {
	Code     Code   `json:"code"`              // what is wrong
	Location []Step `json:"location"`          // path to the value, as it was written
	Message  string `json:"message"`           // what is wrong, for a person
	NodeID   string `json:"node_id,omitempty"` // the node of the record, where one is at fault
}

// Error is "by_path/src/a.py/0: message".
func (i Issue) Error() string { return i.place() + ": " + i.Message }

func (i Issue) place() string {
	steps := make([]string, len(i.Location))
	for n, s := range i.Location {
		steps[n] = s.String()
	}
	return strings.Join(steps, "/")
}

// wholeIndex is the location of what has no place inside.
func wholeIndex(rest ...Step) []Step { return append([]Step{key("route_index")}, rest...) }

// Invalid is the error route_index_invalid that carries the issues of a file;
// nil without any.
func Invalid(name string, issues []Issue) error {
	if len(issues) == 0 {
		return nil
	}
	more := ""
	if n := len(issues) - 1; n > 0 {
		more = " (and " + strconv.Itoa(n) + " more)"
	}
	e := fault.New(fault.Invalid, "route_index_invalid", "the route index is invalid: %s: %s%s", issues[0].Code, issues[0].Error(), more)
	e.Detail = issues
	return e.At(name, 0, 0).WithHint("`majordomus route check` lists every issue")
}

// unique drops repetitions of one issue; the order stays.
func unique(issues []Issue) []Issue {
	seen := make(map[string]bool, len(issues))
	return slices.DeleteFunc(issues, func(i Issue) bool {
		id := string(i.Code) + "\x00" + i.place() + "\x00" + i.Message
		again := seen[id]
		seen[id] = true
		return again
	})
}

func quote(s string) string { return fault.Quote(s) }

func compareRecords(a, b Record) int {
	return cmp.Or(strings.Compare(a.NodeID, b.NodeID), strings.Compare(a.Reason, b.Reason),
		strings.Compare(a.spelled(), b.spelled()))
}
