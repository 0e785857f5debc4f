package devcontext

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/index"
)

// history is a git that remembers what it was asked for.
type history struct {
	all   []git.Patch
	asked [][]string
}

func (h *history) patches(_ context.Context, ids, paths []string) ([]git.Patch, error) {
	h.asked = append(h.asked, ids, paths)
	var out []git.Patch
	for _, p := range h.all {
		if slices.Contains(ids, p.ID) {
			p.Changes = slices.DeleteFunc(slices.Clone(p.Changes), func(c git.Change) bool { return !slices.Contains(paths, c.Path) })
			if len(p.Changes) > 0 {
				out = append(out, p)
			}
		}
	}
	return out, nil
}

func past() ([]git.Commit, *history) {
	change := func(path string, at int) git.Change {
		return git.Change{Path: path, Hunks: []git.Hunk{{Start: at, Lines: 1, NewStart: at, NewLines: 2}, {Start: at + 9, Lines: 0, NewStart: at + 10, NewLines: 1}}}
	}
	commits := []git.Commit{{ID: "c3", Paths: []string{"a", "b"}}, {ID: "c2", Paths: []string{"a", "mode"}}, {ID: "c1", Paths: []string{"b"}}}
	return commits, &history{all: []git.Patch{
		{ID: "c3", Changes: []git.Change{change("a", 1), change("b", 5)}}, {ID: "c2", Changes: []git.Change{change("a", 3)}}, {ID: "c1", Changes: []git.Change{change("b", 7)}},
	}}
}

func TestPatchesAreAskedForOnce(t *testing.T) {
	commits, h := past()
	o := index.Options{CacheDir: t.TempDir()}
	ids := []string{"c3", "c2", "c1"}
	open := func() *patchKeeper { return newPatchKeeper(index.OpenKept(o, "/root"), "/root", commits, h.patches) }
	get := func(k *patchKeeper, paths ...string) {
		t.Helper()
		want, _ := (&history{all: h.all}).patches(t.Context(), ids, paths)
		if got, err := k.get(t.Context(), ids, paths); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v %v, want %+v", paths, got, err, want)
		}
	}
	asked := func(want ...[]string) {
		t.Helper()
		if !reflect.DeepEqual(h.asked, want) {
			t.Errorf("asked for %v, want %v", h.asked, want)
		}
		h.asked = nil
	}
	k := open()
	get(k, "a", "mode")
	asked([]string{"c3", "c2"}, []string{"a", "mode"})
	get(k, "a", "mode")
	asked()
	k = open() // another process
	get(k, "b", "a", "mode")
	asked([]string{"c3", "c1"}, []string{"b"})
	get(open(), "a", "b", "none")
	asked()

	// What is kept proves nothing.
	files, _ := filepath.Glob(filepath.Join(o.CacheDir, "*", "*.patches"))
	if len(files) != 1 {
		t.Fatalf("kept in %v", files)
	}
	sound, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{{}, sound[:len(sound)-1], append(slices.Clone(sound), 'x'), bytes.Replace(sound, []byte("c3"), []byte("c4"), 1)} {
		if err := os.WriteFile(files[0], bad, 0o600); err != nil {
			t.Fatal(err)
		}
		warned := 0
		o.Warn = func(string) { warned++ }
		get(open(), "a")
		asked([]string{"c3", "c2"}, []string{"a"})
		if warned != 1 {
			t.Errorf("%d warnings of %d bytes", warned, len(bad))
		}
	}

	o.VerifyCache = true
	get(open(), "a")
	asked([]string{"c3", "c2"}, []string{"a"})
	h.all[1].Changes[0].Hunks = h.all[1].Changes[0].Hunks[:1]
	if _, err := open().get(t.Context(), ids, []string{"a"}); err == nil || fault.As(err).Code != "cache_mismatch" {
		t.Errorf("another patch: %v", err)
	}
	o.VerifyCache, o.NoCache = false, true
	h.asked = nil
	get(open(), "a")
	asked([]string{"c3", "c2"}, []string{"a"})
}

// TestPatchesOfLargeCommits, whose paths no log lists: they are asked for every
// path, once.
func TestPatchesOfLargeCommits(t *testing.T) {
	commits, h := past()
	commits[0].Files, commits[0].Paths = 40, nil
	ids := []string{"c3", "c2"}
	k := newPatchKeeper(index.OpenKept(index.Options{CacheDir: t.TempDir()}, "/root"), "/root", commits, h.patches)
	for range 2 {
		want, _ := (&history{all: h.all}).patches(t.Context(), ids, []string{"b", "none"})
		if got, err := k.get(t.Context(), ids, []string{"b", "none"}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v, want %+v", got, err, want)
		}
	}
	if want := [][]string{{"c3"}, {"b", "none"}}; !reflect.DeepEqual(h.asked, want) {
		t.Errorf("asked for %v, want %v", h.asked, want)
	}
}

func TestPatchesThatCannotBeRead(t *testing.T) {
	commits, _ := past()
	k := newPatchKeeper(index.OpenKept(index.Options{CacheDir: t.TempDir()}, "/root"), "/root", commits,
		func(context.Context, []string, []string) ([]git.Patch, error) { return nil, git.ErrLacking })
	if _, err := k.get(t.Context(), []string{"c3"}, []string{"a"}); !errors.Is(err, git.ErrLacking) {
		t.Errorf("%v", err)
	}
	if got, err := k.get(t.Context(), []string{"c3", "unknown"}, []string{"none"}); err != nil || len(got) != 0 {
		t.Errorf("%+v %v", got, err)
	}
}
