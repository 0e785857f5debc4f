package seed

import (
	"context"
	"errors"
	"slices"
	"strings"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/task"
	"majordomus/pkg/terms"
)

// Filter forwards an index stream and adds what a request names: the request,
// its seeds, this checkout's local records, its diagnostics. It keeps nothing
// of what it forwards but the few objects that answer to a name. Under an error
// the written stream has no end.
func Filter(ctx context.Context, r *stream.Reader, w *stream.Writer, q Request, o Options) error {
	h, err := r.Header()
	if err != nil {
		return err
	}
	if _, err := q.limits(); err != nil {
		return err
	}
	f := newScan(q)
	f.bridge = o.Bound.bridge()
	sum := stream.NewSum()
	for rec, err := range r.Records() {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.see(rec); err != nil {
			return err
		}
		if r.Filtered() {
			sum.Add(rec)
		}
		if err := w.Raw(rec); err != nil {
			return err
		}
	}
	res, err := resolve(f, q)
	if err != nil {
		return err
	}
	if err := res.bind(f.bridge); err != nil {
		return err
	}
	if err := res.flag(o); err != nil {
		return err
	}
	if err := res.ownLocals(ctx, h.Git, o); err != nil {
		return err
	}
	fingerprint := r.End().Fingerprint
	if r.Filtered() {
		res.Diagnostics = append(res.Diagnostics, stream.FilteredNote())
		fingerprint = sum.Fingerprint()
	}
	if err := res.write(w); err != nil {
		return err
	}
	return w.Close(fingerprint)
}

func (r *Result) write(w *stream.Writer) error {
	if err := w.Record(stream.KindRequest, RequestRecord{r.Request, r.Flags}); err != nil {
		return err
	}
	for _, s := range r.Seeds {
		if err := w.Record(stream.KindSeed, s); err != nil {
			return err
		}
	}
	for _, l := range r.Locals {
		if err := w.Record(stream.KindLocal, l); err != nil {
			return err
		}
	}
	for _, d := range object.SortDiagnostics(r.Diagnostics) {
		if err := w.Record(stream.KindDiagnostic, d); err != nil {
			return err
		}
	}
	return nil
}

// ownLocals adds the local records of a folder that is the checkout the header
// tells of; of any other it says so and adds none.
func (r *Result) ownLocals(ctx context.Context, g object.Git, o Options) error {
	if o.NoLocal {
		return nil
	}
	root, repo, err := index.Root(ctx, o.Dir)
	if err != nil {
		return err
	}
	here := object.Git{}
	if repo != nil {
		if here, err = repo.Stand(ctx); err != nil && !errors.Is(err, git.ErrUnavailable) {
			return err
		}
	}
	if here.Branch != g.Branch || here.Head != g.Head {
		r.Diagnostics = append(r.Diagnostics, object.Diagnostic{Severity: object.Warning, Code: "foreign_repo",
			Message: "the folder is not the checkout that was indexed, so its local records are left out"})
		return nil
	}
	o.Root = root
	return r.locals(ctx, g, o)
}

// scan is a finder fed by the objects of a stream.
type scan struct {
	names      map[string]*wanted // by kind and name
	uris       map[string]object.Kind
	paths      map[string]bool // wanted path → seen
	request    Request
	duplicates []object.Diagnostic
	bridge     *task.Bridge // nil: no task is bound
}

// wanted is a name that is asked for and what answers to it so far.
type wanted struct {
	kind object.Kind
	name string
	hits []found
	slug []found
	near string
}

func newScan(q Request) *scan {
	f := &scan{names: map[string]*wanted{}, uris: map[string]object.Kind{}, paths: map[string]bool{}, request: q}
	want := func(kind object.Kind, name *string) {
		if name != nil {
			text := strings.TrimSpace(*name)
			f.names[string(kind)+" "+text] = &wanted{kind: kind, name: text}
		}
	}
	want(object.Issue, q.Issue)
	want(object.Milestone, q.Milestone)
	for _, u := range q.URIs {
		if kind, identity, _, ok := object.ParseURI(u); ok {
			f.names[string(kind)+" "+identity] = &wanted{kind: kind, name: identity}
		}
	}
	for _, text := range q.Paths {
		if p, err := NormalizePath(text); err == nil {
			f.paths[p] = false
		}
	}
	return f
}

