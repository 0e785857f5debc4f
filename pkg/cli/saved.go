package cli

import (
	"context"
	"io"

	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/stream"
)

// saved reads a walk or an answer that was kept.
func (a *app) saved(path string) (*devcontext.Saved, error) {
	in, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer in.close() //nolint:errcheck // it was only read
	return devcontext.ReadSaved(in, in.name)
}

type rebudgetFlags struct {
	spendFlags
	Curve bool `long:"curve" description:"One line an entry, in spending order: the limit at which it and all before it fit"`
	formatFlags
	outputFlags
	Args fileArg `positional-args:"yes"`
}

func (a *app) rebudgetCommand() *command {
	f := new(rebudgetFlags)
	return &command{
		words:   []string{"devcontext", "rebudget"},
		summary: "spend a saved walk or answer under another budget",
		about:   "Reads what compile printed or what --save-walk kept, and gives the answer that a fresh compile under these limits gives, without the repository.",
		flags:   f,
		run:     func(context.Context) error { return a.rebudget(f) },
	}
}

func (a *app) rebudget(f *rebudgetFlags) error {
	s, err := a.saved(f.Args.File)
	if err != nil {
		return err
	}
	answer, err := devcontext.Rebudget(s, f.options())
	if err != nil {
		return err
	}
	if f.Curve {
		return a.writeCurve(f, budget.Curve(answer))
	}
	return a.writeAnswer(f.formatFlags, f.outputFlags, answer)
}

// writeCurve writes one JSON line an entry, or a table.
func (a *app) writeCurve(f *rebudgetFlags, curve []budget.CurveLine) error {
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, curveTable(curve))
	}
	return a.write(f.outputFlags, func(w io.Writer) error {
		for i := range curve {
			line, err := stream.Marshal(&curve[i])
			if err != nil {
				return err
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
}

type renderFlags struct {
	repoFlag
	Format     string `long:"format" unquote:"false" value-name:"FORMAT" choice:"md" choice:"xml" default:"md" description:"md or xml"`
	MaxTokens  *int64 `long:"max-tokens" value-name:"N" default-mask:"no limit" description:"Tokens of the whole text, frame and omissions included"`
	AllowStale bool   `long:"allow-stale" description:"Mark a body that changed since the answer instead of refusing it"`
	outputFlags
	Args fileArg `positional-args:"yes"`
}

func (a *app) renderCommand() *command {
	f := new(renderFlags)
	return &command{
		words:   []string{"devcontext", "render"},
		summary: "turn an answer into a prompt with bodies",
		about:   "Reads an answer (or a saved walk) and writes the selected bodies from the repository, each fenced as untrusted, and what was left out.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.render(ctx, f) },
	}
}

func (a *app) render(ctx context.Context, f *renderFlags) error {
	o := devcontext.RenderOptions{Form: devcontext.Form(f.Format), AllowStale: f.AllowStale}
	if f.MaxTokens != nil {
		if o.MaxTokens = *f.MaxTokens; o.MaxTokens < 1 {
			return fault.New(fault.Invalid, "invalid_input", "--max-tokens %d is not a number of tokens", o.MaxTokens)
		}
	}
	s, err := a.saved(f.Args.File)
	if err != nil {
		return err
	}
	answer, err := s.AnswerOf()
	if err != nil {
		return err
	}
	bodies, err := a.bodies(ctx, f.Repo)
	if err != nil {
		return err
	}
	defer bodies.Close() //nolint:errcheck // it was only read
	text, err := devcontext.Render(answer, bodies, o)
	if err != nil {
		return err
	}
	return a.writeText(f.outputFlags, string(text))
}

type diffFlags struct {
	formatFlags
	outputFlags
	Args struct {
		A string `positional-arg-name:"A" required:"yes" description:"An answer or a saved walk; - is standard input"`
		B string `positional-arg-name:"B" required:"yes" description:"Another"`
	} `positional-args:"yes"`
}

func (a *app) diffCommand() *command {
	f := new(diffFlags)
	return &command{
		words:   []string{"devcontext", "diff"},
		summary: "compare two answers: what came, what went, why",
		flags:   f,
		run:     func(context.Context) error { return a.diff(f) },
	}
}

func (a *app) diff(f *diffFlags) error {
	if f.Args.A == "-" && f.Args.B == "-" {
		return fault.New(fault.Usage, "usage", "only one of the two can be standard input")
	}
	var sides [2]*budget.Answer
	for i, path := range []string{f.Args.A, f.Args.B} {
		s, err := a.saved(path)
		if err != nil {
			return err
		}
		if sides[i], err = s.AnswerOf(); err != nil {
			return err
		}
	}
	d := devcontext.Diff(sides[0], sides[1])
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, diffTable(d))
	}
	return a.writeJSON(f.outputFlags, d)
}

// bodies opens the root of the repository around a folder.
func (a *app) bodies(ctx context.Context, dir string) (*devcontext.Bodies, error) {
	root, _, err := index.Root(ctx, dir)
	if err != nil {
		return nil, err
	}
	return devcontext.OpenBodies(root)
}
