package operation

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/task"
)

const taskModule = "task"

func taskOperations() []*Operation {
	return []*Operation{resolveOperation(), reviewOperation(), verifyOperation()}
}

// taskFiles are the members that the command line takes as files.
func taskFiles() []string { return []string{"task", "routes", "changed"} }

func resolveOperation() *Operation {
	o := Define(Operation{
		ID: "task.resolve", Summary: "say what a task must be read with, and prove it",
		Description: "Call this when a task has routes: exact bindings of paths and symbols to lessons. Give the task (scope, deliverables, symbols), the route index, and what changed " +
			"(changed, or base for git). selections come as required (bound: must be read, the same for every role), coactivated (loaded with those) and advisory (ranked for the role), each with reasons and cost in tokens. " +
			"The manifest proves inputs, settings and content; keep it for majordomus task verify. format md brings the texts. A required node that cannot be loaded is a refusal that names every one.",
		Module: taskModule, Kind: Query, Stability: Verified, Tags: []string{"context", "planning"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"task", "resolve"}, Files: taskFiles()}, MCP: &MCP{Tool: "majordomus_resolve_task"},
		HTTP:  []Route{{http.MethodPost, "/api/v1/task/resolve"}},
		Exits: []fault.Class{fault.NotFound, fault.Invalid, fault.Conflict, fault.Config},
		Cases: []Case{{"scope", func(s Subject) any { return task.ResolveInput{Task: s.Task()} }}},
	}, [2]string{}, func(ctx context.Context, e *Env, in task.ResolveInput) (*task.ResolveOutput, error) {
		w, err := e.tasks(ctx)
		if err != nil {
			return nil, err
		}
		return w.Resolve(ctx, in)
	})
	o.Summarize = func(out any) string { return summaryOfResolution(out.(*task.ResolveOutput)) } //nolint:forcetypeassert // Define gives the type
	return o
}

// ReviewOutput is a review, with the rendering of its selections when it was
// asked for.
type ReviewOutput struct {
	task.Review
	Rendered string         `json:"rendered,omitempty"` // Markdown of what the paths that changed need
	Omitted  []task.Omitted `json:"omitted,omitempty"`  // advisory nodes whose text did not fit the cap of the rendering
}

func reviewOperation() *Operation {
	o := Define(Operation{
		ID: "task.review", Summary: "say what a reviewer must read beside what the task declared",
		Description: "Call this before reviewing a change: it resolves the task twice, from the paths it declared and from the paths that actually changed (changed, or base for git). " +
			"post_diff_only_required names what the change needs and the task did not announce: read that first. empty_diff_fallback says nothing changed and the scope stands in. " +
			"The role is code_reviewer unless you name another.",
		Module: taskModule, Kind: Query, Stability: Verified, Tags: []string{"context", "review"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"task", "review"}, Files: taskFiles()}, MCP: &MCP{Tool: "majordomus_review_context"},
		HTTP:  []Route{{http.MethodPost, "/api/v1/task/review"}},
		Exits: []fault.Class{fault.NotFound, fault.Invalid, fault.Config},
		Cases: []Case{{"changed", func(s Subject) any { return task.ResolveInput{Task: s.Task(), Changed: []string{s.Path}} }}},
	}, [2]string{}, func(ctx context.Context, e *Env, in task.ResolveInput) (*ReviewOutput, error) {
		w, err := e.tasks(ctx)
		if err != nil {
			return nil, err
		}
		r, err := w.Review(ctx, in)
		if err != nil {
			return nil, err
		}
		out := &ReviewOutput{Review: *r}
		if in.Format == "md" {
			c, err := w.Render(r.Resolution())
			if err != nil {
				return nil, err
			}
			out.Rendered, out.Omitted = string(c.Text), c.Omitted
		}
		return out, nil
	})
	o.Summarize = func(out any) string { return summaryOfReview(out.(*ReviewOutput)) } //nolint:forcetypeassert // Define gives the type
	return o
}

func verifyOperation() *Operation {
	o := Define(Operation{
		ID: "task.verify", Summary: "say whether a manifest still holds",
		Description: "Judges a manifest against today's repository and routes: current, stale (with both digests and every input, setting and node that differs) or invalid (any edit). " +
			"Editing code ages no manifest; editing a declared record does.",
		Module: taskModule, Kind: Query, Stability: Verified, Tags: []string{"review"}, ReadOnly: true,
		CLI:    &CLI{Words: []string{"task", "verify"}, Args: []string{"manifest"}, Files: append(taskFiles(), "context")},
		Absent: map[string]string{"mcp": "a gate runs it where the manifest lies", "http": "a gate runs it where the manifest lies"},
		Exits:  []fault.Class{fault.Stale, fault.Unverifiable, fault.NotFound, fault.Invalid, fault.Config},
		Cases:  []Case{{"current", func(s Subject) any { return task.VerifyRequest{Manifest: s.Manifest} }}},
	}, [2]string{}, func(ctx context.Context, e *Env, in task.VerifyRequest) (task.Verdict, error) {
		w, err := e.tasks(ctx)
		if err != nil {
			return task.Verdict{}, err
		}
		return w.Verify(ctx, in)
	})
	o.Ends = func(out any) fault.Class {
		v, _ := out.(task.Verdict)
		c, _ := v.Class()
		return c
	}
	return o
}

