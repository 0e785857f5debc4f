package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
)

// source is an input: a file or standard input.
type source struct {
	io.Reader
	name  string // how errors call it
	close func() error
}

// open opens FILE; "-" is standard input, and so is "" unless that is a
// terminal: nobody is asked to type a stream.
func (a *app) open(path string) (*source, error) {
	if path == "" && a.stdinTerminal {
		return nil, errShortHelp
	}
	if path == "" || path == "-" {
		if f, ok := a.stdin.(*os.File); ok {
			a.reads(f)
		}
		return &source{Reader: a.stdin, name: "standard input", close: func() error { return nil }}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.Wrap(bare(err), "cannot be read").At(path, 0, 0)
	}
	a.reads(f)
	return &source{Reader: f, name: path, close: f.Close}, nil
}

func (a *app) reads(f *os.File) {
	if info, err := f.Stat(); err == nil {
		a.inputs = append(a.inputs, info)
	}
}

// bare is an error without the path it repeats.
func bare(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// withReader opens FILE as a stream of one of the kinds and hands it on.
func (a *app) withReader(path string, o stream.ReaderOptions, use func(*stream.Reader) error) error {
	in, err := a.open(path)
	if err != nil {
		return err
	}
	defer in.close() //nolint:errcheck // it was only read
	r := stream.NewReader(in, in.name, o)
	defer r.Close()
	return use(r)
}
