package walk

import (
	"math/rand/v2"
	"testing"

	"majordomus/pkg/search"
	"majordomus/pkg/terms"
)

// TestCrowdedPassagesMakeRoom: what stands beside better lines of its file keeps
// a share, and nothing else changes.
func TestCrowdedPassagesMakeRoom(t *testing.T) {
	at := func(doc int32, start, end int, score float64) search.Hit {
		return search.Hit{Doc: doc, Unit: int32(start), Lines: terms.Passage{Start: start, End: end}, Score: score}
	}
	hits := search.Hits{List: []search.Hit{
		at(0, 1, 10, 0.5), at(0, 11, 20, 1), at(0, 21, 30, 0.5), at(0, 31, 40, 0.4), at(0, 41, 50, 0.3), at(0, 71, 80, 0.1),
		at(1, 1, 10, 0.2), {Doc: 2, Unit: search.Whole, Score: 0.9},
	}}
	c := (&inference{hits: &hits, best: 1}).crowd()
	for k, want := range []float64{0.7, 1, 0.49, 0.49, 0.49, 1, 1, 1} {
		if got := c.share(unitOf(&hits.List[k])); got != want {
			t.Errorf("hit %d keeps %v, want %v", k, got, want)
		}
	}
}

func TestACrowdCountsGuessesToo(t *testing.T) {
	hits := search.Hits{List: []search.Hit{{Doc: 3, Lines: terms.Passage{Start: 5, End: 9}, Score: 0.5}}}
	in := &inference{hits: &hits, best: 1}
	in.guess(guess{unit: unit{3, terms.Passage{Start: 10, End: 19}}, confidence: 0.9})
	in.guess(guess{unit: unit{3, terms.Passage{Start: 5, End: 9}}, confidence: 0.6})
	c := in.crowd()
	if a, b := c.share(in.guesses[0].unit), c.share(in.guesses[1].unit); len(c) != 2 || a != 1 || b != crowdShare {
		t.Errorf("%+v: the better keeps %v, the other %v", c, a, b)
	}
}

// TestTheBestOfAFileIsNeverCrowded: whatever stands around it.
func TestTheBestOfAFileIsNeverCrowded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var hits search.Hits
		best, at := 0.0, 0
		for line, n := 1, 0; n < 20; n++ {
			end := line + r.IntN(30)
			h := search.Hit{Unit: int32(n), Lines: terms.Passage{Start: line, End: end}, Score: float64(1+r.IntN(20)) / 20}
			if h.Score > best {
				best, at = h.Score, n
			}
			hits.List = append(hits.List, h)
			line = end + 1 + r.IntN(30)
		}
		c := (&inference{hits: &hits, best: best}).crowd()
		for k := range hits.List {
			s := c.share(unitOf(&hits.List[k]))
			if s <= 0 || s > 1 || k == at && s != 1 {
				t.Fatalf("hit %d of %+v keeps %v", k, hits.List, s)
			}
		}
	}
}
