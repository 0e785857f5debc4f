package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
)

// outputFlags say where a result goes.
type outputFlags struct {
	Output string `short:"o" long:"output" unquote:"false" value-name:"FILE" description:"Write to FILE, complete or not at all; FILE.zst is compressed, - is standard output"`
}

// toFile reports whether the result goes to a named file.
func (o outputFlags) toFile() bool { return o.Output != "" && o.Output != "-" }

// write opens the output, lets fill write it and puts it in place. Inputs must
// be open by then: onto one of them nothing is written. A terminal is shown
// control characters instead of obeying them; files and pipes get every byte.
func (a *app) write(o outputFlags, fill func(io.Writer) error) error {
	if o.toFile() || !a.stdoutTerminal {
		return a.writeRaw(o, fill)
	}
	return a.writeRaw(o, func(w io.Writer) error {
		v := &visibleWriter{to: w}
		if err := fill(v); err != nil {
			return err
		}
		return v.flush()
	})
}

// writeRaw is write for what is fit for a terminal as it is.
func (a *app) writeRaw(o outputFlags, fill func(io.Writer) error) error {
	if !o.toFile() {
		if err := a.refuseOntoInput(); err != nil {
			return err
		}
		return outputFault(fill(a.stdout), "standard output")
	}
	f, err := stream.Create(o.Output, a.inputs...)
	if err != nil {
		return err
	}
	a.track(f)
	defer a.forget(f)
	if err := fill(f); err != nil {
		f.Abort()
		return outputFault(err, o.Output)
	}
	return f.Commit()
}

// outputFault names the output in an error of writing it; other errors have
// their place already.
func outputFault(err error, name string) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok && e.Op == "write" {
		return fault.Wrap(e.Err, "cannot be written").At(name, 0, 0)
	}
	return err
}

// refuseOntoInput: standard output that is one of the inputs, as in
// dc-walk < f >> f.
func (a *app) refuseOntoInput() error {
	out, ok := a.stdout.(*os.File)
	if !ok {
		return nil
	}
	info, err := out.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // an output that cannot be asked fails when it is written
	}
	for _, in := range a.inputs {
		if os.SameFile(in, info) {
			return fault.New(fault.Usage, "usage", "standard output is the file that is read").
				WithHint("write to another file and rename it")
		}
	}
	return nil
}

func (a *app) track(f *stream.File) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.outputs = append(a.outputs, f)
}

func (a *app) forget(f *stream.File) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.outputs = slices.DeleteFunc(a.outputs, func(g *stream.File) bool { return f == g })
}

// writeText writes text whole.
func (a *app) writeText(o outputFlags, text string) error {
	return a.write(o, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// writeJSON writes a value as one line of JSON in the streams' spelling.
func (a *app) writeJSON(o outputFlags, v any) error {
	line, err := stream.Marshal(v)
	if err != nil {
		return err
	}
	return a.writeText(o, string(line)+"\n")
}
