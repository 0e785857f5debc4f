package walk

import (
	"context"
	"maps"

	"majordomus/pkg/graph"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
	"majordomus/pkg/token"
)

// Options is what a request does not say of a walk.
type Options struct {
	Estimator token.Estimator // nil: bytes
	// Count gives the tokens of an object's bytes, or of the lines of its span,
	// under a real Estimator; it is called by several goroutines at once, and
	// not at all under bytes.
	Count    func(o *object.Object) (int64, error)
	Frontier int               // things beyond reach reported for each reason; 0: DefaultFrontier
	Tables   *Tables           // of the Store, when the caller keeps them
	Flags    map[string]string // every flag that is no request field, for the request_digest
	Filtered bool              // the index came through a filter
	// Past gives the past of the commit an index stands at, "" for none; nil:
	// history says nothing. It is called only beside an intent.
	Past func(ctx context.Context, head string) (*Past, error)
}

// walker is one walk.
type walker struct {
	store  *index.Store
	tables *Tables
	seeds  *seed.Result
	o      Options
	once   bool // the tables serve this walk alone

	things  *things
	reach   *graph.Reach
	virtual []graph.Virtual // the request's paths, then the seeds that are symbols
	works   []place         // effective paths: what the work is about
	notes   []object.Diagnostic
	past    *Past // nil: history says nothing

	unlisted int // things refused by the floor that no thing was made for
}

// Walk reaches everything from the seeds of a request. Errors: a Count that
// fails, a context that ends.
func Walk(ctx context.Context, s *index.Store, seeds seed.Result, o Options) (*Result, error) {
	if o.Estimator == nil {
		o.Estimator = token.Bytes{}
	}
	if o.Frontier == 0 {
		o.Frontier = DefaultFrontier
	}
	once := o.Tables == nil
	if once {
		o.Tables = NewTables(s)
	}
	w := &walker{once: once, store: s, tables: o.Tables, seeds: &seeds, o: o, things: o.Tables.things()}
	defer w.release()
	if err := w.recall(ctx); err != nil {
		return nil, err
	}
	for _, step := range []func(){w.relation, w.scopePath, w.contract, w.governance, w.session} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step()
	}
	if err := w.intent(ctx); err != nil {
		return nil, err
	}
	w.require()
	return w.result(ctx)
}

// release gives back what walks share.
func (w *walker) release() {
	if w.reach != nil {
		w.reach.Release()
	}
	w.tables.giveBack(w.things)
}

func (w *walker) note(s object.Severity, code, path, message string) {
	w.notes = append(w.notes, object.Diagnostic{Severity: s, Code: code, Path: path, Message: message})
}

// require marks what may not be dropped besides the seeds: the milestone of a
// seeded issue, policy, scope, and every active blocking rule. Only what is in
// reach can be required.
func (w *walker) require() {
	for i := range w.things.list {
		t := &w.things.list[i]
		if !t.inReach() || t.part != nil {
			continue
		}
		switch w.store.Kind(t.object) {
		case object.Policy, object.Scope:
			t.required = true
		case object.Rule:
			t.required = t.required || w.tables.card(t.object).blocking
		case object.Issue:
			if t.seed {
				w.requireMilestone(t.object)
			}
		}
	}
}

func (w *walker) requireMilestone(issue int32) {
	for l := range w.store.Out(issue) {
		if l.Other < 0 || w.store.EdgeKind(l.Edge) != object.BelongsTo || w.store.Kind(l.Other) != object.Milestone {
			continue
		}
		if m := w.things.known(l.Other); m != nil && m.inReach() {
			m.required = true
		}
	}
}

func (w *walker) settings() Settings {
	s := Settings{Floor: w.seeds.Request.Floor, MaxDepth: w.seeds.Request.MaxDepth, Frontier: w.o.Frontier, Estimator: w.o.Estimator.Name(),
		BytesPerToken: token.BytesPerToken, Policy: PolicyDigest(), Flags: w.flags()}
	if s.Estimator != token.NameBytes {
		s.TokenizerFingerprint = w.o.Estimator.Fingerprint()
	}
	for _, l := range w.seeds.Locals {
		s.Locals = append(s.Locals, LocalState{URI: l.Object.URI, Hash: l.Object.Hash, Divergence: string(l.Divergence)})
	}
	return s
}

// flags are those of both stages that change the answer.
func (w *walker) flags() map[string]string {
	all := map[string]string{}
	maps.Copy(all, w.seeds.Flags)
	maps.Copy(all, w.o.Flags)
	if w.o.Filtered || stream.HasFilteredNote(w.seeds.Diagnostics) || stream.HasFilteredNote(w.store.Diagnostics()) {
		all[stream.FilteredFlag] = "true"
	}
	if w.past != nil {
		all[historyFlag] = w.past.Digest
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
