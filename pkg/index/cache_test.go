package index

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestColdWarmAndUncachedAgree edits a tree at random and builds it three ways
// each time.
func TestColdWarmAndUncachedAgree(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	rng := rand.New(rand.NewPCG(7, 7))
	texts := []string{"# T\n\n[g](docs/guide.md)\n", "x\n", "", "---\nid: a\n---\n# A\n", "ghp_", "a\x00b", "\xff\xfe", "# Other\n"}
	names := []string{"README.md", "data/a.txt", "data/n.txt", "docs/guide.md", "docs/new.md", ".ai/repo/rules/r.md", "main.go", "LINK.md"}
	for range 25 {
		switch name := names[rng.IntN(len(names))]; rng.IntN(5) {
		case 0:
			os.Remove(w.path(name))
		case 1:
			w.commit()
		case 2:
			if _, err := os.Stat(w.path(name)); err == nil {
				touch(w, name)
			}
		default:
			os.Remove(w.path(name))
			w.write(name, texts[rng.IntN(len(texts))])
		}
		want := w.build(Options{NoCache: true})
		first, second := w.build(Options{}), w.build(Options{})
		w.build(Options{VerifyCache: true})
		if dump(first) != dump(want) || dump(second) != dump(want) {
			t.Fatalf("uncached:\n%s\nfirst:\n%s\nsecond:\n%s", dump(want), dump(first), dump(second))
		}
		if first.Git() != want.Git() || second.Git() != want.Git() {
			t.Fatalf("checkouts %+v %+v %+v", want.Git(), first.Git(), second.Git())
		}
	}
}

// cacheFiles lists the cache's files.
func cacheFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "index", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestADamagedCacheIsAMissWithOneWarning(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(data []byte) []byte
	}{
		{"truncated", func(d []byte) []byte { return d[:len(d)/2] }},
		{"empty", func([]byte) []byte { return nil }},
		{"flipped", func(d []byte) []byte { d[len(d)-3] ^= 1; return d }},
		{"foreign", func([]byte) []byte { return []byte("hello") }},
		{"extended", func(d []byte) []byte { return append(d, 0) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTree(t)
			w.sample()
			w.commit()
			dir := t.TempDir()
			want := dump(w.build(Options{CacheDir: dir}))
			for _, f := range cacheFiles(t, dir) {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(f, c.damage(data), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var said []string
			o := Options{CacheDir: dir, Warn: func(m string) { said = append(said, m) }}
			if got := dump(w.build(o)); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if len(said) != 1 {
				t.Errorf("warnings %q", said)
			}
			if dump(w.build(o)); len(said) != 1 {
				t.Errorf("it is not mended: %q", said)
			}
		})
	}
}

func TestVerifyFindsALie(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	o := Options{CacheDir: t.TempDir()}
	w.build(o)
	d, err := discover(t.Context(), w.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.tree.Close()
	c := openCache(o, d.root)
	if err := d.identify(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	s := c.snapshot(d)
	if s == nil {
		t.Fatal("nothing was kept")
	}
	s.lines[0] = []byte(strings.Replace(string(s.lines[0]), `"kind"`, `"kinD"`, 1))
	c.keep(s)
	o.Dir, o.VerifyCache = w.dir, true
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "disagrees") {
		t.Errorf("error %v", err)
	}
}

func TestNoCacheLeavesNoTrace(t *testing.T) {
	w := newTree(t)
	w.sample()
	dir := t.TempDir()
	w.build(Options{CacheDir: dir, NoCache: true})
	if got := cacheFiles(t, dir); len(got) != 0 {
		t.Errorf("files %q", got)
	}
	w.build(Options{CacheDir: w.path("inside")})
	if _, err := os.Stat(w.path("inside")); err == nil {
		t.Error("the cache stands in the tree")
	}
}

func TestManyAtOnceShareACache(t *testing.T) {
	w := newTree(t)
	w.sample()
	for i := range 50 {
		w.write(fmt.Sprintf("docs/p%02d.md", i), fmt.Sprintf("# Page %d\n", i))
	}
	w.commit()
	want := dump(w.build(Options{NoCache: true}))
	o := Options{Dir: w.dir, CacheDir: t.TempDir(), Warn: func(m string) { t.Errorf("warned: %s", m) }}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Build(t.Context(), o)
			if err != nil {
				t.Error(err)
			} else if dump(s) != want {
				t.Error("another index")
			}
		})
	}
	wg.Wait()
}

func TestTheCacheStaysWithinBounds(t *testing.T) {
	w := newTree(t)
	dir := t.TempDir()
	for i := range mostFiles + 20 {
		w.write("a.txt", fmt.Sprint(i))
		w.build(Options{CacheDir: dir})
	}
	if n := len(cacheFiles(t, dir)); n > mostFiles {
		t.Errorf("%d files", n)
	}
}

func FuzzSnapshot(f *testing.F) {
	b := NewBuilder(gitOf())
	for i := range 3 {
		b.AddObject(objectAt(i)) //nolint:errcheck // a constant object
	}
	b.AddEdge(edgeOf(0, 1))
	s, err := b.Build("f")
	if err != nil {
		f.Fatal(err)
	}
	key := strings.Repeat("k", 64)
	f.Add(encodeStore(s, key)[len(magic)+len(key)+8:])
	f.Fuzz(func(t *testing.T, body []byte) {
		if s, err := decodeBody(body); err == nil {
			dump(s)
		}
	})
}
