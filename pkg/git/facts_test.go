package git

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHead(t *testing.T) {
	w := newWork(t)
	if s := w.survey(); s.Branch != "main" || s.Head != "" || s.Git(false).WorkingTree != "clean" {
		t.Errorf("unborn: %q %q", s.Branch, s.Head)
	}
	w.commit("a")
	id := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	if s := w.survey(); s.Branch != "main" || s.Head != id || s.Repo.Top() != w.dir {
		t.Errorf("branch: %q %q", s.Branch, s.Head)
	}
	w.git("checkout", "-q", "-b", "feature/x")
	if s := w.survey(); s.Branch != "feature/x" {
		t.Errorf("branch %q", s.Branch)
	}
	w.git("checkout", "-q", "--detach")
	if s := w.survey(); s.Branch != "" || s.Head != id {
		t.Errorf("detached: %q %q", s.Branch, s.Head)
	}
}

func TestFolderNamesWithLineEnds(t *testing.T) {
	w := newWork(t)
	w.write("x\ny/f", "")
	odd := w.in("x\ny")
	odd.git("init", "-q", "-b", "main")
	odd.commit("a")
	odd.git("worktree", "add", "-q", "-b", "z", "../info/attributes\nz")
	for _, o := range []work{odd, w.in("info/attributes\nz")} {
		s, err := NewSurvey(t.Context(), o.dir, atTop, nil)
		if err != nil || s.Repo.Top() != o.dir || !slices.Contains(paths(s.Listing), "a") {
			t.Errorf("%q: %v %v", o.dir, s, err)
		}
	}
}

