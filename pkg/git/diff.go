package git

import (
	"context"
	"errors"
	"io"
	"slices"

	"majordomus/pkg/fault"
)

// DiffPaths lists the paths below root that differ between two revisions, both
// names of a rename, by path. Without head the work tree stands on that side:
// uncommitted and untracked-not-ignored work counts. Errors: invalid_diff for a
// revision that names no commit, git_timeout, git_diff_failed.
func (r *Repo) DiffPaths(ctx context.Context, root, base, head string) ([]string, error) {
	from, err := r.revision(ctx, base)
	if err != nil {
		return nil, err
	}
	var paths []string
	if head == "" {
		paths, err = r.workDiff(ctx, root, from)
	} else {
		var to string
		if to, err = r.revision(ctx, head); err != nil {
			return nil, err
		}
		// Without rename detection a rename is a removal and an addition: both names.
		err = r.names(ctx, root, &paths, "diff-tree", "-r", "-z", "--name-only", "--no-renames",
			"--no-ext-diff", "--relative", "--ignore-submodules=dirty", from, to)
	}
	if err != nil {
		return nil, diffFault(err)
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

func (r *Repo) revision(ctx context.Context, rev string) (string, error) {
	id, err := r.commit(ctx, rev)
	if err != nil {
		return "", diffFault(err)
	}
	if id == "" {
		return "", fault.New(fault.Invalid, "invalid_diff", "no commit is named %s", fault.Quote(rev)).
			WithHint("`git log --oneline` lists the commits there are")
	}
	return id, nil
}

// workDiff compares a commit with the work tree. Git lists what was only
// touched too; those whose bytes are the commit's are dropped here.
func (r *Repo) workDiff(ctx context.Context, root, from string) ([]string, error) {
	conf, err := r.cmd.settings(ctx, root)
	if err != nil {
		return nil, err
	}
	var l lists
	_, err = r.cmd.inert(conf).stream(ctx, root, nil, func(in io.Reader) error { return l.readRaw(in) },
		"diff-index", "-z", "--raw", "--no-renames", "--no-ext-diff", "--relative",
		"--ignore-submodules=dirty", "--abbrev=64", from, "--", ".")
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, c := range l.changed {
		if c.touched() {
			same, err := SameBytes(root, c.path, c.oldID)
			if err == nil && same {
				continue
			}
		}
		paths = append(paths, c.path)
	}
	return paths, r.names(ctx, root, &paths, "ls-files", "-z", "-o", "--exclude-standard")
}

func (r *Repo) names(ctx context.Context, root string, paths *[]string, args ...string) error {
	_, err := r.cmd.stream(ctx, root, nil, func(in io.Reader) error {
		return eachField(in, func(p string) error {
			*paths = append(*paths, p)
			return nil
		})
	}, args...)
	return err
}

func diffFault(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.New(fault.Internal, "git_timeout", "git took too long to compare")
	}
	var f *failure
	if errors.As(err, &f) {
		return fault.New(fault.Internal, "git_diff_failed", "git cannot compare: %s", f.first())
	}
	return err
}
