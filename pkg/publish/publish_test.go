package publish

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/fault"
)

var names = []string{"out/a.md", "out/a.json", "b.json"}

// version is the set of files of one publication.
func version(n int) []File {
	var out []File
	for _, name := range names {
		out = append(out, File{Data: fmt.Appendf(nil, "%s %d %s", name, n, strings.Repeat("x", n*100)), Mode: 0o600})
	}
	return out
}

func tree(t *testing.T) string {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, dir string, names ...string) *Set {
	s, err := Open(dir, names...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func publish(t testing.TB, dir string, n int) {
	if changed, err := open(t, dir, names...).Publish(version(n), nil); err != nil || !changed {
		t.Fatalf("version %d: %v %v", n, changed, err)
	}
}

// seen is the version a reader sees; it fails when files are of two.
func seen(t testing.TB, s *Set) int {
	files, err := s.Read()
	if err != nil {
		t.Fatal(err)
	}
	found := -1
	for i, f := range files {
		n := 0
		if f.Exists {
			if _, err := fmt.Sscanf(string(f.Data), names[i]+" %d", &n); err != nil || string(f.Data) != string(version(n)[i].Data) {
				t.Fatalf("%s: %q", names[i], f.Data)
			}
		}
		if found >= 0 && n != found {
			t.Fatalf("files of version %d and %d", found, n)
		}
		found = n
	}
	return found
}

func listing(t testing.TB, dir string) []string {
	var out []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if !d.IsDir() {
			rel, _ := filepath.Rel(dir, p)
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var whole = []string{"b.json", "out/a.json", "out/a.md"}

func TestPublishAndRead(t *testing.T) {
	dir := tree(t)
	s := open(t, dir, names...)
	if n := seen(t, s); n != 0 {
		t.Fatalf("version %d of nothing", n)
	}
	publish(t, dir, 1)
	publish(t, dir, 2)
	if n := seen(t, s); n != 2 {
		t.Errorf("version %d", n)
	}
	if changed, err := s.Publish(version(2), nil); changed || err != nil {
		t.Errorf("the same again: %v %v", changed, err)
	}
	if got := listing(t, dir); !slices.Equal(got, whole) {
		t.Errorf("left: %q", got)
	}
	if info, _ := os.Stat(filepath.Join(dir, "b.json")); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestCheckSeesTheSetAndRefuses(t *testing.T) {
	dir := tree(t)
	publish(t, dir, 1)
	no := errors.New("no")
	changed, err := open(t, dir, names...).Publish(version(2), func(now []Current) error {
		if len(now) != 3 || string(now[1].Data) != string(version(1)[1].Data) {
			t.Errorf("%v", now)
		}
		return no
	})
	if changed || !errors.Is(err, no) || seen(t, open(t, dir, names...)) != 1 {
		t.Errorf("%v %v", changed, err)
	}
}

var errStop = errors.New("stopped")

// stopAfter lets n changes of the disk happen and none after them.
func stopAfter(n int) func(op, name string) error {
	return func(string, string) error {
		if n--; n < 0 {
			return errStop
		}
		return nil
	}
}

// Wherever a publication stops, readers see one set whole, the next
// publication succeeds and nothing is left lying about.
func TestStoppedAfterEveryCall(t *testing.T) {
	for _, from := range []int{0, 1} {
		committed := false
		for n := 0; ; n++ {
			dir := tree(t)
			if from > 0 {
				publish(t, dir, from)
			}
			s := open(t, dir, names...)
			s.step = stopAfter(n)
			changed, err := s.Publish(version(2), nil)
			got := seen(t, open(t, dir, names...))
			if err == nil {
				if got != 2 {
					t.Fatalf("published, and readers see %d", got)
				}
				if !committed || n < 10 {
					t.Fatalf("only %d calls", n)
				}
				break
			}
			if !errors.Is(err, errStop) {
				t.Fatalf("after %d calls: %v", n, err)
			}
			if unfinished := errors.Is(err, ErrUnfinished); unfinished != (got == 2) || changed != unfinished {
				t.Fatalf("after %d calls readers see %d, the writer says %v", n, got, err)
			}
			if got != from && got != 2 || committed && got != 2 {
				t.Fatalf("after %d calls readers see %d", n, got)
			}
			committed = got == 2
			before := listing(t, dir)
			seen(t, open(t, dir, names...))
			if after := listing(t, dir); !slices.Equal(before, after) {
				t.Fatalf("reading changed %q to %q", before, after)
			}
			publish(t, dir, 3)
			if n, left := seen(t, open(t, dir, names...)), listing(t, dir); n != 3 || !slices.Equal(left, whole) {
				t.Fatalf("afterwards version %d, %q", n, left)
			}
		}
	}
}

// A second crash while the first is being finished is no worse.
func TestStoppedWhileFinishing(t *testing.T) {
	for n := 0; n < 40; n += 3 {
		for m := 0; m < 12; m += 2 {
			dir := tree(t)
			publish(t, dir, 1)
			s := open(t, dir, names...)
			s.step = stopAfter(n)
			s.Publish(version(2), nil) //nolint:errcheck // stopped
			first := seen(t, open(t, dir, names...))
			s = open(t, dir, names...)
			s.step = stopAfter(m)
			s.Publish(version(3), nil) //nolint:errcheck // stopped
			if second := seen(t, open(t, dir, names...)); second < first {
				t.Fatalf("%d, %d: from version %d back to %d", n, m, first, second)
			}
		}
	}
}

func TestEditsAfterACrashAreKept(t *testing.T) {
	kept := 0
	for n := range 40 {
		dir := tree(t)
		publish(t, dir, 1)
		s := open(t, dir, names...)
		s.step = stopAfter(n)
		if _, err := s.Publish(version(2), nil); !errors.Is(err, ErrUnfinished) {
			continue
		}
		file := filepath.Join(dir, "b.json")
		if err := os.WriteFile(file, []byte("by hand"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := open(t, dir, names...).Publish(version(3), func(now []Current) error {
			if string(now[2].Data) != "by hand" {
				t.Errorf("after %d calls the edit is lost", n)
			}
			return errStop
		})
		if err == nil {
			t.Error("no check")
		}
		if data, _ := os.ReadFile(file); string(data) != "by hand" {
			t.Errorf("after %d calls: %q", n, data)
		}
		kept++
	}
	if kept == 0 {
		t.Error("nothing was tried")
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	dir := tree(t)
	outside := t.TempDir()
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(outside, "away")
	link("out", "round")
	link(filepath.Join(outside, "f"), "file")
	link("b.json", "inner")
	for _, name := range []string{"away/a", "round/a", "none/a"} {
		if s, err := Open(dir, name); err == nil {
			s.Close()
			t.Errorf("%s is opened", name)
		}
	}
	for _, name := range []string{"file", "inner", "out"} {
		s := open(t, dir, name)
		if _, err := s.Publish([]File{{Data: []byte("x")}}, nil); err == nil {
			t.Errorf("%s is replaced", name)
		}
		if _, err := s.Read(); err == nil {
			t.Errorf("%s is read", name)
		}
	}
	if got := listing(t, outside); len(got) != 0 {
		t.Errorf("outside: %q", got)
	}
}

func TestNamesThatLeadOut(t *testing.T) {
	dir := tree(t)
	sub := filepath.Join(dir, "out")
	set := []string{"../up.md", filepath.Join(dir, "out", "abs.json")}
	s := open(t, sub, set...)
	if _, err := s.Publish([]File{{Data: []byte("1"), Mode: 0o644}, {Data: []byte("2"), Mode: 0o644}}, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := listing(t, dir), []string{"out/abs.json", "up.md"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if _, err := Open(dir, "a", "./a"); err == nil {
		t.Error("one file twice is opened")
	}
}

func TestASecondWriterSaysSo(t *testing.T) {
	dir := tree(t)
	publish(t, dir, 1)
	_, err := open(t, dir, names...).Publish(version(2), func([]Current) error {
		_, err := open(t, dir, names...).Publish(version(3), nil)
		if f := fault.As(err); f == nil || f.Code != "busy" {
			t.Errorf("the second: %v", err)
		}
		return nil
	})
	if err != nil || seen(t, open(t, dir, names...)) != 2 {
		t.Error(err)
	}
}

func TestForeignJournals(t *testing.T) {
	for _, text := range []string{"", "{}", `{"version":1,"files":[{"target":"../../etc/x","temp":".x.0123456789abcdef.tmp","digest":"","was":""}]}`,
		`{"version":1,"files":[{"target":"a.md","temp":"../b.json","digest":"","was":""}]}`} {
		dir := tree(t)
		publish(t, dir, 1)
		if err := os.WriteFile(filepath.Join(dir, "out", "a.md.journal"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir, names...)
		if _, err := s.Read(); fault.As(err) == nil || fault.As(err).Code != "journal_unreadable" {
			t.Errorf("%q read: %v", text, err)
		}
		if _, err := s.Publish(version(2), nil); err == nil {
			t.Errorf("%q is overwritten", text)
		}
	}
}
