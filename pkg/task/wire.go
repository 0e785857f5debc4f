package task

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"majordomus/pkg/canon"
	"majordomus/pkg/route"
)

// RawTask is a task as a caller's JSON has it; Of reads it.
type RawTask json.RawMessage

// MarshalJSON is the JSON itself.
func (t RawTask) MarshalJSON() ([]byte, error) { return json.RawMessage(t).MarshalJSON() }

// UnmarshalJSON keeps the JSON.
func (t *RawTask) UnmarshalJSON(b []byte) error { *t = append((*t)[:0], b...); return nil }

// JSONSchema names the fields of a task; others are left alone.
func (RawTask) JSONSchema() *jsonschema.Schema {
	text := func(d string) *jsonschema.Schema {
		return &jsonschema.Schema{Types: []string{"string", "null"}, Description: d}
	}
	list := func(d string) *jsonschema.Schema {
		return &jsonschema.Schema{Types: []string{"array", "null"}, Items: &jsonschema.Schema{Type: "string"}, Description: d}
	}
	return &jsonschema.Schema{
		Type:        "object",
		Description: "The task. Every field is optional; fields not listed are left alone.",
		Properties: map[string]*jsonschema.Schema{
			"task_id":              text("Its identifier."),
			"title":                text("What it is called; node titles and tags found in it lead to advisory nodes."),
			"objective":            text("What it is for; read like the title."),
			"scope":                list("Paths, folders (with a trailing slash) and globs it works in."),
			"deliverables":         list("Paths it produces; prose among them is no path."),
			"changed_files":        list("Paths it has changed already."),
			"symbols":              list("Exact names of symbols it touches."),
			"akms_tags":            list("Knowledge tags; absent or empty: derived from scope, titles and text."),
			"implementation_steps": list("What will be done; read like the title."),
			"phase":                text("A word that is carried and not judged."),
		},
	}
}

// ResolveInput is what the surfaces take for a resolution and a review.
type ResolveInput struct {
	Task      RawTask         `json:"task"`                // the task
	Routes    json.RawMessage `json:"routes,omitempty"`    // the route index as a JSON value; absent: none
	Role      string          `json:"role,omitempty"`      // implementer (the default), code_reviewer, physics_reviewer, or one the layer declares
	Changed   []string        `json:"changed,omitempty"`   // paths that changed, beside the task's own; not together with base
	Base      string          `json:"base,omitempty"`      // revision that git compares with; absent: no diff is read
	Head      string          `json:"head,omitempty"`      // revision that is compared; absent: the work tree with its uncommitted work
	Estimator string          `json:"estimator,omitempty"` // what counts tokens: bytes (the default), o200k_base, cl100k_base
	Format    string          `json:"format,omitempty"`    // md: the rendered context comes with the result; absent or json: without
	Options
}

// ResolveOutput is a resolution, with its rendering when it was asked for.
type ResolveOutput struct {
	Resolution
	Rendered string    `json:"rendered,omitempty"` // Markdown: required, coactivated and advisory text in that order
	Omitted  []Omitted `json:"omitted,omitempty"`  // advisory nodes whose text did not fit the cap of the rendering
}

// review is Input with the default role of a review.
func (in ResolveInput) review(ctx context.Context, w *Workspace) (Input, error) {
	if in.Role == "" {
		in.Role = "code_reviewer"
	}
	return in.Input(ctx, w)
}

// Input turns a request into what Resolve takes. Errors: those of the page
// (spec/routes.md), each by its code.
func (in ResolveInput) Input(ctx context.Context, w *Workspace) (Input, error) {
	out := Input{Graph: w.Graph, Options: in.Options, Exists: w.exists}
	v, err := canon.Parse(in.Task)
	if err != nil {
		return out, invalid(CodeInvalidTask, "the task is not JSON: %v", err)
	}
	if out.Task, err = Of(v); err != nil {
		return out, err
	}
	if out.Role, err = w.Roles.Get(in.Role); err != nil {
		return out, err
	}
	if out.Routes, err = parseRoutes(in.Routes); err != nil {
		return out, err
	}
	err = w.rest(ctx, in, &out)
	return out, err
}

// parseRoutes reads a route index that came as JSON; nil without one.
func parseRoutes(raw json.RawMessage) (*route.Index, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	ix, issues := route.Parse("routes.json", raw)
	return ix, route.Invalid("", issues)
}

// VerifyRequest is what the surfaces take to judge a manifest.
type VerifyRequest struct {
	Manifest json.RawMessage `json:"manifest"`          // the manifest, as it was written
	Context  *string         `json:"context,omitempty"` // what was rendered with it; absent: not judged
	Routes   json.RawMessage `json:"routes,omitempty"`  // today's route index; absent: none
	Task     RawTask         `json:"task,omitempty"`    // today's task; absent: what the manifest names stands in
	Changed  []string        `json:"changed,omitempty"` // with task: paths that changed, beside its own; not together with base
	Base     string          `json:"base,omitempty"`    // with task: revision that git compares with; absent: no diff is read
	Head     string          `json:"head,omitempty"`    // with task: revision that is compared; absent: the work tree
}
