package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Commit is one commit of a log.
type Commit struct {
	ID      string   `json:"id"`
	Time    int64    `json:"time"`            // committer time, seconds since 1970; of the commit, so no clock
	Message string   `json:"message"`         // whole, or as far as the log was asked for
	Files   int      `json:"files"`           // how many it changed against its parent, below the root
	Paths   []string `json:"paths,omitempty"` // these, in the order of their bytes; none of more than the log was asked for
}

// LogOptions bounds a log.
type LogOptions struct {
	From         string // the commit to go back from, as its id or a revision
	Commits      int    // at most so many
	MessageBytes int    // of a message that is longer the rest is cut off; 0: nothing is
	Paths        int    // a commit that changed more has its paths left out; 0: none has
}

// Log lists the commits with exactly one parent back from one, newest first.
// Paths are relative to root, a folder of the work tree, and only those below
// it count; a rename is a file that went and one that came. ErrNoCommit where
// From names no commit here, ErrLacking where a partial clone lacks a tree.
func (r *Repo) Log(ctx context.Context, root string, o LogOptions) ([]Commit, error) {
	return r.cmd.log(ctx, root, o)
}

// Storage is the folder that holds the history, one for all work trees of a
// clone, and whether it was cut off when it was fetched.
func (r *Repo) Storage(ctx context.Context) (dir string, shallow bool, err error) {
	out, err := r.cmd.run(ctx, r.top, "rev-parse", "--is-shallow-repository", "--git-common-dir")
	if err != nil {
		return "", false, plain(err)
	}
	is, dir, _ := strings.Cut(string(out), "\n")
	if dir = strings.TrimSuffix(dir, "\n"); !filepath.IsAbs(dir) {
		dir = filepath.Join(r.top, dir)
	}
	return dir, is == "true", nil
}

// ErrNoCommit is in the chain of an error of Log when its From names no commit.
var ErrNoCommit = errors.New("no such commit")

// faithful lets no replacement of an object and no graft count: an id then says
// all that a history holds.
func (c command) faithful() command {
	c.env = append(slices.Clone(c.env), "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE="+os.DevNull)
	return c
}

// log is what is common to a work tree and a bare repository.
func (c command) log(ctx context.Context, dir string, o LogOptions, global ...string) ([]Commit, error) {
	c = c.faithful()
	var out []Commit
	_, err := c.stream(ctx, dir, nil, func(in io.Reader) (err error) {
		out, err = readLog(in, o)
		return err
	}, append(global, "log", "-z", "--raw", "--no-renames", "--ignore-submodules=none", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-mailmap",
		"--no-color", "--no-merges", "--min-parents=1", "--relative", "--abbrev=64", "--encoding=UTF-8", "--no-notes", "--no-decorate",
		"-O"+os.DevNull, "-n", strconv.Itoa(o.Commits), "--format=%H%x00%ct%x00%B", "--end-of-options", o.From, "--")...)
	if exitCode(err) == 128 && !c.holds(ctx, dir, o.From, global...) {
		return nil, ErrNoCommit
	}
	return out, lacking(err)
}

// holds reports whether a revision names a commit.
func (c command) holds(ctx context.Context, dir, rev string, global ...string) bool {
	_, err := c.run(ctx, dir, append(global, "rev-parse", "-q", "--verify", "--end-of-options", rev+"^{commit}")...)
	return err == nil
}

// readLog takes "<id>NUL<time>NUL<message>NUL" and for each change
// ":<modes and ids> <status>NUL<path>NUL"; before the first change stands a line
// end, after the last an empty field.
func readLog(r io.Reader, o LogOptions) ([]Commit, error) {
	var out []Commit
	var field int
	var c Commit
	err := eachField(r, func(f string) (err error) {
		raw, isChange := strings.CutPrefix(strings.TrimPrefix(f, "\n"), ":")
		switch {
		case field == 1:
			c.Time, err = strconv.ParseInt(f, 10, 64)
			field = 2
		case field == 2:
			c.Message = o.message(f)
			out = append(out, c)
			field = 0
		case field == 3:
			last := &out[len(out)-1]
			if last.Files++; o.Paths == 0 || last.Files <= o.Paths {
				last.Paths = append(last.Paths, f)
			} else {
				last.Paths = nil
			}
			field = 0
		case f == "":
		case isChange && len(out) > 0:
			if len(strings.Fields(raw)) != 5 {
				return fmt.Errorf("git log: %w: %q", errOutput, cut([]byte(f)))
			}
			field = 3
		default:
			c = Commit{ID: strings.TrimPrefix(f, "\n")}
			field = 1
		}
		return err
	})
	if err == nil && field != 0 {
		err = fmt.Errorf("git log: %w: cut short", errOutput)
	}
	return out, err
}

// message is as much of one as was asked for, in whole characters.
func (o LogOptions) message(m string) string {
	m = strings.TrimRight(m, "\n")
	if o.MessageBytes == 0 || len(m) <= o.MessageBytes {
		return strings.Clone(m)
	}
	end := o.MessageBytes
	for end > 0 && !utf8.RuneStart(m[end]) {
		end--
	}
	return strings.Clone(m[:end])
}
