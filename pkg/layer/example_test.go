package layer

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

// tree is a repository in memory: path to text.
type tree map[string]string

// worked is the example of spec/devcontext.md.
func worked(t testing.TB, more ...string) tree {
	t.Helper()
	out := tree{}
	for _, name := range append([]string{"worked-example"}, more...) {
		root := filepath.Join("..", "..", "testdata", name)
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(p)
			rel, _ := filepath.Rel(root, p)
			out[filepath.ToSlash(rel)] = string(b)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// write puts the tree on disk.
func (tr tree) write(t testing.TB, dir string) {
	t.Helper()
	for p, text := range tr {
		full := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func (tr tree) files() []File {
	var out []File
	for p, text := range tr {
		out = append(out, File{Path: p, Size: int64(len(text)), Hash: blobID(text)})
	}
	return out
}

func blobID(text string) string {
	h := sha1.Sum([]byte(fmt.Sprintf("blob %d\x00%s", len(text), text)))
	return hex.EncodeToString(h[:])
}

// shellSources is a language table of two.
func shellSources(path string) (string, bool, bool) {
	switch {
	case strings.HasSuffix(path, ".sh"):
		return "shell", strings.HasPrefix(path, "test/"), true
	case strings.HasSuffix(path, ".go"):
		return "go", strings.HasSuffix(path, "_test.go"), true
	}
	return "", false, false
}

// indexed is everything a tree gives.
type indexed struct {
	config  *Config
	claims  []Claim
	objects map[string]object.Object
	edges   []object.Edge
	ds      []object.Diagnostic
}

func (tr tree) index(t testing.TB) indexed {
	t.Helper()
	files := tr.files()
	c, ds, err := Load(files, func(p string) ([]byte, error) { return []byte(tr[p]), nil }, Options{Sources: shellSources})
	if err != nil {
		t.Fatal(err)
	}
	claims, more := c.Classify(files)
	ds = append(ds, more...)
	var parsed []Parsed
	for _, cl := range claims {
		parsed = append(parsed, c.Parse(cl, []byte(tr[cl.Path])))
	}
	objects, edges, more := c.Resolve(parsed, files)
	in := indexed{config: c, claims: claims, objects: map[string]object.Object{}, edges: edges, ds: object.SortDiagnostics(append(ds, more...))}
	for _, o := range objects {
		in.objects[o.URI] = o
	}
	return in
}

func (in indexed) lines() (out []string) {
	for _, e := range in.edges {
		s := strings.TrimPrefix(e.From, object.Scheme) + " " + string(e.Kind) + " " + strings.TrimPrefix(e.To, object.Scheme)
		if e.Dangling {
			s += " dangling"
		}
		out = append(out, s)
	}
	return out
}

// TestFromDisk holds the tree in memory against the same on disk, read as a
// listing of it would be.
func TestFromDisk(t *testing.T) {
	dir := t.TempDir()
	tr := worked(t, "worked-example-adr")
	tr.write(t, dir)
	var files []File
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		files = append(files, File{Path: filepath.ToSlash(rel), Size: int64(len(b)), Hash: blobID(string(b))})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	read := func(p string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, filepath.FromSlash(p))) }
	c, _, err := Load(files, read, Options{Sources: shellSources})
	if err != nil {
		t.Fatal(err)
	}
	claims, _ := c.Classify(files)
	var parsed []Parsed
	for _, cl := range claims {
		b, err := read(cl.Path)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, c.Parse(cl, b))
	}
	objects, edges, _ := c.Resolve(parsed, files)
	in := tr.index(t)
	if !reflect.DeepEqual(edges, in.edges) || len(objects) != len(in.objects) {
		t.Errorf("%d objects, %v", len(objects), edges)
	}
	for _, o := range objects {
		if !reflect.DeepEqual(o, in.objects[o.URI]) {
			t.Errorf("%+v\nis not\n%+v", o, in.objects[o.URI])
		}
	}
	if o := in.objects["majordomus://adr/adr-0003"]; o.Status != "accepted" {
		t.Errorf("%+v", o)
	}
}

func TestWorkedExample(t *testing.T) {
	in := worked(t).index(t)
	for _, d := range in.ds {
		t.Errorf("%s %s %s: %s", d.Severity, d.Code, d.Path, d.Message)
	}
	want := []string{
		"adr/adr-0001 put_in_force rule/alpha@1",
		"adr/adr-0002 supersedes adr/adr-0001",
		"adr/adr-0002 put_in_force rule/beta@1",
		"issue/I0001 belongs_to milestone/m1",
		"issue/I0002 depends_on issue/I0001",
		"issue/I0002 belongs_to milestone/m1",
		"rule/beta@1 depends_on rule/alpha@1",
		"rule/gamma@1 depends_on rule/alpha@1",
	}
	if got := strings.Join(in.lines(), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("edges:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
	for _, uri := range []string{"context/ai.layer", "context/ai.repo.rules", "policy/.ai/repo/policy.yaml", "scope/.ai/repo/scope.yaml",
		"session/s1", "implementation/lib/thing.sh", "test/test/cases/01_thing.sh", "rule/alpha@1", "issue/I0001", "file/.ai/manifest.yaml"} {
		if _, ok := in.objects[object.Scheme+uri]; !ok {
			t.Errorf("no object %s", uri)
		}
	}
	if len(in.objects) != 17 {
		for u := range in.objects {
			t.Log(u)
		}
		t.Errorf("%d objects", len(in.objects))
	}
}
