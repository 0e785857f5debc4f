package httpserver

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"majordomus/pkg/fault"
)

// queryInput writes a query string as the JSON object an operation decodes,
// each value typed by the member's schema. A list takes a repeated key, or one
// value that is a JSON list. Unknown keys are kept: the decoder refuses them.
func queryInput(q url.Values, schema *jsonschema.Schema) ([]byte, error) {
	keys := make([]string, 0, len(q))
	for k := range q {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var b strings.Builder
	b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(k)
		b.Write(name)
		b.WriteByte(':')
		value, err := queryValue(k, q[k], schema.Properties[k])
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

func queryValue(key string, values []string, s *jsonschema.Schema) (json.RawMessage, error) {
	word := schemaWord(s)
	if word == "array" {
		if len(values) == 1 && strings.HasPrefix(strings.TrimSpace(values[0]), "[") && json.Valid([]byte(values[0])) {
			return json.RawMessage(values[0]), nil
		}
		return json.Marshal(values)
	}
	if len(values) > 1 {
		return nil, fault.New(fault.Invalid, "invalid_input", "the key %s comes twice", fault.Quote(key))
	}
	v := values[0]
	switch word {
	case "integer", "number":
		if _, err := strconv.ParseFloat(v, 64); err != nil || !json.Valid([]byte(v)) {
			return nil, fault.New(fault.Invalid, "invalid_input", "%s: %s is not a number", key, fault.Quote(v))
		}
		return json.RawMessage(v), nil
	case "boolean":
		if v != "true" && v != "false" {
			return nil, fault.New(fault.Invalid, "invalid_input", "%s: %s is neither true nor false", key, fault.Quote(v))
		}
		return json.RawMessage(v), nil
	case "object", "":
		if json.Valid([]byte(v)) {
			return json.RawMessage(v), nil
		}
	}
	return json.Marshal(v)
}

// schemaWord is the type a member takes, null aside.
func schemaWord(s *jsonschema.Schema) string {
	switch {
	case s == nil:
		return "string"
	case s.Type != "":
		return s.Type
	case s.Ref != "":
		return "string" // an enumeration
	}
	for _, t := range s.Types {
		if t != "null" {
			return t
		}
	}
	return ""
}
