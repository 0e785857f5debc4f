package git

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Commit is one commit of a Log.
type Commit struct {
	ID      string
	Time    int64 // committer time, seconds since 1970; of the commit, so no clock
	Subject string
	Paths   []string // changed against the first parent, below the root, as git orders them
}

// Log lists the last commits that touch root, newest first, at most limit of
// them; merges are left out. Before the first commit it is empty.
func (r *Repo) Log(ctx context.Context, root string, limit int) ([]Commit, error) {
	var out []Commit
	_, err := r.cmd.stream(ctx, root, nil, func(in io.Reader) (err error) {
		out, err = readLog(in)
		return err
	}, "log", "-z", "--raw", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-mailmap",
		"--no-color", "--no-merges", "--relative", "--abbrev=64", "--encoding=UTF-8", "--no-notes", "--no-decorate",
		"-n", strconv.Itoa(limit), "--format=%H%x00%ct%x00%s", "HEAD", "--", ".")
	if exitCode(err) == 128 {
		if id, cerr := r.commit(ctx, "HEAD"); cerr == nil && id == "" {
			return nil, nil
		}
	}
	return out, plain(err)
}

// readLog takes "<id>NUL<time>NUL<subject>NUL" and for each change
// ":<modes and ids> <status>NUL<path>NUL"; before the first change stands a line
// end, after the last an empty field.
func readLog(r io.Reader) ([]Commit, error) {
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
			c.Subject = f
			out = append(out, c)
			field = 0
		case field == 3:
			last := &out[len(out)-1]
			last.Paths = append(last.Paths, f)
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
