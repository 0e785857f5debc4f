package capsule

import (
	"slices"

	"majordomus/pkg/canon"
	"majordomus/pkg/layer"
)

// mostOmissions is how many omissions a Capsule lists; the rest is counted.
const mostOmissions = 16

// capsule assembles the Capsule of a selection, without its figures.
func (b *build) capsule(sel selection) *Capsule {
	scope := scopeOf(b.q)
	c := &Capsule{
		SchemaVersion: Version, CoordinateSpace: CoordinateSpace, Goal: b.q.Goal, Query: b.query, Scope: scope,
		Budget: Budget{Authority: Authority, RequestedTokens: b.q.BudgetTokens, RequestedBytes: b.bytesAsked(), Estimator: Conservative},
		Retrieval: Retrieval{DepthPolicy: b.q.DepthPolicy, Facets: b.facets, QueryVariants: b.variants, Request: b.q,
			CapabilityStates: map[string]string{"lexical": "available", "semantic": "absent", "rerank": "absent"}, IndexSnapshot: b.snapshot()},
		Guidance: guidance(),
		Evidence: []Evidence{},
	}
	if len(scope.Filter) > 0 {
		c.SchemaVersion = VersionFiltered
	}
	for i, x := range sel.chosen {
		e := x.evidence
		e.SelectionRank = int64(i + 1)
		c.Evidence = append(c.Evidence, e)
	}
	if b.q.Estimator != Conservative {
		fingerprint := b.estimator.Fingerprint()
		c.Budget.Estimator, c.Budget.TokenizerFingerprint = ActiveTokenizer, &fingerprint
	}
	c.EgressLineage = lineage(b.citedClasses(sel))
	c.Coverage = b.coverage(c, sel)
	c.Omissions = b.omissions(sel)
	c.Fingerprints = b.fingerprints(c)
	return c
}

func (b *build) citedClasses(sel selection) map[string]layer.Class {
	cited := map[string]layer.Class{}
	for _, x := range sel.chosen {
		cl := b.classOf[x.evidence.DocID]
		cited[cl.ID] = cl
	}
	return cited
}

// snapshot is the index before and after the search: the same, unless a file
// was found to be another one.
func (b *build) snapshot() IndexSnapshot {
	s := IndexSnapshot{Before: b.st.Store.Fingerprint(), After: b.st.Store.Fingerprint(), Stable: !b.moved}
	if b.moved {
		s.After = digest([]string{s.Before, "moved"})
	}
	return s
}

// coverage says which facets the evidence covers.
func (b *build) coverage(c *Capsule, sel selection) Coverage {
	v := Coverage{RequestedFacets: b.facets, CoveredFacets: []CoveredFacet{}, UnresolvedFacets: []string{}, Gaps: []Gap{}}
	for i, f := range b.facets {
		if ids := c.covering(f); len(ids) > 0 {
			v.CoveredFacets = append(v.CoveredFacets, CoveredFacet{f, ids})
			continue
		}
		v.UnresolvedFacets = append(v.UnresolvedFacets, f)
		code := "no_match"
		if slices.ContainsFunc(b.list, func(x *candidate) bool { return slices.Contains(x.covers, i) }) {
			code = "budget"
		}
		v.Gaps = append(v.Gaps, Gap{f, code})
	}
	v.Complete = len(v.UnresolvedFacets) == 0
	return v
}

func (b *build) omissions(sel selection) Omissions {
	o := Omissions{Items: []Omission{}, ReasonCounts: map[string]int64{}}
	add := func(x Omission) {
		o.Total++
		o.ReasonCounts[x.Reason]++
		if len(o.Items) < mostOmissions {
			o.Items = append(o.Items, x)
		}
	}
	for _, x := range b.gone {
		add(x)
	}
	for i, r := range sel.reasons {
		if r != "" {
			add(Omission{CandidateID: b.list[i].id, URI: b.list[i].evidence.URI, Reason: r})
		}
	}
	o.Truncated = int64(len(o.Items)) < o.Total
	return o
}

func (b *build) fingerprints(c *Capsule) Fingerprints {
	docs := b.st.cited(c)
	return Fingerprints{
		Config: configIdentity(docs), Index: indexIdentity(docs), Tokenizer: c.Budget.TokenizerFingerprint,
		Retrieval: digest([]any{"retrieval", recipe, b.q.DepthPolicy, b.q.Limit, b.q.Candidates, b.variants, b.facets}),
	}
}

// mustOf is a value of ours as JSON.
func mustOf(v any) canon.Value {
	x, err := canon.Of(v)
	if err != nil {
		panic("capsule: a value of ours is not JSON: " + err.Error())
	}
	return x
}
