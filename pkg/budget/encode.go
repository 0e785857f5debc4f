package budget

import "majordomus/pkg/stream"

// Encode writes an answer as one line of JSON with its line end, in the
// spelling of the streams: the same answer, the same bytes.
func Encode(a *Answer) ([]byte, error) {
	b, err := stream.Marshal(a)
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}
