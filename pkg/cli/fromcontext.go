package cli

import (
	"context"
	"strings"

	"majordomus/pkg/fragment"
	"majordomus/pkg/operation"
)

type fromContextFlags struct {
	Budget    int    `long:"budget" value-name:"N" default-mask:"the answer's" description:"Tokens of the prompt"`
	Query     string `long:"query" unquote:"false" value-name:"TEXT" default-mask:"the answer's intent, or its issue" description:"What the prompt is for"`
	Estimator string `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default-mask:"the answer's tokenizer, or o200k_base" description:"How the prompt's tokens are counted"`
	Format    string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default-mask:"text on a terminal, else json" description:"With line breaks, or on one line"`
	repoFlag
	outputFlags
	Args fileArg `positional-args:"yes"`
}

func (a *app) fromContextCommand() *command {
	f := new(fromContextFlags)
	return &command{
		words:   []string{"fragments", "from-context"},
		summary: "turn a compiled context into a request for its prompt",
		about: "Reads an answer of devcontext compile, or a saved walk, and the bodies it selects, and writes the request that fragments compile takes. " +
			"Required bodies are marked verbatim. A body that changed since is an error; one that holds a secret is left out, with a warning.",
		flags: f,
		run:   func(ctx context.Context) error { return a.fromContext(ctx, f) },
	}
}

func (a *app) fromContext(ctx context.Context, f *fromContextFlags) error {
	s, err := a.saved(f.Args.File)
	if err != nil {
		return err
	}
	answer, err := s.AnswerOf()
	if err != nil {
		return err
	}
	in := operation.FromContextInput{Answer: *answer, Query: f.Query, TokenBudget: f.Budget, Estimator: f.Estimator}
	out, err := call[operation.FromContextInput, *operation.ContextRequest](ctx, a.settings(f.Repo, indexFlags{}), "fragments.from-context", in)
	if err != nil {
		return err
	}
	for _, w := range out.Warnings() {
		a.warn(w)
	}
	return a.writeIndented(f.Format, f.outputFlags, out)
}

type fragmentsBenchFlags struct {
	Seed      uint64 `long:"seed" value-name:"N" default:"1" description:"Of the generated session"`
	Turns     int    `long:"turns" value-name:"N" default:"200" description:"Turns of the generated session"`
	Budgets   []int  `long:"budget" value-name:"N" default-mask:"2000, the critical part, and 100000" description:"Tokens to compile under, 0 for the size of the critical part; may be repeated"`
	Query     string `long:"query" unquote:"false" value-name:"TEXT" default:"why does the build of store3 fail" description:"What the context is for"`
	Estimator string `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default:"o200k_base" description:"How tokens are counted"`
	formatFlags
	outputFlags
}

func (a *app) fragmentsBenchCommand() *command {
	f := new(fragmentsBenchFlags)
	return &command{
		words:   []string{"fragments", "bench"},
		summary: "measure compilation on a generated agent session",
		about: "Makes a session of repeated file reads, build logs, test output, screenshots and prose, compiles it under several budgets, " +
			"and tells tokens in and out, what saved them, and the risk of what is missing.",
		flags: f,
		run:   func(ctx context.Context) error { return a.fragmentsBench(ctx, f) },
	}
}

func (a *app) fragmentsBench(ctx context.Context, f *fragmentsBenchFlags) error {
	budgets := f.Budgets
	if len(budgets) == 0 {
		budgets = []int{2000, 0, 100_000}
	}
	p := fragment.Policy{NormalizeLogTimestamps: true, Estimator: f.Estimator}
	r, err := fragment.Measure(ctx, fragment.Corpus(f.Seed, f.Turns), f.Query, p, budgets)
	if err != nil {
		return err
	}
	if a.format(f.formatFlags, f.outputFlags) == "json" {
		return a.writeJSON(f.outputFlags, r)
	}
	var b strings.Builder
	if err := r.WriteTable(&b); err != nil {
		return err
	}
	return a.writeText(f.outputFlags, b.String())
}
