package git

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"strings"
)

// SameBytes reports whether the file at path below root has the bytes of the
// blob id, SHA-1 or SHA-256, as they are or with CRLF line ends taken for LF: what git
// itself would find by a clean of line ends. A link's bytes are its target text.
func SameBytes(root, path, id string) (bool, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return false, err
	}
	defer dir.Close()
	if fi, err := dir.Lstat(path); err == nil && fi.Size() > mostInMemory && fi.Mode().IsRegular() {
		return sameLarge(dir, path, fi.Size(), id)
	}
	data, err := bytesOf(dir, path)
	if err != nil {
		return false, err
	}
	return SameAs(data, id), nil
}

// mostInMemory is the size up to which line ends are looked at.
const mostInMemory = 64 << 20

func sameLarge(dir *os.Root, path string, size int64, id string) (bool, error) {
	f, err := dir.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	got, err := BlobReader(f, size)
	return got == id, err
}

// SameAs is SameBytes for bytes at hand.
func SameAs(data []byte, id string) bool {
	blob := Blob
	if len(id) == 2*sha256.Size {
		blob = blob256
	}
	if blob(data) == id {
		return true
	}
	crlf := []byte("\r\n")
	return bytes.Contains(data, crlf) && blob(bytes.ReplaceAll(data, crlf, crlf[1:])) == id
}

func bytesOf(dir *os.Root, path string) ([]byte, error) {
	fi, err := dir.Lstat(path)
	if err != nil {
		return nil, err
	}
	if fi.Mode()&os.ModeSymlink != 0 {
		s, err := dir.Readlink(path)
		return []byte(s), err
	}
	if !fi.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	f, err := dir.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// zeros reports whether an id stands for bytes git has not hashed.
func zeros(id string) bool { return strings.Trim(id, "0") == "" }
