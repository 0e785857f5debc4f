package operation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/fragment"
	"majordomus/pkg/index"
	"majordomus/pkg/seed"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// Settings is what a process was started with and no input says.
type Settings struct {
	Index     index.Options
	Estimator string // "" is bytes
	NoLocal   bool
	History   bool // beside an intent, infer from the git log too
	Frontier  int
	Follow    bool   // stay resident and follow the repository
	Changed   func() // called when the repository changed; may be nil

	FragmentStore string // folder that keeps what fragments are left out; "": nothing is kept
	IngestRoots   string // path list of folders whose files fragments may name; "": none
}

// Env is what the handlers work with: the workspace, the settings, and what
// earlier calls of this process worked out.
type Env struct {
	Workspace *Workspace
	s         Settings
	est       token.Estimator
	history   *devcontext.History // nil: the log is not asked

	compiles *memo[*compiled]
	explains *memo[*devcontext.Explanation]
	known    seed.Divergences

	fragments *fragment.Store // nil: nothing is kept
	roots     *fragment.Roots // nil: no file is read

	mu     sync.Mutex
	tasked taskspace
	walks  map[string]*walk.Result // by request_digest, of the kept answers
	order  []string
}

// The answers a process keeps (spec/surfaces.md, HTTP).
const (
	keptCompiles = 16
	keptExplains = 8
)

// compiled is an answer with the walk it can be spent again from.
type compiled struct {
	answer *budget.Answer
	walk   *walk.Result
}

// NewEnv makes the environment of a process. Close it after use.
func NewEnv(s Settings) (*Env, error) {
	if s.Estimator == "" {
		s.Estimator = token.NameBytes
	}
	est, err := token.ByName(s.Estimator)
	if err != nil {
		return nil, err
	}
	roots, err := fragment.OpenRoots(s.IngestRoots)
	if err != nil {
		return nil, err
	}
	var store *fragment.Store
	if s.FragmentStore != "" {
		store = fragment.NewStore(s.FragmentStore)
	}
	e := &Env{fragments: store, roots: roots, Workspace: NewWorkspace(s.Index, est, s.Follow, s.Changed), s: s, est: est,
		compiles: newMemo[*compiled](keptCompiles), explains: newMemo[*devcontext.Explanation](keptExplains), walks: map[string]*walk.Result{}}
	if s.History {
		e.history = devcontext.NewHistory(s.Index)
	}
	return e, nil
}

// Close ends what the environment holds.
func (e *Env) Close() {
	e.Workspace.Close()
	if e.roots != nil {
		_ = e.roots.Close() // they were only read
	}
}

// Status gives the state of the index, or why there is none.
func (e *Env) Status(ctx context.Context) (Status, error) {
	g, err := e.Workspace.Generation(ctx)
	if err != nil {
		return Status{}, err
	}
	return statusOf(g.Store), nil
}

// compile answers a request in one generation. The answer is keyed by all it
// depends on: the generation, the request as resolved, the local records.
func (e *Env) compile(ctx context.Context, q seed.Request) (c *compiled, g *Generation, err error) {
	c, err = whileChanging(e.Workspace, func() (*compiled, error) {
		if g, err = e.Workspace.Generation(ctx); err != nil {
			return nil, err
		}
		return e.compileIn(ctx, g, q)
	})
	return c, g, err
}

func (e *Env) compileIn(ctx context.Context, g *Generation, q seed.Request) (*compiled, error) {
	if devcontext.Searches(q) {
		if err := g.Store.LoadTexts(ctx, e.s.Index); err != nil {
			return nil, err
		}
	}
	seeds, err := seed.Resolve(ctx, g.Store, q, seed.Options{Dir: e.s.Index.Dir, Root: g.Root, NoLocal: e.s.NoLocal, Known: &e.known})
	if err != nil {
		return nil, err
	}
	past, err := e.past(ctx, g, seeds)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(g, seeds, past)
	if err != nil {
		return nil, err
	}
	return e.compiles.get(ctx, key, func(ctx context.Context) (*compiled, error) {
		w, err := e.walk(ctx, g, seeds, past)
		if err != nil {
			return nil, err
		}
		a, err := budget.Spend(w, budget.Options{})
		if err != nil {
			return nil, err
		}
		e.keep(a.RequestDigest, w)
		return &compiled{a, w}, nil
	})
}

// past is what the walk of a request learns from; nil: nothing.
func (e *Env) past(ctx context.Context, g *Generation, seeds seed.Result) (*walk.Past, error) {
	if e.history == nil || seeds.Request.Intent == "" {
		return nil, nil
	}
	return e.history.Past(ctx, g.Store.Git().Head)
}

func (e *Env) walk(ctx context.Context, g *Generation, seeds seed.Result, past *walk.Past) (*walk.Result, error) {
	o := walk.Options{Estimator: e.est, Frontier: e.s.Frontier, Tables: g.Tables, Flags: e.s.Index.Flags()}
	if g.Counter != nil {
		o.Count = g.Counter.Count
	}
	if past != nil {
		o.Past = func(context.Context, string) (*walk.Past, error) { return past, nil }
	}
	return walk.Walk(ctx, g.Store, seeds, o)
}

// keyOf identifies everything an answer depends on within a process.
func keyOf(g *Generation, seeds seed.Result, past *walk.Past) (string, error) {
	history := ""
	if past != nil {
		history = past.Digest
	}
	body, err := gojson.Marshal(struct {
		Fingerprint string
		Git         any
		Seeds       seed.Result
		History     string
	}{g.Store.Fingerprint(), g.Store.Git(), seeds, history})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:]), nil
}

// keep remembers the walk behind a request_digest, the newest few.
func (e *Env) keep(digest string, w *walk.Result) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, ok := e.walks[digest]; !ok {
		e.order = append(e.order, digest)
	}
	e.walks[digest] = w
	if len(e.order) > keptCompiles {
		delete(e.walks, e.order[0])
		e.order = e.order[1:]
	}
}

func (e *Env) kept(digest string) (*walk.Result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if w, ok := e.walks[digest]; ok {
		return w, nil
	}
	return nil, fault.New(fault.NotFound, "answer_not_found", "no kept answer has the request_digest %s", fault.Quote(digest)).
		WithHint("a process keeps its newest %d answers; compile again", keptCompiles)
}
