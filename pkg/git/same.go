package git

import (
	"bytes"
	"io"
	"os"
	"strings"
)

// SameBytes reports whether the file at path below root has the bytes of the
// SHA-1 blob id, as they are or with CRLF line ends taken for LF: what git
// itself would find by a clean of line ends. A link's bytes are its target text.
func SameBytes(root, path, id string) (bool, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return false, err
	}
	defer dir.Close()
	data, err := bytesOf(dir, path)
	if err != nil {
		return false, err
	}
	return SameAs(data, id), nil
}

// SameAs is SameBytes for bytes at hand.
func SameAs(data []byte, id string) bool {
	if Blob(data) == id {
		return true
	}
	crlf := []byte("\r\n")
	return bytes.Contains(data, crlf) && Blob(bytes.ReplaceAll(data, crlf, crlf[1:])) == id
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
