package cli

import (
	"context"
	"encoding/base64"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	gojson "github.com/goccy/go-json"

	language "majordomus/pkg/code"
	"majordomus/pkg/fault"
	"majordomus/pkg/fragment"
	"majordomus/pkg/operation"
)

// storeFlags say where fragments keep what did not go in whole.
type storeFlags struct {
	Store   string `long:"store" unquote:"false" value-name:"DIR" default-mask:"fragments in the cache folder" description:"Folder that keeps the bytes behind handles"`
	NoStore bool   `long:"no-store" description:"Keep nothing: handles name bytes that only the caller has"`
}

// budgetFlags say what plain input is compiled for.
type budgetFlags struct {
	Budget    *int   `long:"budget" value-name:"N" description:"Tokens of the result; each FILE is then one fragment as it is, not a request"`
	Query     string `long:"query" unquote:"false" value-name:"TEXT" description:"What the context is for; with --budget"`
	Reserve   int    `long:"reserve" value-name:"N" default-mask:"0" description:"Tokens of the budget kept free for the answer; with --budget"`
	Estimator string `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default-mask:"o200k_base" description:"How tokens are counted; with --budget"`
}

func (f *budgetFlags) policy() *fragment.Policy {
	return &fragment.Policy{ResponseReserveTokens: f.Reserve, Estimator: f.Estimator}
}

// fragmentsFlags are those of the commands that take a request.
type fragmentsFlags struct {
	budgetFlags
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" default-mask:"the text of a compilation; else text on a terminal and json in a pipe" description:"How the result is written"`
	outputFlags
	Args struct {
		Files []string `positional-arg-name:"FILE" description:"The request as JSON, or with --budget plain files; - or none is standard input"`
	} `positional-args:"yes"`
}

// maxRequest bounds the JSON of a request that a command reads, in bytes.
const maxRequest = 1 << 31

// input is the request of the flags.
func (f *fragmentsFlags) input(a *app) (in operation.FragmentsInput, err error) {
	if f.Budget != nil {
		in.Request, err = f.plain(a)
		return in, err
	}
	switch {
	case f.Query != "" || f.Reserve != 0 || f.Estimator != "":
		return in, fault.New(fault.Usage, "usage", "--query, --reserve and --estimator are for plain files").WithHint("give --budget too, or say it in the request")
	case len(f.Args.Files) > 1:
		return in, fault.New(fault.Usage, "usage", "a request is one file").WithHint("give --budget N for plain files")
	}
	raw, err := a.file(f.file(), maxRequest)
	if err != nil {
		return in, err
	}
	_, err = in.DecodeInput(raw)
	return in, err
}

func (f *fragmentsFlags) file() string {
	if len(f.Args.Files) == 0 {
		return ""
	}
	return f.Args.Files[0]
}

// plain makes a request of files as they are.
func (f *fragmentsFlags) plain(a *app) (fragment.Request, error) {
	q := fragment.Request{Query: f.Query, TokenBudget: *f.Budget, Policy: f.policy(), Fragments: []fragment.Fragment{}}
	files := f.Args.Files
	if len(files) == 0 {
		files = []string{""}
	}
	if err := oneStdin(files...); err != nil {
		return q, err
	}
	for _, file := range files {
		data, err := a.file(file, fragment.MaxMedia)
		if err != nil {
			return q, err
		}
		one, err := plainFragment(file, data)
		if err != nil {
			return q, err
		}
		q.Fragments = append(q.Fragments, one)
	}
	return q, nil
}

