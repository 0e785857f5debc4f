package cli

import (
	"context"

	"majordomus/pkg/devcontext"
)

type initFlags struct {
	repoFlag
	formatFlags
	outputFlags
}

func (a *app) initCommand() *command {
	f := new(initFlags)
	return &command{
		words:   []string{"init"},
		summary: "write a layer to start from: manifest, sources and examples",
		about:   "Writes .ai/manifest.yaml, its sources and examples at the root of the repository. Nothing is overwritten: a file that exists already is an error.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.init(ctx, f) },
	}
}

func (a *app) init(ctx context.Context, f *initFlags) error {
	done, err := devcontext.Init(ctx, f.Repo)
	if err != nil {
		return err
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		t := &table{head: []string{"written"}}
		for _, p := range done.Files {
			t.rows = append(t.rows, []string{p})
		}
		return a.writeTables(f.outputFlags, format, t)
	}
	return a.writeJSON(f.outputFlags, done)
}
