package index

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"majordomus/pkg/git"
)

func TestGitAndFolderAgree(t *testing.T) {
	w := newTree(t)
	w.sample()
	bare := w.build(Options{NoCache: true})
	w.commit()
	withGit := w.build(Options{NoCache: true})
	if dump(bare) != dump(withGit) {
		t.Errorf("without git:\n%s\nwith git:\n%s", dump(bare), dump(withGit))
	}
	if got := bare.Git().WorkingTree; got != "unavailable: no repository" {
		t.Errorf("working tree %q", got)
	}
	if g := withGit.Git(); g.WorkingTree != "clean" || g.Branch != "main" || len(g.Head) != 40 {
		t.Errorf("git %+v", g)
	}
	clone := tree{t, t.TempDir()}
	clone.git("clone", "-q", w.dir, ".")
	if s := clone.build(Options{NoCache: true}); dump(s) != dump(withGit) {
		t.Error("a clone in another folder gives another index")
	}
}

func TestNoGitProgram(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	want := w.build(Options{NoCache: true})
	t.Setenv("PATH", t.TempDir())
	s := w.build(Options{NoCache: true, Dir: w.path("docs")})
	if s.Fingerprint() != want.Fingerprint() {
		t.Error("without the program the fingerprint is another one")
	}
	if got := s.Git().WorkingTree; got != "unavailable: no git program" {
		t.Errorf("working tree %q", got)
	}
}

func TestEveryFolderLeadsToTheRoot(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	want := dump(w.build(Options{}))
	for _, dir := range []string{"docs", "docs/adr", "data"} {
		if got := dump(w.build(Options{Dir: w.path(dir)})); got != want {
			t.Errorf("from %s the index is another one", dir)
		}
	}
}

func TestTheNearestManifestIsTheRoot(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.write("sub/.ai/manifest.yaml", "schema: ai-repository/v1\n")
	w.write("sub/deep/a.txt", "a\n")
	w.write("sub/b.txt", "b\n")
	w.commit()
	w.write("outside.txt", "dirt outside the root\n")
	s := w.build(Options{Dir: w.path("sub/deep")})
	if got := objectPaths(s); !slices.Contains(got, "deep/a.txt") || slices.Contains(got, "main.go") || slices.Contains(got, "sub/b.txt") {
		t.Errorf("paths %q", got)
	}
	if s.Git().WorkingTree != "clean" {
		t.Errorf("working tree %q", s.Git().WorkingTree)
	}
	if got := objectPaths(w.build(Options{})); !slices.Contains(got, "sub/deep/a.txt") {
		t.Errorf("from the top: %q", got)
	}
}

// TestFingerprintMoves holds what changes the fingerprint and what does not.
func TestFingerprintMoves(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(w tree)
		moves  bool
	}{
		{"nothing", func(tree) {}, false},
		{"touch", func(w tree) { touch(w, "main.go") }, false},
		{"an ignored file", func(w tree) { w.write("other.log", "x") }, false},
		{"a file out of scope", func(w tree) { w.write("logo.png", "\x89PNG") }, false},
		{"an artifact of ours under another name and its sidecar", func(w tree) {
			w.write("notes.md", "<!-- gno:compiled-context v1 -->\n# Context\n")
			w.write("notes.md.json", "{}\n")
		}, false},
		{"an artifact of ours", func(w tree) { w.write("x.gno-context.md", "# Context\n") }, false},
		{"a second claimant of an identity", func(w tree) {
			w.write(".ai/repo/rules/a.md", "---\nid: a\nversion: 1\n---\n# A\n")
			w.write(".ai/repo/rules/b.md", "---\nid: a\nversion: 1\n---\n# B\n")
		}, true},
		{"a commit", func(w tree) { w.commit() }, false},
		{"staging", func(w tree) { w.git("add", "-A") }, false},
		{"the mode", func(w tree) { os.Chmod(w.path("main.go"), 0o755) }, false},
		{"another branch", func(w tree) { w.git("checkout", "-q", "-b", "other") }, false},
		{"a byte", func(w tree) { w.write("data/a.txt", "b\n") }, true},
		{"a new file", func(w tree) { w.write("data/b.txt", "") }, true},
		{"a removed file", func(w tree) { os.Remove(w.path("data/a.txt")) }, true},
		{"a rename", func(w tree) { os.Rename(w.path("data/a.txt"), w.path("data/c.txt")) }, true},
		{"a link's text", func(w tree) { os.Remove(w.path("LINK.md")); w.link("main.go", "LINK.md") }, true},
		{"an ignore rule", func(w tree) { w.write(".gitignore", "") }, true},
		{"a nested repository", func(w tree) { (tree{w.t, w.path("data")}).git("init", "-q", "nested") }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTree(t)
			w.sample()
			w.commit()
			before := w.build(Options{NoCache: true}).Fingerprint()
			c.change(w)
			after := w.build(Options{NoCache: true}).Fingerprint()
			if (before != after) != c.moves {
				t.Errorf("moved: %v, want %v", before != after, c.moves)
			}
			if back := w.copyFiles().build(Options{NoCache: true}).Fingerprint(); c.name != "a nested repository" && back != after {
				t.Errorf("a copy without git has another fingerprint")
			}
		})
	}
}

