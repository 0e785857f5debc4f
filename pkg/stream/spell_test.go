package stream

import (
	"math"
	"testing"
)

func TestEncodeIsMarshal(t *testing.T) {
	type value struct {
		Text   string   `json:"text"`
		Number float64  `json:"number"`
		Whole  int64    `json:"whole"`
		List   []string `json:"list,omitempty"`
	}
	for _, v := range []value{
		{}, {Text: "plain <&> 日本"}, {Text: "\u2028\u2029"}, {Text: "\x00\x1f\x7f\b\f"}, {Text: "\xff"}, {Text: `\u0041 "`}, {Number: math.Copysign(0, -1)},
		{Number: -0.5}, {Number: 1e-7}, {Number: 1e21}, {Number: 1e20}, {Number: 123456.789}, {Whole: 1<<53 - 1}, {Whole: -7}, {List: []string{"a", "\n"}},
	} {
		want, err := Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is not %s", got, want)
		}
	}
}
