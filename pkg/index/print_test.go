package index

import (
	"os"
	"strings"
	"testing"
)

// TestACleanTreeIsNotListed holds when a survey may take the listing as known.
func TestACleanTreeIsNotListed(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(w tree)
		same   bool
	}{
		{"nothing", func(tree) {}, true},
		{"an ignored file", func(w tree) { w.write("x.log", "") }, true},
		{"a commit of nothing", func(w tree) { w.git("commit", "-q", "--allow-empty", "-m", "x") }, true},
		{"another commit under the same index", func(w tree) {
			empty := strings.TrimSpace(w.git("hash-object", "-t", "tree", "-w", "--stdin")) // standard input is empty
			w.git("update-ref", "HEAD", strings.TrimSpace(w.git("commit-tree", "-m", "x", empty)))
		}, true},
		{"a new file", func(w tree) { w.write("new", "") }, false},
		{"a change", func(w tree) { w.write("main.go", "package main\n") }, false},
		{"a removal", func(w tree) { os.Remove(w.path("main.go")) }, false},
		{"a commit", func(w tree) { w.write("new", ""); w.commit() }, false},
		{"a nested repository", func(w tree) { (tree{w.t, w.dir}).git("init", "-q", "nested"); w.write("nested/f", "") }, false},
		{"assume unchanged", func(w tree) { w.git("update-index", "--assume-unchanged", "main.go"); w.write("main.go", "") }, false},
		{"attributes outside", func(w tree) { w.write(".git/info/attributes", "* text\n") }, false},
		{"line ends", func(w tree) { w.git("config", "core.autocrlf", "true") }, false},
		{"a stashed ignore rule", func(w tree) { w.write(".git/info/exclude", "docs\n") }, true},
	} {
		w := newTree(t)
		w.sample()
		w.commit()
		w.build(Options{})
		c.change(w)
		d, err := discover(t.Context(), w.dir, func(root string) string {
			print, _ := openCache(Options{}, root).loadPrint()
			return print
		})
		if err != nil {
			t.Fatal(err)
		}
		d.tree.Close()
		if d.survey.Same != c.same {
			t.Errorf("%s: taken as known: %v, want %v", c.name, d.survey.Same, c.same)
		}
		if got, want := w.build(Options{}), w.build(Options{NoCache: true}); dump(got) != dump(want) || got.Git() != want.Git() {
			t.Errorf("%s: the index is another one:\n%s\nwant\n%s", c.name, dump(got), dump(want))
		}
	}
}

func TestAFilteredTreeHasNoPrint(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.write(".gitattributes", "*.txt ident\n")
	w.commit()
	d, err := discover(t.Context(), w.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.tree.Close()
	if d.survey.Print != "" {
		t.Error("the bytes of filtered files do not follow from the index")
	}
}

func TestTheIndexBehindAPrintCanBeGone(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	dir := t.TempDir()
	want := dump(w.build(Options{CacheDir: dir}))
	for _, f := range cacheFiles(t, dir) {
		if strings.HasSuffix(f, ".index") {
			os.Remove(f)
		}
	}
	if got := dump(w.build(Options{CacheDir: dir, Warn: func(m string) { t.Error(m) }})); got != want {
		t.Error("another index")
	}
}

func TestEachRecipeKeepsItsPrint(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	o := Options{CacheDir: t.TempDir()}
	plain := o
	plain.NoSymbols = true
	w.build(o)
	w.build(plain)
	root, _, err := Root(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{o, plain} {
		if print, _ := openCache(o, root).loadPrint(); print == "" {
			t.Errorf("no print with symbols off %t", o.NoSymbols)
		}
	}
}
