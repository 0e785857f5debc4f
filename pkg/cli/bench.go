package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"majordomus/pkg/budget"
	"majordomus/pkg/capsule"
	artifact "majordomus/pkg/compiled"
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/operation"
	"majordomus/pkg/seed"
	"majordomus/pkg/task"
)

type benchFlags struct {
	Runs      int      `long:"runs" value-name:"N" default:"20" description:"Warm calls of every case on every surface; a fifth of them cold"`
	Operation []string `long:"operation" unquote:"false" value-name:"ID" description:"Only this operation; may be repeated"`
	Surface   []string `long:"surface" unquote:"false" value-name:"NAME" choice:"direct" choice:"cli" choice:"mcp" choice:"mcp-http" choice:"http" description:"Only this surface; may be repeated"`
	Resident  bool     `long:"resident" description:"Only the figures of a process that stays"`
	repoFlag
	formatFlags
	outputFlags
}

func (a *app) benchCommand() *command {
	f := new(benchFlags)
	return &command{
		words:   []string{"bench"},
		summary: "measure every operation on every surface, cold and warm",
		about: "Runs the benchmark cases of each operation against a repository: called directly, from the command line, over MCP on standard input and output, " +
			"over MCP on HTTP, and over HTTP. Cold is a new process or server with an empty cache, warm one that answered before. Then the resident figures: " +
			"compiles a second that no cache answers and that one does, and the time to the first answer of majordomus mcp.",
		flags: f,
		run:   func(ctx context.Context) error { return a.bench(ctx, f) },
	}
}

// measured is one line of the matrix. Times are nanoseconds.
type measured struct {
	Operation string `json:"operation"`
	Case      string `json:"case"`
	Surface   string `json:"surface"`
	Phase     string `json:"phase"` // cold or warm
	Runs      int    `json:"runs"`
	P50       int64  `json:"p50_ns"`
	P99       int64  `json:"p99_ns"`
	Allocs    uint64 `json:"allocs_per_op,omitempty"` // of this process; absent where another one works
}

// benchReport is the value of bench.
type benchReport struct {
	Objects  int        `json:"objects"`
	Edges    int        `json:"edges"`
	Matrix   []measured `json:"matrix"`
	Resident []resident `json:"resident"`
}

func (a *app) bench(ctx context.Context, f *benchFlags) error {
	if f.Runs < 1 {
		return fault.New(fault.Usage, "usage", "--runs %d is no number of calls", f.Runs)
	}
	b, err := newBench(ctx, a, f)
	if err != nil {
		return err
	}
	defer b.close()
	for _, o := range operation.List() {
		if f.Resident || len(f.Operation) > 0 && !slices.Contains(f.Operation, o.ID) {
			continue
		}
		for _, c := range o.Cases {
			if err := b.measure(ctx, o, c); err != nil {
				return fault.Wrap(err, "%s, case %s", o.ID, c.Name)
			}
		}
	}
	if err := b.resident(ctx); err != nil {
		return err
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, b.tables()...)
	}
	return a.writeJSON(f.outputFlags, b.report)
}

// bench holds what a run measures with.
type bench struct {
	app     *app
	flags   *benchFlags
	work    string // scratch folder
	program string // this very program
	subject operation.Subject
	report  benchReport
}

func newBench(ctx context.Context, a *app, f *benchFlags) (*bench, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fault.Wrap(err, "find this program")
	}
	work, err := os.MkdirTemp("", "majordomus-bench-")
	if err != nil {
		return nil, fault.Wrap(bare(err), "make a scratch folder")
	}
	b := &bench{app: a, flags: f, work: work, program: program, report: benchReport{Matrix: []measured{}, Resident: []resident{}}}
	if err := b.findSubject(ctx); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bench) close() { _ = os.RemoveAll(b.work) } // a scratch folder that stays harms nobody

// findSubject takes names that exist from the repository: the first of each.
func (b *bench) findSubject(ctx context.Context) error {
	env, err := operation.NewEnv(operation.Settings{Index: b.app.indexOptions(b.flags.Repo, indexFlags{})})
	if err != nil {
		return err
	}
	defer env.Close()
	g, err := env.Workspace.Generation(ctx)
	if err != nil {
		return err
	}
	b.report.Objects, b.report.Edges = g.Store.Len(), g.Store.Edges()
	s := &b.subject
	for i := range int32(g.Store.Len()) {
		o := g.Store.Object(i)
		switch {
		case o.Kind == object.Issue && s.Issue == "":
			s.Issue, s.URI, s.Intent = o.Identity, o.URI, o.Title
		case o.Kind == object.Milestone && s.Milestone == "":
			s.Milestone = o.Identity
		case o.Kind == object.Implementation && s.Path == "":
			s.Path = o.Provenance.Path
		}
	}
	if s.Issue == "" || s.Milestone == "" || s.Path == "" {
		return fault.New(fault.NotFound, "nothing_to_measure", "the repository has no issue, no milestone or no source file").
			WithHint("majordomus synth --objects 1000 --dir DIR makes one; then git init it and give --repo DIR")
	}
	return b.makeSubject(ctx, env)
}

// makeSubject adds what is made of those names: an answer, a Capsule, the
// artifact of it and a manifest.
func (b *bench) makeSubject(ctx context.Context, env *operation.Env) error {
	s := &b.subject
	var err error
	if s.Answer, err = outputOf[*budget.Answer](ctx, env, "devcontext.compile", seed.Request{Issue: &s.Issue}); err != nil {
		return err
	}
	evidence, err := outputOf[*capsule.Capsule](ctx, env, "context.build", capsule.BuildInput{Goal: s.Intent, BudgetTokens: operation.CapsuleBudget})
	if err != nil {
		return err
	}
	if s.Capsule, err = evidence.Canonical(); err != nil {
		return err
	}
	preview, err := outputOf[*artifact.Preview](ctx, env, "context.compiled.preview", artifact.PreviewInput{Capsule: s.Capsule, BudgetTokens: 2 * operation.CapsuleBudget})
	if err != nil {
		return err
	}
	s.Markdown = preview.Markdown
	resolved, err := outputOf[*task.ResolveOutput](ctx, env, "task.resolve", task.ResolveInput{Task: s.Task()})
	if err != nil {
		return err
	}
	s.Manifest, err = json.Marshal(resolved.Manifest)
	return err
}

