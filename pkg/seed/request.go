package seed

import "majordomus/pkg/object"

// Defaults of a request (spec/devcontext.md).
const (
	DefaultBudget = 24_000 // tokens
	DefaultDepth  = 3      // hops along edges
	DefaultFloor  = 0.25   // rounded relevance
)

// Request is what a caller asks: the nine fields of devcontext.schema.json's
// input, and nothing else. A nil scalar is an absent one.
type Request struct {
	Issue            *string  `json:"issue,omitempty"`              // issue to work on: its uri, identity or slug; absent: none
	Milestone        *string  `json:"milestone,omitempty"`          // milestone to work on: its uri, identity or slug; absent: none
	URIs             []string `json:"uris,omitempty"`               // objects to start from; absent: none
	Paths            []string `json:"paths,omitempty"`              // files, folders or globs the work touches, relative to the root; absent: none
	Intent           *string  `json:"intent,omitempty"`             // what is to be done, in words; what it finds is inferred; absent: none
	BudgetTokens     *int64   `json:"budget_tokens,omitempty"`      // tokens the answer may cost, at least 1; absent: 24000
	MaxDepth         *int     `json:"max_depth,omitempty"`          // hops along edges, 0 for the seeds alone; absent: 3
	Floor            *float64 `json:"floor,omitempty"`              // relevance, 0 to 1, under which a thing is left out; absent: 0.25
	AllBlockingRules *bool    `json:"all_blocking_rules,omitempty"` // every active blocking rule is required; absent: false
}

// Resolved is a request after validation: trimmed, paths normalised, defaults
// filled in. It is the record `request` of the streams and the member of that
// name in an answer, and what request_digest covers.
type Resolved struct {
	Issue            string   `json:"issue,omitempty"`     // identity of the issue; absent: none
	Milestone        string   `json:"milestone,omitempty"` // identity of the milestone; absent: none
	URIs             []string `json:"uris,omitempty"`      // objects to start from; absent: none
	Paths            []string `json:"paths,omitempty"`     // normalised
	Intent           string   `json:"intent,omitempty"`    // what is to be done, in words; absent: none
	BudgetTokens     int64    `json:"budget_tokens"`       // tokens the answer may cost
	MaxDepth         int      `json:"max_depth"`           // hops along edges
	Floor            float64  `json:"floor"`               // relevance, 0 to 1, under which a thing is left out
	AllBlockingRules bool     `json:"all_blocking_rules"`  // every active blocking rule is required
}

// Seed is one thing the request names, in the order issue, milestone, uris,
// paths, intent.
type Seed struct {
	URI      string `json:"uri"`                // object seeds: the URI; path and intent seeds: the text as given
	Kind     string `json:"kind"`               // the object's kind, "path" or "intent"
	From     string `json:"from"`               // the request field (issue, milestone, uris, paths, intent), or task: bound to that
	Resolved string `json:"resolved,omitempty"` // the identity, when the given name was not it already
}

// Divergence is how a local record's head stands to ours.
type Divergence string

// The divergences; the last two halve the relevance and warn stale_record.
const (
	Exact    Divergence = "exact"
	Advanced Divergence = "advanced"
	Diverged Divergence = "diverged"
	Unknown  Divergence = "unknown"
)

// Local is this checkout's newest handover or checkpoint: the only fact from
// outside the index.
type Local struct {
	Object     object.Object `json:"object"`     // kind handover or checkpoint, source class local-state
	Divergence Divergence    `json:"divergence"` // git's answer for Meta.Head against ours
}

// Result is everything dc-seed adds to an index.
type Result struct {
	Request     Resolved
	Seeds       []Seed
	Locals      []Local
	Flags       map[string]string // flags of this stage that change the answer and are no request field
	Diagnostics []object.Diagnostic
}

// RequestRecord is the record `request` of a seeds stream: the request, and the
// flags that its digest covers too.
type RequestRecord struct {
	Resolved
	Flags map[string]string `json:"flags,omitempty"`
}
