package budget

import (
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// Schema is the version of the answer's form.
const Schema = 1

// Answer is the compiled context (devcontext.schema.json, output): which
// objects a session should be given, how each was reached and what it costs,
// and everything reached that is not given. It holds no bodies.
type Answer struct {
	Schema        int64               `json:"schema"`         // 1
	Fingerprint   string              `json:"fingerprint"`    // of the index, lower-case hex
	Request       seed.Resolved       `json:"request"`        // as validated, defaults filled in
	RequestDigest string              `json:"request_digest"` // of everything but the index the answer follows from
	Walk          walk.Settings       `json:"walk"`           // how the walk was made
	Git           Git                 `json:"git"`            // the checkout of the index, and the commits selected entries name
	Seeds         []seed.Seed         `json:"seeds"`          // what the request named, in its order
	Selected      []walk.Entry        `json:"selected"`       // by tier, relevance descending, uri
	Excluded      []Excluded          `json:"excluded"`       // by tier, reason, uri
	Deduplicated  []Deduplicated      `json:"deduplicated"`   // what became one entry, by kept uri
	Conflicts     []Conflict          `json:"conflicts"`      // what contradicts each other, by current and against
	Budget        Budget              `json:"budget"`         // how the limit was spent
	Diagnostics   []object.Diagnostic `json:"diagnostics"`    // findings on the way, errors first
}

// Git is the checkout of the index and the commits that selected entries name.
// Schema: GitContext.
type Git struct {
	object.Git
	Commits []CommitReference `json:"commits,omitempty"` // by commit, named_by, covers
}

// CommitReference is a commit as one record wrote it.
type CommitReference struct {
	Commit  string `json:"commit"`           // as the record wrote it
	Covers  string `json:"covers,omitempty"` // what of the record's work the commit covers
	NamedBy string `json:"named_by"`         // uri of the record
}

// Excluded is a reached thing that is not given.
type Excluded struct {
	URI        string            `json:"uri"`                      // or, unresolved, the name as the layer wrote it
	Kind       object.Kind       `json:"kind,omitempty"`           // absent for an unresolved name
	Tier       object.Tier       `json:"tier"`                     // where it would stand
	Reason     walk.Reason       `json:"reason"`                   // why it is not given
	Detail     string            `json:"detail"`                   // a sentence; names the limits that would let it in
	CostTokens int64             `json:"cost_tokens"`              // what keeping it would cost
	Relevance  float64           `json:"relevance"`                // rounded to three places
	Depth      int               `json:"depth,omitempty"`          // of a thing left out for relevance or depth
	FitsAt     int64             `json:"fits_at_tokens,omitempty"` // of one left out for budget: the limit that lets it in
	Entry      *walk.Entry       `json:"entry,omitempty"`          // of one left out for budget
	Commits    []object.Evidence `json:"commits,omitempty"`        // of one left out for budget: the commits it names
}

// Deduplicated says that several ways or several things became one entry.
type Deduplicated struct {
	Kept    string   `json:"kept"`    // uri
	Dropped []string `json:"dropped"` // uris, ascending; empty under the key uri
	Key     string   `json:"key"`     // uri, path or identity
	Detail  string   `json:"detail"`  // a sentence that says why
	Paths   int      `json:"paths"`   // discoveries of the kept entry
}

// Conflict is two things that contradict each other by what they declare.
type Conflict struct {
	Current string `json:"current"` // uri of the newer
	Against string `json:"against"` // uri of the older
	Kind    string `json:"kind"`    // version or supersedes
	Detail  string `json:"detail"`  // a sentence that says how the two differ
}

// Budget is how the limit was spent, in tokens.
type Budget struct {
	Limit                int64       `json:"limit_tokens"`                    // what was asked for
	Used                 int64       `json:"used_tokens"`                     // the sum of the selected costs
	Required             int64       `json:"required_tokens"`                 // of it, what had to be in
	Remaining            int64       `json:"remaining_tokens"`                // never below 0
	OverBudget           bool        `json:"over_budget"`                     // the required entries alone exceed the limit
	BytesPerToken        int64       `json:"bytes_per_token"`                 // what the estimator bytes divides by
	Estimator            string      `json:"estimator"`                       // how tokens were counted
	TokenizerFingerprint string      `json:"tokenizer_fingerprint,omitempty"` // of the tokenizer's vocabulary; absent under the estimator bytes
	Tiers                []TierSpend `json:"tiers"`                           // all six, strongest first
}

// TierSpend is one tier's part.
type TierSpend struct {
	Tier     object.Tier `json:"tier"`     // which one
	Meaning  string      `json:"meaning"`  // what belongs to the tier, in a sentence
	Selected int         `json:"selected"` // entries given
	Excluded int         `json:"excluded"` // for budget alone
	Tokens   int64       `json:"tokens"`   // of the selected
	Required int         `json:"required"` // of the selected
}
