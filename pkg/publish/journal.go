package publish

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"majordomus/pkg/fault"
)

// Names beside a target: the journal of the set, the journal while it is
// written, and a temporary with the start of its digest.
func journalName(base string) string { return base + ".journal" }
func draftName(base string) string   { return "." + base + ".journal.tmp" }

const shortDigest = 16

func tempName(base, digest string) string { return "." + base + "." + digest[:shortDigest] + ".tmp" }

// isTemp reports whether a name is that of a temporary of a target.
func isTemp(name, base string) bool {
	mid, ok := strings.CutPrefix(name, "."+base+".")
	mid, ok2 := strings.CutSuffix(mid, ".tmp")
	_, err := hex.DecodeString(mid)
	return ok && ok2 && err == nil && len(mid) == shortDigest
}

// journal is the file that makes a new set the set.
type journal struct {
	Version int     `json:"version"`
	Files   []entry `json:"files"`

	file content // as it was read
}

// entry is one file of the new set.
type entry struct {
	Target string `json:"target"` // relative to the journal's folder
	Temp   string `json:"temp"`   // beside the target
	Digest string `json:"digest"` // SHA-256 of the new bytes
	Was    string `json:"was"`    // of the old ones; "" when there was no file
}

const journalVersion = 1

// readJournal gives the journal of the set, nil without one.
func (s *Set) readJournal() (*journal, error) {
	t := s.targets[0]
	c, err := readFile(s.root(t), journalName(t.base))
	if err != nil || c.info == nil {
		return nil, err
	}
	j := journal{file: c}
	if err := json.Unmarshal(c.data, &j); err != nil || j.Version != journalVersion {
		return nil, fault.New(fault.Conflict, "journal_unreadable", "the journal %s is none of ours", fault.Quote(journalName(t.base))).
			At(t.shown, 0, 0).WithHint("look at it, then remove it")
	}
	for i := range j.Files {
		e := &j.Files[i]
		e.Target = path.Join(t.dir, e.Target)
		if !filepath.IsLocal(filepath.FromSlash(e.Target)) || path.Base(e.Temp) != e.Temp || !isTemp(e.Temp, path.Base(e.Target)) {
			return nil, fault.New(fault.Conflict, "journal_unreadable", "the unfinished set holds %s, which cannot be reached from here", fault.Quote(e.Target)).
				At(t.shown, 0, 0).WithHint("publish the same outputs again, from where it was done before")
		}
	}
	return &j, nil
}

// of is the entry of a target, nil when the journal does not name it.
func (j *journal) of(t target) *entry {
	if j == nil {
		return nil
	}
	for i := range j.Files {
		if j.Files[i].Target == t.path() {
			return &j.Files[i]
		}
	}
	return nil
}

// commit writes the journal: from its rename on the new set is the set.
func (s *Set) commit(j journal) error {
	t := s.targets[0]
	for i := range j.Files {
		rel, err := filepath.Rel(filepath.FromSlash(t.dir), filepath.FromSlash(j.Files[i].Target))
		if err != nil {
			return err
		}
		j.Files[i].Target = filepath.ToSlash(rel)
	}
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	dir := s.root(t)
	if err := s.create(dir, draftName(t.base), append(data, '\n'), 0o600); err != nil {
		return err
	}
	return s.rename(dir, draftName(t.base), journalName(t.base))
}

// finish moves the files of a journal to their targets and removes it.
func (s *Set) finish(j *journal) error {
	for _, e := range j.Files {
		if err := s.move(e); err != nil {
			return err
		}
	}
	if err := s.syncDirs(); err != nil {
		return err
	}
	t := s.targets[0]
	if err := s.remove(s.root(t), journalName(t.base)); err != nil {
		return err
	}
	return s.syncDirs()
}

// move gives one temporary its target's name, unless someone wrote the target
// after the set was published: that is kept.
func (s *Set) move(e entry) error {
	dir, err := s.folder(path.Dir(e.Target))
	if err != nil {
		return err
	}
	base := path.Base(e.Target)
	temp, err := readFile(dir, e.Temp)
	if err != nil {
		return err
	}
	now, err := readFile(dir, base)
	if err != nil {
		return err
	}
	switch d := now.digest(); {
	case temp.info == nil: // moved before, or never needed
		return nil
	case temp.digest() != e.Digest:
		return damaged(&e)
	case d != e.Was && d != e.Digest:
		return fault.New(fault.Conflict, "edited", "it was edited while a set was being published; the edit is kept").
			At(e.Target, 0, 0).WithHint("move it away, then publish again")
	}
	return s.rename(dir, e.Temp, base)
}

func damaged(e *entry) error {
	return fault.New(fault.Conflict, "temporary_damaged", "the temporary %s is not what the journal says", fault.Quote(e.Temp)).
		At(e.Target, 0, 0).WithHint("remove the journal and the temporary, then publish again")
}

// sweep removes the temporaries of a set without a journal.
func (s *Set) sweep() error {
	for _, t := range s.targets {
		dir := s.root(t)
		f, err := dir.Open(".")
		if err != nil {
			return err
		}
		names, err := f.Readdirnames(-1)
		f.Close() //nolint:errcheck // opened for reading
		if err != nil {
			return err
		}
		for _, n := range names {
			if isTemp(n, t.base) || n == draftName(t.base) {
				if err := s.remove(dir, n); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
	}
	return nil
}
