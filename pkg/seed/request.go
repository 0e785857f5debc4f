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
	Issue            *string  `json:"issue,omitempty"`
	Milestone        *string  `json:"milestone,omitempty"`
	URIs             []string `json:"uris,omitempty"`
	Paths            []string `json:"paths,omitempty"`
	Intent           *string  `json:"intent,omitempty"`
	BudgetTokens     *int64   `json:"budget_tokens,omitempty"`
	MaxDepth         *int     `json:"max_depth,omitempty"`
	Floor            *float64 `json:"floor,omitempty"`
	AllBlockingRules *bool    `json:"all_blocking_rules,omitempty"`
}

// Resolved is a request after validation: trimmed, paths normalised, defaults
// filled in. It is the record `request` of the streams and the member of that
// name in an answer, and what request_digest covers.
type Resolved struct {
	Issue            string   `json:"issue,omitempty"`
	Milestone        string   `json:"milestone,omitempty"`
	URIs             []string `json:"uris,omitempty"`
	Paths            []string `json:"paths,omitempty"` // normalised
	Intent           string   `json:"intent,omitempty"`
	BudgetTokens     int64    `json:"budget_tokens"`
	MaxDepth         int      `json:"max_depth"`
	Floor            float64  `json:"floor"`
	AllBlockingRules bool     `json:"all_blocking_rules"`
}

// Seed is one thing the request names, in the order issue, milestone, uris,
// paths, intent.
type Seed struct {
	URI      string `json:"uri"`                // object seeds: the URI; path and intent seeds: the text as given
	Kind     string `json:"kind"`               // the object's kind, "path" or "intent"
	From     string `json:"from"`               // the request field: issue, milestone, uris, paths, intent
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
	Diagnostics []object.Diagnostic
}
