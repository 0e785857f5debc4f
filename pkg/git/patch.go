package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Change is a file a commit changed against its parent, with the runs of lines
// that it replaced, by their place.
type Change struct {
	Path  string
	Added bool // there was no such file at the parent
	Hunks []Hunk
}

// Hunk is a run of lines of the parent's version and the one that took its
// place; an insertion has Lines 0 and stands behind line Start, a deletion
// likewise in the new version.
type Hunk struct{ Start, Lines, NewStart, NewLines int }

// Patch is what one commit changed of the files asked for.
type Patch struct {
	ID      string
	Changes []Change // by path
}

// patchCommand compares the same way whatever a user has configured.
var patchCommand = []string{"diff-tree", "-r", "-p", "-U0", "--inter-hunk-context=0", "--text", "--diff-algorithm=myers", "--indent-heuristic",
	"--no-renames", "--ignore-submodules=none", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "-O" + os.DevNull}

// Patches compares commits of one parent each with it, in the given order, as
// far as they changed files at paths below root; those that did not are left
// out. Names that git quotes are passed over. ErrLacking where the repository
// lacks what there is to compare.
func (r *Repo) Patches(ctx context.Context, root string, ids, paths []string) ([]Patch, error) {
	return r.cmd.patches(ctx, root, ids, paths)
}

// Patches is that of a repository that need have no work tree; paths are from
// the top.
func (h *History) Patches(ctx context.Context, ids, paths []string) ([]Patch, error) {
	return h.cmd.patches(ctx, h.dir, ids, paths, "--git-dir="+h.dir)
}

// patchRun is how many commits one process compares while others compare more.
const patchRun = 64

func (c command) patches(ctx context.Context, dir string, ids, paths []string, global ...string) ([]Patch, error) {
	c = c.faithful()
	runs := slices.Collect(slices.Chunk(ids, max(patchRun, (len(ids)-1)/runtime.GOMAXPROCS(0)+1)))
	found, errs := make([][]Patch, len(runs)), make([]error, len(runs))
	var wg sync.WaitGroup
	for i, run := range runs {
		wg.Go(func() { found[i], errs[i] = c.patchesOf(ctx, dir, run, paths, global) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, lacking(err)
		}
	}
	return slices.Concat(found...), nil
}

func (c command) patchesOf(ctx context.Context, dir string, ids, paths, global []string) (out []Patch, err error) {
	args := slices.Concat(global, patchCommand, []string{"--relative", "--stdin", "--"}, paths)
	_, err = c.stream(ctx, dir, strings.NewReader(strings.Join(ids, "\n")+"\n"), func(in io.Reader) error {
		return readChanges(in, func(id string) { out = append(out, Patch{ID: id}) }, func(c Change) {
			if n := len(out); n > 0 {
				out[n-1].Changes = append(out[n-1].Changes, c)
			}
		})
	}, args...)
	return out, err
}

// ErrLacking is in the chain of an error about a commit of which a partial clone
// lacks the content.
var ErrLacking = errors.New("the repository lacks content")

// lacking is plain, and ErrLacking where git says it misses an object: it may
// not fetch one.
func lacking(err error) error {
	if f, ok := errors.AsType[*failure](err); ok && (strings.Contains(f.stderr, "unable to read") || strings.Contains(f.stderr, "from promisor remote")) {
		return fmt.Errorf("%w: %s", ErrLacking, f.first())
	}
	return plain(err)
}

// shortestID is the length of a whole id, in hexadecimal digits.
const shortestID = 40

// readPatch takes one patch without context.
func readPatch(text string) (out []Change) {
	_ = readChanges(strings.NewReader(text), func(string) {}, func(c Change) { out = append(out, c) }) // a string does not fail
	return out
}

// readChanges calls commit with each line that is a commit's id, and change with
// each file. Of a long line it keeps the beginning.
func readChanges(r io.Reader, commit func(id string), change func(Change)) error {
	var c Change
	var old string
	body := 0 // lines of the hunk still to come
	finish := func() {
		if c.Path != "" {
			change(c)
		}
		c = Change{}
	}
	defer finish()
	br := bufio.NewReaderSize(r, 64<<10)
	for {
		line, err := readLine(br)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case body > 0:
			if !strings.HasPrefix(line, `\`) {
				body--
			}
		case strings.HasPrefix(line, "--- "):
			finish()
			old = strings.TrimSuffix(strings.TrimPrefix(line, "--- "), "\t")
		case strings.HasPrefix(line, "+++ "):
			c = changeOf(old, strings.TrimSuffix(strings.TrimPrefix(line, "+++ "), "\t"))
		case strings.HasPrefix(line, "@@ -"):
			var h Hunk
			h, body = readHunk(line)
			c.Hunks = append(c.Hunks, h)
		case len(line) >= shortestID && isID(line):
			finish()
			commit(line)
		}
	}
}

// readLine gives the next line as far as the buffer holds it, without its end.
func readLine(br *bufio.Reader) (string, error) {
	b, err := br.ReadSlice('\n')
	if err == io.EOF && len(b) > 0 {
		err = nil
	}
	line := strings.TrimRight(string(b), "\r\n")
	for err == bufio.ErrBufferFull {
		_, err = br.ReadSlice('\n')
		if err == io.EOF {
			err = nil
		}
	}
	return line, err
}

// changeOf is the change between two names of a file, its path empty where git
// quotes it.
func changeOf(old, name string) Change {
	c := Change{Added: old == "/dev/null"}
	prefix := "b/"
	if name == "/dev/null" {
		name, prefix = old, "a/"
	}
	if p, ok := strings.CutPrefix(name, prefix); ok {
		c.Path = p
	}
	return c
}

// readHunk takes "@@ -start,lines +start,lines @@"; lines is how many of both
// sides follow.
func readHunk(line string) (h Hunk, lines int) {
	f := strings.Fields(line)
	if len(f) < 3 {
		return Hunk{}, 0
	}
	h.Start, h.Lines = hunkSide(strings.TrimPrefix(f[1], "-"))
	h.NewStart, h.NewLines = hunkSide(strings.TrimPrefix(f[2], "+"))
	return h, h.Lines + h.NewLines
}

func hunkSide(s string) (start, n int) {
	a, b, ok := strings.Cut(s, ",")
	start, _ = strconv.Atoi(a)
	if n = 1; ok {
		n, _ = strconv.Atoi(b)
	}
	return start, n
}
