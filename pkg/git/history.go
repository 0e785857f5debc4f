package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"majordomus/pkg/fault"
)

// History reads the commits of a repository, bare or not, and lays their trees
// out in a folder of its caller's. It writes nothing into the repository.
type History struct {
	cmd command
	dir string // the git directory, absolute
}

// OpenHistory opens the repository that dir is or lies in.
func OpenHistory(ctx context.Context, dir string) (*History, error) {
	c, err := newCommand(ctx, dir)
	if err != nil {
		return nil, err
	}
	out, err := c.run(ctx, dir, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return nil, fault.New(fault.NotFound, "repo_not_found", "no git repository").At(dir, 0, 0)
	}
	return &History{cmd: c, dir: strings.TrimRight(string(out), "\n")}, nil
}

// Change is a file a commit changed against its parent, with the lines of the
// parent's version that it replaced or stood behind, by hunk.
type Change struct {
	Path  string
	Added bool // there was no such file at the parent
	Hunks []Hunk
}

// Hunk is a run of lines of the parent's version; an insertion has Lines 0 and
// stands behind line Start.
type Hunk struct{ Start, Lines int }

// Past is a commit with one parent and its whole message.
type Past struct {
	ID, Parent string
	Time       int64 // committer time, seconds since 1970
	Message    string
}

// Commits lists at most limit commits with exactly one parent, newest first,
// from a revision on.
func (h *History) Commits(ctx context.Context, from string, limit int) ([]Past, error) {
	var fields []string
	_, err := h.cmd.stream(ctx, h.dir, nil, func(in io.Reader) error {
		return eachField(in, func(f string) error { fields = append(fields, f); return nil })
	}, "--git-dir="+h.dir, "log", "-z", "--no-merges", "--min-parents=1", "--encoding=UTF-8", "--no-notes", "--no-mailmap", "--no-show-signature",
		"-n", strconv.Itoa(limit), "--format=%H%x00%P%x00%ct%x00%B%x01", "--end-of-options", from)
	if err != nil {
		return nil, plain(err)
	}
	var out []Past
	for i := 0; i+3 < len(fields); i += 4 {
		t, err := strconv.ParseInt(fields[i+2], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git log: %w: %q", errOutput, cut([]byte(fields[i+2])))
		}
		out = append(out, Past{ID: fields[i], Parent: fields[i+1], Time: t, Message: strings.TrimSuffix(fields[i+3], "\x01")})
	}
	return out, nil
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

// Changes lists what differs between two commits, by path. Renames are a file
// that went and one that came. ErrLacking where there is nothing to compare.
func (h *History) Changes(ctx context.Context, parent, commit string) ([]Change, error) {
	out, err := h.cmd.run(ctx, h.dir, "--git-dir="+h.dir, "diff-tree", "-r", "-p", "-U0", "--no-renames", "--no-color", "--no-ext-diff",
		"--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "--end-of-options", parent, commit)
	if err != nil {
		return nil, lacking(err)
	}
	return readPatch(string(out)), nil
}

// readPatch takes the paths and hunks of a patch without context. Names that
// git quotes are passed over.
func readPatch(text string) []Change {
	var out []Change
	var old string
	body := 0 // lines of the hunk still to come
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case body > 0:
			if !strings.HasPrefix(line, `\`) {
				body--
			}
		case strings.HasPrefix(line, "--- "):
			old = strings.TrimSuffix(strings.TrimPrefix(line, "--- "), "\t")
		case strings.HasPrefix(line, "+++ "):
			name := strings.TrimSuffix(strings.TrimPrefix(line, "+++ "), "\t")
			c := Change{Added: old == "/dev/null"}
			prefix := "b/"
			if name == "/dev/null" {
				name, prefix = old, "a/"
			}
			if p, ok := strings.CutPrefix(name, prefix); ok {
				c.Path = p
			}
			out = append(out, c)
		case strings.HasPrefix(line, "@@ -") && len(out) > 0:
			h, lines := readHunk(line)
			last := &out[len(out)-1]
			last.Hunks = append(last.Hunks, h)
			body = lines
		}
	}
	n := 0
	for _, c := range out {
		if c.Path != "" {
			out[n] = c
			n++
		}
	}
	return out[:n]
}

// readHunk takes "@@ -start,lines +start,lines @@"; lines is how many of both
// sides follow.
func readHunk(line string) (Hunk, int) {
	side := func(s string) (start, n int) {
		a, b, ok := strings.Cut(s, ",")
		start, _ = strconv.Atoi(a)
		if n = 1; ok {
			n, _ = strconv.Atoi(b)
		}
		return start, n
	}
	f := strings.Fields(line)
	if len(f) < 3 {
		return Hunk{}, 0
	}
	start, n := side(strings.TrimPrefix(f[1], "-"))
	_, m := side(strings.TrimPrefix(f[2], "+"))
	return Hunk{start, n}, n + m
}

// LayOut makes the folder tree the tree of a commit, as quickly as what differs
// from the commit laid out before allows. index is a file of the caller's that
// remembers that one. A file whose content the repository lacks is left out.
func (h *History) LayOut(ctx context.Context, commit, tree, index string) error {
	c := command{program: h.cmd.program, env: append(append([]string(nil), h.cmd.env...), "GIT_INDEX_FILE="+index)}
	abs, err := filepath.Abs(tree)
	if err != nil {
		return err
	}
	run := func(args ...string) error {
		_, err := c.run(ctx, h.dir, append([]string{"--git-dir=" + h.dir, "--work-tree=" + abs, "-c", "core.bare=false",
			"-c", "core.attributesFile=/dev/null", "-c", "core.symlinks=false", "-c", "core.autocrlf=false", "-c", "core.eol=lf"}, args...)...)
		return err
	}
	if run("read-tree", "-u", "--reset", commit) == nil {
		return nil
	}
	if err := run("read-tree", "--reset", commit); err != nil {
		return plain(err)
	}
	_ = run("checkout-index", "-a", "-f", "-q") // goes on behind what it lacks, and complains
	return plain(run("clean", "-f", "-d", "-x", "-q"))
}

// Log is that of Repo, over the whole tree.
func (h *History) Log(ctx context.Context, o LogOptions) ([]Commit, error) {
	return h.cmd.log(ctx, h.dir, o, "--git-dir="+h.dir)
}
