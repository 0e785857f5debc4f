package index

import (
	"context"
	"errors"
	"path/filepath"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
)

// Root is the root folder that Build would index from dir, absolute with links
// resolved, and the repository around it; nil without git. Errors as for Build.
func Root(ctx context.Context, dir string) (root string, repo *git.Repo, err error) {
	if err := checkFolder(dir); err != nil {
		return "", nil, err
	}
	abs, err := realPath(dir)
	if err != nil {
		return "", nil, err
	}
	repo, err = git.Open(ctx, abs)
	if errors.Is(err, git.ErrUnavailable) {
		return rootWithoutGit(abs), nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	return rootOf(repo.Top(), abs), repo, nil
}

// realPath is dir as an absolute path without links; "" is the current folder.
func realPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return "", fault.Wrap(err, "cannot be opened").At(dir, 0, 0)
	}
	return abs, nil
}

// rootWithoutGit is the folder itself, unless only the program is missing and a
// repository still says where its top is.
func rootWithoutGit(dir string) string {
	if top, ok := git.Around(dir); ok {
		return rootOf(top, dir)
	}
	return dir
}
