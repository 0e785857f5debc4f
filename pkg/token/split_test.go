package token

import (
	"math/rand/v2"
	"testing"
)

// Random texts over the runes at which the patterns decide, in and out of each
// other's sets.
func TestRandomTextsEqualLibrary(t *testing.T) {
	alphabet := []rune("aAbSſsdlLmrevtEV''   \t\n\n\r\v\u0085\u00a0\u2028\u200b/!.,_-019²ⅷ٣中あーǅªʰ\u0301\u0903\u20dd🙂\u200d\ufffdΣσßİıK\ue000")
	rng := rand.New(rand.NewPCG(1, 2))
	o, c := peer(t, NameO200k), peer(t, NameCl100k)
	for range 30_000 {
		rs := make([]rune, rng.IntN(14))
		width := 1 + rng.IntN(len(alphabet))
		from := rng.IntN(len(alphabet))
		for i := range rs {
			rs[i] = alphabet[(from+rng.IntN(width))%len(alphabet)]
		}
		s := string(rs)
		wantO, _ := o.Count(s)
		wantC, _ := c.Count(s)
		if gotO, gotC := o200k().Count([]byte(s)), cl100k().Count([]byte(s)); gotO != wantO || gotC != wantC {
			t.Fatalf("%q: o200k %d, want %d; cl100k %d, want %d", s, gotO, wantO, gotC, wantC)
		}
	}
}

// Piece lengths, not only counts: a wrong split can count right by luck.
func TestPieces(t *testing.T) {
	for _, c := range []struct {
		next func([]byte) int
		text string
		want []string
	}{
		{nextO200k, "HTTPServer's", []string{"HTTPServer's"}},
		{nextO200k, "中A b", []string{"中", "A", " b"}},
		{nextO200k, "\u0301ABC", []string{"\u0301", "ABC"}},
		{nextO200k, " //\n/x", []string{" //\n/", "x"}},
		{nextCl100k, " //\n/x", []string{" //\n", "/x"}},
		{nextCl100k, "it's", []string{"it", "'s"}},
		{nextO200k, "a \n \n  b1234", []string{"a", " \n", " \n", " ", " b", "123", "4"}},
	} {
		var got []string
		for b := []byte(c.text); len(b) > 0; {
			n := c.next(b)
			got, b = append(got, string(b[:n])), b[n:]
		}
		if len(got) != len(c.want) {
			t.Fatalf("%q: %q", c.text, got)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Fatalf("%q: %q", c.text, got)
			}
		}
	}
}
