package token

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A text may be cut at a boundary and counted in parts.
func TestBoundariesAreExact(t *testing.T) {
	alphabet := []rune("aBs'  \t\n\n\n\r/.1中\u0301\u0085\u00a0🙂")
	rng := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 30_000 {
		rs := make([]rune, rng.IntN(16))
		for i := range rs {
			rs[i] = alphabet[rng.IntN(len(alphabet))]
		}
		b := []byte(string(rs))
		for _, i := range []int{FirstBoundary(b), LastBoundary(b)} {
			if i == 0 {
				continue
			}
			found++
			for _, e := range []Estimator{o200k(), cl100k()} {
				if whole, parts := e.Count(b), e.Count(b[:i])+e.Count(b[i:]); whole != parts {
					t.Fatalf("%s %q cut at %d: %d in one, %d in parts", e.Name(), b, i, whole, parts)
				}
			}
		}
	}
	if found < 1000 {
		t.Fatalf("only %d boundaries", found)
	}
}

func TestBoundaries(t *testing.T) {
	for text, want := range map[string][2]int{
		"a\nb\nc":          {2, 4},
		"}\n\n// x\ny":     {8, 8},
		"a\n  \n b":        {5, 5},
		"a\n\n":            {0, 0},
		"a\n ":             {0, 0},
		"one":              {0, 0},
		"a\n\u00a0\nb":     {5, 5},
		"x\n\tif /a/ {\n}": {2, 12},
	} {
		if got := [2]int{FirstBoundary([]byte(text)), LastBoundary([]byte(text))}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if StartsAlone([]byte(strings.Repeat(" ", 1000))) || !StartsAlone([]byte(" x")) {
		t.Error("white space alone is no start")
	}
}