// Task is a task over the subject's path.
func (s Subject) Task() task.RawTask {
	return fmt.Appendf(nil, `{"title":%q,"scope":[%q]}`, s.Intent, s.Path)
}

// taskspace is what tasks are resolved against, of one generation.
type taskspace struct {
	of    *Generation
	graph *task.Graph
}

// tasks gives the repository as tasks are resolved against it. The graph of a
// generation is made once; the roles are read each time, they are one small
// file.
func (e *Env) tasks(ctx context.Context) (*task.Workspace, error) {
	g, err := e.Workspace.Generation(ctx)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	known := e.tasked
	e.mu.Unlock()
	if known.of != g {
		known = taskspace{g, task.FromStore(g.Store)}
		e.mu.Lock()
		e.tasked = known
		e.mu.Unlock()
	}
	root, repo, err := index.Root(ctx, e.s.Index.Dir)
	if err != nil {
		return nil, err
	}
	tree := g.Bodies.Tree()
	roles, err := task.LoadRoles(tree)
	if err != nil {
		return nil, err
	}
	return &task.Workspace{Graph: known.graph, Store: g.Store, Tree: tree, Repo: repo, Root: root, Roles: roles}, nil
}

// summaryOfResolution is what a model reads of a resolution.
func summaryOfResolution(r *task.ResolveOutput) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d required, %d coactivated, %d advisory for the role %s. fingerprint %s\n",
		r.Counts.Required, r.Counts.Coactivated, r.Counts.Advisory, oneLine(r.Role), r.Fingerprint)
	listSelections(&b, r.Selections)
	for i, s := range r.Suppressed {
		if i == mostChanges {
			fmt.Fprintf(&b, "… and %d more suppressed\n", len(r.Suppressed)-i)
			break
		}
		fmt.Fprintf(&b, "suppressed %s: %s\n", oneLine(s.NodeID), oneLine(s.Reason))
	}
	for i, d := range r.Diagnostics {
		if i == mostChanges {
			fmt.Fprintf(&b, "… and %d more findings\n", len(r.Diagnostics)-i)
			break
		}
		fmt.Fprintf(&b, "%s %s: %s\n", d.Severity, d.Code, oneLine(d.Message))
	}
	if r.Rendered != "" {
		b.WriteString(within(r.Rendered, "rendered of structuredContent has the whole"))
	}
	return b.String()
}

func listSelections(b *strings.Builder, list []task.Selection) {
	for i := range list {
		if i == mostListed {
			fmt.Fprintf(b, "… and %d more, in structuredContent\n", len(list)-i)
			return
		}
		s := &list[i]
		fmt.Fprintf(b, "- %s (%s, %d tokens): %s\n", oneLine(s.NodeID), s.Class, s.CostTokens, oneLine(strings.Join(s.Reasons, "; ")))
	}
}

// summaryOfReview is what a model reads of a review.
func summaryOfReview(r *ReviewOutput) string {
	var b strings.Builder
	if r.Fallback {
		b.WriteString("Nothing changed: this is of the task's scope.\n")
	}
	fmt.Fprintf(&b, "%d nodes required by what was declared, %d by what changed; required by the change alone: %s\n",
		len(r.Before), len(r.After), orNone(r.Only))
	listSelections(&b, r.Selections)
	if r.Rendered != "" {
		b.WriteString(within(r.Rendered, "rendered of structuredContent has the whole"))
	}
	return b.String()
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	more := ""
	if n := len(names) - mostListed; n > 0 {
		names, more = names[:mostListed], fmt.Sprintf(" and %d more", n)
	}
	clean := make([]string, len(names))
	for i, n := range names {
		clean[i] = oneLine(n)
	}
	return strings.Join(clean, ", ") + more
}

// within is a text, cut at a character where a model's window ends.
func within(text, more string) string {
	n := bodyFits([]byte(text), true)
	if n == len(text) {
		return text
	}
	return text[:cut([]byte(text), 0, n, true)] + "\n[it goes on: " + more + "]"
}
