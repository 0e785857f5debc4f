package devcontext

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// The bounds of the log that a walk learns from.
const (
	pastCommits = 2_000
	pastPaths   = 30      // a commit that changed more says nothing of any one file
	pastMessage = 4 << 10 // bytes of a message
)

// History gives walks the past of the repository around a folder. It remembers
// the one asked for last, and the user's cache remembers those of other
// processes. Safe for concurrent use.
type History struct {
	o    index.Options
	mu   sync.Mutex
	head string
	last *walk.Past
}

// NewHistory is the history of the repository that an index with these options
// is made of.
func NewHistory(o index.Options) *History { return &History{o: o} }

// Past gives the past of a commit; "" is a tree without one. What keeps it from
// being whole is a note of it, no error. Errors: a git that refuses, a cache
// that differs under VerifyCache.
func (h *History) Past(ctx context.Context, head string) (*walk.Past, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.last != nil && h.head == head {
		return h.last, nil
	}
	p, lasting, err := h.read(ctx, head)
	if err == nil && lasting {
		h.head, h.last = head, p
	}
	return p, err
}

// read asks git; lasting says that it would answer the same again.
func (h *History) read(ctx context.Context, head string) (p *walk.Past, lasting bool, err error) {
	if head == "" {
		return without(object.Info, "no_history", "the index names no commit whose history could be asked"), false, nil
	}
	root, repo, err := index.Root(ctx, h.o.Dir)
	if err != nil {
		return nil, false, err
	}
	if repo == nil {
		return without(object.Warning, "foreign_repo", "the history is not asked: no git repository is here"), false, nil
	}
	storage, shallow, err := repo.Storage(ctx)
	if err != nil {
		return nil, false, err
	}
	log := func() ([]git.Commit, error) { return repo.Log(ctx, root, logOptions(head)) }
	kept := index.OpenKept(h.o, root)
	if shallow {
		kept = index.Kept{} // the next fetch may deepen it
	}
	l, err := logKeeper{kept, keptName(root, repo.Top(), storage, head)}.get(log)
	if errors.Is(err, git.ErrNoCommit) {
		return without(object.Warning, "foreign_repo", "the history is not asked: the repository here does not hold the commit the index was made at"), false, nil
	}
	if errors.Is(err, git.ErrLacking) {
		return without(object.Info, "partial_history", "the clone is partial: it lacks what its commits changed, and nothing is fetched"), false, nil
	}
	if err != nil {
		return nil, false, err
	}
	p = walk.NewPast(l.commits, l.digest)
	p.Patches = newPatchKeeper(kept, root, l.commits, func(ctx context.Context, ids, paths []string) ([]git.Patch, error) {
		return repo.Patches(ctx, root, ids, paths)
	}).get
	if shallow && len(l.commits) < pastCommits {
		p.Digest += " shallow"
		p.Note = &object.Diagnostic{Severity: object.Info, Code: "shallow_history",
			Message: fmt.Sprintf("the clone is shallow: history is inferred from %d commits", len(l.commits))}
	}
	return p, !shallow, nil
}

func logOptions(head string) git.LogOptions {
	return git.LogOptions{From: head, Commits: pastCommits, MessageBytes: pastMessage, Paths: pastPaths}
}

// without is no past at all, and why.
func without(s object.Severity, code, why string) *walk.Past {
	p := walk.NewPast(nil, code+": "+why)
	p.Note = &object.Diagnostic{Severity: s, Code: code, Message: why}
	return p
}

// ReadPast is the past of a commit of a repository that need have no work tree.
func ReadPast(ctx context.Context, h *git.History, commit string) (*walk.Past, error) {
	commits, err := h.Log(ctx, logOptions(commit))
	if err != nil {
		return nil, err
	}
	l, err := seal(commits)
	p := walk.NewPast(l.commits, l.digest)
	p.Patches = h.Patches
	return p, err
}
