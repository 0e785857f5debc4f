package budget

import (
	"bytes"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
)

// Encode writes an answer as one line of JSON with its line end, in the
// spelling of the streams: the same answer, the same bytes.
func Encode(a *Answer) ([]byte, error) {
	b, err := gojson.MarshalWithOption(a, gojson.DisableHTMLEscape())
	if err != nil {
		return nil, fault.Wrap(err, "encode the answer")
	}
	// What the encoder spells its own way always has a \u in it. Without one
	// the bytes need no second pass, which costs as much as the first.
	if bytes.Contains(b, []byte(`\u`)) {
		if b, err = stream.Marshal(a); err != nil {
			return nil, err
		}
	}
	return append(b, '\n'), nil
}
