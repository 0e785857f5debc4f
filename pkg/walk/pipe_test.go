package walk_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

func header(name string) stream.Header {
	return stream.Header{Stream: name, Tool: "dc-" + name, Version: "0"}
}

func opener(w io.Writer) func(stream.Header) (*stream.Writer, error) {
	return func(h stream.Header) (*stream.Writer, error) { return stream.NewWriter(w, h) }
}

func written(t testing.TB, r *walk.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := walk.Write(r, header(stream.Walk), opener(&b)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// piped runs the three stages as filters.
func piped(t testing.TB, s *index.Store, q seed.Request, o walk.Options) []byte {
	t.Helper()
	var indexed, seeded, walked bytes.Buffer
	h := header(stream.Index)
	h.Git = s.Git()
	w, err := stream.NewWriter(&indexed, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := index.WriteTo(s, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(s.Fingerprint()); err != nil {
		t.Fatal(err)
	}
	h.Stream = stream.Seeds
	if w, err = stream.NewWriter(&seeded, h); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if err := seed.Filter(ctx, stream.NewReader(&indexed, "index", stream.ReaderOptions{}), w, q, seed.Options{NoLocal: true}); err != nil {
		t.Fatal(err)
	}
	if err := walk.Filter(ctx, stream.NewReader(&seeded, "seeds", stream.ReaderOptions{}), header(stream.Walk), o, opener(&walked)); err != nil {
		t.Fatal(err)
	}
	return walked.Bytes()
}

func TestThePipeIsTheProcess(t *testing.T) {
	many(t, 80, func(t *testing.T, r *rand.Rand, tr *tree) {
		s, q := tr.store(t), randomRequest(r, tr)
		if a, b := written(t, run(t, s, q, walk.Options{})), piped(t, s, q, walk.Options{}); !bytes.Equal(a, b) {
			t.Errorf("in process\n%s\npiped\n%s", a, b)
		}
	})
}

func TestAWrittenWalkIsReadBack(t *testing.T) {
	many(t, 80, func(t *testing.T, r *rand.Rand, tr *tree) {
		res := run(t, tr.store(t), randomRequest(r, tr), walk.Options{})
		b := written(t, res)
		again, err := walk.Read(stream.NewReader(bytes.NewReader(b), "walk", stream.ReaderOptions{}))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b, written(t, again)) {
			t.Errorf("%s", b)
		}
		if !reflect.DeepEqual(res.Settings, again.Settings) || res.Fingerprint != again.Fingerprint {
			t.Errorf("%+v and %+v", res.Settings, again.Settings)
		}
	})
}

func TestAStreamWithoutARequestIsBroken(t *testing.T) {
	var indexed bytes.Buffer
	w, err := stream.NewWriter(&indexed, header(stream.Index))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close("f"); err != nil {
		t.Fatal(err)
	}
	err = walk.Filter(context.Background(), stream.NewReader(&indexed, "stdin", stream.ReaderOptions{}), header(stream.Walk), walk.Options{},
		func(stream.Header) (*stream.Writer, error) { t.Fatal("it writes"); return nil, nil })
	if err == nil {
		t.Error("no error")
	}
}
