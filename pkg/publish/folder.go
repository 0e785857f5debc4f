package publish

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"majordomus/pkg/fault"
)

// Set is the names of files that are read and published together. Open one,
// use it, Close it.
type Set struct {
	start   *os.Root            // the folder the names start from
	dirs    map[string]*os.Root // by slash path below start, opened without following links
	targets []target            // in the order of the names
	step    func(op, name string) error
}

// target is one file of the set.
type target struct {
	dir, base string
	shown     string // as the caller named it
}

func (t target) path() string { return path.Join(t.dir, t.base) }

// Open opens the folders of a set. The first name is the primary: the journal
// stands beside it. Names that stay below dir ("" is the working folder) start
// there; otherwise all start from the nearest common folder of their parents,
// links resolved once.
func Open(dir string, names ...string) (*Set, error) {
	start, below, err := place(dir, names)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(start)
	if err != nil {
		return nil, fault.Wrap(err, "open the folder").At(names[0], 0, 0)
	}
	s := &Set{start: root, dirs: map[string]*os.Root{".": root}}
	seen := map[string]bool{}
	for i, p := range below {
		if seen[p] {
			s.Close()
			return nil, fault.New(fault.Usage, "invalid_input", "two outputs are one file").At(names[i], 0, 0)
		}
		seen[p] = true
		t := target{dir: path.Dir(p), base: path.Base(p), shown: names[i]}
		if _, err := s.folder(t.dir); err != nil {
			s.Close()
			return nil, fault.Wrap(err, "open the folder").At(names[i], 0, 0)
		}
		s.targets = append(s.targets, t)
	}
	return s, nil
}

// Close gives the folders back.
func (s *Set) Close() {
	for _, d := range s.dirs {
		d.Close() //nolint:errcheck // opened for reading
	}
}

// place finds the folder that names start from and what they are below it.
func place(dir string, names []string) (start string, below []string, err error) {
	if dir == "" {
		dir = "."
	}
	for _, n := range names {
		if !filepath.IsLocal(n) || filepath.Clean(n) == "." {
			return common(dir, names)
		}
		below = append(below, filepath.ToSlash(filepath.Clean(n)))
	}
	return dir, below, nil
}

// common is place for names that lead out of dir.
func common(dir string, names []string) (start string, below []string, err error) {
	for i, n := range names {
		if !filepath.IsAbs(n) {
			n = filepath.Join(dir, n)
		}
		if n, err = filepath.Abs(n); err == nil {
			var parent string
			parent, err = filepath.EvalSymlinks(filepath.Dir(n))
			n = filepath.Join(parent, filepath.Base(n))
		}
		if err != nil {
			return "", nil, fault.Wrap(err, "open the folder").At(names[i], 0, 0)
		}
		below = append(below, n)
		if i == 0 {
			start = filepath.Dir(n)
		}
		for !inside(start, n) {
			start = filepath.Dir(start)
		}
	}
	for i, n := range below {
		rel, err := filepath.Rel(start, n)
		if err != nil {
			return "", nil, fault.Wrap(err, "open the folder").At(names[i], 0, 0)
		}
		below[i] = filepath.ToSlash(rel)
	}
	return start, below, nil
}

func inside(dir, name string) bool {
	if dir == filepath.Dir(dir) {
		return true
	}
	return strings.HasPrefix(name, dir+string(filepath.Separator))
}

var errLink = errors.New("a link is not followed")

// folder opens a folder below start, segment by segment: what is opened must be
// the folder that was looked at, so that no link is followed even when one is
// put there in between.
func (s *Set) folder(dir string) (*os.Root, error) {
	if d, ok := s.dirs[dir]; ok {
		return d, nil
	}
	parent, err := s.folder(path.Dir(dir))
	if err != nil {
		return nil, err
	}
	base := path.Base(dir)
	seen, err := parent.Lstat(base)
	if err != nil {
		return nil, err
	}
	if !seen.IsDir() {
		if seen.Mode()&fs.ModeSymlink != 0 {
			return nil, &fs.PathError{Op: "open", Path: dir, Err: errLink}
		}
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errors.New("not a folder")}
	}
	d, err := parent.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	opened, err := d.Stat(".")
	if err != nil || !os.SameFile(seen, opened) {
		d.Close() //nolint:errcheck // opened for reading
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errLink}
	}
	s.dirs[dir] = d
	return d, nil
}

// root is the open folder of a target.
func (s *Set) root(t target) *os.Root { return s.dirs[t.dir] }
