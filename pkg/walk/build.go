package walk

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// result makes the candidates of what was collected, in their order.
func (w *walker) result(ctx context.Context) (*Result, error) {
	res := &Result{Git: w.store.Git(), Request: w.seeds.Request, Seeds: slices.Clone(w.seeds.Seeds), Fingerprint: w.store.Fingerprint(), Settings: w.settings()}
	w.unresolved()
	kept, cut := w.frontier()
	w.sort(kept)
	res.Candidates = make([]Candidate, len(kept))
	for i, at := range kept {
		w.candidate(&res.Candidates[i], &w.things.list[at])
	}
	if err := w.count(ctx, res.Candidates); err != nil {
		return nil, err
	}
	res.Diagnostics = w.diagnostics(cut)
	return res, nil
}

// sort brings positions of things into the order of candidates. It sorts keys
// and not the candidates, which are large.
func (w *walker) sort(kept []int32) {
	type key struct {
		at, tier  int32
		relevance float64
	}
	keys := make([]key, len(kept))
	for i, at := range kept {
		tier, relevance := w.things.list[at].standing()
		keys[i] = key{at, int32(tier.Rank()), relevance}
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.tier != b.tier {
			return int(a.tier - b.tier)
		}
		if a.relevance != b.relevance {
			return cmp.Compare(b.relevance, a.relevance)
		}
		return w.byURI(a.at, b.at)
	})
	for i := range keys {
		kept[i] = keys[i].at
	}
}

// standing is where the order of candidates puts a thing.
func (t *thing) standing() (object.Tier, float64) {
	if t.inReach() {
		return t.tier, t.relevance
	}
	return t.refused.tier, t.refused.relevance
}

// candidate fills in the record of a collected thing.
func (w *walker) candidate(c *Candidate, t *thing) {
	w.blank(c, t)
	c.CostTokens = token.CostOfSize(c.CostBytes)
	c.Tier, c.Relevance = t.standing()
	if !t.inReach() {
		c.Out, c.Depth, c.DiscoveredBy = OutDepth, int(t.refused.hops), []Discovery{}
		if t.refused.under {
			c.Out = OutRelevance
		}
		return
	}
	sortDiscoveries(t.found)
	c.Seed, c.Required, c.InReach, c.Replaced = t.seed, t.required, true, t.replaced
	c.Depth, c.DiscoveredBy, c.Confidence = int(t.depth), t.found, t.found[0].Confidence
	if t.missing {
		c.InReach, c.Out, c.CostTokens = false, OutUnresolved, 0
	}
}

// blank is the candidate as its object has it.
func (w *walker) blank(c *Candidate, t *thing) {
	switch {
	case t.missing:
		c.URI = t.part.uri
	case t.part == nil:
		*c = w.tables.card(t.object).candidate
	case t.part.local != nil:
		*c = blank(t.part.local)
	default:
		*c = w.tables.card(t.object).candidate
		c.URI, c.Title, c.CostBytes = t.part.uri, t.part.title, t.part.span.Bytes
		c.Provenance.Span = &t.part.span
	}
}

// count has the tokens counted, where they are not estimated.
func (w *walker) count(ctx context.Context, cs []Candidate) error {
	if w.o.Estimator.Name() == token.NameBytes {
		return nil
	}
	if w.o.Count == nil {
		return fault.New(fault.Internal, "internal", "the estimator %s needs the files, and nobody reads them", w.o.Estimator.Name())
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	errs := make([]error, len(cs))
	for i := range cs {
		g.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			c := &cs[i]
			if c.Out == OutUnresolved {
				return nil
			}
			n, err := w.o.Count(&object.Object{URI: c.URI, Kind: c.Kind, Provenance: c.Provenance, Hash: c.Provenance.Hash})
			c.CostTokens, errs[i] = max(1, n), err
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return firstError(errs)
}

// firstError is the one of the first slot, so that what a run reports does not
// hang on which worker was quicker.
func firstError(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
