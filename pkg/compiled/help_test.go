package compiled

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"majordomus/pkg/capsule"
	"majordomus/pkg/index"
)

func put(t testing.TB, dir, p, s string) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(s), 0o644); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, dir, p string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// library is a small tree whose classes may travel as far as a test says.
func library(t testing.TB, egress string) string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "docs/retry.md", "---\ntitle: Retries\n---\n# Retries\n\nA failed delivery is retried with exponential backoff.\n\n## Limits\n\nAfter seven attempts the record goes to the dead letter queue.\n")
	put(t, dir, "docs/cache.md", "# Cache\n\nEntries are evicted by age. The cache holds a thousand entries, and a failed delivery never enters it.\n")
	put(t, dir, "docs/other.md", "# Other\n\nNothing of interest.\n")
	put(t, dir, ".ai/manifest.yaml", "schema: ai-repository/v1\nrepo: {path: repo}\nsections: {knowledge: repo/knowledge}\n")
	declare(t, dir, egress)
	return dir
}

func declare(t testing.TB, dir, egress string) {
	t.Helper()
	line := ""
	if egress != "" {
		line = ", egress: " + egress
	}
	put(t, dir, ".ai/repo/knowledge/sources.yaml", "version: 1\nsources:\n  - {id: handbook, kind: document, pathspec: ':(glob)docs/**/*.md'"+line+"}\n")
}

// indexed opens a folder with an index of what stands there now.
func indexed(t testing.TB, dir string) capsule.Sources {
	t.Helper()
	store, err := index.Build(context.Background(), index.Options{Dir: dir, NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	s := onDisk(t, dir)
	s.Store = store
	return s
}

// onDisk opens a folder without an index.
func onDisk(t testing.TB, dir string) capsule.Sources {
	t.Helper()
	tree, err := index.OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return capsule.Sources{Tree: tree}
}

func built(t testing.TB, dir string, q capsule.Request) (*capsule.Capsule, []byte) {
	t.Helper()
	if q.Goal == "" {
		q.Goal = "What happens to a failed delivery: exponential backoff? And when is an entry evicted?"
	}
	if q.BudgetTokens == 0 {
		q.BudgetTokens = 100_000
	}
	c, err := capsule.Build(context.Background(), q, indexed(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return c, text
}

func previewed(t testing.TB, dir string, capsuleText []byte) *Preview {
	t.Helper()
	p, err := PreviewCapsule(context.Background(), PreviewInput{Capsule: capsuleText, BudgetTokens: 100_000}, onDisk(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func checked(t testing.TB, dir string, capsuleText []byte, markdown string) *Check {
	t.Helper()
	c, err := CheckArtifact(context.Background(), CheckInput{Capsule: capsuleText, Markdown: markdown}, onDisk(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func want(t testing.TB, what string, c *Check, s Status, reasons ...string) {
	t.Helper()
	ok := c.Status == s && (len(reasons) == 0 || joined(c.Reasons) == joined(reasons))
	if s == Current {
		ok = ok && c.Digest != nil && c.CapsuleID != nil && len(c.Reasons) == 0
	} else {
		ok = ok && c.Digest == nil && c.CapsuleID == nil && len(c.Reasons) > 0
	}
	if !ok {
		t.Errorf("%s: %s %v, want %s %v", what, c.Status, c.Reasons, s, reasons)
	}
}
