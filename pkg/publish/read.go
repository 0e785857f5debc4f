package publish

import (
	"errors"
	"io/fs"
	"path"
	"runtime"

	"majordomus/pkg/fault"
)

// tries is how often Read begins again when the set is replaced under it.
const tries = 200

// Read gives every file of the set, all of one publication, by way of a journal
// that a crash may have left; it locks nothing and changes nothing.
func (s *Set) Read() ([]Current, error) {
	for range tries {
		out, err := s.readOnce()
		if err == nil {
			return out, nil
		}
		if !errors.Is(err, errMoved) {
			return nil, s.place(err)
		}
		runtime.Gosched()
	}
	return nil, fault.New(fault.Conflict, "busy", "the files are replaced faster than they can be read").At(s.targets[0].shown, 0, 0)
}

func (s *Set) readOnce() ([]Current, error) {
	j, err := s.readJournal()
	if err != nil {
		return nil, err
	}
	read := make([]content, len(s.targets))
	bound := true // by the digests of the journal
	for i, t := range s.targets {
		e := j.of(t)
		if e != nil {
			read[i], err = s.readNew(e)
			bound = bound && read[i].digest() == e.Digest
		} else {
			read[i], err = readFile(s.root(t), t.base)
			bound = false
		}
		if err != nil {
			return nil, err
		}
	}
	if !bound && !s.still(j, read) {
		return nil, errMoved
	}
	out := make([]Current, len(read))
	for i, c := range read {
		out[i] = Current{c.info != nil, c.data}
	}
	return out, nil
}

// still reports whether what no digest binds is of one publication: the same
// journal stands, or none as before, and every target that was read from its
// own name is the very file still.
func (s *Set) still(j *journal, read []content) bool {
	for i, t := range s.targets {
		if j.of(t) == nil && !read[i].current(s.root(t), t.base) {
			return false
		}
	}
	t := s.targets[0]
	if j != nil {
		return j.file.current(s.root(t), journalName(t.base))
	}
	_, err := s.root(t).Lstat(journalName(t.base))
	return errors.Is(err, fs.ErrNotExist)
}

// readNew reads a file of a journal, where it is by now: a target without its
// temporary was moved, whatever was done to it since.
func (s *Set) readNew(e *entry) (content, error) {
	dir, err := s.folder(path.Dir(e.Target))
	if err != nil {
		return content{}, err
	}
	c, err := readFile(dir, e.Temp)
	switch {
	case err != nil:
		return content{}, err
	case c.info == nil:
		return readFile(dir, path.Base(e.Target))
	case c.digest() != e.Digest:
		return content{}, damaged(e)
	}
	return c, nil
}
