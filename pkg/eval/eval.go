// Package eval measures contexts against recorded history: does the context of
// a change, compiled at its parent from nothing but the commit's message, hold
// what the change touched? Commits are sampled the same way every time, nothing
// younger than the parent is visible, and beside the product stand the ceiling
// of a perfect ranker and plain baselines, all in one run over the same files.
package eval

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"majordomus/pkg/devcontext"
	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// Options says what to measure.
type Options struct {
	Repo     string            // a repository, bare or not
	Name     string            // how the report calls it; "" is the folder's name
	Commits  int               // commits to sample; 0: 60
	Budgets  []int64           // tokens; empty: 6,000, 12,000 and 24,000
	History  bool              // let the walk under test ask the log of the parent
	MaxDepth *int              // hops along edges; nil: as a request has it by default
	WithPath bool              // give one touched path too and look for the others
	Flags    map[string]string // settings of the walk under test, for the report
	Walk     walk.Options      // settings of the walk under test
	Progress func(done, total int)
}

// Report is what came out, for one repository.
type Report struct {
	Repository string   `json:"repository"`
	Commits    int      `json:"commits"`    // measured
	Considered int      `json:"considered"` // looked at to find them
	WithPath   bool     `json:"with_path"`  // one touched path was given
	History    bool     `json:"history"`    // the walk under test asked the log of the parent
	Rows       []Row    `json:"rows"`       // by budget, then method
	IDs        []string `json:"ids"`        // the commits, newest first
}

// Row is one method under one budget; the figures are means over the commits.
type Row struct {
	Method     string  `json:"method"`
	Budget     int64   `json:"budget_tokens"`
	FileRecall float64 `json:"file_recall"`       // touched files that stand whole or in part in the context
	Whole      float64 `json:"whole_file_recall"` // touched files that stand whole
	Line       float64 `json:"line_recall"`       // touched files with a span within 20 lines of a changed hunk
	Hunk       float64 `json:"hunk_recall"`       // changed hunks within 20 lines of a span
	Hit        float64 `json:"hit_rate"`          // commits of which at least one touched file is there
	LineHit    float64 `json:"line_hit_rate"`     // commits with at least one touched file at the right lines
	MRR        float64 `json:"mrr"`               // mean reciprocal rank of the first touched file
	Seconds    float64 `json:"seconds,omitempty"` // mean time of a compile, index aside
}

const (
	defaultCommits = 60
	productName    = "majordomus"
)

// Run measures one repository. Errors: a repository git refuses, a history
// without commits to measure.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Commits == 0 {
		o.Commits = defaultCommits
	}
	if len(o.Budgets) == 0 {
		o.Budgets = []int64{6_000, 12_000, 24_000}
	}
	if o.Name == "" {
		o.Name = filepath.Base(o.Repo)
	}
	h, err := git.OpenHistory(ctx, o.Repo)
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "majordomus-eval-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	r := &run{o: o, history: h, tree: filepath.Join(work, "tree"), index: filepath.Join(work, "index"), cache: filepath.Join(work, "cache")}
	if err := os.MkdirAll(r.tree, 0o700); err != nil {
		return nil, err
	}
	return r.all(ctx)
}

// run is one measurement in the making.
type run struct {
	o                  Options
	history            *git.History
	tree, index, cache string
	recent             *recency
	sums               map[rowKey]*sum
}

type rowKey struct {
	method string
	budget int64
}

func (r *run) all(ctx context.Context) (*Report, error) {
	tasks, considered, err := r.sample(ctx)
	if err != nil {
		return nil, err
	}
	r.sums = map[rowKey]*sum{}
	rep := &Report{Repository: r.o.Name, Considered: considered, WithPath: r.o.WithPath, History: r.o.History}
	for i, t := range tasks {
		if r.o.Progress != nil {
			r.o.Progress(i, len(tasks))
		}
		ok, err := r.task(ctx, t)
		if err != nil {
			return nil, err
		}
		if ok {
			rep.Commits++
			rep.IDs = append(rep.IDs, t.past.ID)
		}
	}
	rep.Rows = r.rows()
	return rep, nil
}

// task measures every method on one commit; ok is false when nothing of what it
// touched is in the index of the parent.
func (r *run) task(ctx context.Context, t task) (ok bool, err error) {
	if err := r.history.LayOut(ctx, t.past.Parent, r.tree, r.index); err != nil {
		return false, err
	}
	store, err := index.Build(ctx, index.Options{Dir: r.tree, CacheDir: r.cache})
	if err != nil {
		return false, err
	}
	truth := truthOf(store, t)
	q := seed.Request{Intent: &t.intent, Floor: new(0.0), MaxDepth: r.o.MaxDepth}
	if r.o.WithPath {
		if len(truth.files) < 2 {
			return false, nil
		}
		given := truth.take()
		q.Paths = []string{given}
	}
	if len(truth.files) == 0 {
		return false, nil
	}
	docs, err := r.documents(store)
	if err != nil {
		return false, err
	}
	past, err := r.past(ctx, t.past.Parent)
	if err != nil {
		return false, err
	}
	began := time.Now()
	ranked, err := r.product(ctx, store, q, past)
	if err != nil {
		return false, err
	}
	seconds := time.Since(began).Seconds()
	lists := []ranking{{productName, ranked, seconds}}
	lists = append(lists, r.baselines(docs, t, truth)...)
	for _, l := range lists {
		for _, b := range r.o.Budgets {
			s := r.sums[rowKey{l.method, b}]
			if s == nil {
				s = &sum{}
				r.sums[rowKey{l.method, b}] = s
			}
			s.add(measure(spend(l.pieces, b, q.Paths), truth), l.seconds)
		}
	}
	return true, nil
}

// ranking is the order in which a method offers pieces.
type ranking struct {
	method  string
	pieces  []piece
	seconds float64
}

// product compiles under a budget that everything fits, and gives the entries
// in the order of the answer: what a smaller budget takes is what fits first.
func (r *run) product(ctx context.Context, store *index.Store, q seed.Request, past pastOf) ([]piece, error) {
	q.BudgetTokens = new(int64(1) << 40)
	c, err := devcontext.Compile(ctx, q, devcontext.Options{Index: index.Options{Dir: r.tree, CacheDir: r.cache}, Root: r.tree, Store: store, NoLocal: true, Past: past})
	if err != nil {
		return nil, err
	}
	var out []piece
	for i := range c.Answer.Selected {
		e := &c.Answer.Selected[i]
		p := piece{path: e.Provenance.Path, cost: e.CostTokens, required: e.Required}
		if s := e.Provenance.Span; s != nil {
			p.start, p.end = s.Start, s.End
		}
		out = append(out, p)
	}
	return out, nil
}

// pastOf is how a walk asks for its past; nil: it does not.
type pastOf func(ctx context.Context, head string) (*walk.Past, error)

// past is that of a commit, whatever the laid out tree says of where it stands.
func (r *run) past(ctx context.Context, at string) (pastOf, error) {
	if !r.o.History {
		return nil, nil
	}
	p, err := devcontext.ReadPast(ctx, r.history, at)
	return func(context.Context, string) (*walk.Past, error) { return p, nil }, err
}
