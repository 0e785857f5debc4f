package publish

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"

	"majordomus/pkg/fault"
)

// File is the new content of one file of a set.
type File struct {
	Data []byte
	Mode fs.FileMode // permissions of a new file
}

// Current is a file of a set as it is now.
type Current struct {
	Exists bool
	Data   []byte
}

var errBusy = errors.New("busy")

// ErrUnfinished is in the chain of an error that came after the new set became
// the set: readers see it, and the next Publish finishes it.
var ErrUnfinished = errors.New("the new set stands, finishing it failed")

// Publish replaces the set by files, one for each name of Open, in that order.
// check sees the set as it is, under the lock, and refuses by an error: then
// nothing is changed. It is changed false, and nothing written, when every file
// holds these bytes already. Errors: code busy when another process is at it; a
// failing disk leaves the old set, unless ErrUnfinished says otherwise.
func (s *Set) Publish(files []File, check func([]Current) error) (changed bool, err error) {
	locks, err := s.lock()
	defer func() {
		for _, l := range locks {
			unlockDir(l)
		}
	}()
	if err != nil {
		return false, err
	}
	if err := s.recover(); err != nil {
		return false, s.place(err)
	}
	now, err := s.current()
	if err != nil {
		return false, s.place(err)
	}
	if check != nil {
		seen := make([]Current, len(now))
		for i, c := range now {
			seen[i] = Current{c.info != nil, c.data}
		}
		if err := check(seen); err != nil {
			return false, err
		}
	}
	return s.replace(files, now)
}

// folders lists the folders of the targets, in one order for every process.
func (s *Set) folders() []string {
	names := map[string]bool{}
	for _, t := range s.targets {
		names[t.dir] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func (s *Set) lock() (locks []*os.File, err error) {
	for _, name := range s.folders() {
		l, err := lockDir(s.dirs[name])
		if errors.Is(err, errBusy) {
			return locks, fault.New(fault.Conflict, "busy", "another process is publishing here").
				At(s.targets[0].shown, 0, 0).WithHint("run it again when that one is done")
		}
		if err != nil {
			return locks, s.place(err)
		}
		locks = append(locks, l)
	}
	return locks, nil
}

// recover finishes what a crash left, or sweeps it away.
func (s *Set) recover() error {
	j, err := s.readJournal()
	if err != nil {
		return err
	}
	if j != nil {
		if err := s.finish(j); err != nil {
			return err
		}
	}
	return s.sweep()
}

// current reads the targets; the lock is held.
func (s *Set) current() ([]content, error) {
	out := make([]content, len(s.targets))
	for i, t := range s.targets {
		c, err := readFile(s.root(t), t.base)
		if err != nil {
			return nil, fault.Wrap(err, "cannot be replaced").At(t.shown, 0, 0)
		}
		out[i] = c
	}
	return out, nil
}

func (s *Set) replace(files []File, now []content) (changed bool, err error) {
	j := journal{Version: journalVersion}
	for i, t := range s.targets {
		e := entry{Target: t.path(), Digest: digestOf(files[i].Data), Was: now[i].digest()}
		e.Temp = tempName(t.base, e.Digest)
		changed = changed || e.Was != e.Digest
		j.Files = append(j.Files, e)
	}
	if !changed {
		return false, nil
	}
	if err := s.prepare(files, j); err != nil {
		s.sweep() //nolint:errcheck // the next Publish sweeps again
		return false, s.place(err)
	}
	if err := s.settle(j); err != nil {
		return true, fault.Wrap(errors.Join(ErrUnfinished, err), "publish").At(s.targets[0].shown, 0, 0).
			WithHint("run it again: that finishes what stands")
	}
	return true, nil
}

// prepare goes up to the commit point: an error leaves the old set.
func (s *Set) prepare(files []File, j journal) error {
	for i, t := range s.targets {
		if err := s.create(s.root(t), j.Files[i].Temp, files[i].Data, files[i].Mode); err != nil {
			return err
		}
	}
	if err := s.syncDirs(); err != nil {
		return err
	}
	return s.commit(journal{Version: j.Version, Files: slices.Clone(j.Files)})
}

// settle goes on from the commit point.
func (s *Set) settle(j journal) error {
	if err := s.syncDirs(); err != nil {
		return err
	}
	return s.finish(&j)
}

// place gives an error of the disk the set's name.
func (s *Set) place(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	return fault.Wrap(err, "publish").At(s.targets[0].shown, 0, 0)
}
