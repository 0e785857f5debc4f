// Package capsule is verified evidence: canonical JSON that holds exact
// line-span passages of indexed sources, bound to them by hashes, under one
// budget (spec/compiled.md). It builds Capsules, reads them strictly and
// verifies them against today's files; it renders nothing and publishes
// nothing. A Capsule that Parse accepts is internally consistent.
package capsule

import "encoding/json"

// Versions of the format. Filtered is the one whose scope carries a metadata
// filter.
const (
	Version         = "1.1"
	VersionFiltered = "1.2"
)

// Fixed words of the format.
const (
	CoordinateSpace = "canonical_mirror"
	Authority       = "canonical_json"
	TrustUntrusted  = "untrusted"
)

// Capsule is the whole document. Every member is present; one that has nothing
// to say is null or empty.
type Capsule struct {
	SchemaVersion   string        `json:"schemaVersion"`   // 1.1, or 1.2 with a metadata filter
	CapsuleID       string        `json:"capsuleId"`       // hash of the Capsule without itself and the used figures
	CoordinateSpace string        `json:"coordinateSpace"` // canonical_mirror
	Goal            string        `json:"goal"`            // 1..16,384 characters, NFC, LF
	Query           string        `json:"query"`           // what was searched for; the goal unless given
	Scope           Scope         `json:"scope"`
	Budget          Budget        `json:"budget"`
	Retrieval       Retrieval     `json:"retrieval"`
	Fingerprints    Fingerprints  `json:"fingerprints"`
	Guidance        Guidance      `json:"guidance"`
	EgressLineage   EgressLineage `json:"egressLineage"`
	Evidence        []Evidence    `json:"evidence"` // at least one, in selection order
	Coverage        Coverage      `json:"coverage"`
	Omissions       Omissions     `json:"omissions"`
}

// Scope says which documents could be evidence.
type Scope struct {
	IndexName   string          `json:"indexName"`   // name of the index; "default" here
	Collections []string        `json:"collections"` // source classes or named folders, at most 128; empty: all
	URIPrefix   *string         `json:"uriPrefix"`
	TagsAll     []string        `json:"tagsAll"`
	TagsAny     []string        `json:"tagsAny"`
	Categories  []string        `json:"categories"` // kinds of object
	Since       *string         `json:"since"`      // inclusive, compared with the object's version as text
	Until       *string         `json:"until"`      // inclusive
	Filter      json.RawMessage `json:"filter,omitempty"`
}

// Budget is what was asked and what the Capsule's own canonical JSON uses.
type Budget struct {
	Authority            string  `json:"authority"` // canonical_json: what is counted
	RequestedTokens      int64   `json:"requestedTokens"`
	RequestedBytes       int64   `json:"requestedBytes"`
	SafetyMarginTokens   int64   `json:"safetyMarginTokens"`
	SafetyMarginBytes    int64   `json:"safetyMarginBytes"`
	UsedTokens           int64   `json:"usedTokens"`
	UsedBytes            int64   `json:"usedBytes"` // a fixed point: it counts itself
	Estimator            string  `json:"estimator"` // unicode_conservative (a token a byte) or active_tokenizer
	TokenizerFingerprint *string `json:"tokenizerFingerprint"`
}

// Estimators a Capsule can record.
const (
	Conservative    = "unicode_conservative"
	ActiveTokenizer = "active_tokenizer"
)

// Retrieval tells how the evidence was searched for; Request is enough to
// search again.
type Retrieval struct {
	DepthPolicy      string            `json:"depthPolicy"` // fast, balanced, thorough
	Facets           []string          `json:"facets"`
	QueryVariants    []string          `json:"queryVariants"`
	Request          Request           `json:"request"`
	CapabilityStates map[string]string `json:"capabilityStates"`
	IndexSnapshot    IndexSnapshot     `json:"indexSnapshot"`
}

// IndexSnapshot is the index fingerprint before and after the search.
type IndexSnapshot struct {
	Before string `json:"before"`
	After  string `json:"after"`
	Stable bool   `json:"stable"`
}

