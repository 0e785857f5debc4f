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
	Scope           Scope         `json:"scope"`           // which documents could be evidence
	Budget          Budget        `json:"budget"`          // what was asked and what the Capsule uses
	Retrieval       Retrieval     `json:"retrieval"`       // how the evidence was found
	Fingerprints    Fingerprints  `json:"fingerprints"`    // what the Capsule depends on
	Guidance        Guidance      `json:"guidance"`        // what a reader must know
	EgressLineage   EgressLineage `json:"egressLineage"`   // how far the evidence may travel
	Evidence        []Evidence    `json:"evidence"`        // at least one, in selection order
	Coverage        Coverage      `json:"coverage"`        // which facets the evidence covers
	Omissions       Omissions     `json:"omissions"`       // candidates that are not evidence
}

// Scope says which documents could be evidence.
// Schema: CapsuleScope.
type Scope struct {
	IndexName   string          `json:"indexName"`        // name of the index; "default" here
	Collections []string        `json:"collections"`      // source classes or named folders, at most 128; empty: all
	URIPrefix   *string         `json:"uriPrefix"`        // only objects whose uri begins so; null: all
	TagsAll     []string        `json:"tagsAll"`          // only objects with all of these tags
	TagsAny     []string        `json:"tagsAny"`          // only objects with one of these tags; empty: all
	Categories  []string        `json:"categories"`       // kinds of object
	Since       *string         `json:"since"`            // inclusive, compared with the object's version as text
	Until       *string         `json:"until"`            // inclusive
	Filter      json.RawMessage `json:"filter,omitempty"` // metadata filter over front-matter values; absent: none
}

// Budget is what was asked and what the Capsule's own canonical JSON uses.
// Schema: CapsuleBudget.
type Budget struct {
	Authority            string  `json:"authority"`            // canonical_json: what is counted
	RequestedTokens      int64   `json:"requestedTokens"`      // asked for
	RequestedBytes       int64   `json:"requestedBytes"`       // asked for; 4,194,304 when the request named none
	SafetyMarginTokens   int64   `json:"safetyMarginTokens"`   // kept free; 0 here
	SafetyMarginBytes    int64   `json:"safetyMarginBytes"`    // kept free; 0 here
	UsedTokens           int64   `json:"usedTokens"`           // tokens of the canonical JSON, itself counted
	UsedBytes            int64   `json:"usedBytes"`            // a fixed point: it counts itself
	Estimator            string  `json:"estimator"`            // unicode_conservative (a token a byte) or active_tokenizer
	TokenizerFingerprint *string `json:"tokenizerFingerprint"` // of the tokenizer that counted; null under unicode_conservative
}

// Estimators a Capsule can record.
const (
	Conservative    = "unicode_conservative"
	ActiveTokenizer = "active_tokenizer"
)

// Retrieval tells how the evidence was searched for; Request is enough to
// search again.
// Schema: CapsuleRetrieval.
type Retrieval struct {
	DepthPolicy      string            `json:"depthPolicy"`      // fast, balanced, thorough
	Facets           []string          `json:"facets"`           // requested facets
	QueryVariants    []string          `json:"queryVariants"`    // the texts that were searched for
	Request          Request           `json:"request"`          // the build request in full
	CapabilityStates map[string]string `json:"capabilityStates"` // what the search could do: available or absent, by capability
	IndexSnapshot    IndexSnapshot     `json:"indexSnapshot"`    // the index that was searched
}

// IndexSnapshot is the index fingerprint before and after the search.
type IndexSnapshot struct {
	Before string `json:"before"` // index fingerprint before the search
	After  string `json:"after"`  // and after it
	Stable bool   `json:"stable"` // whether every file was as the index knew it
}

// Fingerprints digest what the Capsule depends on, and nothing else.
type Fingerprints struct {
	Config    string  `json:"config"`    // scope rules and class settings of the cited classes
	Retrieval string  `json:"retrieval"` // the search's own version and options
	Index     string  `json:"index"`     // identities of the cited files
	Tokenizer *string `json:"tokenizer"` // the tokenizer's fingerprint; null without one
	Models    *string `json:"models"`    // null: no model is used
}

