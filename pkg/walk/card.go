package walk

import (
	"strings"

	"majordomus/pkg/object"
)

// card is what a candidate has of its object whoever asks: it is made once an
// object and shared by every answer that shows it.
type card struct {
	candidate Candidate
	blocking  bool
	scope     []place // of an issue or milestone
	dangling  []int32 // its edges that lead to nothing held
}

// card gives the card of an object.
func (t *Tables) card(i int32) *card {
	if c := t.cards[i].Load(); c != nil {
		return c
	}
	o := t.store.Object(i)
	c := &card{candidate: blank(o), blocking: isBlocking(o)}
	t.links(c, i, o)
	if o.Meta != nil && (o.Kind == object.Issue || o.Kind == object.Milestone) {
		c.scope = declaredAll(t.store, o.Meta.Scope)
	}
	t.cards[i].CompareAndSwap(nil, c)
	return t.cards[i].Load()
}

// links fills in what follows from an object's edges: what is missing, and for
// a decision the later and the earlier ones, reached or not.
func (t *Tables) links(c *card, i int32, o *object.Object) {
	for l := range t.store.Out(i) {
		switch {
		case l.Other < 0:
			if t.store.Edge(l.Edge).Dangling {
				c.dangling = append(c.dangling, l.Edge)
			}
		case o.Kind == object.ADR && t.store.EdgeKind(l.Edge) == object.Supersedes:
			c.candidate.Supersedes = append(c.candidate.Supersedes, t.store.URI(l.Other))
		}
	}
	if o.Kind != object.ADR {
		return
	}
	for _, l := range t.store.In(i) {
		if t.store.EdgeKind(l.Edge) == object.Supersedes {
			c.candidate.SupersededBy = append(c.candidate.SupersededBy, Superseder{URI: t.store.URI(l.Other), Status: t.store.Object(l.Other).Status})
		}
	}
}

// blank is a candidate of an object before anything reached it.
func blank(o *object.Object) Candidate {
	c := Candidate{Entry: Entry{URI: o.URI, Kind: o.Kind, Title: o.Title, Status: o.Status, Version: versionOf(o), Facts: factsOf(o),
		Provenance: o.Provenance, CostBytes: o.CostBytes()}}
	c.Provenance.Hash = o.Hash
	if o.Meta != nil {
		c.Collection = o.Meta.Collection
		c.Commits = append(c.Commits, o.Meta.Evidence...)
		for _, id := range o.Meta.Commits {
			c.Commits = append(c.Commits, object.Evidence{Commit: id})
		}
	}
	if id, version, ok := strings.Cut(o.Identity, "@"); ok && o.Identity != o.Provenance.Path && version != "" {
		c.Identity, c.FamilyOf, c.FamilyVer = id, string(o.Kind)+"/"+id, version
	}
	return c
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

// factsOf lists what an object declares in short, as text; nil when nothing.
func factsOf(o *object.Object) map[string]string {
	var facts map[string]string
	put := func(k, v string) {
		if v != "" {
			if facts == nil {
				facts = make(map[string]string, 4)
			}
			facts[k] = v
		}
	}
	put("status", o.Status)
	put("tags", strings.Join(o.Tags, ", "))
	m := o.Meta
	if m == nil {
		return facts
	}
	put("class", m.Class)
	put("owners", strings.Join(m.Owners, ", "))
	put("priority", m.Priority)
	put("milestone", m.Milestone)
	put("profile", m.Profile)
	put("date", m.Date)
	put("branch", m.Branch)
	put("head", m.Head)
	put("task", m.Task)
	put("scope", strings.Join(m.Scope, ", "))
	if o.Kind == object.Context {
		put("scope", m.Reach)
	}
	commits := make([]string, len(m.Evidence))
	for i, e := range m.Evidence {
		commits[i] = e.Commit
	}
	put("commits", strings.Join(commits, ", "))
	return facts
}
