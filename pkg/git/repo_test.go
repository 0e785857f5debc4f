package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// work is a folder with a repository to build on; its git sees no configuration
// of the machine.
type work struct {
	t   *testing.T
	dir string
}

func newWork(t *testing.T, initArgs ...string) work {
	t.Helper()
	isolate(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := work{t, dir}
	w.git(append([]string{"init", "-q", "-b", "main"}, initArgs...)...)
	return w
}

// isolate gives the test a home and a git configuration of its own.
func isolate(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for k, v := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, ".config"), "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
		"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
		"GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
	} {
		t.Setenv(k, v)
	}
	for _, k := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"} {
		t.Setenv(k, "")
		os.Unsetenv(k)
	}
	return home
}

func (w work) git(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = w.dir
	out, err := cmd.Output()
	if err != nil {
		var stderr []byte
		if e, ok := err.(*exec.ExitError); ok {
			stderr = e.Stderr
		}
		w.t.Fatalf("git %v: %v\n%s", args, err, stderr)
	}
	return string(out)
}

func (w work) write(path, data string) {
	w.t.Helper()
	p := filepath.Join(w.dir, path)
	if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(data), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

func (w work) commit(files ...string) {
	w.t.Helper()
	for _, f := range files {
		w.write(f, f+"\n")
	}
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "work")
}

func (w work) in(path string) work { return work{w.t, filepath.Join(w.dir, path)} }

func atTop(top, _ string) string { return top }

func (w work) survey() *Survey {
	w.t.Helper()
	s, err := NewSurvey(w.t.Context(), w.dir, atTop, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}