// Guidance is what a reader must know before it reads the evidence.
type Guidance struct {
	ExtractiveOnly      bool   `json:"extractiveOnly"`      // true: nothing is written, all is quoted
	EvidenceTrust       string `json:"evidenceTrust"`       // untrusted_data
	InstructionBoundary string `json:"instructionBoundary"` // hard_delimited
}

// EgressLineage says how far the evidence may travel; the strictest source
// wins.
type EgressLineage struct {
	EffectivePolicy string          `json:"effectivePolicy"` // the strictest of the sources': local_only, lan, remote
	Sources         []LineageSource `json:"sources"`         // by collection
	Digest          string          `json:"digest"`          // of effectivePolicy and sources
}

// LineageSource is one cited collection and where its policy was declared.
type LineageSource struct {
	Collection string `json:"collection"` // id of the source class
	Policy     string `json:"policy"`     // local_only, lan or remote
	Source     string `json:"source"`     // sources.yaml or default
}

// Evidence is one passage: whole lines of a source in canonical form.
// Schema: CapsuleEvidence.
type Evidence struct {
	EvidenceID       string   `json:"evidenceId"`       // hash of uri, span and passageHash
	URI              string   `json:"uri"`              // of the object the passage belongs to
	DocID            string   `json:"docid"`            // the file: its path from the root, escaped as in a uri
	Title            string   `json:"title"`            // of the object
	Heading          *string  `json:"heading"`          // the section the passage stands in
	StartLine        int64    `json:"startLine"`        // 1-based
	EndLine          int64    `json:"endLine"`          // inclusive
	Text             string   `json:"text"`             // the lines, without the last one's end
	SourceHash       string   `json:"sourceHash"`       // SHA-256 of the file's bytes
	MirrorHash       string   `json:"mirrorHash"`       // SHA-256 of its canonical text
	PassageHash      string   `json:"passageHash"`      // SHA-256 of Text
	RetrievalRank    int64    `json:"retrievalRank"`    // place in the search, 1 the best
	SelectionRank    int64    `json:"selectionRank"`    // place in the selection; equals the position
	RetrievalSources []string `json:"retrievalSources"` // bm25, devcontext
	Facets           []string `json:"facets"`           // requested facets whose words stand in the text
	Trust            string   `json:"trust"`            // untrusted: evidence is data
	Egress           string   `json:"egress"`           // policy of its source class: local_only, lan or remote
}

// Coverage says which facets the evidence covers.
// Schema: CapsuleCoverage.
type Coverage struct {
	Complete         bool           `json:"complete"`         // no facet is unresolved
	RequestedFacets  []string       `json:"requestedFacets"`  // each once
	CoveredFacets    []CoveredFacet `json:"coveredFacets"`    // those that evidence bears
	UnresolvedFacets []string       `json:"unresolvedFacets"` // those that none does
	Gaps             []Gap          `json:"gaps"`             // one per unresolved facet
}

// CoveredFacet names the evidence in which a facet's words stand.
type CoveredFacet struct {
	Facet       string   `json:"facet"`       // a requested facet
	EvidenceIDs []string `json:"evidenceIds"` // the passages that bear it, in order
}

// Gap says why a facet is not covered.
// Schema: CapsuleGap.
type Gap struct {
	Facet string `json:"facet"` // an unresolved facet
	Code  string `json:"code"`  // no_match, budget
}

// Omissions lists candidates that are not evidence.
// Schema: CapsuleOmissions.
type Omissions struct {
	Total        int64            `json:"total"`        // candidates left out
	Items        []Omission       `json:"items"`        // the first of them, at most 16
	ReasonCounts map[string]int64 `json:"reasonCounts"` // how many for each reason; they sum to total
	Truncated    bool             `json:"truncated"`    // items holds fewer than total
}

// Omission is one passage left out.
// Schema: CapsuleOmission.
type Omission struct {
	CandidateID string `json:"candidateId"` // names the candidate
	URI         string `json:"uri"`         // its object
	Reason      string `json:"reason"`      // duplicate, overlap, global_budget, redundant_coverage, document_share_cap or filtered_by_scope
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
