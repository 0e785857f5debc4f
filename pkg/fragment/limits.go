package fragment

import (
	"fmt"

	"majordomus/pkg/fault"
)

// Limits of a request (spec/fragments.md). Sizes are bytes.
const (
	MaxFragments     = 1024
	MaxContent       = 1 << 20
	MaxMetadata      = 64 << 10
	MaxMedia         = 4 << 20  // of base64, each
	MaxMediaRequest  = 64 << 20 // of base64, all together
	MaxPaths         = 64
	MaxBudget        = 10_000_000
	MaxTranscript    = 64 << 20
	defaultMaxPiece  = 2048
	pixelsPerToken   = 750
	defaultEstimator = "o200k_base"
)

// Codes of the errors of this package.
const (
	CodeBudgetExhausted = "budget_exhausted"
	CodeOverLimit       = "over_limit"
	CodeMetadata        = "metadata_too_large"
	CodeIngestDisabled  = "ingest_disabled"
	CodeOutsideRoots    = "ingest_outside_roots"
	CodeIngestPath      = "ingest_path"
	CodeFragment        = "invalid_fragment"
	CodeMedia           = "invalid_media"
	CodeSegmentation    = "segmentation"
	CodeUnknownHandle   = "unknown_handle"
	CodeInput           = "invalid_input" // the request around the fragments
)

// invalid is an error at a place of the request, such as fragments[3].content.
func invalid(code, place, format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, code, "%s: %s", place, fmt.Sprintf(format, args...))
}

// field names a member of a fragment.
func field(index int, name string) string { return fmt.Sprintf("fragments[%d].%s", index, name) }
