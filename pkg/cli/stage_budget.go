package cli

import (
	"context"
	"io"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

// spendFlags are what a spend may change of the walk's request.
type spendFlags struct {
	BudgetTokens *int64   `long:"budget-tokens" value-name:"N" default-mask:"the request's" description:"Tokens the answer may cost"`
	Floor        *float64 `long:"floor" value-name:"X" default-mask:"the request's" description:"Relevance, 0 to 1, under which a thing is left out; not below the walk's"`
}

func (f spendFlags) options() budget.Options {
	return budget.Options{BudgetTokens: f.BudgetTokens, Floor: f.Floor}
}

type budgetStageFlags struct {
	spendFlags
	formatFlags
	filterFlags
	outputFlags
	Args fileArg `positional-args:"yes"`
}

func (a *app) budgetStage() *command {
	f := new(budgetStageFlags)
	return &command{
		summary: "spend a token budget on a walk: the answer",
		about: "Reads a walk stream, now or saved, and prints what to give under the budget, what was left out and why. " +
			"It needs no repository.\n\n  dc-budget --budget-tokens 4000 < saved.ndjson",
		flags: f,
		run:   func(context.Context) error { return a.runBudget(f) },
	}
}

func (a *app) runBudget(f *budgetStageFlags) error {
	o := stream.ReaderOptions{Streams: []string{stream.Walk}, Filtered: f.Filtered}
	return a.withReader(f.Args.File, o, func(r *stream.Reader) error {
		if a.format(f.formatFlags, f.outputFlags) == "json" {
			return a.filterBudget(r, f)
		}
		w, err := walk.Read(r)
		if err != nil {
			return err
		}
		answer, err := budget.Spend(w, f.options())
		if err != nil {
			return err
		}
		return a.writeAnswer(f.formatFlags, f.outputFlags, answer)
	})
}

// filterBudget goes from stream to answer without decoding what the spend does
// not read.
func (a *app) filterBudget(r *stream.Reader, f *budgetStageFlags) error {
	over := false
	err := a.write(f.outputFlags, func(w io.Writer) (err error) {
		over, err = budget.Filter(r, w, f.options())
		return err
	})
	if err == nil && over {
		return &outcome{fault.OverBudget}
	}
	return err
}
