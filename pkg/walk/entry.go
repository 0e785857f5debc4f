package walk

import (
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// candidate makes the record of a collected thing.
func (w *walker) candidate(r *reached) (Candidate, error) {
	o := r.object
	c := Candidate{Entry: Entry{URI: r.uri, Kind: o.Kind, Title: o.Title, Status: o.Status, Version: versionOf(o), Facts: factsOf(o),
		Provenance: o.Provenance, Required: r.required}, Seed: r.seed, InReach: r.inReach(), Replaced: r.replaced}
	c.Provenance.Hash = o.Hash
	if r.symbol != nil {
		c.Title = r.symbol.Name
		c.Provenance.Span = &object.Span{Start: r.symbol.Start, End: r.symbol.End, Bytes: r.symbol.Bytes}
	}
	c.Collection = o.Meta != nil && o.Meta.Collection
	w.standing(&c, r)
	if err := w.cost(&c, o); err != nil {
		return c, err
	}
	if id, version, ok := strings.Cut(o.Identity, "@"); ok && o.Identity != o.Provenance.Path {
		c.Identity, c.FamilyOf, c.FamilyVer = id, string(o.Kind)+"/"+id, version
	}
	c.Commits = commitsOf(o)
	w.succession(&c, o)
	return c, nil
}

// standing fills in how a thing was reached, or the best offer it refused.
func (w *walker) standing(c *Candidate, r *reached) {
	if !c.InReach {
		j := &r.rejected
		c.Out, c.Relevance, c.Depth, c.Tier, c.Confidence, c.DiscoveredBy = OutDepth, Round3(j.relevance), j.depth, j.tier, 0, []Discovery{}
		if j.under {
			c.Out = OutRelevance
		}
		return
	}
	c.Relevance, c.Depth, c.Tier = Round3(r.relevance), r.depth, r.tier
	c.DiscoveredBy = r.found
	sortDiscoveries(c.DiscoveredBy)
	c.Confidence = c.DiscoveredBy[0].Confidence
}

// cost measures bytes and counts or estimates tokens.
func (w *walker) cost(c *Candidate, o *object.Object) error {
	c.CostBytes = o.CostBytes()
	if s := c.Provenance.Span; s != nil {
		c.CostBytes = s.Bytes
	}
	if w.o.Estimator.Name() == token.NameBytes {
		c.CostTokens = token.CostOfSize(c.CostBytes)
		return nil
	}
	if w.o.Count == nil {
		return fault.New(fault.Internal, "internal", "the estimator %s needs the files, and there are none", w.o.Estimator.Name())
	}
	counted := *o
	counted.Provenance = c.Provenance
	n, err := w.o.Count(&counted)
	c.CostTokens = max(1, n)
	return err
}

// versionOf is the first thing an object says of its own version.
func versionOf(o *object.Object) string {
	if m := o.Meta; m != nil {
		for _, v := range []string{m.UpdatedAt, o.Version, m.Date, m.CreatedAt} {
			if v != "" {
				return v
			}
		}
	}
	return o.Version
}

// factsOf lists what an object declares in short, as text.
func factsOf(o *object.Object) map[string]string {
	facts := map[string]string{}
	put := func(k, v string) {
		if v != "" {
			facts[k] = v
		}
	}
	put("status", o.Status)
	put("tags", strings.Join(o.Tags, ", "))
	if m := o.Meta; m != nil {
		put("class", m.Class)
		put("priority", m.Priority)
		put("milestone", m.Milestone)
		put("profile", m.Profile)
		put("date", m.Date)
		put("branch", m.Branch)
		put("head", m.Head)
		put("task", m.Task)
		put("scope", strings.Join(m.Scope, ", "))
		if m.Reach != "" && o.Kind == object.Context {
			put("scope", m.Reach)
		}
		var commits []string
		for _, e := range m.Evidence {
			commits = append(commits, e.Commit)
		}
		put("commits", strings.Join(commits, ", "))
		put("owners", strings.Join(m.Owners, ", "))
	}
	if len(facts) == 0 {
		return nil
	}
	return facts
}

func commitsOf(o *object.Object) []object.Evidence {
	if o.Meta == nil {
		return nil
	}
	out := append([]object.Evidence(nil), o.Meta.Evidence...)
	for _, c := range o.Meta.Commits {
		out = append(out, object.Evidence{Commit: c})
	}
	return out
}

// succession names the decisions that an ADR supersedes and those that
// supersede it, reached or not.
func (w *walker) succession(c *Candidate, o *object.Object) {
	if o.Kind != object.ADR {
		return
	}
	i, ok := w.store.Lookup(o.URI)
	if !ok {
		return
	}
	for l := range w.store.Out(i) {
		if l.Other >= 0 && w.store.EdgeKind(l.Edge) == object.Supersedes {
			c.Supersedes = append(c.Supersedes, w.store.URI(l.Other))
		}
	}
	for _, l := range w.store.In(i) {
		if w.store.EdgeKind(l.Edge) == object.Supersedes {
			c.SupersededBy = append(c.SupersededBy, Superseder{URI: w.store.URI(l.Other), Status: w.store.Object(l.Other).Status})
		}
	}
}
