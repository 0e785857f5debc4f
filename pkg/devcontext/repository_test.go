package devcontext

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/seed"
)

// repository copies folders over each other and commits them: the same files
// give the same commit.
func repository(t testing.TB, folders ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range folders {
		overlay(t, dir, f)
	}
	commit(t, dir)
	return dir
}

func overlay(t testing.TB, dir, from string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func commit(t testing.TB, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q", "-b", "master"}, {"add", "-A"}, {"commit", "-q", "-m", "c"}} {
		c := exec.Command("git", append([]string{"-C", dir}, args...)...)
		c.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
			"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

func compile(t testing.TB, dir string, q seed.Request) *Compiled {
	t.Helper()
	c, err := Compile(context.Background(), q, Options{Index: index.Options{Dir: dir, NoCache: true}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const workedExample = "../../testdata/worked-example"
