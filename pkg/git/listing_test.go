package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// want is the set that git itself gives, less gitlinks, nested trees and what
// is not on disk.
func (w work) want() []string {
	w.t.Helper()
	links := make(map[string]bool)
	for _, l := range strings.Split(w.git("ls-files", "-z", "-s"), "\x00") {
		if strings.HasPrefix(l, "160000 ") {
			_, p, _ := strings.Cut(l, "\t")
			links[p] = true
		}
	}
	var out []string
	for _, p := range strings.Split(w.git("ls-files", "-z", "-co", "--exclude-standard"), "\x00") {
		fi, err := os.Lstat(filepath.Join(w.dir, p))
		if p == "" || strings.HasSuffix(p, "/") || links[p] || err != nil || fi.IsDir() || !diskOf(w.dir)(p) {
			continue
		}
		out = append(out, p)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func paths(l *Listing) []string {
	out := []string{}
	for _, e := range l.Entries {
		out = append(out, e.Path)
	}
	return out
}

// repositories are work trees of every kind that the listing rules name.
var repositories = []struct {
	name       string
	build      func(w work) work // gives the work tree to list
	boundaries []string
	sparse     int
	dirty      bool
}{
	{"clean", func(w work) work { w.commit("a", "b/c", "b/d e"); return w }, nil, 0, false},
	{"no commits", func(w work) work { w.write("a", "1"); w.write("b", "2"); w.git("add", "a"); return w }, nil, 0, true},
	{"empty", func(w work) work { return w }, nil, 0, false},
	{"untracked and ignored", func(w work) work {
		w.write(".gitignore", "*.log\n/build/\n!keep.log\n")
		w.write("sub/.gitignore", "gen/\n")
		w.commit("a")
		for _, p := range []string{"x.log", "keep.log", "build/o", "sub/gen/g", "sub/build/o", "new"} {
			w.write(p, p)
		}
		return w
	}, nil, 0, true},
	{"deny by default", func(w work) work {
		w.write(".gitignore", "/*\n!/app\n")
		w.write("vendor/v.php", "")
		w.write("app/a.php", "")
		return w
	}, nil, 0, true},
	{"info/exclude and excludesFile", func(w work) work {
		w.commit("a")
		w.write(".git/info/exclude", "*.x\n")
		w.write(".git/ex", "*.tmp\n")
		w.git("config", "core.excludesFile", filepath.Join(w.dir, ".git/ex"))
		w.write("a.tmp", "")
		w.write("b.x", "")
		w.write("c", "")
		return w
	}, nil, 0, true},
	{"tracked though ignored", func(w work) work {
		w.write("x.log", "")
		w.commit("a")
		w.write(".gitignore", "*.log\n")
		return w
	}, nil, 0, true},
	{"deleted, staged and not", func(w work) work {
		w.commit("a", "b", "c")
		os.Remove(filepath.Join(w.dir, "a"))
		w.git("rm", "-q", "b")
		return w
	}, nil, 0, true},
	{"changed and touched", func(w work) work {
		w.commit("a", "b")
		w.write("a", "other\n")
		os.Chtimes(filepath.Join(w.dir, "b"), touchTime, touchTime)
		return w
	}, nil, 0, false},
	{"mode changed", func(w work) work {
		w.commit("a")
		os.Chmod(filepath.Join(w.dir, "a"), 0o755)
		return w
	}, nil, 0, true},
	{"type changed", func(w work) work {
		w.commit("a", "b", "d/e")
		os.Remove(filepath.Join(w.dir, "a"))
		os.Symlink("b", filepath.Join(w.dir, "a"))
		os.RemoveAll(filepath.Join(w.dir, "d"))
		w.write("d", "now a file")
		return w
	}, nil, 0, true},
	{"folder became a link", func(w work) work {
		w.commit("d/e", "f/e")
		os.RemoveAll(filepath.Join(w.dir, "d"))
		os.Symlink("f", filepath.Join(w.dir, "d"))
		return w
	}, nil, 0, true},
	{"file became a folder", func(w work) work {
		w.commit("d")
		os.Remove(filepath.Join(w.dir, "d"))
		w.write("d/e", "")
		return w
	}, nil, 0, true},
	{"unmerged", func(w work) work {
		w.commit("a", "gone")
		w.git("checkout", "-q", "-b", "other")
		w.write("a", "other\n")
		w.git("rm", "-q", "gone")
		w.git("commit", "-qam", "other")
		w.git("checkout", "-q", "main")
		w.write("a", "main\n")
		w.write("gone", "changed\n")
		w.git("commit", "-qam", "main")
		mayFail(w, "merge", "-q", "other")
		return w
	}, nil, 0, true},
	{"intent to add", func(w work) work { w.commit("a"); w.write("n", "x"); w.git("add", "-N", "n"); return w }, nil, 0, true},
	{"assume unchanged", func(w work) work {
		w.commit("a", "b")
		w.git("update-index", "--assume-unchanged", "a", "b")
		w.write("a", "changed\n")
		os.Remove(filepath.Join(w.dir, "b"))
		return w
	}, nil, 0, true},
	{"sparse", func(w work) work {
		w.commit("in/a", "out/b", "out/deep/c", "top")
		w.git("sparse-checkout", "set", "--cone", "in")
		return w
	}, nil, 2, false},
	{"sparse index", func(w work) work {
		w.commit("in/a", "out/b", "out/deep/c", "top")
		w.git("sparse-checkout", "set", "--cone", "--sparse-index", "in")
		return w
	}, nil, 2, false},
	{"skip-worktree but there", func(w work) work {
		w.commit("a", "b")
		w.git("update-index", "--skip-worktree", "a", "b")
		os.Remove(filepath.Join(w.dir, "b"))
		w.git("config", "sparse.expectFilesOutsideOfPatterns", "true")
		return w
	}, nil, 1, false},
	{"submodule", func(w work) work {
		sub := work{w.t, filepath.Join(w.dir, "../sub-"+filepath.Base(w.dir))}
		os.MkdirAll(sub.dir, 0o777)
		w.t.Cleanup(func() { os.RemoveAll(sub.dir) })
		sub.git("init", "-q")
		sub.commit("s")
		w.commit("a")
		w.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", sub.dir, "mod/sub")
		w.git("commit", "-qm", "sub")
		return w
	}, []string{"mod/sub"}, 0, false},
	{"inside a submodule", func(w work) work {
		sub := work{w.t, filepath.Join(w.dir, "../sub-"+filepath.Base(w.dir))}
		os.MkdirAll(sub.dir, 0o777)
		w.t.Cleanup(func() { os.RemoveAll(sub.dir) })
		sub.git("init", "-q")
		sub.commit("s", "t")
		w.commit("a")
		w.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", sub.dir, "sub")
		w.in("sub").write("new", "")
		return w.in("sub")
	}, nil, 0, true},
	{"embedded repositories", func(w work) work {
		w.commit("a")
		for _, d := range []string{"e1", "deep/e2"} {
			w.write(d+"/f", "")
			w.in(d).git("init", "-q")
		}
		w.in("e1").git("add", "f")
		w.in("e1").git("commit", "-qm", "x")
		return w
	}, []string{"deep/e2", "e1"}, 0, false},
	{"gitlink without submodule", func(w work) work {
		w.commit("a")
		w.write("nested/f", "")
		w.in("nested").git("init", "-q")
		w.in("nested").git("add", "f")
		w.in("nested").git("commit", "-qm", "x")
		mayFail(w, "add", "nested")
		w.git("commit", "-qm", "link")
		return w
	}, []string{"nested"}, 0, false},
	{"nested worktree", func(w work) work {
		w.commit("a")
		w.git("worktree", "add", "-q", "trees/wt")
		return w
	}, []string{"trees/wt"}, 0, false},
	{"in a worktree", func(w work) work {
		w.commit("a", "b")
		w.write(".gitignore", "trees\n")
		w.git("worktree", "add", "-q", "trees/wt")
		w.in("trees/wt").write("new", "")
		return w.in("trees/wt")
	}, nil, 0, true},
	{"odd names", func(w work) work {
		w.commit("a b", "new\nline", "tab\tname", "quote\"d", "back\\slash", "bad\xff.txt", "*", "é", ":(glob)x", "-n", "#c", " lead", "trail ")
		w.write("untracked\nnew\xfe", "")
		return w
	}, nil, 0, true},
	{"ignored folder holds tracked file", func(w work) work {
		w.write("ign/t", "")
		w.commit("a")
		w.write(".gitignore", "ign/\n")
		w.write("ign/u", "")
		return w
	}, nil, 0, true},
	{"links", func(w work) work {
		w.commit("a", "d/x")
		os.Symlink("a", filepath.Join(w.dir, "l1"))
		os.Symlink("d", filepath.Join(w.dir, "l2"))
		os.Symlink(".", filepath.Join(w.dir, "loop"))
		os.Symlink("gone", filepath.Join(w.dir, "dangling"))
		w.git("add", "l1", "l2")
		w.git("commit", "-qm", "links")
		return w
	}, nil, 0, true},
}

func mayFail(w work, args ...string) {
	defer func() { _ = recover() }()
	cmd := execGit(w.dir, args...)
	_ = cmd.Run()
}

func TestListingIsThatOfGit(t *testing.T) {
	for _, c := range repositories {
		t.Run(c.name, func(t *testing.T) {
			w := c.build(newWork(t))
			s := w.survey()
			if got, want := paths(s.Listing), w.want(); !slices.Equal(got, want) {
				t.Errorf("paths %q, want %q", got, want)
			}
			if !slices.Equal(s.Listing.Boundaries, c.boundaries) {
				t.Errorf("boundaries %q, want %q", s.Listing.Boundaries, c.boundaries)
			}
			if s.Listing.Sparse != c.sparse {
				t.Errorf("sparse %d, want %d", s.Listing.Sparse, c.sparse)
			}
			if s.Listing.Dirty != c.dirty {
				t.Errorf("dirty %v, want %v", s.Listing.Dirty, c.dirty)
			}
			for _, e := range s.Listing.Entries {
				checkEntry(t, w, e)
			}
		})
	}
}

// checkEntry holds what a state promises.
func checkEntry(t *testing.T, w work, e Entry) {
	t.Helper()
	fi, err := os.Lstat(filepath.Join(w.dir, e.Path))
	if err != nil {
		t.Fatal(err)
	}
	if e.Size >= 0 && fi.Size() != e.Size {
		t.Errorf("%q: size %d, is %d", e.Path, e.Size, fi.Size())
	}
	if e.State == Clean {
		if same, err := SameBytes(w.dir, e.Path, e.Blob); err != nil || !same {
			t.Errorf("%q is said to be clean and is not (%v)", e.Path, err)
		}
	}
}
