package index

import (
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

// TestAnEdgeIsSpelledAsTheEncoderWould holds appendEdge to the struct's own tags.
func TestAnEdgeIsSpelledAsTheEncoderWould(t *testing.T) {
	texts := []string{"", "a", "majordomus://file/a b", `"`, `\`, "\x00\x1f\b\f\n\r\t\x7f", "é\u2028\u2029😀", "<>&", "long enough for eight bytes \" a step", "x\"\"\"\\\\"}
	for i, a := range texts {
		b := texts[(i+3)%len(texts)]
		for _, e := range []object.Edge{
			{From: a, To: b, Kind: object.EdgeKind(a), DeclaredIn: b},
			{From: b, To: a, Kind: object.Imports, DeclaredIn: a, Dangling: true, Hint: b},
		} {
			want, err := stream.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			if got := appendEdge(nil, e); string(got) != string(want) {
				t.Errorf("%s is not %s", got, want)
			}
		}
	}
}
