package publish

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever a journal says, it can give no name that was not asked for new
// content, and a publication either succeeds or leaves the files alone.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"version":1,"files":[{"target":"a","temp":".a.0123456789abcdef.tmp","digest":"x","was":"y"}]}`))
	f.Add([]byte(`{"version":1,"files":[{"target":"../keep","temp":".keep.0123456789abcdef.tmp"}]}`))
	f.Add([]byte(`{"version":1,"files":null}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		for name, text := range map[string]string{"a": "old", "a.journal": string(data), "keep": "kept", ".keep.0123456789abcdef.tmp": "other"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s := open(t, dir, "a")
		s.Read() //nolint:errcheck // it must not panic
		_, err := s.Publish([]File{{Data: []byte("new"), Mode: 0o600}}, nil)
		if now, _ := os.ReadFile(filepath.Join(dir, "keep")); string(now) != "kept" {
			t.Fatalf("keep holds %q", now)
		}
		want := "new"
		if err != nil {
			want = "old"
		}
		if now, _ := os.ReadFile(filepath.Join(dir, "a")); string(now) != want {
			t.Fatalf("a holds %q: %v", now, err)
		}
	})
}
