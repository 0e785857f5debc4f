package object

import (
	"cmp"
	"slices"
	"strings"
)

// Severity of a diagnostic; an error excludes its file from the index.
type Severity string

// The severities.
const (
	Info    Severity = "info"    // worth knowing; nothing is wrong
	Warning Severity = "warning" // something is likely not as meant
	Error   Severity = "error"   // its file is kept out of the index
)

func (s Severity) rank() int {
	switch s {
	case Error:
		return 0
	case Warning:
		return 1
	}
	return 2
}

// Diagnostic is a finding about a file or the run, with a stable code.
type Diagnostic struct {
	Severity  Severity `json:"severity"`            // an error keeps its file out of the index
	Code      string   `json:"code"`                // stable, snake_case
	Message   string   `json:"message"`             // what was found, in a sentence
	Path      string   `json:"path,omitempty"`      // of the file, relative to the root; absent: it is about the run
	Reproduce string   `json:"reproduce,omitempty"` // a command that shows it again
}

// Compare is the order of diagnostics: severity descending, code, path, message.
func (d Diagnostic) Compare(o Diagnostic) int {
	return cmp.Or(cmp.Compare(d.Severity.rank(), o.Severity.rank()), strings.Compare(d.Code, o.Code),
		strings.Compare(d.Path, o.Path), strings.Compare(d.Message, o.Message))
}

// SortDiagnostics orders ds in place, drops repetitions and returns the rest.
func SortDiagnostics(ds []Diagnostic) []Diagnostic {
	slices.SortFunc(ds, Diagnostic.Compare)
	return slices.CompactFunc(ds, func(a, b Diagnostic) bool { return a.Compare(b) == 0 })
}

// Git is what the header tells of the checkout.
type Git struct {
	Branch      string `json:"branch,omitempty"` // absent when detached
	Head        string `json:"head,omitempty"`   // commit id; absent before the first commit
	WorkingTree string `json:"working_tree"`     // clean, dirty, or "unavailable: <reason>"
}
