package walk

import (
	"context"
	"errors"
	"math"
	"slices"

	"majordomus/pkg/git"
	"majordomus/pkg/graph"
	"majordomus/pkg/object"
	"majordomus/pkg/terms"
)

// The trail of a file: where in it the commits that history speaks of changed
// it.
const (
	trailFiles = 8       // files that are looked into, the best lessons of those that have passages
	trailBytes = 1 << 20 // a larger file is made by a program, and comparing its versions takes long
	trailEach  = 100     // commits of each, the newest
	trailHunks = 40      // a commit that changed a file at more places says nothing of any one
	trailAny   = 0.05    // weight of a commit that is like nothing, the newest being 1
	trailHalf  = 10.0    // changes of the file after which one such counts half
)

// trail is the parts of a file that its changes stand in.
type trail []step

type step struct {
	unit
	share float64 // of the file's best
}

// trails follows the best lessons. How much each commit says is given by its
// position in the log.
func (in *inference) trails(ctx context.Context, best []lesson, says []float64) (map[int32]trail, error) {
	var docs, at, oldest []int32
	var paths []string
	for i := range best {
		doc := best[i].doc
		of := in.past.byPath[in.store.Path(doc)]
		of = of[:min(len(of), trailEach)]
		if len(docs) == trailFiles || len(of) == 0 || len(in.index.Passages(doc)) == 0 || in.store.Object(doc).Provenance.Bytes > trailBytes {
			continue
		}
		docs, paths, at, oldest = append(docs, doc), append(paths, in.store.Path(doc)), append(at, of...), append(oldest, of[len(of)-1])
	}
	if len(oldest) > 0 {
		at = append(at, in.past.large(slices.Max(oldest))...)
	}
	slices.Sort(at)
	changed, err := in.past.edits(ctx, slices.Compact(at), paths)
	if errors.Is(err, git.ErrLacking) {
		in.past = in.past.blurred()
		in.note(object.Info, "partial_history", "", "the clone lacks content: history is inferred from whole files")
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[int32]trail{}
	for i, doc := range docs {
		edits := changed[paths[i]]
		// Of what another file's commits did to this one, those between are not known.
		edits = slices.DeleteFunc(edits, func(e edit) bool { return e.commit > oldest[i] })
		out[doc] = in.trail(doc, edits, says)
	}
	return out, nil
}

// edit is what one commit, by its position in the log, changed of a file.
type edit struct {
	commit int32
	hunks  []git.Hunk
}

// trail follows the edits of one file, newest first, to where its lines stand
// now. One of a commit that changed too much says nothing, but moves lines.
func (in *inference) trail(doc int32, edits []edit, says []float64) trail {
	passages := in.index.Passages(doc)
	shares := make([]float64, len(passages))
	for n, e := range edits {
		weight := graph.Round6(says[e.commit] + trailAny*math.Exp2(-float64(n+1)/trailHalf))
		if len(e.hunks) > trailHunks || len(in.past.commits[e.commit].Paths) == 0 {
			continue
		}
		for _, h := range e.hunks {
			start := moved(h.NewStart, edits[:n])
			mark(shares, passages, start, start+max(h.NewLines, 1)-1, weight)
		}
	}
	return steps(doc, passages, shares)
}

// moved is where a line stands after later edits, given newest first.
func moved(line int, later []edit) int {
	for i := len(later) - 1; i >= 0; i-- {
		by := 0
		for _, h := range later[i].hunks {
			if h.Start+h.Lines < line || h.Start+h.Lines == line && h.Lines > 0 {
				by += h.NewLines - h.Lines
			}
		}
		line += by
	}
	return line
}

// mark adds weight to the passages that hold a line of start to end.
func mark(shares []float64, passages []terms.Passage, start, end int, weight float64) {
	at, _ := slices.BinarySearchFunc(passages, start, func(p terms.Passage, line int) int { return p.End - line })
	for ; at < len(passages) && passages[at].Start <= end; at++ {
		shares[at] += weight
	}
}

func steps(doc int32, passages []terms.Passage, shares []float64) (t trail) {
	best := slices.Max(shares)
	for i, s := range shares {
		if s > 0 {
			t = append(t, step{unit{doc, passages[i]}, graph.Round6(s / best)})
		}
	}
	return t
}
