package capsule

import (
	"context"
	"encoding/json"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
)

// BuildInput asks for a Capsule.
type BuildInput struct {
	Goal         string          `json:"goal"`                  // what the evidence is for, a question or a task, 1 to 16,384 characters
	BudgetTokens int64           `json:"budgetTokens"`          // tokens the whole Capsule may have, 1 to 1,000,000; under unicode_conservative a token is a byte
	BudgetBytes  *int64          `json:"budgetBytes,omitempty"` // bytes the whole Capsule may have, 1 to 4,194,304, which is the default
	Query        *string         `json:"query,omitempty"`       // words to search for; absent: the goal
	Facets       []string        `json:"facets,omitempty"`      // what must be covered; absent: quoted phrases, comparison sides and content words of the goal
	Collections  []string        `json:"collections,omitempty"` // source classes or folders to search, at most 128; absent: all
	URIPrefix    *string         `json:"uriPrefix,omitempty"`   // only objects whose uri begins so
	TagsAll      []string        `json:"tagsAll,omitempty"`     // only objects with all of these tags
	TagsAny      []string        `json:"tagsAny,omitempty"`     // only objects with one of these tags
	Categories   []string        `json:"categories,omitempty"`  // only objects of these kinds
	Since        *string         `json:"since,omitempty"`       // only objects dated at or after this, compared as text
	Until        *string         `json:"until,omitempty"`       // only objects dated at or before this, as far as it is written
	Filter       json.RawMessage `json:"filter,omitempty"`      // metadata filter over front-matter values: {"field":{"eq":"x"}}, and, or, not
	Limit        int64           `json:"limit,omitempty"`       // passages at most; absent: 8 fast, 20 balanced, 48 thorough
	Candidates   int64           `json:"candidates,omitempty"`  // passages considered at most; absent: 50 fast, 150 balanced, 400 thorough
	DepthPolicy  string          `json:"depthPolicy,omitempty"` // fast, balanced (the default) or thorough
	Estimator    string          `json:"estimator,omitempty"`   // unicode_conservative (the default), o200k_base or cl100k_base
	Answer       *budget.Answer  `json:"answer,omitempty"`      // an answer of devcontext.compile: its selected objects are evidence too, required ones first
}

// Request is the build request an input asks for.
func (in BuildInput) Request() Request {
	q := Request{Goal: in.Goal, BudgetTokens: in.BudgetTokens, BudgetBytes: in.BudgetBytes, Query: in.Query, Facets: in.Facets,
		Collections: in.Collections, URIPrefix: in.URIPrefix, TagsAll: in.TagsAll, TagsAny: in.TagsAny, Categories: in.Categories,
		Since: in.Since, Until: in.Until, Filter: in.Filter, Limit: in.Limit, Candidates: in.Candidates, DepthPolicy: in.DepthPolicy,
		Estimator: in.Estimator}
	if in.Answer != nil {
		q.Select(in.Answer)
	}
	return q
}

// Select takes the objects an answer selected, required ones first, each group
// in the answer's order.
func (q *Request) Select(a *budget.Answer) {
	q.SelectedURIs, q.SelectedFirst = nil, 0
	for _, required := range []bool{true, false} {
		for i := range a.Selected {
			if e := &a.Selected[i]; e.Required == required && len(q.SelectedURIs) < maxSelected {
				q.SelectedURIs = append(q.SelectedURIs, e.URI)
			}
		}
		if required {
			q.SelectedFirst = int64(len(q.SelectedURIs))
		}
	}
}

// VerifyInput is a Capsule to verify.
type VerifyInput struct {
	Capsule json.RawMessage `json:"capsule"` // the Capsule, as JSON in any layout
}

// Verify parses the Capsule of an input and verifies it.
func (in VerifyInput) Verify(ctx context.Context, s Sources) (*Verification, error) {
	c, err := Parse(in.Capsule)
	if err != nil {
		return nil, err
	}
	return Verify(ctx, c, s)
}

// Err is nil for an unchanged Capsule, else an error of the class that decides
// the exit status: Stale, or Unverifiable for what is missing or cannot be
// judged.
func (v *Verification) Err() error {
	switch v.Status {
	case Unchanged:
		return nil
	case Stale:
		return fault.New(fault.Stale, Stale, "evidence changed").WithHint("build the Capsule anew")
	}
	return fault.New(fault.Unverifiable, v.Status, "evidence is %s", v.Status).WithHint("build the Capsule anew")
}
