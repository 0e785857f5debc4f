package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/operation"
	"majordomus/pkg/stream"
)

// operationFlags are those of every command that is derived from an operation.
type operationFlags struct {
	localFlags
	repoFlag
	indexFlags
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default-mask:"text on a terminal, else json" description:"How the result is written"`
	outputFlags
}

// derived are the commands of the operations that no command of a list is
// written for.
func (a *app) derived(written []*command) []*command {
	have := map[string]bool{}
	for _, c := range written {
		have[strings.Join(c.words, " ")] = true
	}
	for _, o := range operation.List() {
		if o.CLI != nil && !have[strings.Join(o.CLI.Words, " ")] {
			written = append(written, a.operationCommand(o))
		}
	}
	return written
}

// operationCommand makes a command of an operation's definition: a flag for
// every scalar and list of its input, positional words and a FILE as it says.
func (a *app) operationCommand(o *operation.Operation) *command {
	f := newOperationInput(o)
	return &command{
		words:   o.CLI.Words,
		summary: o.Summary,
		about:   o.Description,
		flags:   f.flags(),
		run:     func(ctx context.Context) error { return a.runOperation(ctx, o, f) },
	}
}

func (a *app) runOperation(ctx context.Context, o *operation.Operation, f *operationInput) error {
	raw, err := f.json(a)
	if err != nil {
		return err
	}
	in, warnings, err := o.Decode(raw)
	if err != nil {
		return err
	}
	for _, w := range warnings {
		a.warn(w)
	}
	common := f.common()
	s := operation.Settings{Index: a.indexOptions(common.Repo, common.indexFlags), NoLocal: common.NoLocal}
	env, err := operation.NewEnv(s)
	if err != nil {
		return err
	}
	defer env.Close()
	p := a.progress()
	out, err := o.Call(ctx, env, in)
	p.stop()
	if err != nil {
		return err
	}
	if err := a.writeValue(o, common, out); err != nil {
		return err
	}
	if o.Ends != nil {
		if class := o.Ends(out); class != 0 {
			return &outcome{class}
		}
	}
	return nil
}

// writeValue writes an output: the member that stands for it as text, or the
// value.
func (a *app) writeValue(o *operation.Operation, f *operationFlags, out any) error {
	line, err := stream.Marshal(out)
	if err != nil {
		return err
	}
	format := f.Format
	if format == "" && (o.CLI.Text != "" || a.stdoutTerminal && !f.toFile()) {
		format = "text"
	}
	if format != "text" {
		return a.writeText(f.outputFlags, string(line)+"\n")
	}
	text, err := a.textOf(o, line)
	if err != nil {
		return err
	}
	return a.write(f.outputFlags, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// textOf is an output for a person. The text an operation makes goes raw into a
// pipe and is made visible on a terminal.
func (a *app) textOf(o *operation.Operation, value []byte) (string, error) {
	if o.CLI.Text == "" {
		return indentJSON(value)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(value, &members); err != nil {
		return "", err
	}
	var text string
	if err := json.Unmarshal(members[o.CLI.Text], &text); err != nil {
		return "", fault.Wrap(err, "operation %s has no text in %s", o.ID, o.CLI.Text)
	}
	if a.stdoutTerminal {
		text = visibleControls(text)
	}
	return text, nil
}

// indentJSON is JSON for a person; numbers keep their digits.
func indentJSON(value []byte) (string, error) {
	var b bytes.Buffer
	err := json.Indent(&b, value, "", "  ")
	return visibleControls(b.String()) + "\n", err
}

// file is a FILE argument read whole, at most limit bytes of it; 0 is 64 MiB.
func (a *app) file(path string, limit int64) ([]byte, error) {
	in, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer in.close() //nolint:errcheck // it was only read
	if limit == 0 {
		limit = 64 << 20
	}
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return nil, fault.Wrap(bare(err), "cannot be read").At(in.name, 0, 0)
	}
	if int64(len(data)) > limit {
		return nil, fault.New(fault.Invalid, "too_large", "%s", fmt.Sprintf("it is longer than %d bytes", limit)).At(in.name, 0, 0)
	}
	return data, nil
}
