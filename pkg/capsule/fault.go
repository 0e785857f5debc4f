package capsule

import (
	"unicode/utf8"

	"majordomus/pkg/fault"
)

// Codes of this package's errors.
const (
	codeCapsule  = "invalid_capsule"
	codeRequest  = "invalid_input"
	codeEvidence = "no_evidence"
	codeBudget   = "budget_too_small"
)

// invalid is a Capsule that is none.
func invalid(format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, codeCapsule, format, args...)
}

// request is a build request that cannot be met.
func request(format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, codeRequest, format, args...)
}

func checkText(name, s string, most int) *fault.Error {
	if n := utf8.RuneCountInString(s); n < 1 || n > most {
		return request("%s has %d characters; 1 to %d are allowed", name, n, most)
	}
	return nil
}
