package walk

import (
	"majordomus/pkg/object"
)

// Selector says which rule found a thing; they rank in the order listed.
type Selector string

// The selectors, by rank. All but the last follow something declared and have
// confidence 1.
const (
	SelSeed       Selector = "seed"
	SelRelation   Selector = "relation"
	SelScopePath  Selector = "scope_path"
	SelContract   Selector = "contract"
	SelGovernance Selector = "governance"
	SelSession    Selector = "session_state"
	SelIntent     Selector = "intent_match"
)

// Discovery is one way a thing was reached.
type Discovery struct {
	Selector   Selector        `json:"selector"`
	Reason     string          `json:"reason"` // a sentence; never names the entry it came from
	Depth      int             `json:"depth"`
	Confidence float64         `json:"confidence"` // rounded to three places
	Weight     float64         `json:"weight"`     // relation: the edge's multiplier; else the relevance offered
	Via        string          `json:"via,omitempty"`
	Edge       object.EdgeKind `json:"edge,omitempty"`
}

// Reason is why a reached thing is not given. Schema: ExclusionReason.
type Reason string

// The reasons; the walk gives depth, relevance and unresolved, the budget the
// others, and depth and relevance again for limits raised there.
const (
	OutBudget     Reason = "budget"
	OutRelevance  Reason = "relevance"
	OutDepth      Reason = "depth"
	OutStale      Reason = "stale"
	OutSuperseded Reason = "superseded"
	OutUnresolved Reason = "unresolved"
)

// Entry is a selected thing as an answer shows it. Schema: ContextEntry.
type Entry struct {
	URI          string            `json:"uri"`
	Kind         object.Kind       `json:"kind"`
	Title        string            `json:"title,omitempty"`
	Status       string            `json:"status,omitempty"`
	Version      string            `json:"version,omitempty"`
	Facts        map[string]string `json:"facts,omitempty"`
	Provenance   object.Provenance `json:"provenance"` // with Hash
	Tier         object.Tier       `json:"tier"`
	Relevance    float64           `json:"relevance"`  // rounded to three places
	Confidence   float64           `json:"confidence"` // the highest of the discoveries'
	DiscoveredBy []Discovery       `json:"discovered_by"`
	Depth        int               `json:"depth"`
	CostTokens   int64             `json:"cost_tokens"`
	CostBytes    int64             `json:"cost_bytes"`
	Required     bool              `json:"required"`
}

// Candidate is one reached thing with everything dc-budget needs; the order of
// candidates is (tier, relevance descending, uri).
type Candidate struct {
	Entry
	Seed         bool              `json:"seed,omitempty"`     // asked for by the request; no rule drops it
	InReach      bool              `json:"in_reach"`           // false: Out says why, Relevance and Depth which limits would let it in
	Out          Reason            `json:"out,omitempty"`      // depth, relevance or unresolved
	Identity     string            `json:"identity,omitempty"` // version family key without the version, e.g. a rule's id
	FamilyOf     string            `json:"family,omitempty"`   // "rule/<id>" for kinds whose identity carries a version
	FamilyVer    string            `json:"family_version,omitempty"`
	Collection   bool              `json:"collection,omitempty"`    // a member of a collection file
	Supersedes   []string          `json:"supersedes,omitempty"`    // URIs of earlier ADRs
	SupersededBy []Superseder      `json:"superseded_by,omitempty"` // later ADRs, reached or not
	Commits      []object.Evidence `json:"commits,omitempty"`       // commits its records name
	Replaced     string            `json:"replaced_by,omitempty"`   // contract that replaces this one everywhere
}

// Superseder is a later ADR a candidate's own names, with the status that
// decides whether it counts.
type Superseder struct {
	URI    string `json:"uri"`
	Status string `json:"status,omitempty"`
}

// Settings is how a walk was made: what a saved walk must keep for its answer's
// request_digest, and against which a new budget's limits are judged.
type Settings struct {
	Floor                float64           `json:"floor"`
	MaxDepth             int               `json:"max_depth"`
	Frontier             int               `json:"frontier"`
	Estimator            string            `json:"estimator"`
	TokenizerFingerprint string            `json:"tokenizer_fingerprint,omitempty"`
	BytesPerToken        int               `json:"bytes_per_token"`
	Locals               []LocalState      `json:"locals,omitempty"`
	Policy               string            `json:"policy"`          // SHA-256 of the canonical policy table
	Flags                map[string]string `json:"flags,omitempty"` // every flag that is no request field
}

// LocalState is a local record as request_digest sees it.
type LocalState struct {
	URI        string `json:"uri"`
	Hash       string `json:"hash"`
	Divergence string `json:"divergence"`
}
