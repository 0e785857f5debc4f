package git

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"majordomus/pkg/object"
)

// Survey is one look at a work tree: where it stands and what it holds.
type Survey struct {
	Repo    *Repo
	Root    string // absolute; the top or a folder below it
	Branch  string // "" when detached
	Head    string // commit id; "" before the first commit
	Listing *Listing
	// Conversion names what stands between blobs and work tree: "" when nothing
	// does. It changes whenever the states of Listing could.
	Conversion string
}

// NewSurvey looks at the work tree around dir. rootOf chooses the folder to
// list, given the top and dir, both absolute with links resolved. Errors as for
// Open.
func NewSurvey(ctx context.Context, dir string, rootOf func(top, dir string) string) (*Survey, error) {
	c, err := newCommand(ctx, dir)
	if err != nil {
		return nil, err
	}
	dir, err = realFolder(dir)
	if err != nil {
		return nil, err
	}
	top, ok := guessTop(dir)
	if _, named := lookup(c.env, "GIT_DIR"); named || !ok {
		if top, err = c.top(ctx, dir); err != nil {
			return nil, err
		}
	}
	s, err := c.survey(ctx, dir, top, rootOf)
	if err == nil && s == nil { // the top is elsewhere, core.worktree says so
		if top, err = c.top(ctx, dir); err == nil {
			s, err = c.survey(ctx, dir, top, rootOf)
		}
	}
	if err == nil && s == nil {
		err = errNoRepository
	}
	return s, err
}

func realFolder(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return "", startFault(err, "rev-parse")
	}
	return abs, nil
}

// survey asks everything at once on the guess that top is the top; nil without
// an error when git knows better.
func (c command) survey(ctx context.Context, dir, top string, rootOf func(top, dir string) string) (*Survey, error) {
	s := &Survey{Repo: &Repo{top: top, cmd: c}, Root: rootOf(top, dir)}
	var facts headFacts
	var l *lists
	var refused, listErr error
	var g errgroup.Group
	g.Go(func() error { facts, refused = c.headFacts(ctx, s.Root); return nil })
	configured := sync.OnceValues(func() (settings, error) { return c.settings(ctx, s.Root) })
	g.Go(func() error { l, listErr = c.list(ctx, s.Root, configured); return nil })
	conf, err := configured()
	g.Wait() //nolint:errcheck // each keeps its own
	switch {
	case refused != nil:
		return nil, refused
	case facts.top != top:
		return nil, nil
	case listErr != nil:
		return nil, listErr
	case err != nil:
		return nil, err
	case l.headErr != nil && exitCode(l.headErr) != 1 && facts.head != "":
		return nil, plain(l.headErr)
	}
	s.Branch, s.Head = facts.branch, facts.head
	s.Listing = l.merge(diskOf(s.Root))
	s.Listing.SHA256 = facts.format != "sha1"
	return s, s.convert(ctx, conf, facts)
}

// Git is the survey as a header tells it; dirty is what the caller found of
// Listing.Doubt.
func (s *Survey) Git(dirty bool) object.Git {
	g := object.Git{Branch: s.Branch, Head: s.Head, WorkingTree: "clean"}
	if dirty || s.Listing.Dirty {
		g.WorkingTree = "dirty"
	}
	return g
}

// headFacts is one rev-parse.
type headFacts struct {
	format, head, branch string
	top, infoAttributes  string
}

func (c command) headFacts(ctx context.Context, root string) (headFacts, error) {
	out, err := c.run(ctx, root, "rev-parse", "--show-object-format", "--git-path", "info/attributes",
		"--show-toplevel", "HEAD", "--symbolic-full-name", "HEAD")
	var f *failure
	unborn := errors.As(err, &f) && f.code == 128 && bytes.HasSuffix(out, []byte("\nHEAD\n"))
	if err != nil && !unborn {
		return headFacts{}, refusal(err)
	}
	facts, ok := parseFacts(string(out), unborn)
	if !ok {
		return headFacts{}, errNoRepository
	}
	if !filepath.IsAbs(facts.infoAttributes) {
		facts.infoAttributes = filepath.Join(root, facts.infoAttributes)
	}
	if unborn {
		ref, err := c.run(ctx, root, "symbolic-ref", "-q", "HEAD")
		if err != nil && exitCode(err) != 1 {
			return headFacts{}, plain(err)
		}
		facts.branch = branchName(strings.TrimSuffix(string(ref), "\n"))
	}
	return facts, nil
}

// parseFacts splits the answer; the two paths in its middle can hold line ends.
func parseFacts(out string, unborn bool) (f headFacts, ok bool) {
	out = strings.TrimSuffix(out, "\n")
	f.format, out, ok = strings.Cut(out, "\n")
	if !ok {
		return f, false
	}
	i := strings.LastIndexByte(out, '\n')
	if i < 0 {
		return f, false
	}
	if !unborn {
		f.branch, out = branchName(out[i+1:]), out[:i]
		if i = strings.LastIndexByte(out, '\n'); i < 0 {
			return f, false
		}
		f.head = out[i+1:]
	}
	out = out[:i]
	const name = "info/attributes"
	j := strings.Index(out, name+"\n")
	if j < 0 {
		return f, false
	}
	f.infoAttributes, f.top = out[:j+len(name)], filepath.FromSlash(out[j+len(name)+1:])
	return f, true
}

func branchName(ref string) string {
	if ref == "HEAD" {
		return ""
	}
	return strings.TrimPrefix(ref, "refs/heads/")
}