// TestWhatAnErrorExcludesIsInTheFingerprint: mending or changing it moves the
// fingerprint, though no object does.
func TestWhatAnErrorExcludesIsInTheFingerprint(t *testing.T) {
	w := newTree(t)
	w.sample()
	rule := "---\nid: a\nversion: 1\n---\n# "
	w.write(".ai/manifest.yaml", "schema: ai-repository/v1\n")
	w.write(".ai/repo/rules/a.md", rule+"A\n")
	w.write(".ai/repo/rules/b.md", rule+"B\n")
	first := w.build(Options{NoCache: true})
	if !strings.Contains(codes(first), "duplicate_identity .ai/repo/rules/a.md") {
		t.Fatalf("findings:\n%s", codes(first))
	}
	w.write(".ai/repo/rules/b.md", rule+"C\n")
	second := w.build(Options{NoCache: true})
	if first.Len() != second.Len() || first.Fingerprint() == second.Fingerprint() {
		t.Error("the excluded file does not count")
	}
	w.write(".ai/repo/rules/c.md", "no front matter\n")
	third := w.build(Options{NoCache: true}).Fingerprint()
	w.write(".ai/repo/rules/c.md", "none either\n")
	if third == second.Fingerprint() || w.build(Options{NoCache: true}).Fingerprint() == third {
		t.Error("the malformed file does not count")
	}
	w.write(".ai/manifest.yaml", "schema: ai-repository/v1\n# a remark\n")
	if w.build(Options{NoCache: true}).Fingerprint() == third {
		t.Error("the configuration does not count")
	}
}

