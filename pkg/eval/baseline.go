package eval

import (
	"cmp"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// The methods beside the product.
const (
	ceiling     = "ceiling"     // a perfect ranker of pieces
	bm25Files   = "bm25 files"  // BM25 over whole source files with path tokens
	bm25Pieces  = "bm25 pieces" // BM25 over pieces of 40 lines
	recentFirst = "recently changed"
)

const (
	k1, b     = 1.2, 0.75
	pieceSize = 40
)

// document is one source file of the parent.
type document struct {
	path  string
	lines []string
	bytes int64
}

func (r *run) documents(s *index.Store) ([]document, error) {
	var out []document
	for _, k := range []object.Kind{object.Implementation, object.Test} {
		for _, i := range s.OfKind(k) {
			data, err := os.ReadFile(filepath.Join(r.tree, s.Path(i)))
			if err != nil {
				return nil, err
			}
			out = append(out, document{s.Path(i), strings.SplitAfter(string(data), "\n"), int64(len(data))})
		}
	}
	slices.SortFunc(out, func(a, b document) int { return strings.Compare(a.path, b.path) })
	return out, nil
}

func (r *run) baselines(docs []document, t task, tr *truth) []ranking {
	var files, pieces []piece
	var fileText, pieceText []string
	for _, d := range docs {
		text := strings.Join(d.lines, "")
		files = append(files, piece{path: d.path, cost: token.CostOfSize(d.bytes)})
		fileText = append(fileText, d.path+" "+text)
		for from := 0; from < len(d.lines); from += pieceSize {
			to := min(from+pieceSize, len(d.lines))
			part := strings.Join(d.lines[from:to], "")
			pieces = append(pieces, piece{path: d.path, start: from + 1, end: to, cost: token.CostOfSize(int64(len(part)))})
			pieceText = append(pieceText, d.path+" "+part)
		}
	}
	return []ranking{{ceiling, perfect(pieces, tr), 0}, {bm25Files, order(files, fileText, t.intent), 0},
		{bm25Pieces, order(pieces, pieceText, t.intent), 0}, {recentFirst, r.recent.order(files, t.past), 0}}
}

// perfect offers the pieces that hold a changed hunk, the cheapest first.
func perfect(pieces []piece, t *truth) []piece {
	var out []piece
	for _, p := range pieces {
		for _, f := range t.files {
			if f.path == p.path && slices.ContainsFunc(f.hunks, func(h git.Hunk) bool { return h.Start >= p.start && h.Start <= p.end || h.Start < 1 && p.start == 1 }) {
				out = append(out, p)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b piece) int { return cmp.Compare(a.cost, b.cost) })
	return out
}

// order ranks texts by BM25 with split identifiers; ties by position.
func order(ps []piece, texts []string, query string) []piece {
	want := map[string]bool{}
	for _, w := range terms(query) {
		want[w] = true
	}
	tf := make([]map[string]int, len(texts))
	length := make([]float64, len(texts))
	df := map[string]int{}
	total := 0.0
	for i, t := range texts {
		ws := terms(t)
		length[i] = float64(len(ws))
		total += length[i]
		for _, w := range ws {
			if want[w] {
				if tf[i] == nil {
					tf[i] = map[string]int{}
				}
				if tf[i][w]++; tf[i][w] == 1 {
					df[w]++
				}
			}
		}
	}
	scores := make([]float64, len(texts))
	for i := range texts {
		for w, n := range tf[i] {
			idf := math.Log(1 + (float64(len(texts))-float64(df[w])+.5)/(float64(df[w])+.5))
			scores[i] += idf * float64(n) * (k1 + 1) / (float64(n) + k1*(1-b+b*length[i]/(total/float64(len(texts)))))
		}
	}
	at := make([]int, 0, len(ps))
	for i := range ps {
		if scores[i] > 0 {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(x, y int) int { return cmp.Compare(scores[y], scores[x]) })
	out := make([]piece, len(at))
	for i, j := range at {
		out[i] = ps[j]
	}
	return out
}

// terms splits a text into lower-case words of two or more letters, identifiers
// cut at case and underscore.
func terms(text string) []string {
	var out []string
	start, prevLower := -1, false
	flush := func(end int) {
		if start >= 0 && end-start > 1 {
			out = append(out, strings.ToLower(text[start:end]))
		}
		start = -1
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		upper, lower, digit := c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9'
		switch {
		case !upper && !lower && !digit:
			flush(i)
		case upper && prevLower:
			flush(i)
			start = i
		case start < 0:
			start = i
		}
		prevLower = lower || digit
	}
	flush(len(text))
	return out
}

// recency is when each path was last changed before a time.
type recency struct{ commits []git.Commit }

func newRecency(ctx context.Context, h *git.History) (*recency, error) {
	commits, err := h.Log(ctx, git.LogOptions{From: "HEAD", Commits: mostLooked, MessageBytes: 1})
	return &recency{commits}, err
}

// order offers files by when they last changed before a commit, the latest
// first.
func (r *recency) order(files []piece, p git.Past) []piece {
	rank := map[string]int{}
	for _, c := range r.commits {
		if c.Time >= p.Time {
			continue
		}
		for _, path := range c.Paths {
			if _, ok := rank[path]; !ok {
				rank[path] = len(rank) + 1
			}
		}
	}
	var out []piece
	for _, f := range files {
		if rank[f.path] > 0 {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b piece) int { return cmp.Compare(rank[a.path], rank[b.path]) })
	return out
}
