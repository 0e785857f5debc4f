package walk

import (
	"maps"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

// Selector says which rule found a thing; they rank in the order listed.
type Selector string

// The selectors, by rank. All but the last follow something declared and have
// confidence 1.
const (
	SelSeed       Selector = "seed"          // the request names it
	SelRelation   Selector = "relation"      // a declared edge leads to it
	SelScopePath  Selector = "scope_path"    // it lies at or under a path of the work
	SelContract   Selector = "contract"      // its contract reaches a path of the work
	SelGovernance Selector = "governance"    // it binds all work: policy, scope, blocking rules
	SelSession    Selector = "session_state" // a session on these paths or this branch, or this checkout's newest handover or checkpoint
	SelIntent     Selector = "intent_match"  // words of the intent hit it, or a neighbour of such a hit: inferred
)

// Discovery is one way a thing was reached.
type Discovery struct {
	Selector   Selector        `json:"selector"`       // the rule that found it
	Reason     string          `json:"reason"`         // a sentence; never names the entry it came from
	Depth      int             `json:"depth"`          // hops from what was asked for
	Confidence float64         `json:"confidence"`     // rounded to three places
	Weight     float64         `json:"weight"`         // relation: the edge's multiplier; else the relevance offered
	Via        string          `json:"via,omitempty"`  // uri of the entry it came over; absent when no edge led here
	Edge       object.EdgeKind `json:"edge,omitempty"` // kind of that edge; absent when none led here
}

// Reason is why a reached thing is not given. Schema: ExclusionReason.
type Reason string

// The reasons; the walk gives depth, relevance and unresolved, the budget the
// others, and depth and relevance again for limits raised there.
const (
	OutBudget     Reason = "budget"     // the limit was spent on what comes before it
	OutRelevance  Reason = "relevance"  // its relevance is below the floor
	OutDepth      Reason = "depth"      // it is more hops away than asked for
	OutStale      Reason = "stale"      // a newer version of it is given
	OutSuperseded Reason = "superseded" // a later decision in force replaces it
	OutUnresolved Reason = "unresolved" // a declared name that nothing in the index bears
)

// Entry is a selected thing as an answer shows it. Schema: ContextEntry.
type Entry struct {
	URI          string            `json:"uri"`               // what to read it by
	Kind         object.Kind       `json:"kind"`              // its family of objects
	Title        string            `json:"title,omitempty"`   // absent: it declares none
	Status       string            `json:"status,omitempty"`  // as declared; absent: none
	Version      string            `json:"version,omitempty"` // as declared; absent: none
	Facts        map[string]string `json:"facts,omitempty"`   // further declared fields worth showing, by name
	Provenance   object.Provenance `json:"provenance"`        // with Hash
	Tier         object.Tier       `json:"tier"`              // its rank in the spend
	Relevance    float64           `json:"relevance"`         // rounded to three places
	Confidence   float64           `json:"confidence"`        // the highest of the discoveries'
	DiscoveredBy []Discovery       `json:"discovered_by"`     // every way it was reached, the best first
	Depth        int               `json:"depth"`             // hops from what was asked for, the fewest
	CostTokens   int64             `json:"cost_tokens"`       // tokens of its bytes, never below 1 unless it is empty
	CostBytes    int64             `json:"cost_bytes"`        // bytes it stands for: the file, or its lines
	Required     bool              `json:"required"`          // it must be read, and is given whatever the limit
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
	Floor                float64           `json:"floor"`                           // of the walk's request
	MaxDepth             int               `json:"max_depth"`                       // of the walk's request, in hops
	Frontier             int               `json:"frontier"`                        // things beyond reach reported for each reason
	Estimator            string            `json:"estimator"`                       // how tokens were counted
	TokenizerFingerprint string            `json:"tokenizer_fingerprint,omitempty"` // of the tokenizer's vocabulary; absent under the estimator bytes
	BytesPerToken        int64             `json:"bytes_per_token"`                 // what the estimator bytes divides by
	Locals               []LocalState      `json:"locals,omitempty"`                // this checkout's records that took part; absent: none
	Policy               string            `json:"policy"`                          // SHA-256 of the canonical policy table
	Flags                map[string]string `json:"flags,omitempty"`                 // every flag that is no request field
}

// MarkFiltered notes that the walk's own stream was filtered on its way.
func (s *Settings) MarkFiltered() {
	flags := map[string]string{stream.FilteredFlag: "true"}
	maps.Copy(flags, s.Flags)
	s.Flags = flags
}

// LocalState is a local record as request_digest sees it.
type LocalState struct {
	URI        string `json:"uri"`        // of the handover or checkpoint
	Hash       string `json:"hash"`       // content identity of its bytes
	Divergence string `json:"divergence"` // exact, advanced, diverged or unknown: how its head stands to ours
}
