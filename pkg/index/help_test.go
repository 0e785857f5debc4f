package index

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	gojson "github.com/goccy/go-json"
)

// tree is a folder to build a repository in.
type tree struct {
	t   *testing.T
	dir string
}

// newTree gives an empty folder, on a machine without git configuration.
func newTree(t *testing.T) tree {
	t.Helper()
	home := t.TempDir()
	for k, v := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, ".config"), "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
		"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
		"MAJORDOMUS_CACHE": filepath.Join(home, "cache"),
	} {
		t.Setenv(k, v)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return tree{t, dir}
}

func (w tree) git(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = w.dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}

func (w tree) path(p string) string { return filepath.Join(w.dir, p) }

func (w tree) write(path, data string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(path)), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(path), []byte(data), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

func (w tree) link(target, path string) {
	w.t.Helper()
	os.MkdirAll(filepath.Dir(w.path(path)), 0o777)
	if err := os.Symlink(target, w.path(path)); err != nil {
		w.t.Fatal(err)
	}
}

// commit makes the tree a repository, if it is none, and commits all of it.
func (w tree) commit() {
	w.t.Helper()
	if _, err := os.Lstat(w.path(".git")); err != nil {
		w.git("init", "-q", "-b", "main")
	}
	w.git("add", "-A")
	w.git("commit", "-q", "--allow-empty", "-m", "work")
}

// copyFiles copies everything but .git to another folder.
func (w tree) copyFiles() tree {
	w.t.Helper()
	to := tree{w.t, w.t.TempDir()}
	if out, err := exec.Command("cp", "-a", w.dir+"/.", to.dir).CombinedOutput(); err != nil {
		w.t.Fatalf("%v: %s", err, out)
	}
	os.RemoveAll(to.path(".git"))
	return to
}

func (w tree) build(o Options) *Store {
	w.t.Helper()
	if o.Dir == "" {
		o.Dir = w.dir
	}
	s, err := Build(w.t.Context(), o)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// dump is everything a Store tells, one line each, but the checkout.
func dump(s *Store) string {
	var b strings.Builder
	b.WriteString(s.Fingerprint() + "\n")
	for i := range int32(s.Len()) {
		b.Write(s.Line(i))
		b.WriteByte('\n')
	}
	for e := range int32(s.Edges()) {
		line, _ := gojson.Marshal(s.Edge(e))
		b.Write(append(line, '\n'))
	}
	for _, d := range s.Diagnostics() {
		line, _ := gojson.Marshal(d)
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func objectPaths(s *Store) []string {
	out := []string{}
	for i := range s.Under(".") {
		out = append(out, s.Path(i))
	}
	return out
}

func codes(s *Store) string {
	var out []string
	for _, d := range s.Diagnostics() {
		out = append(out, d.Code+" "+d.Path)
	}
	return strings.Join(out, "\n")
}

// sample fills the tree with a bit of everything.
func (w tree) sample() {
	w.write("README.md", "# Sample\n\nSee [guide](docs/guide.md).\n")
	w.write("docs/guide.md", "# Guide\n\nText.\n")
	w.write("docs/adr/0001-use-go.md", "# Use Go\n\n## Status\n\nAccepted\n")
	w.write("main.go", "package main\n\nfunc main() {}\n")
	w.write("main_test.go", "package main\n\nimport \"testing\"\n\nfunc TestMain(t *testing.T) {}\n")
	w.write("data/a.txt", "a\n")
	w.write("data/empty", "")
	w.write(".gitignore", "*.log\n")
	w.write("debug.log", "ignored\n")
	w.link("README.md", "LINK.md")
}
