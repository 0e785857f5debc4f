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
	var b bytes.Buffer
	if err := gojson.NewEncoder(&b).EncodeWithOption(a, gojson.DisableHTMLEscape()); err != nil {
		return nil, fault.Wrap(err, "encode the answer")
	}
	// What the encoder spells its own way always has a \u in it. Without one
	// the bytes need no second pass, which costs as much as the first.
	if !bytes.Contains(b.Bytes(), []byte(`\u`)) {
		return b.Bytes(), nil
	}
	line, err := stream.Marshal(a)
	return append(line, '\n'), err
}
