package cli

import (
	"context"
	"io"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

type indexStageFlags struct {
	repoFlag
	indexFlags
	outputFlags
	Args struct {
		Dir string `positional-arg-name:"DIR" description:"A folder of the repository; the same as --repo"`
	} `positional-args:"yes"`
}

func (a *app) indexStage() *command {
	f := new(indexStageFlags)
	return &command{
		summary: "index a repository: objects, edges and diagnostics as a stream",
		about: "Reads the repository around DIR and writes its index: one object a record, then the edges between them and what could not be read. " +
			"Works on any repository; .ai/manifest.yaml, where there is one, says what it declares.\n\n" +
			"  dc-index | dc-seed --issue I0042 | dc-walk | dc-budget",
		flags: f,
		run:   func(ctx context.Context) error { return a.runIndex(ctx, f) },
	}
}

func (a *app) runIndex(ctx context.Context, f *indexStageFlags) error {
	dir := f.Repo
	if f.Args.Dir != "" {
		if dir != "" && dir != f.Args.Dir {
			return fault.New(fault.Usage, "usage", "DIR and --repo name two folders")
		}
		dir = f.Args.Dir
	}
	s, err := a.index(ctx, dir, f.indexFlags)
	if err != nil {
		return err
	}
	return a.write(f.outputFlags, func(w io.Writer) error {
		out, err := stream.NewWriter(w, a.header(stream.Index, stream.Header{Git: s.Git(), Flags: a.indexOptions(dir, f.indexFlags).Flags()}))
		if err != nil {
			return err
		}
		if err := index.WriteTo(s, out); err != nil {
			return err
		}
		return out.Close(s.Fingerprint())
	})
}

// index makes the index of a repository.
func (a *app) index(ctx context.Context, dir string, f indexFlags) (*index.Store, error) {
	bar := a.progress()
	o := a.indexOptions(dir, f)
	o.Texts = true
	s, err := index.Build(ctx, o)
	bar.stop()
	if err != nil {
		return nil, err
	}
	a.degraded(s)
	a.verbose("%d objects, %d edges, %d diagnostics, fingerprint %s", s.Len(), s.Edges(), len(s.Diagnostics()), s.Fingerprint())
	return s, nil
}

// degraded says at the end of a run how many errors keep files out.
func (a *app) degraded(s *index.Store) {
	n := 0
	for _, d := range s.Diagnostics() {
		if d.Severity == object.Error {
			n++
		}
	}
	switch n {
	case 0:
	case 1:
		a.warn("1 error keeps files out of the index; majordomus doctor lists it")
	default:
		a.warn(many(n, "error") + " keep files out of the index; majordomus doctor lists them")
	}
}

// header is that of a stream this program writes, from the one it read.
func (a *app) header(name string, h stream.Header) stream.Header {
	h.Stream, h.Tool, h.Version = name, a.tool, Version
	return h
}
