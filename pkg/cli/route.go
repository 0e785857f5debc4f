package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/operation"
	"majordomus/pkg/route"
)

// routeText is a route index as a FILE argument and its format.
type routeText struct {
	As   string  `long:"as" unquote:"false" value-name:"FORMAT" choice:"json" choice:"yaml" default-mask:"json when the name ends in .json, else yaml" description:"Format of the route index"`
	Args fileArg `positional-args:"yes"`
}

// read gives the text, its format and how errors call it.
func (f *routeText) read(a *app) (in operation.RoutesInput, err error) {
	data, err := a.file(f.Args.File, 0)
	in = operation.RoutesInput{Text: string(data), As: f.As}
	if in.As == "" && strings.EqualFold(path.Ext(f.Args.File), ".json") {
		in.As = "json"
	}
	if in.Text == "" {
		in.Text = "\n" // says the same, and that there is a text
	}
	return in, err
}

func (f *routeText) name() string {
	if f.Args.File == "" || f.Args.File == "-" {
		return "standard input"
	}
	return f.Args.File
}

// readText is read, with what cannot be read as an error of the route index.
func (f *routeText) readText(a *app) (operation.RoutesInput, error) {
	in, err := f.read(a)
	if err != nil && !errors.Is(err, errShortHelp) {
		err = route.Invalid(f.name(), unread(f.Args.File, err))
	}
	return in, err
}

// at says which file an error of a route index is of.
func (f *routeText) at(err error) error {
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Code == "route_index_invalid" {
		return e.At(f.name(), 0, 0)
	}
	return err
}

type routeCheckFlags struct {
	routeText
	NoGraph bool   `long:"no-graph" description:"Leave out whether the nodes are in the index; no repository is needed"`
	Source  string `long:"source" unquote:"false" value-name:"FILE" description:"Registry that source_hash is of: hold the index against it"`
	Format  string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default-mask:"text on a terminal, else json" description:"How the result is written"`
	repoFlag
	indexFlags
	outputFlags
}

func (a *app) routeCheckCommand() *command {
	f := new(routeCheckFlags)
	return &command{
		words:   []string{"route", "check"},
		summary: "check a route index, and give its hash",
		about: "Reads a route index and tells every issue of the first stage that finds any, with its code and place; then the status is 13. " +
			"That a node is not in the repository's index is an issue too.",
		flags: f,
		run:   func(ctx context.Context) error { return a.routeCheck(ctx, f) },
	}
}

func (a *app) routeCheck(ctx context.Context, f *routeCheckFlags) error {
	if err := oneStdin(f.Args.File, f.Source); err != nil {
		return err
	}
	text, err := f.read(a)
	if errors.Is(err, errShortHelp) {
		return err
	}
	if err != nil {
		return a.writeChecked(f, route.Checked{Issues: unread(f.Args.File, err)})
	}
	in := route.CheckInput{Text: text.Text, As: text.As, NoGraph: f.NoGraph}
	if f.Source != "" {
		registry, err := a.file(f.Source, 0)
		if err != nil {
			return err
		}
		in.Source = new(string(registry))
	}
	p := a.progress()
	c, err := call[route.CheckInput, route.Checked](ctx, a.settings(f.Repo, f.indexFlags), "routes.check", in)
	p.stop()
	if err != nil {
		return err
	}
	return a.writeChecked(f, c)
}

func (a *app) writeChecked(f *routeCheckFlags, c route.Checked) error {
	var err error
	if a.format(formatFlags{f.Format}, f.outputFlags) == "text" {
		err = a.writeText(f.outputFlags, checkedText(f.name(), c))
	} else {
		err = a.writeJSON(f.outputFlags, c)
	}
	if err == nil && !c.OK {
		return &outcome{fault.Invalid}
	}
	return err
}

func checkedText(name string, c route.Checked) string {
	if c.OK {
		return fmt.Sprintf("%s: ok, hash %s\n", oneLine(name), c.Hash)
	}
	var b strings.Builder
	for _, i := range c.Issues {
		fmt.Fprintf(&b, "%s: %s: %s\n", oneLine(name), i.Code, oneLine(i.Error()))
	}
	return b.String()
}

// routeTextFlags are those of the filters of a route index.
type routeTextFlags struct {
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default:"text" description:"One line, or a value"`
	routeText
	outputFlags
}

func (a *app) routeHashCommand() *command {
	f := new(routeTextFlags)
	return &command{
		words:   []string{"route", "hash"},
		summary: "give the hash of a route index",
		about:   "The SHA-256 of its canonical form: the same for every order and format.",
		flags:   f,
		run: func(ctx context.Context) error {
			in, err := f.readText(a)
			if err != nil {
				return err
			}
			out, err := call[operation.RoutesInput, operation.RoutesHash](ctx, operation.Settings{}, "routes.hash", in)
			if err != nil {
				return f.at(err)
			}
			return a.writeLine(f.Format, f.outputFlags, out.Hash, out)
		},
	}
}

func (a *app) routeCanonicalCommand() *command {
	f := new(routeTextFlags)
	return &command{
		words:   []string{"route", "canonical"},
		summary: "give a route index in its canonical form",
		about:   "One line of canonical JSON, whose SHA-256 without the line end is the hash of the index.",
		flags:   f,
		run: func(ctx context.Context) error {
			in, err := f.readText(a)
			if err != nil {
				return err
			}
			out, err := call[operation.RoutesInput, operation.RoutesCanonical](ctx, operation.Settings{}, "routes.canonical", in)
			if err != nil {
				return f.at(err)
			}
			return a.writeLine(f.Format, f.outputFlags, out.Canonical, out)
		},
	}
}

// writeLine writes a line, or the value it is of.
func (a *app) writeLine(format string, o outputFlags, line string, v any) error {
	if format == "json" {
		return a.writeJSON(o, v)
	}
	return a.writeText(o, line+"\n")
}

type routePathFlags struct {
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default:"text" description:"One a line, or a value"`
	outputFlags
	Args struct {
		Names []string `positional-arg-name:"NAME" required:"1" description:"A path, as somebody wrote it"`
	} `positional-args:"yes"`
}

func (a *app) routePathCommand() *command {
	f := new(routePathFlags)
	return &command{
		words:   []string{"route", "path"},
		summary: "give paths in the form that routes match",
		about:   "One line a name. When one is refused nothing is printed, the message names every one that is, and the status is 13.",
		flags:   f,
		run: func(ctx context.Context) error {
			out, err := call[operation.PathsInput, operation.Paths](ctx, operation.Settings{}, "routes.path", operation.PathsInput{Names: f.Args.Names})
			if err != nil {
				return err
			}
			return a.writeLine(f.Format, f.outputFlags, strings.Join(out.Paths, "\n"), out)
		},
	}
}
