package operation

import (
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"majordomus/pkg/fault"
)

// Description is everything a definition says, for `majordomus operations` and
// the reference.
type Description struct {
	ID          string             `json:"id"`
	Summary     string             `json:"summary"`
	Description string             `json:"description"`
	Module      string             `json:"module"`
	Kind        Kind               `json:"kind"`
	Stability   Stability          `json:"stability"`
	Tags        []string           `json:"tags"`
	ReadOnly    bool               `json:"read_only"`
	Surfaces    Surfaces           `json:"surfaces"`
	Cache       int                `json:"cache_entries"` // answers a resident process keeps
	Cases       []string           `json:"benchmark_cases"`
	Failures    []string           `json:"failures"` // classes of failure, in words
	MaxInput    int64              `json:"max_input_bytes,omitempty"`
	Input       *jsonschema.Schema `json:"input"`
	Output      *jsonschema.Schema `json:"output"`
}

// Surfaces says where an operation is offered and why it is absent elsewhere.
type Surfaces struct {
	CLI    []string          `json:"cli,omitempty"`    // command words
	MCP    string            `json:"mcp,omitempty"`    // tool
	HTTP   []string          `json:"http,omitempty"`   // method and path
	Absent map[string]string `json:"absent,omitempty"` // surface → why
}

// Describe gives the definition of every operation of the list.
func Describe(list []*Operation) []Description {
	out := make([]Description, 0, len(list))
	for _, o := range list {
		d := Description{ID: o.ID, Summary: o.Summary, Description: o.Description, Module: o.Module, Kind: o.Kind, Stability: o.Stability,
			Tags: o.Tags, ReadOnly: o.ReadOnly, Cache: o.Cache.Entries, Cases: []string{}, Failures: []string{}, MaxInput: o.MaxInput,
			Input: o.InputSchema(), Output: o.OutputSchema()}
		if o.CLI != nil {
			d.Surfaces.CLI = o.CLI.Words
		}
		if o.MCP != nil {
			d.Surfaces.MCP = o.MCP.Tool
		}
		for _, r := range o.HTTP {
			d.Surfaces.HTTP = append(d.Surfaces.HTTP, r.Method+" "+r.Path)
		}
		d.Surfaces.Absent = maps.Clone(o.Absent)
		for _, c := range o.Cases {
			d.Cases = append(d.Cases, c.Name)
		}
		for _, c := range slices.Sorted(slices.Values(o.Exits)) {
			d.Failures = append(d.Failures, className(c))
		}
		out = append(out, d)
	}
	return out
}

// className is a class of failure in words.
func className(c fault.Class) string {
	switch c {
	case fault.Usage:
		return "usage"
	case fault.NotFound:
		return "not_found"
	case fault.Invalid:
		return "invalid"
	case fault.Broken:
		return "broken"
	case fault.Config:
		return "config"
	case fault.OverBudget:
		return "over_budget"
	case fault.Stale:
		return "stale"
	case fault.Conflict:
		return "conflict"
	case fault.Unverifiable:
		return "unverifiable"
	case fault.Interrupted:
		return "interrupted"
	case fault.Refused:
		return "refused"
	}
	return "internal"
}
