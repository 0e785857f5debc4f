package task

import (
	"majordomus/pkg/canon"
)

// ResolverVersion is the contract that inputs and their fingerprint follow.
const ResolverVersion = "task-knowledge-resolver-v1"

// Inputs are what a result came from, normalised; their hash is the
// fingerprint, which equals that of other implementations of the contract.
type Inputs struct {
	Declared        Declared   `json:"declared_paths"`
	Changed         []Path     `json:"changed_paths"`
	Fields          TaskFields `json:"task_fields"`
	Role            string     `json:"role"`
	GraphVersion    string     `json:"graph_version"`
	RouteIndexHash  string     `json:"route_index_hash"`
	ResolverVersion string     `json:"resolver_version"`
}

// Declared are the paths a task names.
type Declared struct {
	Scope        []Path `json:"scope"`
	Deliverables []Path `json:"deliverables"`
}

// TaskFields are the fields of a task that count; lists are unique and sorted.
type TaskFields struct {
	Tags      []string `json:"akms_tags"`
	Steps     []string `json:"implementation_steps"`
	Objective string   `json:"objective"`
	Symbols   []string `json:"symbols"`
	Title     string   `json:"title"`
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