// Fingerprints digest what the Capsule depends on, and nothing else.
type Fingerprints struct {
	Config    string  `json:"config"`    // scope rules and class settings of the cited classes
	Retrieval string  `json:"retrieval"` // the search's own version and options
	Index     string  `json:"index"`     // identities of the cited files
	Tokenizer *string `json:"tokenizer"`
	Models    *string `json:"models"` // null: no model is used
}

// Guidance is what a reader must know before it reads the evidence.
type Guidance struct {
	ExtractiveOnly      bool   `json:"extractiveOnly"`
	EvidenceTrust       string `json:"evidenceTrust"`       // untrusted_data
	InstructionBoundary string `json:"instructionBoundary"` // hard_delimited
}

// EgressLineage says how far the evidence may travel; the strictest source
// wins.
type EgressLineage struct {
	EffectivePolicy string          `json:"effectivePolicy"`
	Sources         []LineageSource `json:"sources"` // by collection
	Digest          string          `json:"digest"`  // of effectivePolicy and sources
}

// LineageSource is one cited collection and where its policy was declared.
type LineageSource struct {
	Collection string `json:"collection"`
	Policy     string `json:"policy"`
	Source     string `json:"source"` // sources.yaml or default
}

// Evidence is one passage: whole lines of a source in canonical form.
type Evidence struct {
	EvidenceID       string   `json:"evidenceId"` // hash of uri, span and passageHash
	URI              string   `json:"uri"`        // of the object the passage belongs to
	DocID            string   `json:"docid"`      // the file: its path from the root, escaped as in a uri
	Title            string   `json:"title"`
	Heading          *string  `json:"heading"`   // the section the passage stands in
	StartLine        int64    `json:"startLine"` // 1-based
	EndLine          int64    `json:"endLine"`   // inclusive
	Text             string   `json:"text"`
	SourceHash       string   `json:"sourceHash"`  // SHA-256 of the file's bytes
	MirrorHash       string   `json:"mirrorHash"`  // SHA-256 of its canonical text
	PassageHash      string   `json:"passageHash"` // SHA-256 of Text
	RetrievalRank    int64    `json:"retrievalRank"`
	SelectionRank    int64    `json:"selectionRank"`
	RetrievalSources []string `json:"retrievalSources"` // bm25, devcontext
	Facets           []string `json:"facets"`
	Trust            string   `json:"trust"`
	Egress           string   `json:"egress"`
}

// Coverage says which facets the evidence covers.
type Coverage struct {
	Complete         bool           `json:"complete"`
	RequestedFacets  []string       `json:"requestedFacets"`
	CoveredFacets    []CoveredFacet `json:"coveredFacets"`
	UnresolvedFacets []string       `json:"unresolvedFacets"`
	Gaps             []Gap          `json:"gaps"` // one per unresolved facet
}

// CoveredFacet names the evidence in which a facet's words stand.
type CoveredFacet struct {
	Facet       string   `json:"facet"`
	EvidenceIDs []string `json:"evidenceIds"`
}

// Gap says why a facet is not covered.
type Gap struct {
	Facet string `json:"facet"`
	Code  string `json:"code"` // no_match, budget
}

// Omissions lists candidates that are not evidence.
type Omissions struct {
	Total        int64            `json:"total"`
	Items        []Omission       `json:"items"`
	ReasonCounts map[string]int64 `json:"reasonCounts"`
	Truncated    bool             `json:"truncated"`
}

// Omission is one passage left out.
type Omission struct {
	CandidateID string `json:"candidateId"`
	URI         string `json:"uri"`
	Reason      string `json:"reason"`
}

// The reasons a candidate is left out.
const (
	OmitDuplicate = "duplicate"
	OmitOverlap   = "overlap"
	OmitBudget    = "global_budget"
	OmitRedundant = "redundant_coverage"
	OmitShare     = "document_share_cap"
	OmitFiltered  = "filtered_by_scope"
)
