package devcontext

import (
	"context"
	"maps"
	"slices"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// Options is everything a compile does that is no field of its request.
type Options struct {
	Index     index.Options     // where the repository is, and how to index it
	Estimator string            // "" is bytes
	NoLocal   bool              // leave this checkout's handover and checkpoint out
	Frontier  int               // things beyond reach reported for each reason; 0: the default
	Bound     *seed.Bound       // a task whose required nodes are seeds too; nil: none
	History   bool              // beside an intent, infer from the git log too
	Flags     map[string]string // every other flag that changes the answer, for its request_digest

	// What a resident process keeps between compiles; empty is made anew.
	Root    string // the root of the repository, absolute
	Store   *index.Store
	Tables  *walk.Tables // of that Store
	Counter *Counter     // over the same tree, under Estimator
	// Past gives the past of a commit in place of the repository's own; it turns
	// History on.
	Past func(ctx context.Context, head string) (*walk.Past, error)
}

// Compiled is an answer with what it was made of.
type Compiled struct {
	Answer *budget.Answer
	Walk   *walk.Result
	Store  *index.Store
}

// Compile answers a request: index, seed, walk and budget in this process. The
// answer is byte for byte the one the four stages give as a pipe. It is given
// also when it is over budget; whoever shows it says so. Errors: those of the
// stages, the first one.
func Compile(ctx context.Context, q seed.Request, o Options) (*Compiled, error) {
	est, err := token.ByName(o.estimator())
	if err != nil {
		return nil, err
	}
	made := o.Store == nil
	if o.Store, err = o.store(ctx, Searches(q)); err != nil {
		return nil, err
	}
	if made {
		o.Root = o.Store.Root()
	}
	if o.Root == "" {
		if o.Root, _, err = index.Root(ctx, o.Index.Dir); err != nil {
			return nil, err
		}
	}
	seeds, err := seed.Resolve(ctx, o.Store, q, seed.Options{Dir: o.Index.Dir, Root: o.Root, NoLocal: o.NoLocal, Bound: o.Bound})
	if err != nil {
		return nil, err
	}
	w, err := o.walk(ctx, est, seeds)
	if err != nil {
		return nil, err
	}
	a, err := budget.Spend(w, budget.Options{})
	if err != nil {
		return nil, err
	}
	return &Compiled{Answer: a, Walk: w, Store: o.Store}, nil
}

// Searches reports whether a request needs the words of files: it has an
// intent, or names lines, which are those of a passage.
func Searches(q seed.Request) bool {
	return q.Intent != nil || slices.ContainsFunc(q.URIs, func(u string) bool {
		_, name, _ := strings.Cut(u, "#")
		_, ok := object.ParseLines(name)
		return ok
	})
}

// store is the index, with the words of files where they are needed.
func (o *Options) store(ctx context.Context, words bool) (*index.Store, error) {
	if o.Store == nil {
		o.Index.Texts = words
		return index.Build(ctx, o.Index)
	}
	if !words {
		return o.Store, nil
	}
	return o.Store, o.Store.LoadTexts(ctx, o.Index)
}

func (o *Options) estimator() string {
	if o.Estimator == "" {
		return token.NameBytes
	}
	return o.Estimator
}

// walk reaches from the seeds, with a counter where costs are counted.
func (o *Options) walk(ctx context.Context, est token.Estimator, seeds seed.Result) (*walk.Result, error) {
	flags := map[string]string{}
	maps.Copy(flags, o.Index.Flags())
	maps.Copy(flags, o.Flags)
	wo := walk.Options{Estimator: est, Frontier: o.Frontier, Tables: o.Tables, Flags: flags, Past: o.Past}
	if o.History && o.Past == nil {
		wo.Past = NewHistory(o.Index).Past
	}
	if est.Name() != token.NameBytes {
		c := o.Counter
		if c == nil {
			b, err := OpenBodies(o.Root)
			if err != nil {
				return nil, err
			}
			defer b.Close()
			c = NewCounter(b, est)
		}
		wo.Count = c.Count
	}
	return walk.Walk(ctx, o.Store, seeds, wo)
}
