package git

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestPatches(t *testing.T) {
	w := newWork(t)
	w.write("sub/a", "1\n2\n3\n")
	w.write("sub/b", "\x00\n")
	w.write("c", "c\n")
	w.git("add", ".")
	w.git("commit", "-q", "-m", "begin")
	w.write("sub/a", "1\nnew\n--- x\n3\n")
	w.write("sub/b", "\x00\n\xff\n")
	w.write("c", "d\n")
	w.git("commit", "-q", "-a", "-m", "change")
	w.write("c", "e\n")
	w.git("commit", "-q", "-a", "-m", "elsewhere")
	w.write("sub/a", "1\n--- x\n3\n")
	w.git("commit", "-q", "-a", "-m", "again")
	ids := strings.Fields(w.git("rev-list", "HEAD"))
	r, err := Open(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Patch{
		{ids[0], []Change{{Path: "a", Hunks: []Hunk{{2, 1, 1, 0}}}}},
		{ids[2], []Change{{Path: "a", Hunks: []Hunk{{2, 1, 2, 2}}}, {Path: "b", Hunks: []Hunk{{1, 0, 2, 1}}}}},
	}
	same := func(why string) {
		t.Helper()
		if got, err := r.Patches(t.Context(), filepath.Join(w.dir, "sub"), ids[:3], []string{"a", "b"}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v %v, want %+v", why, got, err, want)
		}
	}
	same("plain")
	w.write(".git/info/attributes", "b -diff\na diff=x\n")
	for _, kv := range [][2]string{{"diff.noprefix", "true"}, {"diff.context", "9"}, {"diff.interHunkContext", "9"}, {"diff.algorithm", "patience"}, {"color.ui", "always"},
		{"diff.x.textconv", "rev"}, {"diff.external", "false"}, {"diff.mnemonicPrefix", "true"}, {"diff.srcPrefix", "x/"}, {"diff.relative", "false"}, {"diff.ignoreSubmodules", "all"}} {
		w.git("config", kv[0], kv[1])
	}
	same("under settings of the user")

	blob := strings.TrimSpace(w.git("rev-parse", "HEAD~:sub/a"))
	if err := os.Remove(filepath.Join(w.dir, ".git", "objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Patches(t.Context(), w.dir, ids[:3], []string{"sub/a"}); !errors.Is(err, ErrLacking) {
		t.Errorf("%v", err)
	}
	h, err := OpenHistory(t.Context(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Patches(t.Context(), ids[2:3], []string{"c"}); err != nil || len(got) != 1 || got[0].Changes[0].Path != "c" {
		t.Errorf("%+v %v", got, err)
	}
}
