package seed

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

func testStore(t testing.TB) *index.Store {
	t.Helper()
	b := index.NewBuilder(object.Git{Branch: "master", Head: "c0ffee", WorkingTree: "clean"})
	add := func(kind object.Kind, id, path string, m *object.Meta) {
		if err := b.AddObject(&object.Object{URI: object.URI(kind, id), Kind: kind, Identity: id, Hash: "h", Meta: m,
			Provenance: object.Provenance{Path: path, Directory: ".", SourceClass: "x", Bytes: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	add(object.Issue, "I0001", "i/1.yaml", nil)
	add(object.Issue, "I0002", "i/2.yaml", &object.Meta{Slug: "declare"})
	add(object.Issue, "I0003", "i/3.yaml", &object.Meta{Slug: "twice"})
	add(object.Issue, "I0004", "i/4.yaml", &object.Meta{Slug: "twice"})
	add(object.Issue, "declare-it", "i/5.yaml", &object.Meta{Slug: "I0001"}) // a slug never hides an identity
	add(object.Milestone, "m1", "m/1.yaml", &object.Meta{Slug: "first"})
	add(object.ADR, "adr-0001", "adrs/1.md", nil)
	add(object.Implementation, "src/a b.go", "src/a b.go", &object.Meta{Symbols: []object.Symbol{{Name: "Run", Start: 1, End: 2, Bytes: 3}, {Name: "operator<", Start: 1, End: 2, Bytes: 3}}})
	b.AddDiagnostic(object.Diagnostic{Severity: object.Error, Code: "duplicate_identity", Path: "i/7.yaml",
		Message: `issue "I0007" is claimed more than once: i/7.yaml, i/8.yaml`})
	s, err := b.Build("fingerprint")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// both resolves in memory and as the index streams by; the two must agree.
func both(t *testing.T, s *index.Store, q Request) (Result, error) {
	t.Helper()
	r, err := Resolve(context.Background(), s, q, Options{NoLocal: true})
	var in, out bytes.Buffer
	w, werr := stream.NewWriter(&in, stream.Header{Stream: stream.Index, Tool: "dc-index", Git: s.Git()})
	if werr != nil {
		t.Fatal(werr)
	}
	if err := index.WriteTo(s, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(s.Fingerprint()); err != nil {
		t.Fatal(err)
	}
	w, werr = stream.NewWriter(&out, stream.Header{Stream: stream.Seeds, Tool: "dc-seed", Git: s.Git()})
	if werr != nil {
		t.Fatal(werr)
	}
	ferr := Filter(context.Background(), stream.NewReader(&in, "stdin", stream.ReaderOptions{}), w, q, Options{NoLocal: true})
	if fmt.Sprint(err) != fmt.Sprint(ferr) || !reflect.DeepEqual(err, ferr) {
		t.Errorf("in memory %v (%+v), streaming %v (%+v)", err, err, ferr, ferr)
	}
	if err == nil {
		if got := read(t, &out); !reflect.DeepEqual(got, r) {
			t.Errorf("in memory %+v, streaming %+v", r, got)
		}
	}
	return r, err
}

func read(t *testing.T, in *bytes.Buffer) Result {
	t.Helper()
	var r Result
	rd := stream.NewReader(in, "seeds", stream.ReaderOptions{})
	if _, err := index.FromStream(rd, func(rec stream.Record) error {
		switch rec.Kind {
		case stream.KindRequest:
			var q RequestRecord
			err := rec.Decode(&q)
			r.Request, r.Flags = q.Resolved, q.Flags
			return err
		case stream.KindSeed:
			r.Seeds = append(r.Seeds, Seed{})
			return rec.Decode(&r.Seeds[len(r.Seeds)-1])
		case stream.KindDiagnostic:
			r.Diagnostics = append(r.Diagnostics, object.Diagnostic{})
			return rec.Decode(&r.Diagnostics[len(r.Diagnostics)-1])
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAPathIsUnmatchedOnlyWhereNothingIsListed(t *testing.T) {
	b := index.NewBuilder(object.Git{WorkingTree: "clean"})
	if err := b.AddObject(&object.Object{URI: "majordomus://file/a/b", Kind: object.File, Identity: "a/b", Hash: "h",
		Provenance: object.Provenance{Path: "a/b", Directory: "a", SourceClass: "x", Bytes: 1}}); err != nil {
		t.Fatal(err)
	}
	b.AddDiagnostic(object.Diagnostic{Severity: object.Info, Code: "symlink", Path: "links/l", Message: "m"})
	b.AddDiagnostic(object.Diagnostic{Severity: object.Info, Code: "out_of_scope", Message: "of no path"})
	s, err := b.Build("fingerprint")
	if err != nil {
		t.Fatal(err)
	}
	for p, matched := range map[string]bool{"a/b": true, "a": true, "links/l": true, "links": true, ".": true, "link": false, "links/l/x": false, "a/bc": false, "a/b\xff": false} {
		r, err := both(t, s, Request{Paths: []string{p}})
		if err != nil || matched != (len(r.Diagnostics) == 0) {
			t.Errorf("%q: %v %+v", p, err, r.Diagnostics)
		}
		if !utf8.ValidString(r.Seeds[0].URI) {
			t.Errorf("%q is not carried as text: %q", p, r.Seeds[0].URI)
		}
	}
}

func TestSeedsInTheirOrder(t *testing.T) {
	r, err := both(t, testStore(t), Request{Issue: new(" declare "), Milestone: new("majordomus://milestone/m1"),
		URIs:  []string{"majordomus://adr/adr-0001", "majordomus://implementation/src/a%20b.go#operator<", "majordomus://adr/adr-0001"},
		Paths: []string{"./src/", "src", "new//dir/"}, Intent: new("  why it is so \n")})
	if err != nil {
		t.Fatal(err)
	}
	want := []Seed{
		{"majordomus://issue/I0002", "issue", "issue", "I0002"},
		{"majordomus://milestone/m1", "milestone", "milestone", "m1"},
		{"majordomus://adr/adr-0001", "adr", "uris", ""},
		{"majordomus://implementation/src/a%20b.go#operator<", "implementation", "uris", ""},
		{"./src/", "path", "paths", ""},
		{"new//dir/", "path", "paths", ""},
		{"why it is so", "intent", "intent", ""},
	}
	if !reflect.DeepEqual(r.Seeds, want) {
		t.Errorf("seeds %+v", r.Seeds)
	}
	if q := r.Request; strings.Join(q.Paths, " ") != "src new/dir" || q.BudgetTokens != 24000 || q.MaxDepth != 3 || q.Floor != .25 || q.Issue != "declare" {
		t.Errorf("request %+v", q)
	}
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "unmatched_path" || r.Diagnostics[0].Path != "new/dir" {
		t.Errorf("diagnostics %+v", r.Diagnostics)
	}
}

func TestARequestThatNamesNothing(t *testing.T) {
	r, err := both(t, testStore(t), Request{Intent: new(" \t")})
	if err != nil || len(r.Seeds) != 0 || r.Request.Intent != "" {
		t.Errorf("%v %+v", err, r)
	}
}

func TestTheSameThingInTwoFieldsIsTwoSeeds(t *testing.T) {
	r, err := both(t, testStore(t), Request{Issue: new("I0001"), URIs: []string{"majordomus://issue/I0001"}})
	if err != nil || len(r.Seeds) != 2 || r.Seeds[0].Resolved != "" {
		t.Errorf("%v %+v", err, r.Seeds)
	}
}

func TestAnIdentityGoesBeforeASlug(t *testing.T) {
	if r, err := both(t, testStore(t), Request{Issue: new("I0001")}); err != nil || r.Seeds[0].URI != "majordomus://issue/I0001" {
		t.Errorf("%v %+v", err, r.Seeds)
	}
}

func TestRefusals(t *testing.T) {
	zero, wide := int64(0), 1.5
	for _, c := range []struct {
		name  string
		q     Request
		class fault.Class
		code  string
		says  string
	}{
		{"no budget", Request{BudgetTokens: &zero}, fault.Invalid, "invalid_input", "budget"},
		{"a floor too high", Request{Floor: &wide}, fault.Invalid, "invalid_input", "floor"},
		{"a depth below none", Request{MaxDepth: new(-1)}, fault.Invalid, "invalid_input", "max_depth"},
		{"no such issue", Request{Issue: new("I0010")}, fault.NotFound, "issue_not_found", "did you mean"},
		{"nothing like it", Request{Issue: new("completely different")}, fault.NotFound, "issue_not_found", "objects list"},
		{"a blank issue", Request{Issue: new(" ")}, fault.NotFound, "issue_not_found", ""},
		{"a milestone's name as issue", Request{Issue: new("m1")}, fault.NotFound, "issue_not_found", ""},
		{"an issue's uri as milestone", Request{Milestone: new("majordomus://issue/I0001")}, fault.NotFound, "milestone_not_found", ""},
		{"a slug of two", Request{Issue: new("twice")}, fault.Invalid, "ambiguous", "majordomus://issue/I0004"},
		{"a claimed identity", Request{Issue: new("I0007")}, fault.Invalid, "ambiguous", "i/8.yaml"},
		{"a claimed identity by uri", Request{URIs: []string{"majordomus://issue/I0007"}}, fault.Invalid, "ambiguous", "i/7.yaml"},
		{"a uri without an object", Request{URIs: []string{"majordomus://adr/adr-0002"}}, fault.NotFound, "uri_not_found", "majordomus://adr/adr-0001"},
		{"a uri with space", Request{URIs: []string{" majordomus://adr/adr-0001"}}, fault.NotFound, "uri_not_found", ""},
		{"no such symbol", Request{URIs: []string{"majordomus://implementation/src/a%20b.go#Walk"}}, fault.NotFound, "uri_not_found", ""},
		{"a path upwards", Request{Paths: []string{"src/../x"}}, fault.Invalid, "invalid_input", "upwards"},
		// the first failure in the stated order
		{"budget before floor", Request{BudgetTokens: &zero, Floor: &wide}, fault.Invalid, "invalid_input", "budget"},
		{"floor before issue", Request{Floor: &wide, Issue: new("x")}, fault.Invalid, "invalid_input", "floor"},
		{"issue before milestone", Request{Issue: new("x"), Milestone: new("x")}, fault.NotFound, "issue_not_found", ""},
		{"milestone before uris", Request{Milestone: new("x"), URIs: []string{"x"}}, fault.NotFound, "milestone_not_found", ""},
		{"uris before paths", Request{URIs: []string{"x"}, Paths: []string{"/x"}}, fault.NotFound, "uri_not_found", ""},
	} {
		_, err := both(t, testStore(t), c.q)
		e := fault.As(err)
		if e == nil || e.Class != c.class || e.Code != c.code || !strings.Contains(e.Message+" "+e.Hint, c.says) {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
}

func TestUnderFilteredTheFingerprintIsThatOfWhatIsLeft(t *testing.T) {
	s := testStore(t)
	var in, out bytes.Buffer
	w, err := stream.NewWriter(&in, stream.Header{Stream: stream.Index, Git: s.Git()})
	if err != nil {
		t.Fatal(err)
	}
	if err := index.WriteTo(s, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(s.Fingerprint()); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(in.String(), "\n")
	in.Reset()
	for _, l := range lines {
		if !strings.Contains(l, "I0003") {
			in.WriteString(l)
		}
	}
	w, err = stream.NewWriter(&out, stream.Header{Stream: stream.Seeds, Git: s.Git()})
	if err != nil {
		t.Fatal(err)
	}
	r := stream.NewReader(&in, "stdin", stream.ReaderOptions{Filtered: true})
	if err := Filter(context.Background(), r, w, Request{Issue: new("twice")}, Options{NoLocal: true}); err != nil {
		t.Fatal(err)
	}
	next := stream.NewReader(&out, "seeds", stream.ReaderOptions{})
	left, err := index.FromStream(next, nil)
	if err != nil || left.Len() != s.Len()-1 || left.Fingerprint() == s.Fingerprint() || len(left.Fingerprint()) != 64 {
		t.Errorf("%v: %d objects, fingerprint %s", err, left.Len(), left.Fingerprint())
	}
}
