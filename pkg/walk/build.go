package walk

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// result makes the candidates of what was collected, in their order.
func (w *walker) result(ctx context.Context) (*Result, error) {
	res := &Result{Git: w.store.Git(), Request: w.seeds.Request, Seeds: slices.Clone(w.seeds.Seeds), Fingerprint: w.store.Fingerprint(), Settings: w.settings()}
	kept, cut := w.frontier()
	missing := w.unresolved()
	res.Candidates = make([]Candidate, 0, len(kept)+len(missing))
	for _, at := range kept {
		res.Candidates = append(res.Candidates, w.candidate(&w.things.list[at]))
	}
	if err := w.count(ctx, res.Candidates); err != nil {
		return nil, err
	}
	res.Candidates = append(res.Candidates, missing...)
	slices.SortFunc(res.Candidates, compareCandidates)
	res.Diagnostics = w.diagnostics(cut)
	return res, nil
}

func compareCandidates(a, b Candidate) int {
	if a.Tier != b.Tier {
		return a.Tier.Rank() - b.Tier.Rank()
	}
	return cmp.Or(cmp.Compare(b.Relevance, a.Relevance), strings.Compare(a.URI, b.URI))
}

// candidate makes the record of a collected thing.
func (w *walker) candidate(t *thing) Candidate {
	c := w.blank(t)
	c.Seed, c.Required, c.InReach, c.Replaced = t.seed, t.required && t.inReach(), t.inReach(), t.replaced
	c.CostTokens = token.CostOfSize(c.CostBytes)
	if !c.InReach {
		r := &t.refused
		c.Out, c.Relevance, c.Depth, c.Tier, c.DiscoveredBy = OutDepth, r.relevance, int(r.hops), r.tier, []Discovery{}
		if r.under {
			c.Out = OutRelevance
		}
		return c
	}
	sortDiscoveries(t.found)
	c.Relevance, c.Depth, c.Tier, c.DiscoveredBy, c.Confidence = t.relevance, int(t.depth), t.tier, t.found, t.found[0].Confidence
	return c
}

// blank is the candidate as its object has it.
func (w *walker) blank(t *thing) Candidate {
	switch {
	case t.part == nil:
		return w.tables.card(t.object).candidate
	case t.part.local != nil:
		return blank(t.part.local)
	}
	c := w.tables.card(t.object).candidate
	c.URI, c.Title, c.CostBytes = t.part.uri, t.part.title, t.part.span.Bytes
	c.Provenance.Span = &t.part.span
	return c
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
