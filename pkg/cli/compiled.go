package cli

import (
	"context"

	"majordomus/pkg/capsule"
	artifact "majordomus/pkg/compiled"
	"majordomus/pkg/fault"
)

// artifactBudgetFlags bound a compiled artifact.
type artifactBudgetFlags struct {
	Budget int64  `long:"budget" value-name:"N" required:"yes" description:"Tokens the whole file may have"`
	Bytes  *int64 `long:"bytes" value-name:"N" default-mask:"4194304" description:"Bytes the whole file may have"`
}

type compiledPreviewFlags struct {
	Capsule string `long:"capsule" unquote:"false" value-name:"FILE" required:"yes" description:"The Capsule; - is standard input"`
	artifactBudgetFlags
	repoFlag
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"md" choice:"json" default:"md" description:"md: the artifact itself; json: the artifact with its figures"`
	outputFlags
}

func (a *app) compiledPreviewCommand() *command {
	f := new(compiledPreviewFlags)
	return &command{
		words:   []string{"context", "compiled", "preview"},
		summary: "render a verified Capsule into one Markdown artifact, and write no file",
		flags:   f,
		run:     func(ctx context.Context) error { return a.compiledPreview(ctx, f) },
	}
}

func (a *app) compiledPreview(ctx context.Context, f *compiledPreviewFlags) error {
	text, err := a.file(f.Capsule, capsule.MaxBytes)
	if err != nil {
		return err
	}
	in := artifact.PreviewInput{Capsule: text, BudgetTokens: f.Budget, BudgetBytes: f.Bytes}
	p, err := call[artifact.PreviewInput, *artifact.Preview](ctx, a.settings(f.Repo, indexFlags{}), "context.compiled.preview", in)
	if err != nil {
		return err
	}
	if f.Format == "json" {
		return a.writeJSON(f.outputFlags, p)
	}
	return a.writeText(f.outputFlags, p.Markdown)
}

type compiledCompileFlags struct {
	Capsule string `long:"capsule" unquote:"false" value-name:"FILE" required:"yes" description:"File of the Capsule"`
	artifactBudgetFlags
	repoFlag
	Output string `long:"output" unquote:"false" short:"o" value-name:"NAME.gno-context.md" required:"yes" description:"The artifact to make; it must not exist"`
}

func (a *app) compiledCompileCommand() *command {
	f := new(compiledCompileFlags)
	return &command{
		words:   []string{"context", "compiled", "compile"},
		summary: "make a compiled context and its sidecar, as one set",
		flags:   f,
		run: func(ctx context.Context) error {
			return a.withTree(ctx, f.Repo, func(s capsule.Sources) error {
				r, err := artifact.CompileFile(ctx, artifact.Folder{}, artifact.CompileInput{Capsule: f.Capsule, BudgetTokens: f.Budget, BudgetBytes: f.Bytes, Output: f.Output}, s)
				if err != nil {
					return err
				}
				return a.writeJSON(outputFlags{}, r)
			})
		},
	}
}

type compiledCheckFlags struct {
	Capsule string `long:"capsule" unquote:"false" value-name:"FILE" default-mask:"the one the sidecar names" description:"File of its Capsule"`
	Format  string `long:"format" unquote:"false" value-name:"FORMAT" choice:"json" default:"json" description:"How the verdict is written"`
	repoFlag
	outputFlags
	Args struct {
		Artifact string `positional-arg-name:"NAME.gno-context.md" required:"yes" description:"The artifact"`
	} `positional-args:"yes"`
}

func (a *app) compiledCheckCommand() *command {
	f := new(compiledCheckFlags)
	return &command{
		words:   []string{"context", "compiled", "check"},
		summary: "say whether a compiled context is intact and still true",
		about:   "Reads only. Status 0: current; 3: stale; 4: conflict, it was edited; 2: it cannot be judged; 1: every other invalid input.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.compiledCheck(ctx, f) },
	}
}

func (a *app) compiledCheck(ctx context.Context, f *compiledCheckFlags) error {
	return a.withTree(ctx, f.Repo, func(s capsule.Sources) error {
		c, err := artifact.CheckFile(ctx, artifact.Folder{}, artifact.CheckFileInput{Artifact: f.Args.Artifact, Capsule: f.Capsule}, s)
		if err != nil {
			return err
		}
		if err := a.writeJSON(f.outputFlags, c); err != nil {
			return err
		}
		if err := c.Err(f.Args.Artifact); err != nil {
			a.tell(err)
			return &outcome{fault.As(err).Class}
		}
		return nil
	})
}

// tell writes what an error says and how to mend it; the outcome stands on
// standard output already.
func (a *app) tell(err error) {
	if f := fault.As(err); !a.common.Quiet {
		a.report(f)
	}
}

type compiledRefreshFlags struct {
	CapsuleOutput string `long:"capsule-output" unquote:"false" value-name:"FILE.gno-context.capsule.json" required:"yes" description:"Where the new Capsule goes: absent, or the one the sidecar names"`
	repoFlag
	indexFlags
	Args struct {
		Artifact string `positional-arg-name:"NAME.gno-context.md" required:"yes" description:"The artifact"`
	} `positional-args:"yes"`
}

func (a *app) compiledRefreshCommand() *command {
	f := new(compiledRefreshFlags)
	return &command{
		words:   []string{"context", "compiled", "refresh"},
		summary: "rebuild a compiled context from its saved request, as one set",
		about:   "An artifact that was edited by hand is a conflict and is kept. Where nothing would change nothing is written.",
		flags:   f,
		run: func(ctx context.Context) error {
			store, err := a.index(ctx, f.Repo, f.indexFlags)
			if err != nil {
				return err
			}
			return a.withTree(ctx, f.Repo, func(s capsule.Sources) error {
				s.Store = store
				r, err := artifact.RefreshFile(ctx, artifact.Folder{}, artifact.RefreshInput{Artifact: f.Args.Artifact, CapsuleOutput: f.CapsuleOutput}, s)
				if err != nil {
					return err
				}
				return a.writeJSON(outputFlags{}, r)
			})
		},
	}
}
