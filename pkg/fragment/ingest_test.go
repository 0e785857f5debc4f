package fragment

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"majordomus/pkg/fault"
)

func rootsOf(t *testing.T, dirs ...string) *Roots {
	t.Helper()
	r, err := OpenRoots(strings.Join(dirs, string(filepath.ListSeparator)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func ingestOne(r *Roots, path string) (string, error) {
	out, err := r.ingest(context.Background(), &Request{Fragments: []Fragment{{Path: &path}}})
	if err != nil {
		return "", err
	}
	return *out.Fragments[0].Content, nil
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func TestIngest(t *testing.T) {
	base := t.TempDir()
	in, other, out := filepath.Join(base, "in"), filepath.Join(base, "other"), filepath.Join(base, "out")
	write(t, filepath.Join(in, "a.txt"), "inside")
	write(t, filepath.Join(in, "deep/b.txt"), "deeper")
	write(t, filepath.Join(other, "c.txt"), "other root")
	write(t, filepath.Join(out, "secret.txt"), "secret")
	write(t, filepath.Join(in, "bad.txt"), "\xff\xfe")
	write(t, filepath.Join(in, "big.txt"), strings.Repeat("x", MaxContent+1))
	write(t, filepath.Join(in, "full.txt"), strings.Repeat("x", MaxContent))
	link(t, "a.txt", filepath.Join(in, "rel"))
	link(t, filepath.Join(in, "deep"), filepath.Join(in, "abs"))
	link(t, filepath.Join(other, "c.txt"), filepath.Join(in, "across"))
	link(t, "../out/secret.txt", filepath.Join(in, "escape"))
	link(t, "../out/missing.txt", filepath.Join(in, "escape-missing"))
	link(t, filepath.Join(out, "secret.txt"), filepath.Join(in, "escape-abs"))
	link(t, filepath.Join(out, "missing.txt"), filepath.Join(in, "escape-abs-missing"))
	link(t, "loop", filepath.Join(in, "loop"))
	link(t, in, filepath.Join(base, "alias"))
	if err := syscall.Mkfifo(filepath.Join(in, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := rootsOf(t, filepath.Join(base, "alias"), other)
	for path, want := range map[string]string{
		in + "/a.txt": "inside", in + "/rel": "inside", in + "/abs/b.txt": "deeper", in + "/across": "other root",
		base + "/alias/a.txt": "inside", in + "/deep/../a.txt": "inside", in + "/full.txt": strings.Repeat("x", MaxContent),
	} {
		if got, err := ingestOne(r, path); err != nil || got != want {
			t.Errorf("%s: %.20q %v", path, got, err)
		}
	}
	for path, code := range map[string]string{
		in + "/missing": CodeIngestPath, in + "/bad.txt": CodeIngestPath, in + "/big.txt": CodeOverLimit, in + "/deep": CodeIngestPath,
		in: CodeIngestPath, in + "/pipe": CodeIngestPath, in + "/loop": CodeIngestPath, "a.txt": CodeIngestPath, "": CodeIngestPath,
		in + "/a.txt\x00": CodeIngestPath, in + "/a.txt/x": CodeIngestPath,
	} {
		_, err := ingestOne(r, path)
		if f := fault.As(err); f == nil || f.Code != code || !strings.Contains(f.Message, "fragments[0].path") {
			t.Errorf("%s: %v, want %s", path, err, code)
		}
	}
	// No oracle: outside is outside, whether something is there or not.
	want := ""
	for _, path := range []string{
		out + "/secret.txt", out + "/missing.txt", in + "/escape", in + "/escape-missing", in + "/escape-abs",
		in + "/escape-abs-missing", in + "/../out/secret.txt", "/etc/passwd", "/no/such/thing", base, in + "x/a",
	} {
		_, err := ingestOne(r, path)
		f := fault.As(err)
		if f == nil || f.Code != CodeOutsideRoots {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if want == "" {
			want = f.Error() + f.Hint
		}
		if got := f.Error() + f.Hint; got != want {
			t.Errorf("%s: %q, elsewhere %q", path, got, want)
		}
	}
}

func TestIngestCountsPaths(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "a")
	req := &Request{TokenBudget: 100}
	for range MaxPaths + 1 {
		req.Fragments = append(req.Fragments, Fragment{Path: new(filepath.Join(dir, "a"))})
	}
	o := Options{Roots: rootsOf(t, dir)}
	if _, err := Compile(context.Background(), req, o); fault.As(err).Code != CodeOverLimit {
		t.Fatal(err)
	}
	req.Fragments = req.Fragments[1:]
	if res, err := Compile(context.Background(), req, o); err != nil || res.Content != "a" {
		t.Fatal(res, err)
	}
	if req.Fragments[0].Path == nil {
		t.Error("the request was changed")
	}
}

func TestRootsList(t *testing.T) {
	if r, err := OpenRoots(""); r != nil || err != nil {
		t.Error(r, err)
	}
	for _, list := range []string{"relative", "/no/such/dir"} {
		if _, err := OpenRoots(list); fault.As(err) == nil {
			t.Errorf("%s was opened", list)
		}
	}
}

// While a name flips between a file inside and a link outside, nothing from
// outside is ever read.
func TestIngestRace(t *testing.T) {
	base := t.TempDir()
	in := filepath.Join(base, "in")
	write(t, filepath.Join(in, "ok"), "inside")
	write(t, filepath.Join(base, "secret"), "secret")
	r := rootsOf(t, in)
	flip := filepath.Join(in, "flip")
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			next := filepath.Join(in, "next")
			if i%2 == 0 {
				os.Symlink("../secret", next)
			} else {
				os.WriteFile(next, []byte("inside"), 0o644)
			}
			os.Rename(next, flip)
		}
	})
	for range 3000 {
		if got, err := ingestOne(r, flip); err == nil && got != "inside" && got != "" {
			t.Errorf("read %q", got)
			break
		}
	}
	close(done)
	wg.Wait()
}
