package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// both builds the tree without git and then with it, and wants one index.
func both(t *testing.T, w tree) *Store {
	t.Helper()
	bare := w.build(Options{NoCache: true})
	w.git("init", "-q", "-b", "main")
	if s := w.build(Options{NoCache: true}); dump(s) != dump(bare) {
		t.Errorf("without git:\n%s\nwith git:\n%s", dump(bare), dump(s))
	}
	return bare
}

func TestLinks(t *testing.T) {
	w := newTree(t)
	w.write("AGENTS.md", "# Agents\n")
	w.write("cfg/x.txt", "x\n")
	w.link("AGENTS.md", "CLAUDE.md")
	w.link(".", "loop")
	w.link("../cfg", "lib/cfg")
	w.link("../../etc", "lib/up")
	w.link("/etc/passwd", "abs")
	w.link("gone", "dangling")
	w.link("b", "a")
	w.link("a", "b")
	w.link("lib/cfg/x.txt", "through")
	outside := filepath.Join(w.dir, "..", "outside-"+filepath.Base(w.dir))
	os.MkdirAll(outside, 0o777)
	os.WriteFile(filepath.Join(outside, "secret.txt"), []byte("s"), 0o666)
	t.Cleanup(func() { os.RemoveAll(outside) })
	w.link(outside, "outdir")
	s := both(t, w)
	if got := strings.Join(objectPaths(s), " "); got != "AGENTS.md cfg/x.txt" {
		t.Errorf("objects %s", got)
	}
	for _, p := range []string{"CLAUDE.md", "loop", "lib/cfg", "lib/up", "abs", "dangling", "a", "b", "through", "outdir"} {
		if !strings.Contains(codes(s), "symlink "+p) {
			t.Errorf("%s is not reported:\n%s", p, codes(s))
		}
	}
}

func TestALinkToNothingListedHasNoTarget(t *testing.T) {
	w := newTree(t)
	w.write(".gitignore", "*.log\n")
	w.write("x.log", "")
	w.write("d/f.txt", "")
	for _, to := range []string{"gone", "x.log", "d", "d/f.txt"} {
		w.link(to, "l-"+filepath.Base(to))
	}
	for _, d := range both(t, w).Diagnostics() {
		want := d.Path == "l-d" || d.Path == "l-f.txt"
		if strings.Contains(d.Message, "indexed where it stands") != want {
			t.Errorf("%s: %s", d.Path, d.Message)
		}
	}
}

func TestLinkEnds(t *testing.T) {
	links := linkTable{"l": "d", "d/m": "../x", "loop": "loop", "out": "../y", "abs": "/x", "deep": "l/m", "dot": "."}
	for from, want := range map[string]string{"l": "d", "d/m": "x", "loop": "", "out": "", "abs": "", "deep": "x", "dot": "."} {
		if got, ok := links.end(from); got != want || ok != (want != "") {
			t.Errorf("%s ends at %q (%v), want %q", from, got, ok, want)
		}
	}
}

func TestOddNames(t *testing.T) {
	w := newTree(t)
	names := []string{"new\nline.txt", "bad\xff.txt", "bad%FF.txt", "tab\t.txt", "q?#.txt", " lead.txt", "é.txt", "-n.txt", "*.txt", `back\slash.txt`, "\x1b[2J.txt"}
	for _, n := range names {
		w.write("d/"+n, "x\n")
	}
	w.write("dir\xfe/a.txt", "y\n")
	s := both(t, w)
	if s.Len() != len(names)+1 {
		t.Fatalf("%d objects: %q", s.Len(), objectPaths(s))
	}
	encoded := 0
	for i := range int32(s.Len()) {
		o := s.Object(i)
		if o.Provenance.PathEncoded {
			encoded++
		}
		if !strings.HasPrefix(o.URI, "majordomus://file/d") {
			t.Errorf("uri %q", o.URI)
		}
	}
	if encoded != 2 {
		t.Errorf("%d paths are encoded, want 2", encoded)
	}
	if _, ok := s.Lookup("majordomus://file/d/bad%FF.txt"); !ok {
		t.Error("the path that is not UTF-8 is not found")
	}
	if _, ok := s.Lookup("majordomus://file/d/bad%25FF.txt"); !ok {
		t.Error("the path that only looks encoded is not found")
	}
}

