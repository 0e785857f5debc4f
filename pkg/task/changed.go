package task

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/git"
)

// Diff says where the changed paths come from: a list, or two revisions of git.
type Diff struct {
	Paths []string // nil: none are given
	Base  string   // a revision
	Head  string   // a revision; "": the work tree, uncommitted and untracked work included
}

// Changed gives the paths that changed below root; repo is nil without git.
// Errors: ambiguous_diff_inputs, git_unavailable, and those of git.DiffPaths:
// invalid_diff, git_timeout, git_diff_failed.
func Changed(ctx context.Context, repo *git.Repo, root string, d Diff) ([]string, error) {
	switch {
	case d.Paths != nil && (d.Base != "" || d.Head != ""):
		return nil, fault.New(fault.Usage, CodeAmbiguous, "changed paths and revisions are two sources of one thing").
			WithHint("give the paths, or base and head")
	case d.Base == "" && d.Head != "":
		return nil, fault.New(fault.Usage, CodeAmbiguous, "head without base").WithHint("give base too")
	case d.Base == "":
		return d.Paths, nil
	case repo == nil:
		return nil, fault.New(fault.Internal, CodeNoGit, "there is no git to compare revisions with").WithHint("give the changed paths as a list")
	}
	paths, err := repo.DiffPaths(ctx, root, d.Base, d.Head)
	if err == nil {
		return paths, nil
	}
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return nil, err
	}
	if errors.Is(err, git.ErrUnavailable) {
		return nil, fault.New(fault.Internal, CodeNoGit, "git is unavailable: %v", err)
	}
	return nil, fault.New(fault.Internal, "git_diff_failed", "git cannot compare").WithHint("%v", err)
}

// ChangedList reads a list of changed paths: a JSON array of strings, entries
// that end in NUL (as git -z writes them), or one path a line. The error is
// invalid_changed_paths.
func ChangedList(data []byte) ([]string, error) {
	paths := []string{}
	text := bytes.TrimSpace(data)
	switch {
	case bytes.HasPrefix(text, []byte("[")) && json.Valid(text):
		v, err := canon.Parse(text)
		if err != nil {
			return nil, invalid(CodeChanged, "the changed paths cannot be read: %v", err)
		}
		for i := range v.Len() {
			p, ok := v.Item(i).Str()
			if !ok {
				return nil, invalid(CodeChanged, "the changed paths are strings, one is %s", v.Item(i).Kind())
			}
			paths = append(paths, p)
		}
		return paths, nil
	case bytes.IndexByte(data, 0) >= 0:
		for p := range strings.SplitSeq(strings.TrimSuffix(string(data), "\x00"), "\x00") {
			paths = append(paths, p)
		}
		return paths, nil
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\r\n"); canon.Trim(line) != "" {
			paths = append(paths, line)
		}
	}
	return paths, nil
}
