package cli

import (
	"context"
	"io"

	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
)

type seedStageFlags struct {
	requestFlags
	boundFlags
	localFlags
	repoFlag
	filterFlags
	outputFlags
	Args fileArg `positional-args:"yes"`
}

func (a *app) seedStage() *command {
	f := new(seedStageFlags)
	return &command{
		summary: "resolve a request against an index",
		about: "Forwards an index stream and adds the request, what it names, and this checkout's newest handover and checkpoint. " +
			"A request that names nothing is valid.",
		flags: f,
		run:   func(ctx context.Context) error { return a.runSeed(ctx, f) },
	}
}

func (a *app) runSeed(ctx context.Context, f *seedStageFlags) error {
	stdin := f.Args.File
	if stdin == "" {
		stdin = "-"
	}
	bound, err := a.bound(f.boundFlags, stdin)
	if err != nil {
		return err
	}
	o := stream.ReaderOptions{Streams: []string{stream.Index}, Filtered: f.Filtered}
	return a.withReader(f.Args.File, o, func(r *stream.Reader) error {
		h, err := r.Header()
		if err != nil {
			return err
		}
		return a.write(f.outputFlags, func(w io.Writer) error {
			out, err := stream.NewWriter(w, a.header(stream.Seeds, h))
			if err != nil {
				return err
			}
			return seed.Filter(ctx, r, out, f.request(), seed.Options{Dir: f.Repo, NoLocal: f.NoLocal, Bound: bound})
		})
	})
}
