package index

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

func gitOf() object.Git { return object.Git{Branch: "main", WorkingTree: "clean"} }

func objectAt(i int) *object.Object {
	path := fmt.Sprintf("d%d/f%d.txt", i%3, i%7)
	return &object.Object{
		URI: object.URI(object.File, fmt.Sprintf("o%03d", i)), Kind: []object.Kind{object.File, object.Rule}[i%2],
		Identity: fmt.Sprintf("o%03d", i), Provenance: object.Provenance{Path: path, Directory: "."},
	}
}

func edgeOf(from, to int) object.Edge {
	return object.Edge{From: objectAt(from).URI, To: objectAt(to).URI, Kind: object.RelatedTo, DeclaredIn: "x"}
}

// randomStore gives a Store and the plain lists it must tell, after adding them
// in random order.
func randomStore(t *testing.T, seed uint64) (*Store, []object.Object, []object.Edge) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	n := rng.IntN(40)
	objects := make([]object.Object, n)
	for i := range objects {
		objects[i] = *objectAt(i)
	}
	var edges []object.Edge
	for range rng.IntN(120) {
		e := edgeOf(rng.IntN(n+5), rng.IntN(n+5))
		e.Kind = []object.EdgeKind{object.RelatedTo, object.DependsOn}[rng.IntN(2)]
		e.DeclaredIn = fmt.Sprint(rng.IntN(3))
		if rng.IntN(4) == 0 {
			e.To, e.Dangling, e.Hint = fmt.Sprint("gone", rng.IntN(3)), true, "h"
		}
		edges = append(edges, e)
	}
	b := NewBuilder(gitOf())
	at, ea := rng.Perm(n), rng.Perm(len(edges))
	if rng.IntN(2) == 0 {
		slices.Sort(at)
	}
	for len(at)+len(ea) > 0 {
		if len(ea) == 0 || len(at) > 0 && rng.IntN(2) == 0 {
			if err := b.AddObject(&objects[at[0]]); err != nil {
				t.Fatal(err)
			}
			at = at[1:]
		} else {
			b.AddEdge(edges[ea[0]])
			ea = ea[1:]
		}
	}
	s, err := b.Build("print")
	if err != nil {
		t.Fatal(err)
	}
	return s, objects, modelEdges(objects, edges)
}

func modelEdges(objects []object.Object, edges []object.Edge) []object.Edge {
	has := make(map[string]bool)
	for i := range objects {
		has[objects[i].URI] = true
	}
	edges = slices.DeleteFunc(slices.Clone(edges), func(e object.Edge) bool { return !has[e.From] })
	slices.SortFunc(edges, func(a, b object.Edge) int { return cmp.Or(a.Compare(b), cmp.Compare(a.DeclaredIn, b.DeclaredIn)) })
	return slices.CompactFunc(edges, func(a, b object.Edge) bool { return a.Compare(b) == 0 })
}

func TestStoreTellsWhatWasAdded(t *testing.T) {
	for seed := range uint64(200) {
		s, objects, edges := randomStore(t, seed)
		kept, err := decodeStore(encodeStore(s, "key"), "key")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Store{s, kept} {
			checkObjects(t, s, objects)
			checkEdges(t, s, edges)
		}
	}
}

func checkObjects(t *testing.T, s *Store, objects []object.Object) {
	t.Helper()
	if s.Len() != len(objects) || s.Fingerprint() != "print" {
		t.Fatalf("%d objects, want %d", s.Len(), len(objects))
	}
	for i := range objects {
		o := &objects[i]
		at, ok := s.Lookup(o.URI)
		if !ok || s.URI(at) != o.URI || s.Kind(at) != o.Kind || s.Path(at) != o.Provenance.Path || s.Object(at).Identity != o.Identity {
			t.Fatalf("%s is not told right", o.URI)
		}
		if !slices.Contains(s.AtPath(o.Provenance.Path), at) || !slices.Contains(s.OfKind(o.Kind), at) {
			t.Fatalf("%s is not found by path and kind", o.URI)
		}
	}
	for _, dir := range []string{"", ".", "d0", "d1", "d", "nope"} {
		want := 0
		for i := range objects {
			if dir == "" || dir == "." || strings.HasPrefix(objects[i].Provenance.Path, dir+"/") {
				want++
			}
		}
		got := 0
		for range s.Under(dir) {
			got++
		}
		if got != want {
			t.Fatalf("%d objects under %q, want %d", got, dir, want)
		}
	}
}

func checkEdges(t *testing.T, s *Store, edges []object.Edge) {
	t.Helper()
	if s.Edges() != len(edges) {
		t.Fatalf("%d edges, want %d", s.Edges(), len(edges))
	}
	for i, want := range edges {
		if got := s.Edge(int32(i)); got != want || s.EdgeKind(int32(i)) != want.Kind {
			t.Fatalf("edge %d is %+v, want %+v", i, got, want)
		}
	}
	out, in := 0, 0
	for i := range int32(s.Len()) {
		for l := range s.Out(i) {
			out++
			e := s.Edge(l.Edge)
			if e.From != s.URI(i) || (l.Other >= 0) != !e.Dangling && l.Other >= 0 || l.Other >= 0 && s.URI(l.Other) != e.To {
				t.Fatalf("out edge %+v of %s", e, s.URI(i))
			}
		}
		for _, l := range s.In(i) {
			in++
			if e := s.Edge(l.Edge); e.To != s.URI(i) || e.From != s.URI(l.Other) || e.Dangling {
				t.Fatalf("in edge %+v of %s", e, s.URI(i))
			}
		}
	}
	whole := 0
	for _, e := range edges {
		if _, ok := s.Lookup(e.To); ok && !e.Dangling {
			whole++
		}
	}
	if out != len(edges) || in != whole {
		t.Fatalf("%d out of %d, %d in of %d", out, len(edges), in, whole)
	}
}

func TestTwoObjectsOfOneURI(t *testing.T) {
	b := NewBuilder(gitOf())
	for range 2 {
		if err := b.AddObject(objectAt(1)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Build(""); err == nil {
		t.Error("accepted")
	}
}
