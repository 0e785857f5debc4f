package compiled

import (
	"encoding/json"

	"majordomus/pkg/capsule"
)

// Versions of the artifact.
const (
	SchemaVersion   = "1.0"
	RendererVersion = "1"
)

// Bounds of what is read and written.
const (
	MaxTokens = 1_000_000
	MaxBytes  = 4 << 20
)

// PreviewInput asks what an artifact would be.
type PreviewInput struct {
	Capsule      json.RawMessage `json:"capsule"`               // the Capsule, as JSON in any layout, at most 4 MiB
	BudgetTokens int64           `json:"budgetTokens"`          // tokens the whole file may have, 1 to 1,000,000, counted by the Capsule's own estimator
	BudgetBytes  *int64          `json:"budgetBytes,omitempty"` // bytes the whole file may have, 1 to 4,194,304, which is the default
}

// Preview is an artifact and what it holds.
type Preview struct {
	SchemaVersion      string     `json:"schemaVersion"`      // of the artifact
	RendererVersion    string     `json:"rendererVersion"`    // of what made it
	CapsuleID          string     `json:"capsuleId"`          // of the Capsule it is made from
	Markdown           string     `json:"markdown"`           // the artifact, whole
	Digest             string     `json:"digest"`             // SHA-256 of the artifact's bytes
	VerificationDigest string     `json:"verificationDigest"` // of the receipt of the sources it was made from
	LineageDigest      string     `json:"lineageDigest"`      // of the egress lineage
	Budget             Budget     `json:"budget"`             // what was asked and what the whole file uses
	Coverage           Coverage   `json:"coverage"`           // which facets the artifact covers
	EvidenceIDs        []string   `json:"evidenceIds"`        // of the passages given, in order
	Omissions          []Omission `json:"omissions"`          // the passages of the Capsule that are not
}

// Budget is what was asked and what the whole file uses.
// Schema: CompiledBudget.
type Budget struct {
	RequestedTokens      int64   `json:"requestedTokens"`      // asked for
	RequestedBytes       int64   `json:"requestedBytes"`       // asked for; 4,194,304 when the input named none
	UsedTokens           int64   `json:"usedTokens"`           // tokens of the whole file, by the Capsule's estimator
	UsedBytes            int64   `json:"usedBytes"`            // bytes of the whole file
	Estimator            string  `json:"estimator"`            // unicode_conservative or active_tokenizer
	TokenizerFingerprint *string `json:"tokenizerFingerprint"` // null under unicode_conservative
}

// Coverage says which facets of the Capsule the artifact covers.
// Schema: CompiledCoverage.
type Coverage struct {
	Complete         bool                   `json:"complete"`         // the Capsule's coverage is complete, and nothing of it was left out
	CoveredFacets    []capsule.CoveredFacet `json:"coveredFacets"`    // those that a passage given bears, with these passages
	UnresolvedFacets []string               `json:"unresolvedFacets"` // those that none does
}

// Omission is a passage of the Capsule that is not in the artifact.
// Schema: CompiledOmission.
type Omission struct {
	EvidenceID string `json:"evidenceId"` // of the passage
	Reason     string `json:"reason"`     // global_budget
}

// CheckInput is an artifact and the Capsule it says it is made from.
type CheckInput struct {
	Capsule  json.RawMessage `json:"capsule"`  // the Capsule, as JSON in any layout
	Markdown string          `json:"markdown"` // the artifact, whole
}

// Check is what became of an artifact. Digest and CapsuleID are null on anything
// but current.
type Check struct {
	SchemaVersion string   `json:"schemaVersion"` // of this value
	Status        Status   `json:"status"`        // current, stale, conflict or unverifiable
	Reasons       []string `json:"reasons"`       // why, in words of a fixed list; empty when current
	Digest        *string  `json:"digest"`        // SHA-256 of the artifact; null unless current
	CapsuleID     *string  `json:"capsuleId"`     // of its Capsule; null unless current
}

// Status is what an artifact is today.
type Status string

// The statuses.
const (
	Current      Status = "current"      // intact, and nothing it depends on changed
	Stale        Status = "stale"        // intact, but a source, a policy or the tokenizer changed
	Conflict     Status = "conflict"     // edited by someone
	Unverifiable Status = "unverifiable" // cannot be judged with what is here
)

// The reasons of a check, in the order in which they are looked for; besides
// them caller_denied, collection_gone, tokenizer_absent and the six identities
// of package capsule.
const (
	ArtifactMissing   = "artifact_missing"
	ArtifactUnread    = "artifact_unreadable"
	ArtifactOversized = "artifact_oversized"
	SidecarMissing    = "sidecar_missing"
	SidecarUnread     = "sidecar_unreadable"
	CapsuleMissing    = "capsule_missing"
	CapsuleUnread     = "capsule_unreadable"
	DigestMismatch    = "digest_mismatch"     // the bytes are not those the sidecar records
	MetadataMissing   = "metadata_missing"    // no owned comment
	MetadataUnread    = "metadata_unreadable" // one that cannot be read
	MetadataForeign   = "metadata_foreign"    // of another version
	CapsuleMismatch   = "capsule_mismatch"    // of another Capsule
	ContentChanged    = "content_changed"     // contentDigest is not that of the body
	SettingsChanged   = "settings_changed"    // the settings are not those it was made with
	RenderDiffers     = "render_differs"      // the Capsule renders to other bytes
	ConfigInvalid     = "config_invalid"      // today's layer cannot be read
	SourceChanged     = "source_changed"
	SourceMissing     = "source_missing"
)
