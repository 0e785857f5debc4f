package git

import (
	"context"
	"io"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// State says how far git vouches for the bytes of an entry.
type State uint8

// The states of an entry.
const (
	Clean     State = iota // the work tree's bytes are those of Blob
	LineEnds               // they are, if as many: git may have changed the line ends only
	Filtered               // a filter stands between the bytes and Blob
	Changed                // the bytes may differ from Blob, or are unmerged
	Untracked              // git knows no blob of it
)

// The modes of an entry, as the index has them.
const (
	ModeFile = 0o100644
	ModeExec = 0o100755
	ModeLink = 0o120000
	modeTree = 0o040000
	modeSub  = 0o160000
)

// Entry is one listed path. It is on disk, save in a race.
type Entry struct {
	Path  string // bytes as git has them, slash-separated, relative to the listed folder
	Blob  string // id in the index, hex; "" when Untracked or unmerged
	Size  int64  // of the work tree's file; -1 when git did not say
	MTime int64  // of the file when git last looked, nanoseconds since 1970; 0 when git did not say
	Mode  uint32 // in the index; 0 when Untracked
	State State
}

// Listing is what a folder of a work tree holds, tracked or untracked and not
// ignored: the set of `git ls-files -co --exclude-standard` without gitlinks,
// nested work trees and what is not on disk.
type Listing struct {
	Entries    []Entry  // by path, byte order, each once
	Boundaries []string // gitlinks, embedded repositories, nested work trees; by path, no trailing slash
	Sparse     int      // paths a sparse checkout leaves out
	Unreadable []string // folders git could not open, by path
	SHA256     bool     // blobs are SHA-256: no content identity can be taken from them
	Dirty      bool     // something differs from HEAD for certain
	doubtful   []int    // entries that are dirty if their bytes differ from Blob
}

// tracked is an index entry and what only the work tree can settle of it.
type tracked struct {
	Entry
	skip, trust bool // skip-worktree, assume-unchanged
}

// lists are the answers of the listing commands, in the order they are merged.
type lists struct {
	tracked   []tracked
	gitlinks  []string
	nested    []string // untracked repositories
	brief     bool     // the index was not listed
	unmerged  map[string]bool
	untracked []string
	changed   []change
	headErr   error // of comparing with HEAD: status 1 is a difference, 128 no commit yet
	level     bool  // it was not compared: the same was before
	warnings  string
}

// list runs the listing commands side by side in root, a brief one without that
// of the index; configured gives the settings once they are known, and level
// says once that is known whether the index is HEAD's.
func (c command) list(ctx context.Context, root string, l *lists, brief bool, configured func() (settings, error), level func() bool) error {
	l.brief = brief
	g, ctx := errgroup.WithContext(ctx)
	if !brief {
		g.Go(func() error { return c.listTracked(ctx, root, l) })
	}
	g.Go(func() (err error) {
		l.warnings, err = c.stream(ctx, root, nil, l.readUntracked, "ls-files", "-z", "-o", "--exclude-standard")
		return err
	})
	g.Go(func() error {
		conf, err := configured()
		if err != nil {
			return err
		}
		_, err = c.inert(conf).stream(ctx, root, nil, l.readChanged,
			"diff-files", "-z", "--raw", "--relative", "--ignore-submodules=dirty", "--no-renames", "--no-ext-diff", "--abbrev=64")
		return err
	})
	g.Go(func() error {
		if l.level = level(); !l.level {
			c.compareHead(ctx, root, l)
		}
		return nil
	})
	return plain(g.Wait())
}

// compareHead compares the index with HEAD.
func (c command) compareHead(ctx context.Context, root string, l *lists) {
	_, l.headErr = c.run(ctx, root, "diff-index", "-z", "--cached", "--quiet", "--ignore-submodules=dirty", "--no-ext-diff", "HEAD", "--", ".")
}

// listTracked runs the listing command of the index.
func (c command) listTracked(ctx context.Context, root string, l *lists) error {
	l.brief = false
	_, err := c.stream(ctx, root, nil, l.readTracked, "ls-files", "-z", "-s", "-v", "--debug")
	return plain(err)
}

// quiet reports whether the work tree added nothing to the index.
func (l *lists) quiet() bool {
	return len(l.untracked) == 0 && len(l.changed) == 0 && l.warnings == ""
}

// plain reports whether every index entry is what git can vouch for.
func (l *lists) plain() bool {
	return len(l.unmerged) == 0 && !slices.ContainsFunc(l.tracked, func(t tracked) bool { return t.skip || t.trust })
}

// readUntracked takes the paths of `ls-files -o`; a trailing slash is a nested
// repository.
func (l *lists) readUntracked(r io.Reader) error {
	return eachField(r, func(path string) error {
		if sub, ok := strings.CutSuffix(path, "/"); ok {
			l.nested = append(l.nested, sub)
			return nil
		}
		l.untracked = append(l.untracked, path)
		return nil
	})
}

// merge makes a Listing of the answers. onDisk tells whether a path is there;
// it is asked only of what git does not look at itself.
func (l *lists) merge(onDisk func(path string) bool) *Listing {
	staged := l.headErr != nil && len(l.tracked) > 0
	out := &Listing{Dirty: staged || len(l.untracked) > 0 || len(l.unmerged) > 0, Unreadable: unreadable(l.warnings)}
	changes := make(map[string]change, len(l.changed))
	for _, c := range l.changed {
		changes[c.path] = c
	}
	out.Entries = make([]Entry, 0, len(l.tracked)+len(l.untracked))
	for _, t := range l.tracked {
		l.settle(out, t, changes, onDisk)
	}
	for _, p := range l.untracked {
		out.Entries = append(out.Entries, Entry{Path: p, Size: -1, State: Untracked})
	}
	out.order()
	for _, b := range slices.Concat(l.gitlinks, l.nested) {
		if c, ok := changes[b]; ok {
			out.Dirty = true
			if c.status == 'D' && !onDisk(b) {
				continue
			}
		}
		out.Boundaries = append(out.Boundaries, b)
	}
	slices.Sort(out.Boundaries)
	out.Boundaries = slices.Compact(out.Boundaries)
	return out
}

// settle adds an index entry as the work tree has it.
func (l *lists) settle(out *Listing, t tracked, changes map[string]change, onDisk func(string) bool) {
	e := t.Entry
	switch c, changed := changes[e.Path]; {
	case t.skip && !onDisk(e.Path):
		out.Sparse++
		return
	case changed && c.status == 'D', t.trust && !onDisk(e.Path):
		out.Dirty = true
		return
	case l.unmerged[e.Path]:
		if !onDisk(e.Path) {
			return
		}
		e.Blob, e.State, e.Size, e.MTime = "", Changed, -1, 0
	case changed || t.skip || t.trust:
		e.State, e.Size, e.MTime = Changed, -1, 0
		out.Dirty = out.Dirty || changed && c.certain(e.Mode)
	}
	out.Entries = append(out.Entries, e)
}

// order sorts the entries, drops repetitions and notes the doubtful ones.
func (l *Listing) order() {
	byPath := func(a, b Entry) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(l.Entries, byPath) {
		slices.SortStableFunc(l.Entries, byPath)
	}
	l.Entries = slices.CompactFunc(l.Entries, func(a, b Entry) bool { return a.Path == b.Path })
	for i := range l.Entries {
		if e := &l.Entries[i]; e.State == Changed && e.Blob != "" {
			l.doubtful = append(l.doubtful, i)
		}
	}
}

// unreadable takes the folders git warns it could not open.
func unreadable(warnings string) []string {
	var out []string
	for line := range strings.Lines(warnings) {
		if s, ok := strings.CutPrefix(line, "warning: could not open directory '"); ok {
			if i := strings.LastIndex(s, "/': "); i > 0 {
				out = append(out, s[:i])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Doubt lists the entries whose bytes decide whether the work tree is dirty:
// those that touch or a rewrite made look changed.
func (l *Listing) Doubt() []int { return l.doubtful }
