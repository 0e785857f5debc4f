package walk

import (
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// Result is a whole walk: what a walk stream holds and what a budget is spent
// on. Candidates are in their order: tier, relevance descending, uri.
type Result struct {
	Git         object.Git
	Request     seed.Resolved
	Seeds       []seed.Seed
	Candidates  []Candidate
	Diagnostics []object.Diagnostic
	Settings    Settings
	Fingerprint string
}
