package index

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMemo fills a folder without git with settled files, and holds that a
// second run learns nothing wrong from stat data, whatever is done to them.
func TestMemo(t *testing.T) {
	w := newTree(t)
	for i := range 2 * manyFiles {
		w.write(fmt.Sprintf("f%03d.txt", i), "1\n")
	}
	if _, ok := inodeOf(mustStat(t, w.path("f000.txt"))); !ok {
		t.Log("no stat data to go by here")
		return
	}
	time.Sleep(settled + 100*time.Millisecond) // status changes cannot be dated back
	o := Options{CacheDir: t.TempDir()}
	first := w.build(o)
	d, err := discover(t.Context(), w.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.tree.Close()
	m := openCache(o, d.root).memo(len(d.entries))
	if len(m.had) != len(d.entries) {
		t.Fatalf("%d of %d files are remembered", len(m.had), len(d.entries))
	}
	at := mustStat(t, w.path("f007.txt")).ModTime()
	w.write("f007.txt", "2\n") // as long as before, and dated back
	os.Chtimes(w.path("f007.txt"), at, at)
	second := w.build(o)
	if second.Fingerprint() == first.Fingerprint() || dump(second) != dump(w.build(Options{NoCache: true})) {
		t.Error("a change that hides its time is missed")
	}
	w.build(Options{CacheDir: o.CacheDir, VerifyCache: true})
}

func mustStat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	fi, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return fi
}

func TestAYoungFileIsNotRemembered(t *testing.T) {
	m := &memo{seen: map[string]known{}}
	now := time.Now().UnixNano()
	old := now - int64(time.Hour)
	blob := strings.Repeat("ab", 20)
	for _, c := range []struct {
		mtime, ctime int64
		want         bool
	}{{old, old, true}, {now, old, false}, {old, now, false}, {now + int64(time.Hour), old, false}} {
		clear(m.seen)
		m.put("f", inode{mtime: c.mtime, ctime: c.ctime}, blob)
		if (len(m.seen) == 1) != c.want {
			t.Errorf("%+v remembered: %v", c, len(m.seen) == 1)
		}
	}
}

func FuzzMemo(f *testing.F) {
	f.Add([]byte(memoMagic + "12345678"))
	f.Fuzz(func(t *testing.T, data []byte) { decodeMemo(data) })
}