// plainFragment is a file as a fragment; its name hints at the kind.
func plainFragment(name string, data []byte) (fragment.Fragment, error) {
	ext := strings.ToLower(path.Ext(name))
	switch ext {
	case ".png", ".gif", ".webp":
		return image("image/"+ext[1:], data), nil
	case ".jpg", ".jpeg":
		return image("image/jpeg", data), nil
	}
	if !utf8.Valid(data) {
		return fragment.Fragment{}, fault.New(fault.Invalid, fragment.CodeFragment, "it is neither UTF-8 nor a PNG, JPEG, GIF or WebP file").At(inputName(name), 0, 0)
	}
	one := fragment.Fragment{Content: new(string(data))}
	switch _, known := language.Language(filepath.ToSlash(name)); {
	case ext == ".log":
		one.Kind = "log"
	case ext == ".diff" || ext == ".patch":
		one.Kind = "diff"
	case ext == ".json":
		one.Kind = "json"
	case ext == ".md" || ext == ".txt" || ext == ".rst":
		one.Kind = "prose"
	case known:
		one.Kind = "code"
	}
	return one, nil
}

func image(mime string, data []byte) fragment.Fragment {
	return fragment.Fragment{Kind: "screenshot", Media: &fragment.Media{Mime: mime, Base64: base64.StdEncoding.EncodeToString(data)}}
}

// ingestRoots is the path list of folders that requests may name files in.
func (a *app) ingestRoots() string {
	if list := a.getenv(fragment.RootsEnv); list != "" {
		return list
	}
	return a.getenv(fragment.RootsEnvLegacy)
}

// folder is where the store is, "" for none. own says that the user named it.
func (f *storeFlags) folder(a *app) (dir string, own bool) {
	switch {
	case f.NoStore:
		return "", false
	case f.Store != "":
		return f.Store, true
	}
	base := a.getenv("MAJORDOMUS_CACHE")
	if base == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", false
		}
		base = filepath.Join(cache, "majordomus")
	}
	return filepath.Join(base, "fragments"), false
}

// pack calls an operation that keeps what it leaves out. A cache folder that
// cannot be written costs the handles, not the result.
func pack[In any](ctx context.Context, a *app, f *storeFlags, id string, in In) (*fragment.Result, error) {
	dir, own := f.folder(a)
	s := operation.Settings{FragmentStore: dir, IngestRoots: a.ingestRoots()}
	r, err := call[In, *fragment.Result](ctx, s, id, in)
	if err != nil && !own && dir != "" && fault.As(err).Class == fault.Internal && ctx.Err() == nil {
		a.warn("nothing is kept behind the handles: " + err.Error())
		s.FragmentStore = ""
		return call[In, *fragment.Result](ctx, s, id, in)
	}
	return r, err
}

type fragmentsCompileFlags struct {
	fragmentsFlags
	storeFlags
}

func (a *app) fragmentsCompileCommand() *command {
	f := new(fragmentsCompileFlags)
	return &command{
		words:   []string{"fragments", "compile"},
		summary: "pack pieces of context under a token budget",
		about: "Reads a request as JSON and writes the text that fits; --format json adds a decision per fragment, handles, figures and the risk. " +
			"Warnings, and a high risk, are told on standard error.\n\n" +
			"  majordomus fragments compile --budget 4000 --query \"why does the build fail\" build.log main.go\n" +
			"  majordomus devcontext compile --issue I0042 | majordomus fragments from-context | majordomus fragments compile",
		flags: f,
		run: func(ctx context.Context) error {
			in, err := f.input(a)
			if err != nil {
				return err
			}
			r, err := pack(ctx, a, &f.storeFlags, "fragments.compile", in)
			if err != nil {
				return err
			}
			return a.writePacked(f.Format, f.outputFlags, r)
		},
	}
}

// writePacked writes the text of a compilation and tells what it warns of, or
// the value.
func (a *app) writePacked(format string, o outputFlags, r *fragment.Result) error {
	if format == "json" {
		return a.writeExact(o, r)
	}
	for _, w := range r.Warnings {
		a.warn(w)
	}
	if r.Risk == fragment.High {
		a.warn("risk high: critical content is not fully in; --format json says which")
	}
	text := r.Content
	if a.stdoutTerminal && !o.toFile() {
		text = visibleControls(text)
	}
	return a.writeText(o, text)
}

