package cli

import (
	"context"
	"io"

	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

// compileFlags are those of the four stages together.
type compileFlags struct {
	requestFlags
	boundFlags
	localFlags
	repoFlag
	indexFlags
	walkFlags
	historyFlags
}

type compileCommandFlags struct {
	compileFlags
	SaveWalk string `long:"save-walk" unquote:"false" value-name:"FILE" description:"Keep the walk too, to spend it again; FILE.zst is compressed"`
	formatFlags
	outputFlags
}

func (a *app) compileCommand() *command {
	f := new(compileCommandFlags)
	return &command{
		words:   []string{"devcontext", "compile"},
		summary: "say what a session should be given for a task",
		about: "Indexes the repository, walks from what the request names and spends the budget: what to read, why, how sure that is and what it costs; " +
			"and what was left out and why. The same as dc-index | dc-seed | dc-walk | dc-budget, byte for byte.\n\n" +
			"  majordomus devcontext compile --path lib/thing.sh --intent \"declare the thing\"",
		flags: f,
		run:   func(ctx context.Context) error { return a.runCompile(ctx, f) },
	}
}

func (a *app) runCompile(ctx context.Context, f *compileCommandFlags) error {
	if f.SaveWalk == "-" || f.SaveWalk != "" && f.SaveWalk == f.Output {
		return fault.New(fault.Usage, "usage", "--save-walk needs a file of its own")
	}
	c, err := a.compile(ctx, &f.compileFlags)
	if err != nil {
		return err
	}
	if f.SaveWalk != "" {
		if err := a.saveWalk(f.SaveWalk, c.Walk); err != nil {
			return err
		}
	}
	return a.writeAnswer(f.formatFlags, f.outputFlags, c.Answer)
}

// compile runs the four stages in this process.
func (a *app) compile(ctx context.Context, f *compileFlags) (*devcontext.Compiled, error) {
	if err := f.walkFlags.check(); err != nil {
		return nil, err
	}
	bound, err := a.bound(f.boundFlags)
	if err != nil {
		return nil, err
	}
	bar := a.progress()
	c, err := devcontext.Compile(ctx, f.request(), devcontext.Options{
		Index:     a.indexOptions(f.Repo, f.indexFlags),
		Estimator: f.Estimator, NoLocal: f.NoLocal, Frontier: f.Frontier, Bound: bound, History: f.History,
	})
	bar.stop()
	if err == nil {
		a.degraded(c.Store)
	}
	return c, err
}

// saveWalk writes the stream dc-walk gives.
func (a *app) saveWalk(path string, w *walk.Result) error {
	return a.write(outputFlags{Output: path}, func(out io.Writer) error {
		open := func(h stream.Header) (*stream.Writer, error) { return stream.NewWriter(out, h) }
		h := stream.Header{Tool: "dc-walk", Version: Version}
		return walk.Write(w, h, open)
	})
}

// indexOptions are the options of an index of the repository around a folder.
func (a *app) indexOptions(dir string, f indexFlags) index.Options {
	return index.Options{Dir: dir, NoSymbols: f.NoSymbols, NoText: f.NoText, NoCache: f.NoCache, VerifyCache: f.VerifyCache, Warn: a.warn}
}
