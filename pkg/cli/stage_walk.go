package cli

import (
	"context"
	"io"

	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// walkFlags are the settings of a walk that are no request fields.
type walkFlags struct {
	Estimator string `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default:"bytes" description:"How tokens are counted; a real tokenizer reads the candidates' files"`
	Frontier  int    `long:"frontier" value-name:"N" default:"500" description:"Things beyond reach that are reported for each reason"`
}

// check refuses what the flags' types let through.
func (f walkFlags) check() error {
	if f.Frontier < 1 {
		return fault.New(fault.Invalid, "invalid_input", "--frontier %d is not a number of rows", f.Frontier)
	}
	return nil
}

type walkStageFlags struct {
	walkFlags
	historyFlags
	repoFlag
	NoCache     bool `long:"no-cache" description:"Neither read nor write what the cache holds of the log"`
	VerifyCache bool `long:"verify-cache" description:"Read the log and fail on a difference to the cache"`
	filterFlags
	outputFlags
	Args fileArg `positional-args:"yes"`
}

func (a *app) walkStage() *command {
	f := new(walkStageFlags)
	return &command{
		summary: "walk from the seeds: everything reached, with reasons",
		about: "Reads a seeds stream and writes the walk: each candidate with every way it was reached, its cost, and whether it is in reach. " +
			"The walk is complete in itself: kept in a file it can be spent again under another budget.",
		flags: f,
		run:   func(ctx context.Context) error { return a.runWalk(ctx, f) },
	}
}

func (a *app) runWalk(ctx context.Context, f *walkStageFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	o := walk.Options{Frontier: f.Frontier}
	if f.Estimator != token.NameBytes {
		est, err := token.ByName(f.Estimator)
		if err != nil {
			return err
		}
		bodies, err := a.bodies(ctx, f.Repo)
		if err != nil {
			return err
		}
		defer bodies.Close() //nolint:errcheck // it was only read
		o.Estimator, o.Count = est, devcontext.NewCounter(bodies, est).Count
	}
	if f.History {
		o.Past = devcontext.NewHistory(a.indexOptions(f.Repo, indexFlags{NoCache: f.NoCache, VerifyCache: f.VerifyCache})).Past
	}
	in := stream.ReaderOptions{Streams: []string{stream.Seeds}, Filtered: f.Filtered}
	return a.withReader(f.Args.File, in, func(r *stream.Reader) error {
		return a.write(f.outputFlags, func(w io.Writer) error {
			open := func(h stream.Header) (*stream.Writer, error) { return stream.NewWriter(w, h) }
			return walk.Filter(ctx, r, a.header(stream.Walk, stream.Header{}), o, open)
		})
	})
}
