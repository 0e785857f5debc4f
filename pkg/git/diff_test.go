package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/fault"
)

func TestDivergence(t *testing.T) {
	w := newWork(t)
	w.commit("a")
	first := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	w.commit("b")
	second := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	w.git("checkout", "-q", "-b", "side", first)
	w.commit("c")
	side := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	r, err := Open(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ours, theirs string
		want         Divergence
	}{
		{second, second, Exact}, {second, second[:10], Exact}, {second, first, Advanced}, {first, second, Diverged},
		{side, second, Diverged}, {second, strings.Repeat("0", 40), Unknown}, {second, "main", Unknown}, {"", first, Unknown},
		{second, "", Unknown}, {second, "--all", Unknown}, {second, strings.ToUpper(second), Exact},
	} {
		if got, err := r.Divergence(t.Context(), c.ours, c.theirs); got != c.want || err != nil {
			t.Errorf("%.6s against %.6s: %s %v, want %s", c.ours, c.theirs, got, err, c.want)
		}
	}
}

func TestDiffPaths(t *testing.T) {
	w := newWork(t)
	w.commit("keep", "moved", "gone", "sub/x", "odd\nname", "touched")
	base := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	w.git("mv", "moved", "sub/here")
	w.git("rm", "-q", "gone")
	w.write("sub/x", "changed\n")
	w.git("commit", "-qam", "second")
	w.write("odd\nname", "changed\n")
	w.write("new", "")
	w.write("staged", "")
	w.git("add", "staged")
	os.Chtimes(filepath.Join(w.dir, "touched"), touchTime, touchTime)
	r, err := Open(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		root, base, head string
		want             []string
	}{
		{"", base, "HEAD", []string{"gone", "moved", "sub/here", "sub/x"}},
		{"", base, "", []string{"gone", "moved", "new", "odd\nname", "staged", "sub/here", "sub/x"}},
		{"", "HEAD", "", []string{"new", "odd\nname", "staged"}},
		{"", "HEAD", "HEAD", nil},
		{"sub", base, "HEAD", []string{"here", "x"}},
		{"sub", base, "", []string{"here", "x"}},
	} {
		got, err := r.DiffPaths(t.Context(), filepath.Join(w.dir, c.root), c.base, c.head)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q %.6s..%s: %q %v, want %q", c.root, c.base, c.head, got, err, c.want)
		}
	}
	for _, bad := range []string{"nope", "", "-x", "--output=/x", "HEAD\nHEAD", "HEAD:keep"} {
		if _, err := r.DiffPaths(t.Context(), w.dir, bad, ""); err == nil || fault.As(err).Code != "invalid_diff" {
			t.Errorf("%q: %v", bad, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.DiffPaths(ctx, w.dir, base, "HEAD"); err == nil {
		t.Error("a cancelled diff succeeds")
	}
}

func TestLog(t *testing.T) {
	w := newWork(t)
	r, err := Open(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	log := func(root string, o LogOptions) []Commit {
		t.Helper()
		o.From = "HEAD"
		got, err := r.Log(t.Context(), root, o)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if _, err := r.Log(t.Context(), w.dir, LogOptions{From: "HEAD", Commits: 5}); !errors.Is(err, ErrNoCommit) {
		t.Errorf("before the first commit: %v", err)
	}
	w.commit("first")
	w.commit("a", "sub/b")
	odd := strings.Repeat("0", 40)
	w.commit(odd, ":odd", "x\ny")
	w.git("commit", "-q", "--allow-empty", "-m", "two\n\nlines äö\n:100644 100644 1 2 M\n")
	w.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
	got := log(w.dir, LogOptions{Commits: 9})
	if len(got) != 4 {
		t.Fatalf("%d commits: the first has no parent: %+v", len(got), got)
	}
	if got[0].Message != "" || got[1].Message != "two\n\nlines äö\n:100644 100644 1 2 M" || got[3].Time == 0 || len(got[3].ID) != 40 {
		t.Errorf("%+v", got)
	}
	if !slices.Equal(got[2].Paths, []string{odd, ":odd", "x\ny"}) || !slices.Equal(got[3].Paths, []string{"a", "sub/b"}) || got[2].Files != 3 {
		t.Errorf("%+v", got)
	}
	below := log(filepath.Join(w.dir, "sub"), LogOptions{Commits: 9})
	if len(below) != 4 || below[2].Files != 0 || !slices.Equal(below[3].Paths, []string{"b"}) {
		t.Errorf("below: %+v", below)
	}
	few := log(w.dir, LogOptions{Commits: 3, MessageBytes: 12, Paths: 2})
	if len(few) != 3 || few[1].Message != "two\n\nlines " || few[2].Paths != nil || few[2].Files != 3 {
		t.Errorf("bounded: %+v", few)
	}
	if whole := log(w.dir, LogOptions{Commits: 2, MessageBytes: 13})[1].Message; whole != "two\n\nlines ä" {
		t.Errorf("a character that ends at the bound is cut: %q", whole)
	}
}

// TestLogOfAnId asks what a setting or a replacement of objects could change.
func TestLogOfAnId(t *testing.T) {
	w := newWork(t)
	w.commit("a", "b")
	if err := os.Mkdir(filepath.Join(w.dir, "module"), 0o777); err != nil {
		t.Fatal(err)
	}
	w.git("update-index", "--add", "--cacheinfo", "160000,"+strings.TrimSpace(w.git("rev-parse", "HEAD"))+",module")
	w.commit("c", "sub/d")
	id := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	w.commit("e")
	r, err := Open(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	o := LogOptions{From: id, Commits: 9}
	want, err := r.Log(t.Context(), w.dir, o)
	if err != nil || len(want) != 1 || !slices.Equal(want[0].Paths, []string{"c", "module", "sub/d"}) {
		t.Fatalf("%+v %v", want, err)
	}
	w.write("order", "sub/*\n")
	w.write(".gitmodules", "[submodule \"module\"]\n\tpath = module\n\turl = ./module\n\tignore = all\n")
	for _, kv := range [][2]string{{"diff.orderFile", "order"}, {"diff.relative", "true"}, {"diff.noprefix", "true"}, {"log.showRoot", "false"}, {"diff.renames", "copies"},
		{"log.decorate", "full"}, {"color.ui", "always"}, {"format.pretty", "oneline"}, {"log.date", "relative"}, {"core.abbrev", "4"}, {"diff.ignoreSubmodules", "all"}} {
		w.git("config", kv[0], kv[1])
	}
	w.git("replace", "--graft", id)
	w.git("notes", "add", "-m", "a note", id)
	got, err := r.Log(t.Context(), w.dir, o)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v %v\nwant %+v", got, err, want)
	}
	h, err := OpenHistory(t.Context(), filepath.Join(w.dir, ".git"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err = h.Log(t.Context(), o); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("without a work tree: %+v %v", got, err)
	}
	for _, from := range []string{strings.Repeat("1", 40), "nothing", "--all", ""} {
		if _, err := r.Log(t.Context(), w.dir, LogOptions{From: from, Commits: 1}); !errors.Is(err, ErrNoCommit) {
			t.Errorf("%q: %v", from, err)
		}
	}
}

func TestStorage(t *testing.T) {
	w := newWork(t)
	for _, f := range []string{"a", "b", "c"} {
		w.commit(f)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	w.git("clone", "-q", "--depth", "2", "file://"+w.dir, copied)
	for dir, want := range map[string]int{w.dir: 2, copied: 1} {
		r, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		log, err := r.Log(t.Context(), dir, LogOptions{From: "HEAD", Commits: 9})
		if err != nil || len(log) != want || log[0].Files != 1 {
			t.Errorf("%+v %v", log, err)
		}
		in, shallow, err := r.Storage(t.Context())
		if err != nil || in != filepath.Join(r.Top(), ".git") || shallow != (dir == copied) {
			t.Errorf("%s: %s %v %v", dir, in, shallow, err)
		}
	}
}

func TestWorkTreesShareTheirHistory(t *testing.T) {
	w := newWork(t)
	w.commit("a")
	other := filepath.Join(t.TempDir(), "other")
	w.git("worktree", "add", "-q", other)
	var in [2]string
	for i, dir := range []string{w.dir, other} {
		r, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if in[i], _, err = r.Storage(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if in[0] != in[1] {
		t.Errorf("%q", in)
	}
}

func FuzzParsers(f *testing.F) {
	f.Add("H 100644 041d0be02692de967b857da1f5a5f124be41e020 0\t.x\x00  ctime: 1:2\n  mtime: 3:4\n  dev: 1\tino: 2\n  uid: 0\tgid: 0\n  size: 750\tflags: 0\n")
	f.Add(":100644 100644 78981922613b2afb6025042ff6bd878ac1994e85 0000000000000000000000000000000000000000 M\x00a\x00")
	f.Add("8f18\x001796090769\x00e\x00\n:100644 100644 7898 422c M\x00a\x00")
	f.Add("sha1\n.git/info/attributes\n/x\nabc\nrefs/heads/m\n")
	f.Fuzz(func(t *testing.T, in string) {
		var l lists
		if l.readTracked(strings.NewReader(in)) == nil {
			l.merge(func(string) bool { return true })
		}
		var d lists
		if d.readChanged(strings.NewReader(in)) == nil {
			d.merge(func(string) bool { return false })
		}
		readLog(strings.NewReader(in), LogOptions{Paths: 1, MessageBytes: 1}) //nolint:errcheck // only that it does not panic
		parseFacts(in, len(in)%2 == 0)
		attributesNeed([]byte(in))
		unreadable(in)
	})
}
