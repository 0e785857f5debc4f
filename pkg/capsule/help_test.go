package capsule

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"majordomus/pkg/index"
)

// repo writes files into a folder of its own.
func repo(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for p, s := range files {
		put(t, dir, p, s)
	}
	return dir
}

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

// sources opens a folder; the index is made of what stands there now.
func sources(t testing.TB, dir string) Sources {
	t.Helper()
	store, err := index.Build(context.Background(), index.Options{Dir: dir, NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := index.OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return Sources{Tree: tree, Store: store}
}

// onDisk is sources without an index.
func onDisk(t testing.TB, dir string) Sources {
	t.Helper()
	tree, err := index.OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return Sources{Tree: tree}
}

func made(t testing.TB, dir string, q Request) *Capsule {
	t.Helper()
	if q.BudgetTokens == 0 {
		q.BudgetTokens = 100_000
	}
	c, err := Build(context.Background(), q, sources(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// library is a small tree of documents and code.
func library() map[string]string {
	return map[string]string{
		"README.md": "# Pump\n\nPump moves records from queues to stores.\n\n## Install\n\nRun `go install`.\n",
		"docs/retry.md": "---\ntitle: Retries\nstatus: done\nlevel: 3\ntags: [queue, net]\n---\n\n# Retries\n\nA failed delivery is retried with exponential backoff.\n\n" +
			"## Limits\n\nAfter seven attempts the record goes to the dead letter queue.\n",
		"docs/cache.md": "---\ntitle: Cache\nstatus: open\nlevel: 12\n---\n# Cache\n\nEntries are evicted by age. The cache holds a thousand entries.\n",
		"src/retry.go": "package pump\n\nimport \"time\"\n\n// Backoff gives the wait before an attempt.\nfunc Backoff(attempt int) time.Duration {\n\treturn time.Second << attempt\n}\n\n" +
			"// Evict drops the oldest entries.\nfunc Evict(n int) {\n}\n",
	}
}
