package layer

import (
	"errors"
	"io/fs"
	"reflect"
	"testing"
)

// onDisk reads from a map as from a disk.
func onDisk(files map[string]string) func(string) ([]byte, error) {
	return func(p string) ([]byte, error) {
		if s, ok := files[p]; ok {
			return []byte(s), nil
		}
		return nil, fs.ErrNotExist
	}
}

const egressManifest = "schema: ai-repository/v1\nrepo: {path: repo}\nsections:\n  knowledge: repo/knowledge\n"

func TestEgressIsKeptOfEverySource(t *testing.T) {
	c, ds, err := Open(onDisk(map[string]string{
		ManifestPath: egressManifest,
		".ai/repo/knowledge/sources.yaml": "version: 1\nsources:\n" +
			"  - {id: open, kind: document, pathspec: 'open/**', egress: remote}\n" +
			"  - {id: near, kind: document, pathspec: 'near/**', egress: lan}\n" +
			"  - {id: silent, kind: document, pathspec: 'silent/**'}\n",
	}), Options{})
	if err != nil || len(ds) != 0 {
		t.Fatalf("%v %v", err, ds)
	}
	got := map[string]Class{}
	for _, cl := range c.Classes() {
		got[cl.ID] = cl
	}
	for id, want := range map[string]Class{
		"open": {"open", Remote, true, false}, "near": {"near", LAN, true, false},
		"silent": {"silent", LocalOnly, false, false}, "docs": {"docs", LocalOnly, false, true},
	} {
		if got[id] != want {
			t.Errorf("%s is %+v", id, got[id])
		}
	}
	for path, class := range map[string]string{"open/a.md": "open", "x/a.md": "docs", "a.go": "file", ".ai/local/x.md": "", "a.gno-context.md": "", "node_modules/a.js": ""} {
		cl, ok := c.ClaimOf(File{Path: path})
		if cl.Class != class || ok != (class != "") {
			t.Errorf("%s is claimed by %q", path, cl.Class)
		}
	}
}

func TestAnUnknownEgressIsRefused(t *testing.T) {
	_, _, err := Open(onDisk(map[string]string{
		ManifestPath:                      egressManifest,
		".ai/repo/knowledge/sources.yaml": "version: 1\nsources:\n  - {id: a, kind: document, pathspec: 'a/**', egress: everywhere}\n",
	}), Options{})
	if err == nil {
		t.Fatal("taken")
	}
	if _, _, err := Open(func(string) ([]byte, error) { return nil, errors.New("no") }, Options{}); err == nil {
		t.Error("an unreadable configuration is no built-in layer")
	}
}

func TestOpenWithoutFilesIsTheBuiltinLayer(t *testing.T) {
	c, _, err := Open(onDisk(nil), Options{})
	if err != nil || !c.Builtin() || len(c.Paths()) != 0 {
		t.Fatalf("%v %v", c, err)
	}
}

func TestMetadata(t *testing.T) {
	for _, x := range []struct {
		path, text string
		want       map[string][]string
	}{
		{"a.md", "---\ntags: [a, b]\nstatus: done\nnull: ~\nn: 0012\ndeep: {x: {y: 1}}\n---\nbody\n",
			map[string][]string{"tags": {"a", "b"}, "status": {"done"}, "n": {"0012"}, "deep.x.y": {"1"}}},
		{"a.md", "no front matter", nil},
		{"a.md", "---\nbroken: [\n---\n", nil},
		{"a.yaml", "id: x\n", map[string][]string{"id": {"x"}}},
	} {
		if got := Metadata(x.path, []byte(x.text)); !reflect.DeepEqual(got, x.want) {
			t.Errorf("%q gives %v", x.text, got)
		}
	}
}
