package index_test

import (
	"bytes"
	"strings"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/synth"
)

// store is a synthetic index.
func store(t testing.TB, objects int) *index.Store {
	t.Helper()
	b := index.NewBuilder(object.Git{Branch: "main", Head: strings.Repeat("1", 40), WorkingTree: "clean"})
	spec := synth.Spec{Objects: objects}
	for o := range synth.Objects(spec) {
		if err := b.AddObject(&o); err != nil {
			t.Fatal(err)
		}
	}
	for e := range synth.Edges(spec) {
		b.AddEdge(e)
	}
	b.AddEdge(object.Edge{From: "majordomus://nothing/x", To: "y", Kind: object.Tracks})
	b.AddDiagnostic(object.Diagnostic{Severity: object.Warning, Code: "unresolved_reference", Message: "m"})
	s, err := b.Build(strings.Repeat("f", 64))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t testing.TB, s *index.Store) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := stream.NewWriter(&out, stream.Header{Stream: stream.Index, Tool: "dc-index", Version: "test", Git: s.Git()})
	if err != nil {
		t.Fatal(err)
	}
	if err := index.WriteTo(s, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(s.Fingerprint()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(in []byte, o stream.ReaderOptions) (*index.Store, []string, error) {
	r := stream.NewReader(bytes.NewReader(in), "standard input", o)
	defer r.Close()
	var others []string
	s, err := index.FromStream(r, func(rec stream.Record) error {
		others = append(others, rec.Kind)
		return nil
	})
	return s, others, err
}

func TestAStoreComesThroughAStreamUnchanged(t *testing.T) {
	want := store(t, 400)
	first := write(t, want)
	got, _, err := read(first, stream.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if second := write(t, got); !bytes.Equal(first, second) {
		t.Error("written again, the stream differs")
	}
	if got.Fingerprint() != want.Fingerprint() || got.Git() != want.Git() || got.Edges() != want.Edges() {
		t.Errorf("fingerprint %s, git %+v, edges %d", got.Fingerprint(), got.Git(), got.Edges())
	}
}

func TestWhatIsNoIndexRecordGoesToTheCaller(t *testing.T) {
	var in bytes.Buffer
	w, err := stream.NewWriter(&in, stream.Header{Stream: stream.Seeds})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"diagnostic", "weather", "request", "seed", "diagnostic"} {
		if err := w.Record(kind, map[string]string{"code": kind}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close("f"); err != nil {
		t.Fatal(err)
	}
	s, others, err := read(in.Bytes(), stream.ReaderOptions{})
	if err != nil || len(s.Diagnostics()) != 1 || strings.Join(others, " ") != "weather request seed diagnostic" {
		t.Errorf("diagnostics %v, others %v, %v", s.Diagnostics(), others, err)
	}
}

func TestAFilteredIndexHasTheFingerprintOfWhatArrived(t *testing.T) {
	lines := bytes.SplitAfter(write(t, store(t, 60)), []byte("\n"))
	whole, _, err := read(bytes.Join(lines, nil), stream.ReaderOptions{Filtered: true})
	if err != nil {
		t.Fatal(err)
	}
	less, _, err := read(bytes.Join(append(lines[:1:1], lines[2:]...), nil), stream.ReaderOptions{Filtered: true})
	if err != nil {
		t.Fatal(err)
	}
	spaced, _, err := read(bytes.ReplaceAll(bytes.Join(lines, nil), []byte(`":`), []byte(`" : `)), stream.ReaderOptions{Filtered: true})
	if err != nil {
		t.Fatal(err)
	}
	if whole.Fingerprint() == less.Fingerprint() || whole.Fingerprint() == strings.Repeat("f", 64) || whole.Fingerprint() != spaced.Fingerprint() {
		t.Errorf("whole %s, less %s, spaced %s", whole.Fingerprint(), less.Fingerprint(), spaced.Fingerprint())
	}
	if d := whole.Diagnostics()[len(whole.Diagnostics())-1]; d != stream.FilteredNote() {
		t.Errorf("no note of the filter: %+v", d)
	}
}

func TestARecordOfTheWrongShapeIsRefused(t *testing.T) {
	head := `{"record":"header","stream":"index","schema":1,"tool":"t","version":"1","git":{"working_tree":"clean"}}` + "\n"
	end := `{"record":"end","stream":"index","counts":{"%":1},"fingerprint":"f"}` + "\n"
	for _, c := range []struct{ kind, rest, want string }{
		{"object", `"uri":3`, "standard input:2: object record: a number where a string belongs in uri: 3"},
		{"object", `"kind":"file"`, "without uri"},
		{"object", `"uri":"majordomus://file/a","kind":"file","meta":{"tracks":"x"}`, `in meta.tracks: "x"`},
		{"edge", `"from":[]`, "in from: []"},
		{"diagnostic", `"code":true`, "in code: true"},
	} {
		in := head + `{"record":"` + c.kind + `",` + c.rest + "}\n" + strings.Replace(end, "%", c.kind, 1)
		_, _, err := read([]byte(in), stream.ReaderOptions{})
		if err == nil || fault.As(err).Class != fault.Broken || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v", c.kind, c.rest, err)
		}
	}
}

func BenchmarkFromStream(b *testing.B) {
	in := write(b, store(b, 20_000))
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		if _, _, err := read(in, stream.ReaderOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteTo(b *testing.B) {
	s := store(b, 20_000)
	b.SetBytes(int64(len(write(b, s))))
	for b.Loop() {
		write(b, s)
	}
}
