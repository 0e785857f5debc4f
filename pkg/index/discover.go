package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/ignore"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// discovery is what stands below the root, before anything of it is read.
type discovery struct {
	root       string // absolute
	tree       *Tree
	git        object.Git
	survey     *git.Survey // nil without git
	entries    []entry     // by path
	boundaries []string
	sparse     int
	shut       []string    // folders that could not be opened
	pipes      []string    // neither files nor links
	moved      atomic.Bool // something changed since it was listed
}

// manifestIn reports whether dir holds a manifest.
func manifestIn(dir string) bool {
	fi, err := os.Stat(filepath.Join(dir, filepath.FromSlash(layer.ManifestPath)))
	return err == nil && fi.Mode().IsRegular()
}

// rootOf chooses the root between dir and the top of its work tree
// (spec/layer.md, "Where the root is").
func rootOf(top, dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if manifestIn(at) {
			return at
		}
		if at == top || at == filepath.Dir(at) {
			return top
		}
	}
}

// discover lists what stands around dir; known gives what survey.Print was for a
// kept index of a root. The caller closes the tree.
func discover(ctx context.Context, dir string, known func(root string) string) (*discovery, error) {
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	s, err := git.NewSurvey(ctx, dir, rootOf, known)
	if errors.Is(err, git.ErrUnavailable) {
		return walkFolder(ctx, dir, err.Error())
	}
	if err != nil {
		return nil, err
	}
	return fromSurvey(s)
}

// checkFolder refuses what is no folder; "" is the current one.
func checkFolder(dir string) error {
	if dir == "" {
		dir = "."
	}
	fi, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, "repo_not_found", "no such folder").At(dir, 0, 0)
	case err != nil:
		return fault.Wrap(errors.Unwrap(err), "cannot be opened").At(dir, 0, 0)
	case !fi.IsDir():
		return fault.New(fault.NotFound, "repo_not_found", "not a folder").At(dir, 0, 0)
	}
	return nil
}

func fromSurvey(s *git.Survey) (*discovery, error) {
	t, err := OpenTree(s.Root)
	if err != nil {
		return nil, fault.Wrap(err, "cannot open the root")
	}
	if s.Same {
		return &discovery{root: s.Root, tree: t, survey: s, git: s.Git(false)}, nil
	}
	d := &discovery{
		root: s.Root, tree: t, survey: s, boundaries: s.Listing.Boundaries, sparse: s.Listing.Sparse,
		shut: s.Listing.Unreadable, entries: make([]entry, len(s.Listing.Entries)),
	}
	for i := range s.Listing.Entries {
		d.entries[i] = entryOf(&s.Listing.Entries[i], s.Listing.SHA256)
	}
	return d, nil
}

// walkFolder lists a folder that git knows nothing of. Where only the program
// is missing, the repository still says where the top is.
func walkFolder(ctx context.Context, dir, reason string) (*discovery, error) {
	abs, err := realPath(dir)
	if err != nil {
		return nil, err
	}
	root, top := rootWithoutGit(abs), abs
	if at, ok := git.Around(abs); ok {
		top = at
	}
	rules := rulesAbove(top, root)
	t, err := OpenTree(root)
	if err != nil {
		return nil, fault.Wrap(err, "cannot open the root")
	}
	d := &discovery{root: root, tree: t, git: object.Git{WorkingTree: "unavailable: " + reason}}
	if err := d.walk(ctx, rules); err != nil {
		t.Close()
		return nil, err
	}
	return d, nil
}

// rulesAbove gives the ignore rules in force at root, from the top down.
func rulesAbove(top, root string) *ignore.Rules {
	own := func(dir string) []byte { return readOwn(filepath.Join(dir, ignoreFile)) }
	rules := ignore.Top(own(top), ignore.Standing(filepath.Join(top, ".git"))...)
	rel, err := filepath.Rel(top, root)
	if err != nil || rel == "." {
		return rules
	}
	at := top
	for _, name := range splitSlash(filepath.ToSlash(rel)) {
		at = filepath.Join(at, name)
		rules = rules.Enter(name, own(at))
	}
	return rules
}
