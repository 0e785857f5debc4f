package cli

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"

	"majordomus/pkg/fault"
	"majordomus/pkg/operation"
)

type objectsListFlags struct {
	Kind   string `long:"kind" unquote:"false" value-name:"KIND" description:"Only objects of this kind"`
	Path   string `long:"path" unquote:"false" value-name:"TEXT" description:"Only objects whose path begins so"`
	Prefix string `long:"prefix" unquote:"false" value-name:"TEXT" description:"Only objects whose identity begins so"`
	Limit  int    `long:"limit" value-name:"N" default-mask:"all" description:"Objects in one answer"`
	Cursor string `long:"cursor" unquote:"false" value-name:"CURSOR" description:"Go on after a page: its next_cursor"`
	repoFlag
	indexFlags
	formatFlags
	outputFlags
}

func (a *app) objectsListCommand() *command {
	f := new(objectsListFlags)
	return &command{
		words:   []string{"objects", "list"},
		summary: "list what the index holds",
		flags:   f,
		run:     func(ctx context.Context) error { return a.objectsList(ctx, f) },
	}
}

func (a *app) objectsList(ctx context.Context, f *objectsListFlags) error {
	in := operation.ObjectsInput{Kind: f.Kind, Path: f.Path, Prefix: f.Prefix, Limit: f.Limit, Cursor: f.Cursor}
	list, err := call[operation.ObjectsInput, operation.Objects](ctx, a.settings(f.Repo, f.indexFlags), "objects.list", in)
	if err != nil {
		return err
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, objectsTable(list))
	}
	return a.writeJSON(f.outputFlags, list)
}

// settings are those of an operation that this process runs once.
func (a *app) settings(repo string, f indexFlags) operation.Settings {
	return operation.Settings{Index: a.indexOptions(repo, f)}
}

func objectsTable(l operation.Objects) *table {
	t := &table{lines: []string{fmt.Sprintf("%d objects", len(l.Objects))}, head: []string{"uri", "bytes", "title"}}
	for i := range l.Objects {
		o := &l.Objects[i]
		t.rows = append(t.rows, []string{o.URI, count(o.CostBytes()), o.Title})
	}
	if l.NextCursor != "" {
		t.lines = append(t.lines, "more: --cursor "+l.NextCursor)
	}
	return t
}

type objectsGetFlags struct {
	Body bool `long:"body" description:"Write the body alone, byte for byte"`
	localFlags
	repoFlag
	indexFlags
	formatFlags
	outputFlags
	Args struct {
		URI string `positional-arg-name:"URI" required:"yes" description:"Of an object, or of a symbol in one: uri#Name"`
	} `positional-args:"yes"`
}

func (a *app) objectsGetCommand() *command {
	f := new(objectsGetFlags)
	return &command{
		words:   []string{"objects", "get"},
		summary: "give an object with its body",
		flags:   f,
		run:     func(ctx context.Context) error { return a.objectsGet(ctx, f) },
	}
}

func (a *app) objectsGet(ctx context.Context, f *objectsGetFlags) error {
	if f.Body && f.Format != "" {
		return fault.New(fault.Usage, "usage", "--body and --format name two forms")
	}
	s := a.settings(f.Repo, f.indexFlags)
	s.NoLocal = f.NoLocal
	o, err := call[operation.ObjectInput, operation.Object](ctx, s, "objects.get", operation.ObjectInput{URI: f.Args.URI})
	if err != nil {
		return err
	}
	if f.Body {
		return a.writeBody(f.outputFlags, &o)
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeObject(f.outputFlags, format, &o)
	}
	return a.writeJSON(f.outputFlags, o)
}

// writeBody writes the bytes an object stands for, or nothing of a secret.
func (a *app) writeBody(o outputFlags, x *operation.Object) error {
	body, err := bodyOf(x)
	if err != nil {
		return err
	}
	return a.write(o, func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

func bodyOf(x *operation.Object) ([]byte, error) {
	if x.Withheld != "" {
		return nil, fault.New(fault.Internal, "withheld", "%s", x.Withheld).At(x.Object.Provenance.Path, 0, 0)
	}
	if x.Encoding == "base64" {
		return base64.StdEncoding.DecodeString(x.Body)
	}
	return []byte(x.Body), nil
}

// writeObject shows an object to a person: what it is, then its text with
// controls made visible.
func (a *app) writeObject(o outputFlags, format string, x *operation.Object) error {
	t := &table{lines: []string{x.Object.URI, "path    " + x.Object.Provenance.Path}}
	for _, field := range []described{{"title   ", x.Object.Title}, {"status  ", x.Object.Status}, {"withheld", x.Withheld}} {
		if field.text != "" {
			t.lines = append(t.lines, field.name+" "+field.text)
		}
	}
	head := t.text(a.width())
	if format == "md" {
		head = t.markdown()
	}
	if x.Withheld != "" {
		return a.writeText(o, head)
	}
	body := visibleControls(x.Body)
	if x.Encoding != "" {
		body = "the bytes are not text; --body writes them"
	}
	return a.writeText(o, head+"\n"+withLineEnd(body))
}
