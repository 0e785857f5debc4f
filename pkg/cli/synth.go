package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/synth"
)

type synthFlags struct {
	Objects int    `long:"objects" value-name:"N" default:"1000" description:"About so many objects, 10 to 1000000"`
	Seed    uint64 `long:"seed" value-name:"N" default:"1" description:"The same seed gives the same repository"`
	Dir     string `long:"dir" unquote:"false" value-name:"DIR" description:"Write a tree of files into DIR, new or empty, instead of an index stream"`
	outputFlags
}

func (a *app) synthCommand() *command {
	f := new(synthFlags)
	return &command{
		words:   []string{"synth"},
		summary: "make a synthetic repository, on disk or as an index stream",
		flags:   f,
		run:     func(ctx context.Context) error { return a.synth(ctx, f) },
	}
}

func (a *app) synth(ctx context.Context, f *synthFlags) error {
	spec := synth.Spec{Objects: f.Objects, Seed: f.Seed}
	if err := spec.Check(); err != nil {
		return err
	}
	if f.Dir == "" {
		return a.synthStream(ctx, f.outputFlags, spec)
	}
	if f.Output != "" {
		return fault.New(fault.Usage, "usage", "--dir and -o name two outputs")
	}
	root, err := emptyFolder(f.Dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // a handle on a folder
	return synth.WriteTree(ctx, root, spec)
}

// emptyFolder opens a folder, made if need be, that holds nothing yet.
func emptyFolder(dir string) (*os.Root, error) {
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fault.Wrap(bare(err), "cannot be made").At(dir, 0, 0)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, fault.Wrap(bare(err), "cannot be read").At(dir, 0, 0)
	}
	if len(list) > 0 {
		return nil, fault.New(fault.Invalid, "invalid_input", "is not empty").At(dir, 0, 0).WithHint("name a new folder")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fault.Wrap(bare(err), "cannot be opened").At(dir, 0, 0)
	}
	return root, nil
}

// synthStream writes the index of a repository that is nowhere.
func (a *app) synthStream(ctx context.Context, o outputFlags, spec synth.Spec) error {
	return a.write(o, func(w io.Writer) error {
		git := object.Git{WorkingTree: "unavailable: the repository is synthetic"}
		out, err := stream.NewWriter(w, a.header(stream.Index, stream.Header{Git: git}))
		if err != nil {
			return err
		}
		sum := stream.NewSum()
		for r := range synth.Objects(spec) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := out.Summed(sum, stream.KindObject, &r); err != nil {
				return err
			}
		}
		for e := range synth.Edges(spec) {
			if err := out.Summed(sum, stream.KindEdge, &e); err != nil {
				return err
			}
		}
		return out.Close(sum.Fingerprint())
	})
}
