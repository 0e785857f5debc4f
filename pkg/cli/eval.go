package cli

import (
	"context"
	"path/filepath"
	"strings"

	"majordomus/pkg/eval"
	"majordomus/pkg/fault"
)

type evalFlags struct {
	Commits  int     `long:"commits" value-name:"N" default:"60" description:"Commits to sample of each repository"`
	Budgets  []int64 `long:"budget-tokens" value-name:"N" default-mask:"6000, 12000, 24000" description:"Budget to measure under; may be repeated"`
	WithPath bool    `long:"with-path" description:"Give one touched path too, and look for the others"`
	MaxDepth *int    `long:"max-depth" value-name:"N" default-mask:"3" description:"Hops along edges; 0 spends nothing on what the given path imports and is tested by"`
	historyFlags
	formatFlags
	outputFlags
	Args struct {
		Repos []string `positional-arg-name:"REPO" required:"1" description:"A repository, bare or not"`
	} `positional-args:"yes"`
}

func (a *app) evalCommand() *command {
	f := new(evalFlags)
	return &command{
		words:   []string{"eval"},
		summary: "measure contexts against recorded history",
		about: "Takes commits of each REPO, compiles a context at the parent from the message alone, and reports how much of what the commit touched it holds, " +
			"beside the ceiling of a perfect ranker and plain baselines. Nothing younger than the parent is visible; nothing is fetched.",
		flags: f,
		run:   func(ctx context.Context) error { return a.runEval(ctx, f) },
	}
}

func (a *app) runEval(ctx context.Context, f *evalFlags) error {
	if f.Commits < 1 {
		return fault.New(fault.Invalid, "invalid_input", "--commits %d measures nothing", f.Commits)
	}
	for _, n := range f.Budgets {
		if n < 1 {
			return fault.New(fault.Invalid, "invalid_input", "--budget-tokens %d measures nothing", n)
		}
	}
	var reports []*eval.Report
	for _, repo := range f.Args.Repos {
		r, err := eval.Run(ctx, eval.Options{Repo: repo, Name: repoName(repo), Commits: f.Commits, Budgets: f.Budgets, WithPath: f.WithPath, History: f.History, MaxDepth: f.MaxDepth,
			Progress: func(done, total int) { a.verbose("%s: %d of %d commits", repoName(repo), done, total) }})
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeText(f.outputFlags, eval.Table(reports))
	}
	return a.writeJSON(f.outputFlags, struct {
		Reports []*eval.Report `json:"reports"`
	}{reports})
}

// repoName is what a report calls a repository: its folder, and for a folder
// that is only called repo or .git the one above.
func repoName(repo string) string {
	abs, err := filepath.Abs(repo)
	if err != nil {
		abs = repo
	}
	name := filepath.Base(abs)
	if name == ".git" || name == "repo" {
		name = filepath.Base(filepath.Dir(abs))
	}
	return strings.TrimSuffix(strings.ReplaceAll(name, "+", "/"), ".git")
}
