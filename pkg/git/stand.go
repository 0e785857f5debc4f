package git

import (
	"context"

	"majordomus/pkg/object"
)

// Stand is where the work tree stands: its branch and head, each empty where
// there is none. Nothing is said of the files.
func (r *Repo) Stand(ctx context.Context) (object.Git, error) {
	f, err := r.cmd.headFacts(ctx, r.top)
	return object.Git{Branch: f.branch, Head: f.head}, err
}
