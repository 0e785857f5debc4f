package terms

import (
	"slices"

	"majordomus/pkg/object"
)

// Passage is a run of whole lines of a file that is searched, and given, as one.
// The passages of a file follow each other and hold all of its lines; those of
// one whose text is not read are its declarations.
type Passage struct {
	Start, End int   // lines, 1-based, inclusive
	Bytes      int64 // of those lines, their line ends included
	Words      int   // terms that stand in them
}

// Sizes of passages in lines. They are those that found most changed lines of
// six histories under 12,000 tokens: 3, 25, 12 before 4, 40, 20 and 8, 60, 40.
const (
	shortest = 3  // a shorter one joins the next
	longest  = 25 // a longer one is split
	piece    = 12 // into pieces of this many
)

// Lead is how many lines above a declaration its passage may hold.
const Lead = shortest - 1

// cut gives the last line of each passage of a file of n lines: they end where
// a declaration starts or ends.
func cut(n int, symbols []object.Symbol) []int {
	at := make([]int, 0, 2*len(symbols)+1)
	for _, s := range symbols {
		at = append(at, s.Start-1, s.End)
	}
	at = append(at, n)
	slices.Sort(at)
	var ends []int
	last := 0
	for _, end := range at {
		if end > n || end-last < shortest && end != n {
			continue
		}
		for end-last > longest {
			last += piece
			ends = append(ends, last)
		}
		if end > last {
			last = end
			ends = append(ends, last)
		}
	}
	return ends
}
