package devcontext

import (
	"fmt"
	"slices"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// Difference is what one answer gives and another does not.
type Difference struct {
	From    Side     `json:"from"`    // the first answer
	To      Side     `json:"to"`      // the second answer
	Came    []Change `json:"came"`    // in the order of the second answer
	Went    []Change `json:"went"`    // in the order of the first
	Changed []Change `json:"changed"` // given by both, not the same
	Same    int      `json:"same"`    // given by both, the same
}

// Side names an answer.
type Side struct {
	Fingerprint   string `json:"fingerprint"`    // of its index
	RequestDigest string `json:"request_digest"` // of the answer
	LimitTokens   int64  `json:"limit_tokens"`   // what was asked for
	UsedTokens    int64  `json:"used_tokens"`    // the sum of the selected costs
	Selected      int    `json:"selected"`       // entries given
}

// Change is one entry that differs.
type Change struct {
	URI        string      `json:"uri"`         // of the entry
	Kind       object.Kind `json:"kind"`        // its family of objects
	Tier       object.Tier `json:"tier"`        // where it stands, in the answer that gives it
	CostTokens int64       `json:"cost_tokens"` // in the answer that gives it
	Relevance  float64     `json:"relevance"`   // rounded to three places
	Why        string      `json:"why"`         // how the other answer has it, or what differs
}

// Diff tells what came and what went from answer a to answer b, and why.
func Diff(a, b *budget.Answer) *Difference {
	d := &Difference{From: side(a), To: side(b), Came: []Change{}, Went: []Change{}, Changed: []Change{}}
	inA, inB := entries(a), entries(b)
	for i := range b.Selected {
		e := &b.Selected[i]
		old, both := inA[e.URI]
		switch {
		case !both:
			d.Came = append(d.Came, change(e, "before: "+standing(a, e.URI)))
		default:
			if why := differs(old, e); why != "" {
				d.Changed = append(d.Changed, change(e, why))
			} else {
				d.Same++
			}
		}
	}
	for i := range a.Selected {
		if e := &a.Selected[i]; inB[e.URI] == nil {
			d.Went = append(d.Went, change(e, "now: "+standing(b, e.URI)))
		}
	}
	return d
}

func side(a *budget.Answer) Side {
	return Side{a.Fingerprint, a.RequestDigest, a.Budget.Limit, a.Budget.Used, len(a.Selected)}
}

func entries(a *budget.Answer) map[string]*walk.Entry {
	m := make(map[string]*walk.Entry, len(a.Selected))
	for i := range a.Selected {
		m[a.Selected[i].URI] = &a.Selected[i]
	}
	return m
}

func change(e *walk.Entry, why string) Change {
	return Change{e.URI, e.Kind, e.Tier, e.CostTokens, e.Relevance, why}
}

// standing is how an answer has a uri that it does not give.
func standing(a *budget.Answer, uri string) string {
	for i := range a.Excluded {
		if x := &a.Excluded[i]; x.URI == uri {
			return fmt.Sprintf("left out for %s: %s", x.Reason, x.Detail)
		}
	}
	for i := range a.Deduplicated {
		if d := &a.Deduplicated[i]; slices.Contains(d.Dropped, uri) {
			return d.Kept + " stood for it"
		}
	}
	return "not reached"
}

// differs names what is not the same of one entry in two answers.
func differs(a, b *walk.Entry) string {
	var out []string
	add := func(what string, x, y any) {
		if x != y {
			out = append(out, fmt.Sprintf("%s %v, was %v", what, y, x))
		}
	}
	if a.Provenance.Hash != b.Provenance.Hash {
		out = append(out, "its content changed")
	}
	add("tier", a.Tier, b.Tier)
	add("relevance", a.Relevance, b.Relevance)
	add("confidence", a.Confidence, b.Confidence)
	add("depth", a.Depth, b.Depth)
	add("tokens", a.CostTokens, b.CostTokens)
	add("status", a.Status, b.Status)
	add("required", a.Required, b.Required)
	if !slices.Equal(a.DiscoveredBy, b.DiscoveredBy) {
		out = append(out, "reached along other ways")
	}
	return strings.Join(out, "; ")
}
