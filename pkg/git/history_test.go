package git

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadPatch(t *testing.T) {
	patch := "diff --git a/src/java/A.java b/src/java/A.java\nindex 1..2 100644\n--- a/src/java/A.java\n+++ b/src/java/A.java\n" +
		"@@ -3 +3 @@ class A\n-old\n+new\n@@ -10,0 +11,2 @@\n+--- x\n+++ y\n" +
		"diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n" +
		"diff --git a/came b/came\nnew file mode 100644\n--- /dev/null\n+++ b/came\n@@ -0,0 +1 @@\n+x\n" +
		"diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n--- \"a/\\303\\244\"\n+++ \"b/\\303\\244\"\n@@ -1 +1 @@\n-a\n+b\n"
	want := []Change{
		{Path: "src/java/A.java", Hunks: []Hunk{{3, 1, 3, 1}, {10, 0, 11, 2}}},
		{Path: "gone", Hunks: []Hunk{{1, 2, 0, 0}}},
		{Path: "came", Added: true, Hunks: []Hunk{{0, 0, 1, 1}}},
	}
	if got := readPatch(patch); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	long := strings.ReplaceAll(strings.ReplaceAll(patch, "-old", "-"+strings.Repeat("o", 200_000)), "+x\n", "+"+strings.Repeat("x", 64<<10)+"\n")
	if got := readPatch(strings.TrimSuffix(long, "\n")); !reflect.DeepEqual(got, want) {
		t.Errorf("long lines: got %+v\nwant %+v", got, want)
	}
}

func FuzzReadPatch(f *testing.F) {
	f.Add("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n-b\n+c\n")
	f.Add("@@ -1")
	f.Fuzz(func(t *testing.T, in string) {
		for _, c := range readPatch(in) {
			if c.Path == "" {
				t.Fatal("a change of no path")
			}
		}
	})
}

// TestChangesOfAPartialClone: what a commit changed cannot be told without its
// content, and that is no refusal.
func TestChangesOfAPartialClone(t *testing.T) {
	w := newWork(t)
	w.commit("a")
	w.write("a", "more\n")
	w.git("commit", "-q", "-a", "-m", "b")
	commit, parent, blob := strings.TrimSpace(w.git("rev-parse", "HEAD")), strings.TrimSpace(w.git("rev-parse", "HEAD~")), strings.TrimSpace(w.git("rev-parse", "HEAD:a"))
	h, err := OpenHistory(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Changes(t.Context(), parent, commit); err != nil || len(got) != 1 {
		t.Fatalf("%v %v", got, err)
	}
	if err := os.Remove(filepath.Join(w.dir, ".git", "objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Changes(t.Context(), parent, commit); !errors.Is(err, ErrLacking) {
		t.Errorf("%v", err)
	}
	if _, err := h.Changes(t.Context(), parent, strings.Repeat("1", 40)); err == nil || errors.Is(err, ErrLacking) {
		t.Errorf("a commit that is none: %v", err)
	}
}

// TestLayOutIsTheCommitsBytes whatever the user's settings make of line ends.
func TestLayOutIsTheCommitsBytes(t *testing.T) {
	w := newWork(t)
	w.write(".gitattributes", "auto text=auto\n")
	w.commit("plain", "auto")
	for _, kv := range [][2]string{{"core.autocrlf", "true"}, {"core.eol", "crlf"}} {
		w.git("config", "--global", kv[0], kv[1])
	}
	h, err := OpenHistory(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tree"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := h.LayOut(t.Context(), "HEAD", filepath.Join(dir, "tree"), filepath.Join(dir, "index")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"plain", "auto"} {
		if got, err := os.ReadFile(filepath.Join(dir, "tree", name)); err != nil || string(got) != name+"\n" {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

// TestARefusalNamesNoPlace but what git was asked to do.
func TestARefusalNamesNoPlace(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"log", "-z"}, "log"},
		{[]string{"--git-dir=/x", "log", "HEAD"}, "log"},
		{[]string{"--git-dir=/x", "-c", "core.bare=false", "read-tree"}, "read-tree"},
	} {
		if got := verbOf(c.args); got != c.want {
			t.Errorf("%v: %q", c.args, got)
		}
	}
}
