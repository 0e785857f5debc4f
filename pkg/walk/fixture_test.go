package walk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/synth"
	"majordomus/pkg/walk"
)

// tree is an index in the making: uris without their scheme.
type tree struct {
	objects     []object.Object
	edges       []object.Edge
	diagnostics []object.Diagnostic
	git         object.Git
}

func newTree() *tree {
	return &tree{git: object.Git{Branch: "master", Head: "c0ffee", WorkingTree: "clean"}}
}

// add adds an object kind/identity at a path, "" for a path that is the identity.
func (t *tree) add(name, path string, change ...func(*object.Object)) {
	kind, id, _ := strings.Cut(name, "/")
	if path == "" {
		path = id
	}
	dir := "."
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir = path[:i]
	}
	o := object.Object{URI: object.URI(object.Kind(kind), id), Kind: object.Kind(kind), Identity: id, Hash: "hash of " + path,
		Provenance: object.Provenance{Path: path, Directory: dir, SourceClass: kind, Bytes: 100}, Meta: &object.Meta{}}
	for _, c := range change {
		c(&o)
	}
	t.objects = append(t.objects, o)
}

func (t *tree) edge(from string, kind object.EdgeKind, to string) {
	t.edges = append(t.edges, object.Edge{From: object.Scheme + from, To: object.Scheme + to, Kind: kind, DeclaredIn: "x"})
}

func (t *tree) store(tb testing.TB) *index.Store {
	tb.Helper()
	b := index.NewBuilder(t.git)
	for i := range t.objects {
		if err := b.AddObject(&t.objects[i]); err != nil {
			tb.Fatal(err)
		}
	}
	for _, e := range t.edges {
		b.AddEdge(e)
	}
	for _, d := range t.diagnostics {
		b.AddDiagnostic(d)
	}
	s, err := b.Build("fingerprint")
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// The fields a test sets.
func status(s string) func(*object.Object)    { return func(o *object.Object) { o.Status = s } }
func scope(p ...string) func(*object.Object)  { return func(o *object.Object) { o.Meta.Scope = p } }
func tracks(p ...string) func(*object.Object) { return func(o *object.Object) { o.Meta.Tracks = p } }
func links(p ...string) func(*object.Object)  { return func(o *object.Object) { o.Meta.Links = p } }
func changed(p ...string) func(*object.Object) {
	return func(o *object.Object) { o.Meta.ChangedFiles = p }
}
func branch(b string) func(*object.Object) { return func(o *object.Object) { o.Meta.Branch = b } }
func class(c string) func(*object.Object)  { return func(o *object.Object) { o.Meta.Class = c } }
func titled(s string) func(*object.Object) { return func(o *object.Object) { o.Title = s } }
func reach(r string, globs ...string) func(*object.Object) {
	return func(o *object.Object) { o.Meta.Reach, o.Meta.Paths = r, globs }
}
func composed(how string, order int) func(*object.Object) {
	return func(o *object.Object) { o.Meta.Composition, o.Meta.Order = how, order }
}

func issue(id string) seed.Request   { return seed.Request{Issue: &id} }
func paths(p ...string) seed.Request { return seed.Request{Paths: p} }
func uris(u ...string) seed.Request {
	for i := range u {
		u[i] = object.Scheme + u[i]
	}
	return seed.Request{URIs: u}
}
func intent(text string) seed.Request { return seed.Request{Intent: &text} }

func run(t testing.TB, s *index.Store, q seed.Request, o walk.Options) *walk.Result {
	t.Helper()
	r, err := walk.Walk(context.Background(), s, resolved(t, s, q), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// find gives the candidate of a uri without its scheme, nil when there is none.
func find(r *walk.Result, name string) *walk.Candidate {
	for i := range r.Candidates {
		if c := &r.Candidates[i]; c.URI == object.Scheme+name || c.URI == name {
			return c
		}
	}
	return nil
}

// ways are a candidate's discoveries in short.
func ways(c *walk.Candidate) string {
	if c == nil {
		return "not there"
	}
	if !c.InReach {
		return fmt.Sprintf("out %s %v depth %d", c.Out, c.Relevance, c.Depth)
	}
	out := make([]string, len(c.DiscoveredBy))
	for i, d := range c.DiscoveredBy {
		out[i] = string(d.Selector)
		if d.Edge != "" {
			out[i] += " " + string(d.Edge)
		}
		if d.Via != "" {
			out[i] += " via " + strings.TrimPrefix(d.Via, object.Scheme)
		}
		out[i] += fmt.Sprintf(" %v @%d", d.Weight, d.Depth)
	}
	return strings.Join(out, "; ")
}

// short is a candidate on one line.
func short(c *walk.Candidate) string {
	if c == nil || !c.InReach {
		return ways(c)
	}
	must := ""
	if c.Required {
		must = " required"
	}
	return fmt.Sprintf("%s %v depth %d%s: %s", c.Tier, c.Relevance, c.Depth, must, ways(c))
}

func expect(t *testing.T, r *walk.Result, want map[string]string) {
	t.Helper()
	for name, line := range want {
		if got := short(find(r, name)); got != line {
			t.Errorf("%s:\n got %s\nwant %s", name, got, line)
		}
	}
}

func codes(r *walk.Result) string {
	var out []string
	for _, d := range r.Diagnostics {
		out = append(out, string(d.Severity)+" "+d.Code+" "+d.Path)
	}
	return strings.Join(out, "\n")
}

// synthetic is the index of a repository of so many objects.
func synthetic(t testing.TB, objects int) (*index.Store, synth.Spec) {
	t.Helper()
	spec := synth.Spec{Objects: objects, Seed: 7}
	b := index.NewBuilder(object.Git{Branch: "main", Head: "c0ffee", WorkingTree: "clean"})
	for o := range synth.Objects(spec) {
		if err := b.AddObject(&o); err != nil {
			t.Fatal(err)
		}
	}
	for e := range synth.Edges(spec) {
		b.AddEdge(e)
	}
	s, err := b.Build("synthetic")
	if err != nil {
		t.Fatal(err)
	}
	return s, spec
}

func resolved(t testing.TB, s *index.Store, q seed.Request) seed.Result {
	t.Helper()
	r, err := seed.Resolve(context.Background(), s, q, seed.Options{NoLocal: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
