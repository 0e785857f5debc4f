package walk

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

func placeStore(t testing.TB, paths ...string) *index.Store {
	t.Helper()
	b := index.NewBuilder(object.Git{})
	for _, p := range paths {
		if err := b.AddObject(&object.Object{URI: object.URI(object.File, p), Kind: object.File, Provenance: object.Provenance{Path: p}}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := b.Build("f")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDeclaredPlaces(t *testing.T) {
	s := placeStore(t, "app/[id]/page.ts", "lib/a.go")
	for _, c := range []struct {
		text, path, base string
		glob, ok         bool
	}{
		{"lib", "lib", "lib", false, true},
		{" ./lib/ ", "lib", "lib", false, true},
		{"/lib", "lib", "lib", false, true},
		{"//", ".", ".", false, true},
		{".", ".", ".", false, true},
		{"lib/*.go", "lib/*.go", "lib", true, true},
		{"**/*.go", "**/*.go", ".", true, true},
		{"l?b/x", "l?b/x", ".", true, true},
		{"app/[id]/page.ts", "app/[id]/page.ts", "app/[id]/page.ts", false, true}, // what is listed by the very name is no glob
		{"app/[id]", "app/[id]", "app/[id]", false, true},
		{"app/[xy]", "app/[xy]", "app", true, true},
		{"../lib", "", "", false, false},
		{"..", "", "", false, false},
		{"a\x00b", "", "", false, false},
	} {
		p, ok := declared(s, c.text)
		if ok != c.ok || p.path != c.path || p.base != c.base || (p.glob != nil) != c.glob {
			t.Errorf("%q is %+v, %v", c.text, p, ok)
		}
	}
}

func FuzzDeclared(f *testing.F) {
	for _, s := range []string{"lib/**/*.go", "[", "a/[!]", "./../x", "**", "?/", "//"} {
		f.Add(s, "lib/a/b.go")
		f.Add(s, "/abs//olute/")
	}
	s := placeStore(f, "lib/a.go", "lib/a/b.go", "x")
	f.Fuzz(func(t *testing.T, text, p string) {
		pl, ok := declared(s, text)
		if !ok {
			return
		}
		if pl.holds(p) && !within(p, pl.base) {
			t.Fatalf("%q holds %q, which is not below %q", text, p, pl.base)
		}
		for i := range pl.objects(s) {
			if !pl.holds(s.Path(i)) {
				t.Fatalf("%q lists %q and does not hold it", text, s.Path(i))
			}
		}
		for dir := range pl.folders() {
			if !within(pl.base, dir) {
				t.Fatalf("%q: %q is not above %q", text, dir, pl.base)
			}
		}
	})
}

// TestReachedByIsWhatMatchingEverythingSays holds the short cuts against the
// definition.
func TestReachedByIsWhatMatchingEverythingSays(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	names := []string{"a", "b", "ab", "c.go", "d.go"}
	random := func(n int) string {
		var segs []string
		for range 1 + r.IntN(n) {
			segs = append(segs, names[r.IntN(len(names))])
		}
		return strings.Join(segs, "/")
	}
	globs := []string{"a/*.go", "**/*.go", "a/**", "*", "?/c.go", "a/b/**/d.go", "ab/*", "[ab]/b"}
	for range 3000 {
		var paths []string
		for range 6 {
			if p := random(3); !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
		s := placeStore(t, paths...)
		pl := plainPlace(random(3))
		if r.IntN(3) == 0 {
			pl, _ = declared(s, globs[r.IntN(len(globs))])
		}
		text := globs[r.IntN(len(globs))]
		g, ok := declared(s, text)
		if !ok || g.glob == nil {
			continue
		}
		above := r.IntN(2) == 0
		want := pl.path == text || pl.glob == nil && layer.NewGlob(text).Match(pl.path)
		for i := range s.Under(".") {
			want = want || pl.holds(s.Path(i)) && layer.NewGlob(text).Match(s.Path(i))
		}
		for dir := range pl.folders() {
			want = want || above && layer.NewGlob(text).Match(dir)
		}
		if got := pl.reachedBy(s, &g, above); got != want {
			t.Fatalf("%q by %q (above %v) among %q: %v", pl.path, text, above, paths, got)
		}
	}
}
