package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
)

// absent stands for the digest of a file that is not there.
const absent = ""

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

var errNotRegular = errors.New("not a regular file")

// content is a file as it was read; info identifies the very file.
type content struct {
	data []byte
	info fs.FileInfo // nil: there is none
}

func (c content) digest() string {
	if c.info == nil {
		return absent
	}
	return digestOf(c.data)
}

// readFile reads a file without following a link; one that is not there is no
// error.
func readFile(dir *os.Root, name string) (content, error) {
	seen, err := dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return content{}, nil
	}
	if err != nil {
		return content{}, err
	}
	if seen.Mode()&fs.ModeSymlink != 0 {
		return content{}, &fs.PathError{Op: "open", Path: name, Err: errLink}
	}
	if !seen.Mode().IsRegular() { // opening a pipe would wait
		return content{}, &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	f, err := dir.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return content{}, nil
	}
	if err != nil {
		return content{}, err
	}
	defer f.Close() //nolint:errcheck // opened for reading
	info, err := f.Stat()
	if err != nil {
		return content{}, err
	}
	if !os.SameFile(seen, info) {
		return content{}, errMoved
	}
	data, err := io.ReadAll(f)
	return content{data, info}, err
}

// errMoved is a file that was replaced between two looks.
var errMoved = errors.New("the file is being replaced")

// current reports whether a file that was read is still the one of that name.
func (c content) current(dir *os.Root, name string) bool {
	now, err := dir.Lstat(name)
	if c.info == nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && os.SameFile(now, c.info) && now.Size() == c.info.Size() && now.ModTime().Equal(c.info.ModTime())
}

// create writes a new file and syncs it.
func (s *Set) create(dir *os.Root, name string, data []byte, mode fs.FileMode) error {
	if err := s.do("create", name); err != nil {
		return err
	}
	f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	err = s.fill(f, name, data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

func (s *Set) fill(f *os.File, name string, data []byte) error {
	if err := s.do("write", name); err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := s.do("sync", name); err != nil {
		return err
	}
	return f.Sync()
}

func (s *Set) rename(dir *os.Root, from, to string) error {
	if err := s.do("rename", to); err != nil {
		return err
	}
	return dir.Rename(from, to)
}

func (s *Set) remove(dir *os.Root, name string) error {
	if err := s.do("remove", name); err != nil {
		return err
	}
	return dir.Remove(name)
}

// syncDirs makes the names in the folders of the targets last.
func (s *Set) syncDirs() error {
	for _, name := range s.folders() {
		if err := s.do("sync", name); err != nil {
			return err
		}
		if err := syncDir(s.dirs[name]); err != nil {
			return err
		}
	}
	return nil
}

// do comes before every call that changes the disk; tests stop there.
func (s *Set) do(op, name string) error {
	if s.step == nil {
		return nil
	}
	return s.step(op, name)
}
