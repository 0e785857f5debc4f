package operation

import (
	gojson "github.com/goccy/go-json"

	"majordomus/pkg/object"
)

// windowTokens is what one bounded answer may cost a model's window. No
// tokenizer makes more tokens than bytes, so the bounds below are counted from
// bytes and hold for every one.
const windowTokens = 18_000

// bodyFits is how many bytes of data fit in a window when they are written as a
// JSON string: a control character is escaped to six, base64 takes four for
// three.
func bodyFits(data []byte, text bool) int {
	if !text {
		return min(len(data), windowTokens/4*3)
	}
	cost := 0
	for i, b := range data {
		switch {
		case b < ' ' && b != '\n' && b != '\t':
			cost += 6
		case b == '"' || b == '\\':
			cost += 2
		default:
			cost++
		}
		if cost > windowTokens {
			return i
		}
	}
	return len(data)
}

// objectCost is what an object in a list costs: its JSON is mostly ASCII words,
// which no tokenizer splits into more than half as many tokens as bytes; every
// other byte counts whole.
func objectCost(o *object.Object) int {
	line, err := gojson.MarshalWithOption(o, gojson.DisableHTMLEscape())
	if err != nil {
		return 0
	}
	cost := 0
	for _, b := range line {
		if b >= 0x80 {
			cost += 2
		} else {
			cost++
		}
	}
	return cost / 2
}
