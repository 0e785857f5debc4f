package synth_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"reflect"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/synth"
)

// TestTheTreeIndexesToTheObjects holds that what is on disk declares what the
// stream says: the same objects along the same edges.
func TestTheTreeIndexesToTheObjects(t *testing.T) {
	for _, n := range []int{10, 60, 400} {
		spec := synth.Spec{Objects: n, Seed: 5}
		dir := t.TempDir()
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		if err := synth.WriteTree(context.Background(), root, spec); err != nil {
			t.Fatal(err)
		}
		s, err := index.Build(context.Background(), index.Options{Dir: dir, NoCache: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range s.Diagnostics() {
			if d.Severity != object.Info {
				t.Errorf("%+v", d)
			}
		}
		want := map[string]bool{}
		for o := range synth.Objects(spec) {
			want[o.URI] = true
			i, ok := s.Lookup(o.URI)
			if !ok {
				t.Errorf("%d objects: the index has no %s", n, o.URI)
				continue
			}
			if got := s.Object(i); o.Kind == object.Implementation && !reflect.DeepEqual(got.Meta, o.Meta) {
				t.Errorf("%s:\nindexed   %+v\nsynthetic %+v", o.URI, got.Meta, o.Meta)
			}
			if got := s.Object(i); got.Hash != o.Hash || got.Provenance.Path != o.Provenance.Path || got.Title != o.Title || got.Status != o.Status {
				t.Errorf("%s:\nindexed   %+v\nsynthetic %+v", o.URI, got, o)
			}
		}
		for i := range int32(s.Len()) {
			if u := s.URI(i); !want[u] && s.Kind(i) != object.File {
				t.Errorf("%d objects: only the index has %s", n, u)
			}
		}
		have := map[object.Edge]bool{}
		for e := range int32(s.Edges()) {
			x := s.Edge(e)
			x.DeclaredIn, x.Hint = "", ""
			have[x] = true
		}
		for e := range synth.Edges(spec) {
			e.DeclaredIn = ""
			if !have[e] {
				t.Errorf("%d objects: the index has no edge %+v", n, e)
			}
			delete(have, e)
		}
		for e := range have {
			t.Errorf("%d objects: only the index has the edge %+v", n, e)
		}
	}
}

func TestWriteIndexIsAWholeStream(t *testing.T) {
	spec := synth.Spec{Objects: 500, Seed: 9}
	var b bytes.Buffer
	w, err := stream.NewWriter(&b, stream.Header{Stream: stream.Index, Tool: "dc-index", Git: synth.Git()})
	if err != nil {
		t.Fatal(err)
	}
	if err := synth.WriteIndex(w, spec); err != nil {
		t.Fatal(err)
	}
	got, err := index.FromStream(stream.NewReader(&b, "in", stream.ReaderOptions{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := synth.Store(spec)
	if err != nil {
		t.Fatal(err)
	}
	if got.Fingerprint() != want.Fingerprint() || got.Len() != want.Len() || got.Edges() != want.Edges() {
		t.Errorf("%d objects and %d edges came through of %d and %d", got.Len(), got.Edges(), want.Len(), want.Edges())
	}
}

func BenchmarkWriteIndex(b *testing.B) {
	spec := synth.Spec{Objects: 100_000, Seed: 1}
	for b.Loop() {
		w, err := stream.NewWriter(io.Discard, stream.Header{Stream: stream.Index, Tool: "dc-index", Git: synth.Git()})
		if err != nil {
			b.Fatal(err)
		}
		if err := synth.WriteIndex(w, spec); err != nil {
			b.Fatal(err)
		}
	}
}