// TestAChangeAfterTheListing: what is read is what counts, and the index is not
// kept under the listing it was not made of.
func TestAChangeAfterTheListing(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	d, err := discover(t.Context(), w.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.tree.Close()
	c := openCache(Options{}, d.root)
	if err := d.identify(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	w.write("data/a.txt", "b\n") // as long as it was
	s, err := d.build(t.Context(), Options{}, c)
	if err != nil {
		t.Fatal(err)
	}
	at, _ := s.Lookup("majordomus://file/data/a.txt")
	if got := s.Object(at).Hash; got != git.Blob([]byte("b\n")) || !d.moved.Load() {
		t.Errorf("identity %s, moved %v", got, d.moved.Load())
	}
	if s.Fingerprint() != w.build(Options{NoCache: true}).Fingerprint() {
		t.Error("the fingerprint is of other bytes")
	}
}

func touch(w tree, path string) {
	at := time.Unix(1_000_000_000, 0)
	os.Chtimes(w.path(path), at, at)
}

func TestTouchLeavesTheTreeClean(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	touch(w, "main.go")
	if got := w.build(Options{}).Git().WorkingTree; got != "clean" {
		t.Errorf("touched: %q", got)
	}
	w.write("main.go", "package main\n\nfunc main() { }\n")
	if got := w.build(Options{}).Git().WorkingTree; got != "dirty" {
		t.Errorf("changed: %q", got)
	}
}

// TestIdentityUnderConversion holds that the identity is that of the work
// tree's bytes, whatever git stores.
func TestIdentityUnderConversion(t *testing.T) {
	for _, c := range []struct{ name, attributes, config, data string }{
		{"text", "* text=auto\n", "", "a\r\nb\r\n"},
		{"eol", "*.txt eol=crlf\n", "", "a\r\nb\r\n"},
		{"autocrlf", "", "core.autocrlf", "a\r\nb\r\n"},
		{"ident", "*.txt ident\n", "", "$Id$\n"},
		{"encoding", "*.txt working-tree-encoding=UTF-16LE\n", "", "a\x00b\x00"},
		{"plain", "*.txt text\n", "", "a\nb\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTree(t)
			w.git("init", "-q", "-b", "main")
			if c.config != "" {
				w.git("config", c.config, "true")
			}
			if c.attributes != "" {
				w.write(".gitattributes", c.attributes)
			}
			w.write("a.txt", c.data)
			w.commit()
			os.Remove(w.path("a.txt"))
			w.git("checkout", "-q", "a.txt")
			want := w.copyFiles().build(Options{NoCache: true})
			s := w.build(Options{NoCache: true})
			if dump(s) != dump(want) {
				t.Errorf("with git:\n%s\nwithout:\n%s", dump(s), dump(want))
			}
			if s.Git().WorkingTree != "clean" {
				t.Errorf("working tree %q", s.Git().WorkingTree)
			}
		})
	}
}

func TestSHA256RepositoryHasTheSameIdentities(t *testing.T) {
	w := newTree(t)
	w.sample()
	want := dump(w.build(Options{NoCache: true}))
	w.git("init", "-q", "-b", "main", "--object-format=sha256")
	w.commit()
	s := w.build(Options{NoCache: true})
	if dump(s) != want || s.Git().WorkingTree != "clean" {
		t.Errorf("%+v\n%s\nwant\n%s", s.Git(), dump(s), want)
	}
	touch(w, "main.go")
	if got := w.build(Options{NoCache: true}).Git().WorkingTree; got != "clean" {
		t.Errorf("touched: %q", got)
	}
}

func TestARefusingGitIsAnError(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.commit()
	w.write(".git/config", "[core]\n\tbroken = \"\n")
	if s, err := Build(t.Context(), Options{Dir: w.dir}); err == nil {
		t.Errorf("an index of %d objects", s.Len())
	} else if !strings.Contains(err.Error(), "git refuses") {
		t.Errorf("error %v", err)
	}
}

func TestForeignOwnerIsAnErrorWithAHint(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("only root can give a folder away; the refusal itself is tested in package git")
		return
	}
	w := newTree(t)
	w.sample()
	w.commit()
	os.Lchown(w.dir, 12345, 12345)
	os.Lchown(w.path(".git"), 12345, 12345)
	_, err := Build(t.Context(), Options{Dir: w.dir})
	if err == nil || !strings.Contains(err.Error(), "dubious ownership") {
		t.Errorf("error %v", err)
	}
}

func TestRootIsWhereBuildLooks(t *testing.T) {
	w := newTree(t)
	w.write("sub/.ai/manifest.yaml", "schema: ai-repository/v1\n")
	w.write("sub/deep/a.txt", "a\n")
	w.write("b/c.txt", "c\n")
	for dir, want := range map[string]string{"": "", "b": "b", "sub/deep": "sub/deep"} {
		if got, repo, err := Root(t.Context(), w.path(dir)); err != nil || got != w.path(want) || repo != nil {
			t.Errorf("without git, %s: %s %v", dir, got, err)
		}
	}
	w.commit()
	for dir, want := range map[string]string{"": "", "b": "", "sub/deep": "sub", "sub": "sub"} {
		if got, repo, err := Root(t.Context(), w.path(dir)); err != nil || got != w.path(want) || repo == nil {
			t.Errorf("%s: %s %v", dir, got, err)
		}
	}
}