func (a *app) fragmentsExplainCommand() *command {
	f := new(fragmentsFlags)
	return &command{
		words:   []string{"fragments", "explain"},
		summary: "say how a compilation comes about, without its text",
		about:   "Takes what compile takes: per fragment every rule that holds and what it counts, and the pieces in the order they were taken.",
		flags:   f,
		run: func(ctx context.Context) error {
			return ask[*fragment.Explanation](ctx, a, f, "fragments.explain")
		},
	}
}

func (a *app) fragmentsEstimateCommand() *command {
	f := new(fragmentsFlags)
	return &command{
		words:   []string{"fragments", "estimate"},
		summary: "count the tokens of fragments as they are",
		about:   "Takes what compile takes: what each fragment counts by itself, their sum, and whether it fits.",
		flags:   f,
		run: func(ctx context.Context) error {
			return ask[*fragment.Estimated](ctx, a, f, "fragments.estimate")
		},
	}
}

// ask calls an operation on the request of the flags and writes its value.
func ask[Out any](ctx context.Context, a *app, f *fragmentsFlags, id string) error {
	in, err := f.input(a)
	if err != nil {
		return err
	}
	out, err := call[operation.FragmentsInput, Out](ctx, operation.Settings{IngestRoots: a.ingestRoots()}, id, in)
	if err != nil {
		return err
	}
	return a.writeIndented(f.Format, f.outputFlags, out)
}

// writeIndented writes a value as JSON, for a person with line breaks.
func (a *app) writeIndented(format string, o outputFlags, v any) error {
	if format == "json" || format == "" && (!a.stdoutTerminal || o.toFile()) {
		return a.writeExact(o, v)
	}
	line, err := exactJSON(v)
	if err != nil {
		return err
	}
	text, err := indentJSON(line)
	if err != nil {
		return err
	}
	return a.writeText(o, text)
}

// exactJSON is a value as JSON with every digit of its numbers: ids of fragments
// go beyond what the streams' spelling holds.
func exactJSON(v any) ([]byte, error) { return gojson.MarshalWithOption(v, gojson.DisableHTMLEscape()) }

// writeExact writes a value as one line of exactJSON.
func (a *app) writeExact(o outputFlags, v any) error {
	line, err := exactJSON(v)
	if err != nil {
		return err
	}
	return a.writeText(o, string(line)+"\n")
}

type fragmentsGetFlags struct {
	storeFlags
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"raw" choice:"json" default:"raw" description:"The bytes, or a value that holds them"`
	outputFlags
	Args struct {
		Handle string `positional-arg-name:"HANDLE" required:"yes" description:"ctx://source/ and 64 hexadecimal digits"`
	} `positional-args:"yes"`
}

func (a *app) fragmentsGetCommand() *command {
	f := new(fragmentsGetFlags)
	return &command{
		words:   []string{"fragments", "get"},
		summary: "give the bytes behind a handle",
		about:   "Writes the exact bytes that compile kept under their hash. A handle that nothing is kept under ends it with status 12.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.fragmentsGet(ctx, f) },
	}
}

func (a *app) fragmentsGet(ctx context.Context, f *fragmentsGetFlags) error {
	dir, _ := f.folder(a)
	out, err := call[operation.HandleInput, operation.HandleBytes](ctx, operation.Settings{FragmentStore: dir}, "fragments.get", operation.HandleInput{Handle: f.Args.Handle})
	if err != nil {
		return err
	}
	if f.Format == "json" {
		return a.writeJSON(f.outputFlags, out)
	}
	data := []byte(out.Body)
	switch {
	case out.Encoding != "":
		if data, err = base64.StdEncoding.DecodeString(out.Body); err != nil {
			return err
		}
	case a.stdoutTerminal && !f.toFile():
		data = []byte(visibleControls(out.Body))
	}
	return a.write(f.outputFlags, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
