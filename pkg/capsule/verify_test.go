package capsule

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"majordomus/pkg/fault"
)

func TestVerifyTellsEachPassage(t *testing.T) {
	for name, x := range map[string]struct {
		do      func(dir string)
		status  string
		reasons []string
	}{
		"nothing":          {func(string) {}, Unchanged, nil},
		"an unrelated one": {func(dir string) { put(t, dir, "docs/new.md", "# New\n\nA failed delivery.\n") }, Unchanged, nil},
		"a touched one": {func(dir string) {
			now := time.Now().Add(time.Hour)
			if err := os.Chtimes(filepath.Join(dir, "docs/retry.md"), now, now); err != nil {
				t.Fatal(err)
			}
		}, Unchanged, nil},
		"an edit elsewhere in the file": {func(dir string) { put(t, dir, "docs/retry.md", library()["docs/retry.md"]+"\nEnd.\n") }, Stale, []string{IndexChanged}},
		"a trailing blank":              {func(dir string) { put(t, dir, "docs/retry.md", library()["docs/retry.md"]+" ") }, Stale, []string{IndexChanged}},
		"a line above": {func(dir string) {
			put(t, dir, "docs/retry.md", strings.Replace(library()["docs/retry.md"], "# Ret", "\n# Ret", 1))
		}, Stale, []string{IndexChanged}},
		"truncated":  {func(dir string) { put(t, dir, "docs/retry.md", "") }, Stale, []string{IndexChanged}},
		"deleted":    {func(dir string) { os.Remove(filepath.Join(dir, "docs/retry.md")) }, Missing, []string{IndexChanged}},
		"binary now": {func(dir string) { put(t, dir, "docs/retry.md", "a\xff\x00b") }, Missing, []string{IndexChanged}},
		"a folder now": {func(dir string) {
			os.Remove(filepath.Join(dir, "docs/retry.md"))
			put(t, dir, "docs/retry.md/x.md", "x")
		}, Missing, []string{IndexChanged}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repo(t, library())
			c := made(t, dir, Request{Goal: "How often is a failed delivery retried?"})
			x.do(dir)
			v, err := Verify(t.Context(), c, onDisk(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			if v.Status != x.status || !slices.Equal(v.FingerprintReasons, x.reasons) && len(v.FingerprintReasons)+len(x.reasons) > 0 {
				t.Errorf("%s %v %+v", v.Status, v.FingerprintReasons, v.Passages)
			}
			if (v.VerificationDigest == c.VerificationDigest()) != (x.status == Unchanged) || v.VerificationDigest != v.Receipt.Digest() {
				t.Error("the digest does not tell")
			}
		})
	}
}

// A filter's field that changes takes the document out of the scope, whatever
// else is said of it.
func TestScopeChanged(t *testing.T) {
	dir := repo(t, library())
	c := made(t, dir, Request{Goal: "failed delivery retried", Filter: []byte(`{"status":{"eq":"done"}}`)})
	put(t, dir, "docs/retry.md", strings.Replace(library()["docs/retry.md"], "status: done", "status: open", 1))
	v, err := Verify(t.Context(), c, onDisk(t, dir))
	if err != nil || v.Status != Stale || !slices.Equal(v.FingerprintReasons, []string{ScopeChanged, IndexChanged}) {
		t.Errorf("%+v %v", v, err)
	}
}

func TestFolderGone(t *testing.T) {
	dir := repo(t, library())
	c := made(t, dir, Request{Goal: "failed delivery retried", Collections: []string{"docs"}})
	if err := os.Rename(filepath.Join(dir, "docs"), filepath.Join(dir, "pages")); err != nil {
		t.Fatal(err)
	}
	v, err := Verify(t.Context(), c, onDisk(t, dir))
	// "docs" is a source class of the built-in layer too, which is still there.
	if err != nil || v.Status != Missing {
		t.Errorf("%+v %v", v, err)
	}
	c = made(t, dir, Request{Goal: "failed delivery retried", Collections: []string{"pages/"}})
	if err := os.Rename(filepath.Join(dir, "pages"), filepath.Join(dir, "docs")); err != nil {
		t.Fatal(err)
	}
	v, err = Verify(t.Context(), c, onDisk(t, dir))
	if err != nil || v.Status != Unverifiable || !slices.Equal(v.Obstacles, []string{CollectionGone}) {
		t.Errorf("%+v %v", v, err)
	}
}

// A Capsule cannot make this program read what the index does not hold.
func TestOnlyWhatIsIndexedIsOpened(t *testing.T) {
	dir := repo(t, library())
	c := made(t, dir, Request{Goal: "How often is a failed delivery retried?"})
	put(t, dir, ".env", "SECRET=1\n")
	put(t, dir, ".ai/local/notes.md", "private\n")
	put(t, dir, "late.md", "# Late\n")
	s := sources(t, dir)
	put(t, dir, "later.md", "# Later\n")
	for path, cited := range map[string]bool{".env": false, ".ai/local/notes.md": false, "../x": false, "/etc/hostname": false, "late.md": true, "later.md": false, ".": false, "": false} {
		st, err := s.open()
		if err != nil {
			t.Fatal(err)
		}
		if (st.document(docID(path)) != nil) != cited {
			t.Errorf("%q: cited %v", path, !cited)
		}
	}
	// Nor does one that cites another object's file pass for sound.
	c.Evidence[0].URI = "majordomus://document/docs/cache.md"
	if v, err := Verify(t.Context(), c, s); err != nil || v.Passages[0].Status != Missing {
		t.Errorf("%+v %v", v, err)
	}
}

func TestVerifyDeniesACaller(t *testing.T) {
	dir := repo(t, library())
	c := made(t, dir, Request{Goal: "failed delivery"})
	s := onDisk(t, dir)
	for _, caller := range []Caller{CallerLAN, CallerRemote} {
		s.Caller = caller
		if v, err := Verify(t.Context(), c, s); v != nil || fault.As(err).Code != CallerDenied {
			t.Errorf("%v %v", v, err)
		}
	}
}
