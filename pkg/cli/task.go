package cli

import (
	"context"
	"time"

	"majordomus/pkg/fault"
	"majordomus/pkg/operation"
	"majordomus/pkg/task"
)

// changeFlags say what changed.
type changeFlags struct {
	Changed string `long:"changed" unquote:"false" value-name:"FILE" description:"Paths that changed beside the task's own: one a line, ended by NUL, or a JSON list; - is standard input"`
	Base    string `long:"base" unquote:"false" value-name:"REV" description:"Take the changed paths from git, compared with this revision"`
	Head    string `long:"head" unquote:"false" value-name:"REV" default-mask:"the work tree with its uncommitted work" description:"Revision that is compared with the base"`
}

// resolutionFlags are the input of a resolution and a review.
type resolutionFlags struct {
	Task   string `long:"task" unquote:"false" value-name:"FILE" required:"true" description:"The task: JSON when the name ends in .json, else YAML; - is standard input"`
	Routes string `long:"routes" unquote:"false" value-name:"FILE" description:"The route index; - is standard input"`
	changeFlags
	Role           string   `long:"role" unquote:"false" value-name:"ROLE" description:"implementer, code_reviewer, physics_reviewer, or one the layer declares"`
	MaxDepth       *int     `long:"max-depth" value-name:"N" default-mask:"2" description:"Hops of the advisory walk"`
	MaxNodes       *int     `long:"max-nodes-per-loadout" value-name:"N" default-mask:"8" description:"Places of a loadout"`
	MaxPitfalls    *int     `long:"max-pitfalls" value-name:"N" default-mask:"4" description:"Places for pitfall nodes"`
	MinConfidence  *float64 `long:"min-confidence" value-name:"X" default-mask:"0.3" description:"Of advisory nodes but pitfalls"`
	AdvisoryTokens *int64   `long:"advisory-tokens" value-name:"N" default-mask:"12000" description:"Tokens of advisory text in a rendering"`
	StrictRoutes   bool     `long:"strict-routes" description:"Fail on a dead route anywhere, not only one this task needs"`
	Estimator      string   `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default:"bytes" description:"How tokens are counted"`
	Format         string   `long:"format" unquote:"false" value-name:"FORMAT" choice:"json" choice:"md" default-mask:"md on a terminal, else json" description:"json, or the rendered context"`
	repoFlag
	indexFlags
	outputFlags
}

// input reads what the flags name.
func (f *resolutionFlags) input(a *app) (in task.ResolveInput, err error) {
	if err := oneStdin(f.Task, f.Routes, f.Changed); err != nil {
		return in, err
	}
	in = task.ResolveInput{Role: f.Role, Base: f.Base, Head: f.Head, Estimator: f.Estimator, Format: f.format(a), Options: task.Options{
		MaxDepth: f.MaxDepth, MaxNodes: f.MaxNodes, MaxPitfalls: f.MaxPitfalls, MinConfidence: f.MinConfidence,
		AdvisoryTokens: f.AdvisoryTokens, StrictRoutes: f.StrictRoutes,
	}}
	if in.Task, err = a.taskJSON(f.Task); err != nil {
		return in, err
	}
	if in.Routes, err = a.routesJSON(f.Routes); err != nil {
		return in, err
	}
	in.Changed, err = a.changed(f.Changed)
	return in, err
}

func (f *resolutionFlags) format(a *app) string {
	switch {
	case f.Format != "":
		return f.Format
	case a.stdoutTerminal && !f.toFile():
		return "md"
	}
	return "json"
}

type taskResolveFlags struct {
	resolutionFlags
	Manifest    string `long:"manifest" unquote:"false" value-name:"FILE" description:"Write the manifest; with --output the rendered context stands there, and both are published as one"`
	GeneratedAt string `long:"generated-at" unquote:"false" value-name:"TIME" default-mask:"SOURCE_DATE_EPOCH, else now" description:"Time the manifest carries, RFC 3339; it is in no hash"`
}

func (a *app) taskResolveCommand() *command {
	f := new(taskResolveFlags)
	return &command{
		words:   []string{"task", "resolve"},
		summary: "say what a task must be read with, and prove it",
		about: "Gives required nodes (bound to the task's paths and symbols), coactivated ones (loaded with those) and advisory ones (ranked for the role). " +
			"A required node that cannot be loaded ends it with status 12, and nothing is written.\n\n" +
			"  majordomus task resolve --task task.yaml --routes routes.yaml --base main --manifest task.json --output task.md",
		flags: f,
		run:   func(ctx context.Context) error { return a.taskResolve(ctx, f) },
	}
}

func (a *app) taskResolve(ctx context.Context, f *taskResolveFlags) error {
	paired := f.Manifest != "" && f.toFile()
	switch {
	case f.Manifest == "-":
		return fault.New(fault.Usage, "usage", "--manifest needs a file")
	case f.Manifest == "" && f.GeneratedAt != "":
		return fault.New(fault.Usage, "usage", "--generated-at is the time of a manifest").WithHint("give --manifest FILE too")
	}
	at, err := task.GeneratedAt(f.GeneratedAt, a.getenv("SOURCE_DATE_EPOCH"), time.Now())
	if err != nil && f.Manifest != "" {
		return err
	}
	in, err := f.input(a)
	if err != nil {
		return err
	}
	if paired {
		in.Format = "md"
	}
	out, err := run[task.ResolveInput, *task.ResolveOutput](ctx, a, &f.resolutionFlags, "task.resolve", in)
	if err != nil {
		return err
	}
	if f.Manifest != "" {
		name := ""
		if paired {
			name = f.Output
		}
		if err := task.PublishPair("", f.Manifest, name, out.Manifest, []byte(out.Rendered), at); err != nil {
			return err
		}
	}
	if !paired {
		return a.writeResolution(&f.resolutionFlags, out.Rendered, out)
	}
	if f.Format != "json" {
		return nil
	}
	out.Rendered, out.Omitted = "", nil
	return a.writeJSON(outputFlags{}, out)
}

// run calls an operation on the repository of the flags.
func run[In, Out any](ctx context.Context, a *app, f *resolutionFlags, id string, in In) (Out, error) {
	defer a.progress().stop()
	return call[In, Out](ctx, a.settings(f.Repo, f.indexFlags), id, in)
}

// writeResolution writes the rendered text, or the value.
func (a *app) writeResolution(f *resolutionFlags, rendered string, value any) error {
	if f.format(a) != "md" {
		return a.writeJSON(f.outputFlags, value)
	}
	if a.stdoutTerminal && !f.toFile() {
		rendered = visibleControls(rendered)
	}
	return a.writeText(f.outputFlags, rendered)
}

func (a *app) taskReviewCommand() *command {
	f := new(resolutionFlags)
	return &command{
		words:   []string{"task", "review"},
		summary: "say what a reviewer must read beside what the task declared",
		about: "Resolves twice, from the declared paths and from the paths that actually changed, and names what the change alone requires. " +
			"Without changes the task's scope stands in, and it says so. The role is code_reviewer unless --role names another.",
		flags: f,
		run:   func(ctx context.Context) error { return a.taskReview(ctx, f) },
	}
}

func (a *app) taskReview(ctx context.Context, f *resolutionFlags) error {
	in, err := f.input(a)
	if err != nil {
		return err
	}
	out, err := run[task.ResolveInput, *operation.ReviewOutput](ctx, a, f, "task.review", in)
	if err != nil {
		return err
	}
	return a.writeResolution(f, out.Rendered, out)
}
