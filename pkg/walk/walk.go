// Package walk reaches from the seeds of a request what the work needs, one
// selector a file, and says of each thing how it was reached, how sure that is
// and what it costs. It chooses nothing: what is in reach and what is not are
// both reported. The one invariant: the same index, seeds and options give the
// same candidates in the same order, and a smaller depth or a higher floor puts
// no new thing in reach.
package walk

import (
	"context"
	"slices"
	"strings"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/token"
)

// Options is what a request does not say of a walk.
type Options struct {
	Estimator token.Estimator // nil: bytes
	// Count gives the tokens of an object's bytes, or of a symbol's lines, under
	// a real Estimator; it is not called under bytes.
	Count    func(o *object.Object) (int64, error)
	Frontier int               // things beyond reach reported for each reason; 0: DefaultFrontier
	Tables   *Tables           // of the Store, when the caller keeps them
	Flags    map[string]string // every flag that is no request field, for the request_digest
	Filtered bool              // the index came through a filter
}

// walker is one walk.
type walker struct {
	ctx      context.Context
	store    *index.Store
	tables   *Tables
	seeds    seed.Result
	o        Options
	floor    float64
	maxDepth int

	reached []*reached
	node    map[int32]*reached  // by object
	named   map[string]*reached // symbols and local records, by uri
	missing map[string]*reached // dangling names
	paths   []effective
	notes   []object.Diagnostic
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
	if o.Tables == nil {
		o.Tables = NewTables(s)
	}
	w := &walker{ctx: ctx, store: s, tables: o.Tables, seeds: seeds, o: o, floor: seeds.Request.Floor, maxDepth: seeds.Request.MaxDepth,
		node: map[int32]*reached{}, named: map[string]*reached{}, missing: map[string]*reached{}}
	for _, step := range []func(){w.relation, w.scopePath, w.contract, w.governance, w.session, w.intent, w.dangling} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step()
	}
	w.require()
	return w.result()
}

// of is the collected thing that an object is.
func (w *walker) of(i int32) *reached {
	r := w.node[i]
	if r == nil {
		r = &reached{object: w.store.Object(i), uri: w.store.URI(i)}
		w.node[i] = r
		w.reached = append(w.reached, r)
	}
	return r
}

// extra is a thing that is no object of the index: a symbol or a local record.
func (w *walker) extra(uri string, o *object.Object, sym *object.Symbol) *reached {
	r := w.named[uri]
	if r == nil {
		r = &reached{object: o, symbol: sym, uri: uri}
		w.named[uri] = r
		w.reached = append(w.reached, r)
	}
	return r
}

// require marks what may not be dropped: seeds, the seeded issue's milestone
// (both marked where they are made), policy, scope and active blocking rules.
// Only what is in reach can be required.
func (w *walker) require() {
	for _, r := range w.reached {
		if !r.inReach() {
			r.required = false
			continue
		}
		switch r.object.Kind {
		case object.Policy, object.Scope:
			r.required = true
		case object.Rule:
			r.required = r.required || blocking(r.object)
		}
	}
}

func (w *walker) result() (*Result, error) {
	kept, cut := w.frontier()
	res := &Result{Git: w.store.Git(), Request: w.seeds.Request, Seeds: slices.Clone(w.seeds.Seeds), Fingerprint: w.store.Fingerprint(),
		Settings: w.settings(), Candidates: make([]Candidate, 0, len(kept))}
	for _, r := range kept {
		c, err := w.candidate(r)
		if err != nil {
			return nil, err
		}
		res.Candidates = append(res.Candidates, c)
	}
	for _, r := range w.missing {
		res.Candidates = append(res.Candidates, Candidate{Entry: Entry{URI: r.uri, Tier: r.tier, Relevance: Round3(r.relevance), Depth: r.depth,
			Confidence: 1, DiscoveredBy: r.found}, Out: OutUnresolved})
	}
	sortCandidates(res.Candidates)
	res.Diagnostics = w.diagnostics(kept, cut)
	return res, nil
}

func sortCandidates(cs []Candidate) {
	slices.SortFunc(cs, func(a, b Candidate) int {
		if c := a.Tier.Rank() - b.Tier.Rank(); c != 0 {
			return c
		}
		if a.Relevance != b.Relevance {
			if a.Relevance > b.Relevance {
				return -1
			}
			return 1
		}
		return strings.Compare(a.URI, b.URI)
	})
}

func (w *walker) settings() Settings {
	s := Settings{Floor: w.floor, MaxDepth: w.maxDepth, Frontier: w.o.Frontier, Estimator: w.o.Estimator.Name(), BytesPerToken: token.BytesPerToken,
		Policy: PolicyDigest(), Flags: w.o.Flags}
	if s.Estimator != token.NameBytes {
		s.TokenizerFingerprint = w.o.Estimator.Fingerprint()
	}
	for _, l := range w.seeds.Locals {
		s.Locals = append(s.Locals, LocalState{URI: l.Object.URI, Hash: l.Object.Hash, Divergence: string(l.Divergence)})
	}
	return s
}

// half is an offer's relevance halved for a record that git cannot place.
func half(x float64, d seed.Divergence) float64 {
	if d == seed.Diverged || d == seed.Unknown {
		return x * relStaleFactor
	}
	return x
}
