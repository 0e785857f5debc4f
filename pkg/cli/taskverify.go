package cli

import (
	"context"
	"strings"

	"majordomus/pkg/task"
)

type taskVerifyFlags struct {
	Routes  string `long:"routes" unquote:"false" value-name:"FILE" description:"Today's route index; - is standard input"`
	Context string `long:"context" unquote:"false" value-name:"FILE" description:"The context that was published with the manifest; judged too"`
	Task    string `long:"task" unquote:"false" value-name:"FILE" default-mask:"what the manifest names" description:"Today's task; - is standard input"`
	changeFlags
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default-mask:"text on a terminal, else json" description:"How the verdict is written"`
	repoFlag
	indexFlags
	outputFlags
	Args struct {
		Manifest string `positional-arg-name:"MANIFEST" required:"yes" description:"The manifest; - is standard input"`
	} `positional-args:"yes"`
}

func (a *app) taskVerifyCommand() *command {
	f := new(taskVerifyFlags)
	return &command{
		words:   []string{"task", "verify"},
		summary: "say whether a manifest still holds",
		about: "Ends with status 0 when it is current, 3 when it is stale, with both digests and what differs, and 2 when it is invalid: any edit. " +
			"Editing code ages no manifest; editing a declared record does.",
		flags: f,
		run:   func(ctx context.Context) error { return a.taskVerify(ctx, f) },
	}
}

func (a *app) taskVerify(ctx context.Context, f *taskVerifyFlags) error {
	in, err := f.input(a)
	if err != nil {
		return err
	}
	p := a.progress()
	v, err := call[task.VerifyRequest, task.Verdict](ctx, a.settings(f.Repo, f.indexFlags), "task.verify", in)
	p.stop()
	if err != nil {
		return err
	}
	if a.format(formatFlags{f.Format}, f.outputFlags) == "text" {
		err = a.writeText(f.outputFlags, verdictText(v))
	} else {
		err = a.writeJSON(f.outputFlags, v)
	}
	if class, bad := v.Class(); err == nil && bad {
		return &outcome{class}
	}
	return err
}

func (f *taskVerifyFlags) input(a *app) (in task.VerifyRequest, err error) {
	if err := oneStdin(f.Args.Manifest, f.Routes, f.Task, f.Changed, f.Context); err != nil {
		return in, err
	}
	in = task.VerifyRequest{Base: f.Base, Head: f.Head}
	if err := f.published(a, &in); err != nil {
		return in, err
	}
	if in.Routes, err = a.routesJSON(f.Routes); err != nil {
		return in, err
	}
	if f.Task != "" {
		if in.Task, err = a.taskJSON(f.Task); err != nil {
			return in, err
		}
	}
	in.Changed, err = a.changed(f.Changed)
	return in, err
}

// published reads the manifest, and its context, of one publication.
func (f *taskVerifyFlags) published(a *app, in *task.VerifyRequest) error {
	if f.Args.Manifest != "-" && f.Context != "-" {
		manifest, text, err := task.ReadPair("", f.Args.Manifest, f.Context)
		in.Manifest = manifest
		if f.Context != "" {
			in.Context = new(string(text))
		}
		return err
	}
	data, err := a.file(f.Args.Manifest, 0)
	in.Manifest = data
	if err != nil || f.Context == "" {
		return err
	}
	text, err := a.file(f.Context, 0)
	in.Context = new(string(text))
	return err
}

// verdictText is a verdict for a person.
func verdictText(v task.Verdict) string {
	var b strings.Builder
	b.WriteString(string(v.Status))
	if v.Digest != "" {
		b.WriteString(" " + v.Digest)
	}
	b.WriteByte('\n')
	if v.Now != "" && v.Now != v.Digest {
		b.WriteString("now   " + v.Now + "\n")
	}
	for _, d := range v.Differs {
		b.WriteString("differs: " + oneLine(d) + "\n")
	}
	for _, p := range v.Problems {
		b.WriteString("problem: " + oneLine(p) + "\n")
	}
	return b.String()
}
