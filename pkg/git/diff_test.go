package git

import (
	"context"
	"os"
	"path/filepath"
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
	if log, err := r.Log(t.Context(), w.dir, 5); err != nil || len(log) != 0 {
		t.Errorf("before the first commit: %v %v", log, err)
	}
	w.commit("a", "sub/b")
	w.commit(strings.Repeat("0", 40), ":odd", "x\ny")
	w.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
	log, err := r.Log(t.Context(), w.dir, 5)
	if err != nil || len(log) != 2 {
		t.Fatalf("%v %v", log, err)
	}
	if !slices.Equal(log[0].Paths, []string{strings.Repeat("0", 40), ":odd", "x\ny"}) || !slices.Equal(log[1].Paths, []string{"a", "sub/b"}) {
		t.Errorf("%+v", log)
	}
	if log[0].Subject != "work" || log[0].Time == 0 || len(log[0].ID) != 40 {
		t.Errorf("%+v", log[0])
	}
	if log, err = r.Log(t.Context(), filepath.Join(w.dir, "sub"), 5); err != nil || len(log) != 1 || log[0].Paths[0] != "b" {
		t.Errorf("below: %+v %v", log, err)
	}
	if log, err = r.Log(t.Context(), w.dir, 1); err != nil || len(log) != 1 {
		t.Errorf("bounded: %+v %v", log, err)
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
		readLog(strings.NewReader(in)) //nolint:errcheck // only that it does not panic
		parseFacts(in, len(in)%2 == 0)
		attributesNeed([]byte(in))
		unreadable(in)
	})
}
