package task

import (
	"slices"

	"majordomus/pkg/object"
)

// Review compares what a task said it needs with what its changes turned out to
// need.
type Review struct {
	Status       string              `json:"status"`                  // reviewed
	Role         string              `json:"role"`                    // that ranked the advisory nodes
	Before       []string            `json:"pre_task_required"`       // from the declared paths
	After        []string            `json:"post_diff_required"`      // from the paths that changed
	Only         []string            `json:"post_diff_only_required"` // of those, what the declared paths did not ask for
	Fallback     bool                `json:"empty_diff_fallback"`     // nothing changed: the task's scope stands in
	ChangedPaths []string            `json:"changed_paths"`           // normalised
	Selections   []Selection         `json:"selections"`              // from the paths that changed
	Fingerprint  string              `json:"fingerprint"`             // of those inputs
	PreTask      string              `json:"pre_task_fingerprint"`    // of the declared ones
	Suppressed   []Suppressed        `json:"suppressed"`              // mirrors that documentation-only changes do not pull
	Diagnostics  []object.Diagnostic `json:"diagnostics"`             // of both resolutions
	Manifest     Manifest            `json:"manifest"`                // of the paths that changed

	resolution *Resolution
}

// Resolution is the one from the paths that changed, for rendering.
func (r *Review) Resolution() *Resolution { return r.resolution }

// FallbackCode is the diagnostic of a review without changes.
const FallbackCode = "empty_diff"

// ResolveReviewer resolves twice: from the task's scope and deliverables, and
// from the paths that actually changed, the task's own among them. Symbols and
// tags count in both. Errors as for Resolve.
func ResolveReviewer(in Input) (*Review, error) {
	changed := slices.Concat(in.Task.ChangedFiles, in.Changed)
	before := in
	before.Task.ChangedFiles, before.Changed = nil, nil
	pre, err := Resolve(before)
	if err != nil {
		return nil, err
	}
	after := in
	after.Task.ChangedFiles, after.Changed = nil, changed
	after.Task.Scope, after.Task.Deliverables = nil, nil
	list, ds := specs(&after.Task, changed, in.Exists)
	if len(list) == 0 {
		after.Task.Scope = in.Task.Scope
		ds = append(ds, object.Diagnostic{Severity: object.Info, Code: FallbackCode, Message: "nothing changed: the review is of the task's scope"})
	}
	post, err := Resolve(after)
	if err != nil {
		return nil, err
	}
	out := &Review{
		Status: "reviewed", Role: post.Role, Before: required(pre), After: required(post), Only: []string{}, Fallback: len(list) == 0,
		ChangedPaths: []string{}, Selections: post.Selections, Fingerprint: post.Fingerprint, PreTask: pre.Fingerprint,
		Suppressed: post.Suppressed, Manifest: post.Manifest, resolution: post,
		Diagnostics: object.SortDiagnostics(slices.Concat(ds, pre.Diagnostics, post.Diagnostics)),
	}
	if out.Diagnostics == nil {
		out.Diagnostics = []object.Diagnostic{}
	}
	for _, s := range list {
		out.ChangedPaths = append(out.ChangedPaths, s.Value)
	}
	for _, id := range out.After {
		if _, found := slices.BinarySearch(out.Before, id); !found {
			out.Only = append(out.Only, id)
		}
	}
	return out, nil
}

// required lists the required nodes of a resolution, by id.
func required(r *Resolution) []string {
	out := []string{}
	for _, s := range r.Selections {
		if s.Class == Required {
			out = append(out, s.NodeID)
		}
	}
	return out
}
