package budget

import (
	"slices"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// Again spends a saved answer under other limits. The result is the one its
// walk gives, byte for byte. It refuses what Spend refuses, and a floor below
// the answer's own: what lay under that is not in it.
func Again(a *Answer, o Options) (*Answer, error) {
	r, err := o.apply(a.Request, max(a.Walk.Floor, a.Request.Floor))
	if err != nil {
		return nil, err
	}
	p := &plan{answer: Answer{Schema: Schema, Fingerprint: a.Fingerprint, Request: r, Walk: a.Walk, Git: Git{Git: a.Git.Git}, Seeds: a.Seeds,
		Deduplicated: slices.Clone(a.Deduplicated), Conflicts: slices.Clone(a.Conflicts), Diagnostics: slices.Clone(a.Diagnostics)}}
	named := map[string][]object.Evidence{}
	for _, c := range a.Git.Commits {
		named[c.NamedBy] = append(named[c.NamedBy], object.Evidence{Commit: c.Commit, Covers: c.Covers})
	}
	for i := range a.Selected {
		e := &a.Selected[i]
		p.take(newItem(&walk.Candidate{Entry: *e, InReach: true, Commits: named[e.URI]}))
	}
	for i := range a.Excluded {
		p.takeRow(&a.Excluded[i])
	}
	if err := p.sound(); err != nil {
		return nil, err
	}
	if err := p.finishSpend(); err != nil {
		return nil, err
	}
	return p.finish(), nil
}

// takeRow lets what was left out for a limit be judged anew; the other rows
// stay as they are.
func (p *plan) takeRow(e *Excluded) {
	switch {
	case e.Entry != nil:
		p.take(newItem(&walk.Candidate{Entry: *e.Entry, InReach: true, Commits: e.Commits}))
	case e.Reason == walk.OutRelevance, e.Reason == walk.OutDepth && e.Depth > 0:
		p.take(newItem(&walk.Candidate{Out: e.Reason, Entry: walk.Entry{URI: e.URI, Kind: e.Kind, Tier: e.Tier,
			CostTokens: e.CostTokens, Relevance: e.Relevance, Depth: e.Depth}}))
	default:
		p.row(*e)
	}
}
