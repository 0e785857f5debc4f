package task

import (
	"majordomus/pkg/fault"
)

// Codes of the errors of this package (spec/routes.md).
const (
	CodeTaskNotFound = "task_not_found"
	CodeInvalidTask  = "invalid_task"
	CodeInvalidID    = "invalid_task_id"
	CodeInvalidRole  = "invalid_role"
	CodeInvalidPhase = "invalid_phase"
	CodeChanged      = "invalid_changed_paths"
	CodeAmbiguous    = "ambiguous_diff_inputs"
	CodeUnavailable  = "required_node_unavailable"
	CodeNoGit        = "git_unavailable"
	CodeInvalidInput = "invalid_input"
)

func invalid(code, format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, code, format, args...)
}
