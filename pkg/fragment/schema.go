package fragment

import "github.com/google/jsonschema-go/jsonschema"

// JSONSchema says what MarshalJSON writes.
func (ID) JSONSchema() *jsonschema.Schema {
	zero := 0.0
	return &jsonschema.Schema{
		Types: []string{"integer", "string"}, Minimum: &zero, Pattern: "^(0|[1-9][0-9]{0,19})$",
		Description: "0..18446744073709551615, as an integer or its decimal string.",
	}
}
