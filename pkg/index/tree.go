package index

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"majordomus/pkg/git"
)

// Tree reads the files below a root and nothing else: no name and no link leads
// out of it. Paths are raw bytes, slash-separated. It can be used by many
// goroutines.
type Tree struct{ root *os.Root }

// OpenTree opens a root folder.
func OpenTree(dir string) (*Tree, error) {
	r, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Tree{root: r}, nil
}

// Close ends the use of the tree.
func (t *Tree) Close() error { return t.root.Close() }

// errChanging is a file that changed each time it was read.
var errChanging = errors.New("it changes while it is read")

// errNotFile is what is neither a file nor a link.
var errNotFile = errors.New("not a regular file")

// stamp tells one version of a file from another without its bytes.
type stamp struct {
	size  int64
	mtime int64 // nanoseconds since 1970
}

func stampOf(fi fs.FileInfo) stamp { return stamp{fi.Size(), fi.ModTime().UnixNano()} }

// Read gives the bytes of the file at path, of one version of it. A link is not
// followed.
func (t *Tree) Read(path string) ([]byte, error) {
	c := newCursor(t)
	defer c.close()
	data, err := c.readPlain(path)
	return bytes.Clone(data), err
}

// tick is how long a file system can give two writes one time; a younger file is
// left to age, or a write during the reading would not show in its stamp.
const tick = 10 * time.Millisecond

// mostKept is the largest buffer a cursor keeps.
const mostKept = 4 << 20

// tries is how often a file that changes is read (spec/layer.md, "Incremental").
const tries = 3

// read gives the bytes of one version of the file at path, and its stamp. They
// are valid until the next read of this cursor.
func (c *cursor) read(path string) (data []byte, s stamp, err error) {
	err = c.steady(path, func(f *os.File, size int64) error {
		data = slices.Grow(c.buf[:0], int(size)+1)
		if size < mostKept {
			c.buf = data
		}
		for {
			n, err := f.Read(data[len(data):cap(data)])
			data = data[:len(data)+n]
			if err == io.EOF {
				return sizeIs(int64(len(data)), size)
			}
			if err != nil {
				return err
			}
			if int64(len(data)) > size {
				return errChanging
			}
		}
	}, &s)
	if err != nil {
		return nil, s, err
	}
	return data, s, nil
}

// hash gives the content identity of one version of the file at path without
// holding its bytes.
func (c *cursor) hash(path string) (id string, s stamp, err error) {
	err = c.steady(path, func(f *os.File, size int64) (err error) {
		id, err = git.BlobReader(f, size)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return errChanging
		}
		return err
	}, &s)
	return id, s, err
}

func sizeIs(n, size int64) error {
	if n != size {
		return errChanging
	}
	return nil
}

// steady opens path and has it used; where its stamp is another one afterwards,
// or use says so, all of it is done again.
func (c *cursor) steady(path string, use func(f *os.File, size int64) error, s *stamp) error {
	for try := 0; ; try++ {
		err := c.once(path, use, s)
		if !errors.Is(err, errChanging) || try+1 == tries {
			return err
		}
		time.Sleep(time.Duration(try+1) * time.Millisecond)
	}
}

func (c *cursor) once(path string, use func(f *os.File, size int64) error, s *stamp) error {
	f, err := c.open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	if !fi.Mode().IsRegular() {
		return errNotFile
	}
	if age := time.Since(fi.ModTime()); age >= 0 && age < tick {
		time.Sleep(tick - age)
		if fi, err = f.Stat(); err != nil {
			return err
		}
	}
	*s = stampOf(fi)
	if err := use(f, s.size); err != nil {
		return err
	}
	after, err := f.Stat()
	if err != nil {
		return err
	}
	if stampOf(after) != *s {
		return errChanging
	}
	return nil
}

// cursor walks a tree for one goroutine. It keeps the folders of the last path
// open, so neighbours cost one step and not one a folder.
type cursor struct {
	tree *Tree
	dirs []openDir
	buf  []byte // of read
}

type openDir struct {
	name string
	root *os.Root
}

func newCursor(t *Tree) *cursor { return &cursor{tree: t} }

func (c *cursor) close() { c.drop(0) }

func (c *cursor) drop(keep int) {
	for _, d := range c.dirs[keep:] {
		d.root.Close()
	}
	c.dirs = c.dirs[:keep]
}

// folder opens the folder of path and gives it with the base name.
func (c *cursor) folder(path string) (*os.Root, string, error) {
	depth := 0
	at := c.tree.root
	for {
		name, rest, deeper := strings.Cut(path, "/")
		if !deeper {
			c.drop(depth)
			return at, path, nil
		}
		if depth < len(c.dirs) && c.dirs[depth].name != name {
			c.drop(depth)
		}
		if depth == len(c.dirs) {
			// A folder is never a link here: git lists nothing behind one.
			if fi, err := at.Lstat(name); err != nil {
				return nil, "", err
			} else if !fi.IsDir() {
				return nil, "", errNotFile
			}
			r, err := at.OpenRoot(name)
			if err != nil {
				return nil, "", err
			}
			c.dirs = append(c.dirs, openDir{name, r})
		}
		at = c.dirs[depth].root
		path = rest
		depth++
	}
}

func (c *cursor) open(path string) (*os.File, error) {
	dir, base, err := c.folder(path)
	if err != nil {
		return nil, err
	}
	return dir.OpenFile(base, openFlags, 0)
}

func (c *cursor) lstat(path string) (fs.FileInfo, error) {
	dir, base, err := c.folder(path)
	if err != nil {
		return nil, err
	}
	return dir.Lstat(base)
}

// plain refuses what is a link or no file.
func (c *cursor) plain(path string) error {
	fi, err := c.lstat(path)
	if err == nil && !fi.Mode().IsRegular() {
		err = errNotFile
	}
	return err
}

func (c *cursor) readlink(path string) (string, error) {
	dir, base, err := c.folder(path)
	if err != nil {
		return "", err
	}
	return dir.Readlink(base)
}
