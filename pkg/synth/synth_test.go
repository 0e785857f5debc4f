package synth

import (
	"bytes"
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

func TestObjectsAreInOrderAndAsManyAsAsked(t *testing.T) {
	for _, n := range []int{10, 11, 50, 300, 5000} {
		s := Spec{Objects: n, Seed: 7}
		last, count := "", 0
		for o := range Objects(s) {
			if o.URI <= last {
				t.Fatalf("%d objects: %s comes after %s", n, o.URI, last)
			}
			if o.CostBytes() < 1 {
				t.Errorf("%s costs nothing", o.URI)
			}
			last = o.URI
			count++
		}
		if count < n-n/20-2 || count > n+n/20+14 {
			t.Errorf("asked for %d objects, got %d", n, count)
		}
	}
}

func TestEdgesAreInOrderAndEndAtObjects(t *testing.T) {
	s := Spec{Objects: 3000, Seed: 3}
	have := map[string]bool{}
	for o := range Objects(s) {
		have[o.URI] = true
	}
	var last object.Edge
	n := 0
	for e := range Edges(s) {
		if last.Compare(e) >= 0 {
			t.Fatalf("edge %v comes after %v", e, last)
		}
		if !have[e.From] || !have[e.To] {
			t.Fatalf("edge %v ends at nothing", e)
		}
		last, n = e, n+1
	}
	if n < 1000 {
		t.Errorf("only %d edges", n)
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	a, b, other := Spec{200, 1}, Spec{200, 1}, Spec{200, 2}
	if !slices.EqualFunc(slices.Collect(Files(a)), slices.Collect(Files(b)), sameFile) {
		t.Error("the same spec gave other files")
	}
	if slices.EqualFunc(slices.Collect(Files(a)), slices.Collect(Files(other)), sameFile) {
		t.Error("another seed gave the same files")
	}
}

func sameFile(a, b File) bool { return a.Path == b.Path && bytes.Equal(a.Data, b.Data) }

func TestCodeParsesAndItsSpansAreTheSymbols(t *testing.T) {
	s := Spec{Objects: 200, Seed: 5}
	files := map[string][]byte{}
	for f := range Files(s) {
		files[f.Path] = f.Data
	}
	for o := range Objects(s) {
		if o.Kind != object.Implementation {
			continue
		}
		data := files[o.Provenance.Path]
		if _, err := parser.ParseFile(token.NewFileSet(), o.Provenance.Path, data, 0); err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(data), "\n")
		for _, sym := range o.Meta.Symbols {
			span := strings.Join(lines[sym.Start-1:sym.End], "")
			head, tail := "func "+sym.Name+"(", "}\n"
			if sym.Kind == "constant" {
				head, tail = "const "+sym.Name+" ", "\n"
			}
			if !strings.Contains(span, head) || !strings.HasSuffix(span, tail) || int64(len(span)) != sym.Bytes {
				t.Fatalf("%s: span %d-%d (%d bytes) is %q", sym.Name, sym.Start, sym.End, sym.Bytes, span)
			}
		}
	}
}

func TestWriteTreeOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := Spec{Objects: 60, Seed: 1}
	if err := WriteTree(context.Background(), root, s); err != nil {
		t.Fatal(err)
	}
	for f := range Files(s) {
		if got, err := os.ReadFile(filepath.Join(dir, f.Path)); err != nil || !bytes.Equal(got, f.Data) {
			t.Fatalf("%s: %v", f.Path, err)
		}
	}
	if err := WriteTree(context.Background(), root, s); err == nil {
		t.Error("a second tree was written over the first")
	}
}

func TestCheckRefusesSizesOutOfRange(t *testing.T) {
	for _, n := range []int{-1, 0, 9, MaxObjects + 1} {
		if (Spec{Objects: n}).Check() == nil {
			t.Errorf("%d objects were accepted", n)
		}
	}
}

func BenchmarkObjects(b *testing.B) {
	for range b.N {
		for range Objects(Spec{Objects: 10_000, Seed: 1}) {
		}
	}
}