// glance is what a name can hit of an object.
type glance struct {
	URI        string      `json:"uri"`
	Kind       object.Kind `json:"kind"`
	Identity   string      `json:"identity"`
	Provenance struct {
		Path string `json:"path"`
	} `json:"provenance"`
	Meta struct {
		Slug string `json:"slug"`
	} `json:"meta"`
}

func (f *scan) see(rec stream.Record) error {
	switch rec.Kind {
	case stream.KindObject:
		var g glance
		if err := gojson.Unmarshal(rec.Line, &g); err != nil {
			return rec.Decode(new(object.Object)) // names the field
		}
		f.object(g, rec)
		return f.offer(g, rec)
	case stream.KindText:
		return f.text(rec)
	case stream.KindDiagnostic:
		var d object.Diagnostic
		if err := rec.Decode(&d); err != nil {
			return err
		}
		f.stands(d.Path)
		if d.Code == "duplicate_identity" {
			f.duplicates = append(f.duplicates, d)
		}
	}
	return nil
}

// offer shows the bridge an object that it wants.
func (f *scan) offer(g glance, rec stream.Record) error {
	if f.bridge == nil || !f.bridge.Wants(g.URI, g.Kind, g.Provenance.Path) {
		return nil
	}
	var o object.Object
	if err := rec.Decode(&o); err != nil {
		return err
	}
	f.bridge.Offer(&o)
	return nil
}

func (f *scan) object(g glance, rec stream.Record) {
	for _, w := range f.names {
		if w.kind != g.Kind {
			continue
		}
		switch {
		case w.name == g.Identity || w.name == g.URI:
			w.hits = append(w.hits, found{g.URI, g.Identity})
		case g.Meta.Slug != "" && w.name == g.Meta.Slug:
			w.slug = append(w.slug, found{g.URI, g.Identity})
		}
		if list := []string{g.Identity}; w.near != "" {
			w.near = layer.Nearest(w.name, append(list, w.near))
		} else {
			w.near = layer.Nearest(w.name, list)
		}
	}
	for _, u := range f.request.URIs {
		if u == g.URI {
			f.uris[u] = g.Kind
		} else if rest, ok := strings.CutPrefix(u, g.URI+"#"); ok {
			var o object.Object
			if rec.Decode(&o) == nil && hasPart(&o, nil, object.Unescape(rest)) {
				f.uris[u] = g.Kind
			}
		}
	}
	f.stands(g.Provenance.Path)
}

// text finds the passages that are asked for by their lines.
func (f *scan) text(rec stream.Record) error {
	for _, u := range f.request.URIs {
		file, name, ok := strings.Cut(u, "#")
		if _, lines := object.ParseLines(name); !ok || !lines {
			continue
		}
		var t terms.Text
		if err := rec.Decode(&t); err != nil {
			return err
		}
		if kind, _, _, ok := object.ParseURI(u); ok && t.URI == file {
			if _, ok := t.Passage(name); ok {
				f.uris[u] = kind
			}
		}
	}
	return nil
}

// stands marks the wanted paths at or above one that is listed.
func (f *scan) stands(path string) {
	for p := range f.paths {
		if under(path, p) {
			f.paths[p] = true
		}
	}
}

func (f *scan) named(kind object.Kind, name string) []found {
	w := f.names[string(kind)+" "+name]
	if w == nil {
		return nil
	}
	if len(w.hits) > 0 {
		return w.hits
	}
	return w.slug
}

func (f *scan) nearest(kind object.Kind, name string) string {
	if w := f.names[string(kind)+" "+name]; w != nil {
		return w.near
	}
	return ""
}

func (f *scan) kindOf(uri string) (object.Kind, bool) {
	k, ok := f.uris[uri]
	return k, ok
}

func (f *scan) listed(path string) bool { return f.paths[path] }

func (f *scan) findings() []object.Diagnostic { return slices.Clone(f.duplicates) }
