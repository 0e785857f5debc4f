package git

import (
	"context"
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

// Past is a commit with one parent and its whole message.
type Past struct {
	ID, Parent string
	Time       int64 // committer time, seconds since 1970
	Message    string
}

// Commits lists at most limit commits with exactly one parent, newest first,
// from a revision on; none where it names no commit.
func (h *History) Commits(ctx context.Context, from string, limit int) ([]Past, error) {
	var fields []string
	_, err := h.cmd.stream(ctx, h.dir, nil, func(in io.Reader) error {
		return eachField(in, func(f string) error { fields = append(fields, f); return nil })
	}, "--git-dir="+h.dir, "log", "-z", "--no-merges", "--min-parents=1", "--encoding=UTF-8", "--no-notes", "--no-mailmap", "--no-show-signature",
		"-n", strconv.Itoa(limit), "--format=%H%x00%P%x00%ct%x00%B%x01", "--end-of-options", from)
	if exitCode(err) == 128 && !h.cmd.holds(ctx, h.dir, from, "--git-dir="+h.dir) {
		return nil, nil
	}
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

// Changes lists what differs between two commits, by path. Renames are a file
// that went and one that came. ErrLacking where there is nothing to compare.
func (h *History) Changes(ctx context.Context, parent, commit string) ([]Change, error) {
	out, err := h.cmd.run(ctx, h.dir, append(append([]string{"--git-dir=" + h.dir}, patchCommand...), "--end-of-options", parent, commit)...)
	if err != nil {
		return nil, lacking(err)
	}
	return readPatch(string(out)), nil
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