// outputOf calls an operation whose output is a T.
func outputOf[T any](ctx context.Context, env *operation.Env, id string, in any) (T, error) {
	out, err := byOperation(id).Call(ctx, env, in)
	if err != nil {
		var none T
		return none, fault.Wrap(err, "%s", id)
	}
	v, ok := out.(T)
	if !ok {
		return v, fmt.Errorf("%s gives %T", id, out)
	}
	return v, nil
}

// measure runs a case on every surface the operation has, cold and warm.
func (b *bench) measure(ctx context.Context, o *operation.Operation, c operation.Case) error {
	in, err := json.Marshal(c.Input(b.subject))
	if err != nil {
		return err
	}
	for _, s := range benchSurfaces() {
		if !s.offers(o) || len(b.flags.Surface) > 0 && !slices.Contains(b.flags.Surface, s.name) {
			continue
		}
		cold, err := b.cold(ctx, s, o, in)
		if err != nil {
			return fmt.Errorf("%s, cold: %w", s.name, err)
		}
		warm, err := b.warm(ctx, s, o, in)
		if err != nil {
			return fmt.Errorf("%s, warm: %w", s.name, err)
		}
		for _, m := range []measured{cold, warm} {
			m.Operation, m.Case, m.Surface = o.ID, c.Name, s.name
			b.report.Matrix = append(b.report.Matrix, m)
		}
	}
	return nil
}

// cold opens a surface with an empty cache for every call.
func (b *bench) cold(ctx context.Context, s benchSurface, o *operation.Operation, in json.RawMessage) (measured, error) {
	return b.sample("cold", max(1, b.flags.Runs/5), func(int) (func() error, func(), error) {
		cache, err := os.MkdirTemp(b.work, "cache-")
		if err != nil {
			return nil, nil, err
		}
		var at *opened
		call := func() error {
			var err error
			if at, err = s.open(ctx, b, cache); err != nil {
				return err
			}
			return at.call(o, in)
		}
		return call, func() { at.close() }, nil
	})
}

// warm calls one open surface that answered before.
func (b *bench) warm(ctx context.Context, s benchSurface, o *operation.Operation, in json.RawMessage) (measured, error) {
	at, err := s.open(ctx, b, b.work)
	if err != nil {
		return measured{}, err
	}
	defer at.close()
	if err := at.call(o, in); err != nil {
		return measured{}, err
	}
	m, err := b.sample("warm", b.flags.Runs, func(int) (func() error, func(), error) {
		return func() error { return at.call(o, in) }, func() {}, nil
	})
	if s.elsewhere {
		m.Allocs = 0
	}
	return m, err
}

// sample times calls, each made by prepare outside the time.
func (b *bench) sample(phase string, n int, prepare func(i int) (call func() error, after func(), err error)) (measured, error) {
	times := make([]time.Duration, 0, n)
	var allocs uint64
	for i := range n {
		call, after, err := prepare(i)
		if err != nil {
			return measured{}, err
		}
		before := mallocs()
		began := time.Now()
		err = call()
		times = append(times, time.Since(began))
		allocs += mallocs() - before
		if err != nil {
			return measured{}, err
		}
		after()
	}
	m := measured{Phase: phase, Runs: n, P50: quantile(times, .5).Nanoseconds(), P99: quantile(times, .99).Nanoseconds()}
	if phase == "warm" {
		m.Allocs = allocs / uint64(n) //nolint:gosec // at least 1
	}
	return m, nil
}

func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// quantile is the nearest rank of the sorted times.
func quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[min(len(times)-1, int(math.Ceil(q*float64(len(times))))-1)]
}

func (b *bench) tables() []*table {
	matrix := &table{
		lines: []string{fmt.Sprintf("%d objects, %d edges", b.report.Objects, b.report.Edges)},
		head:  []string{"operation", "case", "surface", "", "runs", "p50", "p99", "allocs"},
	}
	for _, m := range b.report.Matrix {
		allocs := ""
		if m.Allocs > 0 {
			allocs = strconv.FormatUint(m.Allocs, 10)
		}
		matrix.rows = append(matrix.rows, []string{m.Operation, m.Case, m.Surface, m.Phase, strconv.Itoa(m.Runs), shortTime(m.P50), shortTime(m.P99), allocs})
	}
	figures := &table{head: []string{"resident", "calls a second", "p50", "p99"}}
	for _, r := range b.report.Resident {
		figures.rows = append(figures.rows, []string{r.What, strconv.FormatFloat(r.PerSecond, 'f', 0, 64), shortTime(r.P50), shortTime(r.P99)})
	}
	return []*table{matrix, figures}
}

// shortTime is a time with three digits that count.
func shortTime(ns int64) string {
	switch {
	case ns < 100_000:
		return fmt.Sprintf("%.1f µs", float64(ns)/1e3)
	case ns < 1_000_000:
		return fmt.Sprintf("%.0f µs", float64(ns)/1e3)
	case ns < 100_000_000:
		return fmt.Sprintf("%.1f ms", float64(ns)/1e6)
	}
	return fmt.Sprintf("%.0f ms", float64(ns)/1e6)
}
