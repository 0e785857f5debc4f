package stream

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"majordomus/pkg/fault"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

func TestAFileIsCompleteOrAbsent(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	if err := os.WriteFile(path, []byte("before"), 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "after"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "before" {
		t.Errorf("before Commit the target holds %q", got)
	}
	f.Abort()
	if got, _ := os.ReadFile(path); string(got) != "before" || len(names(t, dir)) != 1 {
		t.Errorf("after Abort: %q, %v", got, names(t, dir))
	}
	if f, err = Create(path); err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "after") //nolint:errcheck // Commit would tell
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if got, _ := os.ReadFile(path); string(got) != "after" || len(names(t, dir)) != 1 {
		t.Errorf("after Commit: %q, %v", got, names(t, dir))
	}
}

func TestALinkKeepsPointing(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.WriteFile(real, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Fatal(err)
	}
	f, err := Create(link)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "x") //nolint:errcheck // Commit would tell
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	if got, _ := os.ReadFile(real); string(got) != "x" {
		t.Errorf("real holds %q", got)
	}
}

func TestOntoAnInputIsRefused(t *testing.T) {
	dir := t.TempDir()
	in, other := filepath.Join(dir, "in"), filepath.Join(dir, "other")
	if err := os.WriteFile(in, []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(in, other); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{in, other, dir} {
		if _, err := Create(path, info); err == nil || fault.As(err).Class != fault.Usage {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got, _ := os.ReadFile(in); string(got) != "data" {
		t.Errorf("the input holds %q", got)
	}
}

func TestADeviceIsWrittenAsItIs(t *testing.T) {
	f, err := Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "x") //nolint:errcheck // Commit would tell
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestAZstNameIsCompressed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zst")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	in := sample(t)
	if _, err := f.Write(in); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dec, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	if got, err := io.ReadAll(dec); err != nil || !bytes.Equal(got, in) {
		t.Errorf("%d bytes of %d, %v", len(got), len(in), err)
	}
}

func TestAnEndThatLostItsDigest(t *testing.T) {
	in := string(sample(t))
	at := bytes.Index([]byte(in), []byte(`,"digest"`))
	if _, _, err := readAll([]byte(in[:at]+"}\n"), ReaderOptions{}); err != nil {
		t.Errorf("a replacement program may leave it out: %v", err)
	}
	if _, _, err := readAll([]byte(in[:at]+`,"dige\t`+in[at+7:]), ReaderOptions{}); !isBroken(err) {
		t.Errorf("a damaged key: %v", err)
	}
}
