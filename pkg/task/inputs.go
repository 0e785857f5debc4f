package task

import (
	"majordomus/pkg/canon"
)

// ResolverVersion is the contract that inputs and their fingerprint follow.
const ResolverVersion = "task-knowledge-resolver-v1"

// Inputs are what a result came from, normalised; their hash is the
// fingerprint, which equals that of other implementations of the contract.
type Inputs struct {
	Declared        Declared   `json:"declared_paths"`   // paths the task names
	Changed         []Path     `json:"changed_paths"`    // paths that changed, the task's own among them
	Fields          TaskFields `json:"task_fields"`      // what else of the task counts
	Role            string     `json:"role"`             // name of the role
	GraphVersion    string     `json:"graph_version"`    // of the declared records and mirrors alone
	RouteIndexHash  string     `json:"route_index_hash"` // of the route index; empty without one
	ResolverVersion string     `json:"resolver_version"` // task-knowledge-resolver-v1
}

// Declared are the paths a task names.
type Declared struct {
	Scope        []Path `json:"scope"`        // where it works
	Deliverables []Path `json:"deliverables"` // what it produces
}

// TaskFields are the fields of a task that count; lists are unique and sorted.
type TaskFields struct {
	Tags      []string `json:"akms_tags"`            // knowledge tags it names
	Steps     []string `json:"implementation_steps"` // what will be done
	Objective string   `json:"objective"`            // what it is for
	Symbols   []string `json:"symbols"`              // exact names it touches
	Title     string   `json:"title"`                // what it is called
}

// Fingerprint is the hash of the inputs' canonical JSON.
func (in Inputs) Fingerprint() string { return hashOf(in) }

func fieldsOf(t *Task) TaskFields {
	return TaskFields{
		Tags: set(t.Tags), Steps: set(t.Steps), Objective: canon.Trim(t.Objective), Symbols: set(t.Symbols), Title: canon.Trim(t.Title),
	}
}

func pathsOf(list []Spec, s Source) []Path {
	out := []Path{}
	for _, spec := range list {
		if spec.Source == s {
			out = append(out, Path{spec.Kind, spec.Value})
		}
	}
	return out
}

// specsOf undoes pathsOf.
func (in Inputs) specsOf() []Spec {
	var out []Spec
	for _, part := range []struct {
		paths  []Path
		source Source
	}{{in.Changed, FromChanged}, {in.Declared.Deliverables, FromDeliverable}, {in.Declared.Scope, FromScope}} {
		for _, p := range part.paths {
			out = append(out, Spec{p.Value, p.Kind, part.source})
		}
	}
	return out
}
