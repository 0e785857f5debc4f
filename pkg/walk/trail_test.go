package walk

import (
	"math/rand/v2"
	"slices"
	"testing"

	"majordomus/pkg/git"
	"majordomus/pkg/terms"
)

// TestMovedFollowsALine through edits that leave it as it is.
func TestMovedFollowsALine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		lines := make([]int, 40)
		for i := range lines {
			lines[i] = i + 1
		}
		var edits []edit // newest first
		next := 100
		for range 1 + r.IntN(5) {
			var now []int
			var e edit
			for at := 0; at < len(lines); {
				if r.IntN(8) > 0 {
					now = append(now, lines[at])
					at++
					continue
				}
				h := git.Hunk{Lines: r.IntN(min(3, len(lines)-at)), NewLines: r.IntN(3)}
				h.Start, h.NewStart = at+1, len(now)+1
				if h.Lines == 0 {
					h.Start, h.NewLines = at, h.NewLines+1
				}
				if h.NewLines == 0 {
					h.NewStart--
				}
				for range h.NewLines {
					next++
					now = append(now, next)
				}
				at += h.Lines
				e.hunks = append(e.hunks, h)
				if at < len(lines) { // hunks of a patch do not touch
					now = append(now, lines[at])
					at++
				}
			}
			edits = append([]edit{e}, edits...)
			lines = now
		}
		for old := range 40 {
			if at := slices.Index(lines, old+1); at >= 0 && moved(old+1, edits) != at+1 {
				t.Fatalf("line %d is %d, want %d: %+v", old+1, moved(old+1, edits), at+1, edits)
			}
		}
	}
}

func TestMarkWeighsThePassagesThatChanged(t *testing.T) {
	ps := []terms.Passage{{Start: 1, End: 10}, {Start: 11, End: 20}, {Start: 21, End: 30}}
	for _, c := range []struct {
		start, end int
		want       []float64
	}{
		{1, 1, []float64{1, 0, 0}}, {10, 11, []float64{1, 1, 0}}, {0, 40, []float64{1, 1, 1}}, {31, 40, []float64{0, 0, 0}}, {20, 20, []float64{0, 1, 0}},
	} {
		got := make([]float64, 3)
		if mark(got, ps, c.start, c.end, 1); !slices.Equal(got, c.want) {
			t.Errorf("%d-%d: %v, want %v", c.start, c.end, got, c.want)
		}
	}
	if got := steps(7, ps, []float64{0, 0.5, 2}); len(got) != 2 || got[0].share != 0.25 || got[1].share != 1 || got[1].doc != 7 || got[1].lines != ps[2] {
		t.Errorf("%+v", got)
	}
}