func TestUnavailable(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	if _, err := Open(t.Context(), dir); !errors.Is(err, ErrUnavailable) || err.Error() != "no repository" {
		t.Errorf("no repository: %v", err)
	}
	if _, err := NewSurvey(t.Context(), dir, atTop, nil); !errors.Is(err, ErrUnavailable) {
		t.Errorf("no repository: %v", err)
	}
	t.Setenv("PATH", dir)
	if _, err := Open(t.Context(), dir); !errors.Is(err, ErrUnavailable) || err.Error() != "no git program" {
		t.Errorf("no program: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	for name, spoil := range map[string]func(w work){
		"a .git file to nowhere": func(w work) { os.RemoveAll(filepath.Join(w.dir, ".git")); w.write(".git", "gitdir: /nowhere/at/all\n") },
		"no .git file at all":    func(w work) { os.RemoveAll(filepath.Join(w.dir, ".git")); w.write(".git", "hello\n") },
		"a broken configuration": func(w work) { w.write(".git/config", "[core") },
		"a broken index":         func(w work) { w.write(".git/index", "DIRCxxxx") },
		"an unknown extension": func(w work) {
			w.git("config", "core.repositoryFormatVersion", "1")
			w.git("config", "extensions.nope", "1")
		},
	} {
		w := newWork(t)
		w.commit("a")
		spoil(w)
		s, err := NewSurvey(t.Context(), w.dir, atTop, nil)
		if err == nil || errors.Is(err, ErrUnavailable) || s != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInsideTheRepositoryFolder(t *testing.T) {
	w := newWork(t)
	w.commit("a")
	if _, err := Open(t.Context(), filepath.Join(w.dir, ".git")); err == nil || errors.Is(err, ErrUnavailable) {
		t.Errorf("inside .git: %v", err)
	}
}

// TestEnvironment: the caller's variables count for the work tree they name.
func TestEnvironment(t *testing.T) {
	w := newWork(t)
	w.commit("a")
	other := work{t, t.TempDir()}
	other.git("init", "-q", "-b", "other")
	other.commit("b")
	check := func(name, dir string, want ...string) {
		t.Helper()
		s, err := NewSurvey(t.Context(), dir, atTop, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := paths(s.Listing); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	t.Chdir(w.dir)
	t.Setenv("GIT_DIR", ".git")
	t.Setenv("GIT_INDEX_FILE", ".git/index")
	check("a hook, its own tree", w.dir, "a")
	check("a hook, another tree", other.dir, "b")
	w.write("sub/c", "")
	check("a hook, a folder below", filepath.Join(w.dir, "sub"), "a", "sub/c")
	os.Unsetenv("GIT_INDEX_FILE")
	tree := t.TempDir()
	os.WriteFile(filepath.Join(tree, "dot"), nil, 0o666)
	t.Setenv("GIT_DIR", filepath.Join(other.dir, ".git"))
	t.Setenv("GIT_WORK_TREE", tree)
	check("a work tree apart from its repository", tree, "dot")
	check("elsewhere", w.dir, "a", "sub/c")
	inner := work{t, filepath.Join(tree, "inner")}
	os.Mkdir(inner.dir, 0o777)
	os.Unsetenv("GIT_DIR")
	os.Unsetenv("GIT_WORK_TREE")
	inner.git("init", "-q")
	inner.write("i", "")
	t.Setenv("GIT_DIR", filepath.Join(other.dir, ".git"))
	t.Setenv("GIT_WORK_TREE", tree)
	check("a repository inside that work tree", inner.dir, "i")
}

func TestCoreWorktree(t *testing.T) {
	w := newWork(t)
	w.write("tree/f", "")
	w.git("config", "core.worktree", filepath.Join(w.dir, "tree"))
	s, err := NewSurvey(t.Context(), filepath.Join(w.dir, "tree"), atTop, nil)
	if err != nil || s.Repo.Top() != filepath.Join(w.dir, "tree") || !slices.Equal(paths(s.Listing), []string{"f"}) {
		t.Errorf("%+v %v", s, err)
	}
}

// TestNothingRuns: hooks, monitors and filters of a repository are programs.
func TestNothingRuns(t *testing.T) {
	w := newWork(t)
	mark := filepath.Join(t.TempDir(), "ran")
	w.write(".gitattributes", "*.x filter=f diff=d\n")
	w.write("a.x", "1\n")
	w.write("racy.x", "1\n")
	future := time.Now().Add(time.Hour) // newer than the index: git looks at the bytes
	os.Chtimes(filepath.Join(w.dir, "racy.x"), future, future)
	w.commit("b")
	script := filepath.Join(w.dir, ".git", "run")
	os.WriteFile(script, []byte("#!/bin/sh\necho ran >>"+mark+"\ncat\n"), 0o777)
	for _, kv := range [][2]string{
		{"core.fsmonitor", script}, {"filter.f.clean", script}, {"filter.f.smudge", script}, {"filter.f.process", script},
		{"diff.d.textconv", script}, {"diff.d.command", script}, {"diff.external", script}, {"core.pager", script},
		{"core.hooksPath", filepath.Join(w.dir, ".git")}, {"gpg.program", script}, {"log.showSignature", "true"},
	} {
		w.git("config", kv[0], kv[1])
	}
	os.Chtimes(filepath.Join(w.dir, "a.x"), touchTime, touchTime)
	s := w.survey()
	if _, err := s.Repo.Log(t.Context(), w.dir, LogOptions{From: "HEAD", Commits: 5}); err != nil {
		t.Error(err)
	}
	if _, err := s.Repo.DiffPaths(t.Context(), w.dir, "HEAD", ""); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("something of the repository ran")
	}
}

func TestConversionStates(t *testing.T) {
	for _, c := range []struct {
		attributes, config string
		want               State
	}{
		{"", "", Clean}, {"*.x linguist-generated\n", "", Clean}, {"*.txt -text\n", "", Clean}, {"*.txt binary\n", "", Clean},
		{"*.txt text\n", "", LineEnds}, {"* text=auto eol=lf\n", "", LineEnds}, {"", "core.autocrlf", LineEnds},
		{"*.txt ident\n", "", Filtered}, {"*.txt filter=lfs diff=lfs\n", "", Filtered}, {"*.bin filter=lfs\n", "", LineEnds},
		{"[attr]odd ident\n*.txt odd\n", "", Filtered}, {"\"a b\" text\n# ident\n", "", LineEnds},
	} {
		w := newWork(t)
		if c.config != "" {
			w.git("config", c.config, "true")
		}
		if c.attributes != "" {
			w.write(".gitattributes", c.attributes)
		}
		w.write("a.txt", "a\n")
		w.commit("b")
		s := w.survey()
		if got := s.Listing.Entries[slices.Index(paths(s.Listing), "a.txt")].State; got != c.want {
			t.Errorf("%q %s: state %d, want %d", c.attributes, c.config, got, c.want)
		}
		if err := s.SettleLineEnds(t.Context()); err != nil {
			t.Error(err)
		}
		for _, e := range s.Listing.Entries {
			if e.State == LineEnds || c.want == LineEnds && e.State != Clean {
				t.Errorf("%q: %s is left in state %d", c.attributes, e.Path, e.State)
			}
		}
	}
}

func TestBlobIsGits(t *testing.T) {
	w := newWork(t)
	for _, data := range []string{"", "a\n", "\x00\xff", strings.Repeat("x", 100_000)} {
		w.write("f", data)
		want := strings.TrimSpace(w.git("hash-object", "--no-filters", "f"))
		if got := Blob([]byte(data)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, err := BlobReader(strings.NewReader(data), int64(len(data))); err != nil || got != want {
			t.Errorf("%s %v, want %s", got, err, want)
		}
	}
	if _, err := BlobReader(strings.NewReader("ab"), 3); err == nil {
		t.Error("a short reader has an identity")
	}
}
