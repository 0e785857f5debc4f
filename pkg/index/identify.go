package index

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"majordomus/pkg/git"
)

// hashAtOnce is the size up to which a file git does not vouch for is hashed
// before scope is judged; a larger one only when scope lets it in.
const hashAtOnce = 4 << 20

// identify finds the content identity of everything git does not vouch for, and
// with it whether the work tree is clean. Entries that are gone are dropped.
func (d *discovery) identify(ctx context.Context, c *cache) error {
	var todo []int
	for i := range d.entries {
		if e := &d.entries[i]; e.trust == open || e.stamp.size < 0 {
			todo = append(todo, i)
		}
	}
	gone := make([]bool, len(todo))
	m := c.memo(len(todo))
	err := parallel(ctx, d.tree, len(todo), func(c *cursor, i int) {
		gone[i] = !d.entries[todo[i]].look(c, m)
	})
	if err != nil {
		return err
	}
	c.keepMemo(m)
	if d.survey != nil {
		d.git = d.survey.Git(slices.Contains(gone, true) || d.dirty())
	}
	d.drop(todo, gone)
	return nil
}

// look finds out what the entry is on disk; false when it is gone.
func (e *entry) look(c *cursor, m *memo) bool {
	fi, err := c.lstat(e.path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotFile) {
		return false
	}
	if err != nil {
		e.lose(err)
		return true
	}
	switch mode := fi.Mode(); {
	case mode.IsDir():
		return false
	case mode&fs.ModeSymlink != 0:
		e.form = link
		e.follow(c)
	case !mode.IsRegular():
		e.form = other
	case e.trust != open:
		e.form, e.stamp.size = file, fi.Size()
	case fi.Size() > hashAtOnce:
		e.form, e.stamp, e.blob = file, stampOf(fi), ""
	default:
		e.form = file
		e.recall(c, m, fi)
	}
	return true
}

// recall takes the identity from the memo, else from the bytes.
func (e *entry) recall(c *cursor, m *memo, fi fs.FileInfo) {
	at, ok := inodeOf(fi)
	if !ok {
		e.hash(c)
		return
	}
	if id, known := m.get(e.path, at); known {
		e.blob, e.stamp, e.trust = id, stampOf(fi), hashed
		return
	}
	if e.hash(c); e.trust == hashed && e.stamp == stampOf(fi) {
		m.put(e.path, at, e.blob)
	}
}

// follow reads a link's text; its identity is that of the text.
func (e *entry) follow(c *cursor) {
	text, err := c.readlink(e.path)
	if err != nil {
		e.lose(err)
		return
	}
	e.target, e.blob, e.trust = text, git.Blob([]byte(text)), hashed
	e.stamp = stamp{size: int64(len(text))}
}

func (e *entry) hash(c *cursor) {
	id, s, err := c.hash(e.path)
	if err != nil {
		e.lose(err)
		return
	}
	e.blob, e.stamp, e.trust = id, s, hashed
}

// lose notes that the bytes cannot be read, in words that name no place.
func (e *entry) lose(err error) {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	e.trust, e.why, e.blob = lost, err.Error(), ""
	e.stamp = stamp{size: max(e.stamp.size, 0)}
}

// dirty settles what git left in doubt.
func (d *discovery) dirty() bool {
	l := d.survey.Listing
	if l.Dirty {
		return true
	}
	for _, i := range l.Doubt() {
		e, was := &d.entries[i], l.Entries[i].Blob
		if e.trust == hashed && e.blob == was {
			continue
		}
		if same, err := git.SameBytes(d.root, e.path, was); err != nil || !same {
			return true
		}
	}
	return false
}

// drop removes entries that are gone and moves pipes to their own list.
func (d *discovery) drop(todo []int, gone []bool) {
	for i, at := range todo {
		if gone[i] {
			d.entries[at].path = ""
		} else if d.entries[at].form == other {
			d.pipes = append(d.pipes, d.entries[at].path)
			d.entries[at].path = ""
		}
	}
	d.entries = slices.DeleteFunc(d.entries, func(e entry) bool { return e.path == "" })
	slices.Sort(d.pipes)
}

// settle decides the entries that git vouches for under a conversion of line
// ends, and reads the links; only an index that is not in the cache needs it.
func (d *discovery) settle(ctx context.Context) error {
	if err := d.settleLineEnds(ctx); err != nil {
		return err
	}
	return parallel(ctx, d.tree, len(d.entries), func(c *cursor, i int) {
		switch e := &d.entries[i]; {
		case e.trust == byLength, e.trust == open && e.stamp.size <= hashAtOnce:
			e.hash(c)
		case e.form == link && e.target == "" && e.trust == vouched:
			e.follow(c)
		}
	})
}

// settleLineEnds asks git for the lengths of the blobs.
func (d *discovery) settleLineEnds(ctx context.Context) error {
	if d.survey == nil || !slices.ContainsFunc(d.entries, func(e entry) bool { return e.trust == byLength }) {
		return nil
	}
	if err := d.survey.SettleLineEnds(ctx); err != nil {
		return err
	}
	clean := make(map[string]bool)
	for i := range d.survey.Listing.Entries {
		if e := &d.survey.Listing.Entries[i]; e.State == git.Clean {
			clean[e.Path] = true
		}
	}
	for i := range d.entries {
		if e := &d.entries[i]; e.trust == byLength && clean[e.path] {
			e.trust = vouched
		}
	}
	return nil
}