func TestPipesAreNotRead(t *testing.T) {
	w := newTree(t)
	w.write("a.txt", "a\n")
	w.write("was.txt", "a\n")
	w.commit()
	os.Remove(w.path("was.txt"))
	for _, p := range []string{"was.txt", "pipe.txt"} {
		if err := syscall.Mkfifo(w.path(p), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := codes(w.build(Options{NoCache: true})); got != "not_a_file was.txt" {
		t.Errorf("with git: %s", got)
	}
	os.RemoveAll(w.path(".git"))
	if got := codes(w.build(Options{NoCache: true})); got != "not_a_file pipe.txt\nnot_a_file was.txt" {
		t.Errorf("without git: %s", got)
	}
}

func TestAHugeFileIsNotRead(t *testing.T) {
	w := newTree(t)
	w.write("a.txt", "a\n")
	f, err := os.Create(w.path("huge.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(10 << 30); err != nil {
		t.Fatal(err)
	}
	f.Close()
	start := time.Now()
	s := both(t, w)
	if got := codes(s); got != "out_of_scope huge.txt" {
		t.Errorf("findings: %s", got)
	}
	t.Log(time.Since(start))
}

func TestManyFilesInOneFolder(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 2_000
	}
	w := newTree(t)
	os.Mkdir(w.path("d"), 0o777)
	w.write("d/first", "")
	for i := range n - 1 { // links to one inode: fast to make, files like others
		if err := os.Link(w.path("d/first"), fmt.Sprintf("%s/%06d.txt", w.path("d"), i)); err != nil {
			if i > 30_000 {
				n = i + 1 // the file system's own limit on links
				break
			}
			t.Fatal(err)
		}
	}
	if s := w.build(Options{NoCache: true}); s.Len() != n {
		t.Errorf("%d objects of %d files", s.Len(), n)
	}
}

func TestUnreadableIsReportedAndNeverKept(t *testing.T) {
	w := newTree(t)
	w.write("a.txt", "a\n")
	w.write("bad.md", "# Bad\n")
	d, err := discover(t.Context(), w.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.tree.Close()
	o := Options{CacheDir: t.TempDir()}
	c := openCache(o, d.root)
	if err := d.identify(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	d.entries[1].lose(&os.PathError{Op: "open", Path: "/somewhere/bad.md", Err: syscall.EACCES})
	s, err := d.build(t.Context(), o, c)
	if err != nil {
		t.Fatal(err)
	}
	if got := codes(s); got != "unreadable bad.md" || s.Len() != 1 || strings.Contains(dump(s), "somewhere") {
		t.Errorf("%d objects, findings %s", s.Len(), got)
	}
	if s := w.build(o); s.Len() != 2 {
		t.Errorf("readable again: %d objects", s.Len())
	}
}

func TestAnUnreadableFileOfAnotherUser(t *testing.T) {
	w := newTree(t)
	w.write("a.txt", "a\n")
	w.write("bad.md", "# Bad\n")
	w.write("shut/c.txt", "c\n")
	os.Chmod(w.path("bad.md"), 0)
	os.Chmod(w.path("shut"), 0)
	defer os.Chmod(w.path("shut"), 0o777)
	if f, err := os.Open(w.path("bad.md")); err == nil {
		f.Close()
		t.Log("this user reads everything")
		return
	}
	if got := codes(both(t, w)); got != "unreadable bad.md\nunreadable shut" {
		t.Errorf("findings: %s", got)
	}
}

// TestNoMixOfTwoVersions rewrites a file all the time: whatever is read of it
// is one of its versions.
func TestNoMixOfTwoVersions(t *testing.T) {
	w := newTree(t)
	const size = 1 << 20
	w.write("f", strings.Repeat("a", size))
	tr, err := OpenTree(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			os.WriteFile(w.path("f"), []byte(strings.Repeat(string(rune('a'+i%26)), size)), 0o666)
		}
	})
	read, failed := 0, 0
	for range 100 {
		data, err := tr.Read("f")
		if err != nil {
			failed++
			continue
		}
		read++
		if len(data) > 0 && strings.Trim(string(data), string(data[:1])) != "" {
			t.Error("two versions in one")
		}
	}
	stop()
	wg.Wait()
	t.Logf("%d read, %d gave up", read, failed)
}

func TestReadStaysInside(t *testing.T) {
	w := newTree(t)
	w.write("root/d/f", "x")
	w.write("secret", "s")
	w.link("../secret", "root/l")
	w.link("..", "root/up")
	tr, err := OpenTree(w.path("root"))
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	if data, err := tr.Read("d/f"); err != nil || string(data) != "x" {
		t.Errorf("%q %v", data, err)
	}
	for _, p := range []string{"l", "up/secret", "../secret", "/etc/passwd", "", ".", "d", "d/../../secret", "nope"} {
		if data, err := tr.Read(p); err == nil {
			t.Errorf("%q was read: %q", p, data)
		}
	}
}

func TestBoundaries(t *testing.T) {
	w := newTree(t)
	w.write("a.txt", "a\n")
	inner := tree{t, w.path("inner")}
	inner.write("x.txt", "x\n")
	inner.commit()
	w.write("fake/.git/readme", "no repository\n")
	w.write("fake/y.txt", "y\n")
	s := both(t, w)
	if got := strings.Join(objectPaths(s), " "); got != "a.txt fake/y.txt" || codes(s) != "boundary inner" {
		t.Errorf("objects %s, findings %s", got, codes(s))
	}
}

func TestCancel(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Build(ctx, Options{Dir: w.dir}); err == nil {
		t.Error("a cancelled build succeeds")
	}
}

func TestFolderFaults(t *testing.T) {
	w := newTree(t)
	w.write("f", "")
	for _, dir := range []string{"nope", "f"} {
		if _, err := Build(t.Context(), Options{Dir: w.path(dir)}); err == nil {
			t.Errorf("%s is taken for a folder", dir)
		}
	}
}

func TestAFileThatKeepsChangingIsGivenUpAfterThreeTries(t *testing.T) {
	w := newTree(t)
	w.write("f", "0")
	tr, err := OpenTree(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	for _, c := range []struct {
		changes, want int
		fails         bool
	}{{0, 1, false}, {2, 3, false}, {9, 3, true}} {
		calls := 0
		var s stamp
		cur := newCursor(tr)
		err := cur.steady("f", func(*os.File, int64) error {
			if calls++; calls <= c.changes {
				time.Sleep(2 * tick)
				w.write("f", fmt.Sprint(calls)) // as long as before
			}
			return nil
		}, &s)
		cur.close()
		if calls != c.want || (err != nil) != c.fails {
			t.Errorf("%d changes: %d calls, error %v", c.changes, calls, err)
		}
	}
}
