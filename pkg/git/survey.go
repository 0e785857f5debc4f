package git

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"majordomus/pkg/object"
)

// Survey is one look at a work tree: where it stands and what it holds.
type Survey struct {
	Repo    *Repo
	Root    string   // absolute; the top or a folder below it
	Branch  string   // "" when detached
	Head    string   // commit id; "" before the first commit
	Listing *Listing // nil when Same
	// Print names the listing of a clean work tree that follows from its index
	// alone, and the commit that index was found to be like; "" for any other tree.
	// Under one Print, root and dir the Listing is one.
	Print string
	// Same says that Print is the one the caller knew, and nothing was listed.
	Same   bool
	staged bool // Same, and the index differs from HEAD
}

// NewSurvey looks at the work tree around dir. rootOf chooses the folder to
// list, given the top and dir, both absolute with links resolved. known gives
// the Print of an earlier survey of a root, or ""; it can be nil. Errors as for
// Open.
func NewSurvey(ctx context.Context, dir string, rootOf func(top, dir string) string, known func(root string) string) (*Survey, error) {
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
	look := func() (*Survey, error) {
		root := rootOf(top, dir)
		earlier := ""
		if known != nil {
			earlier = known(root)
		}
		return c.survey(ctx, top, root, earlier)
	}
	s, err := look()
	if err == nil && s == nil { // the top is elsewhere, core.worktree says so
		if top, err = c.top(ctx, dir); err == nil {
			s, err = look()
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
func (c command) survey(ctx context.Context, top, root, known string) (*Survey, error) {
	s := &Survey{Repo: &Repo{top: top, cmd: c}, Root: root}
	l := &lists{}
	version := c.indexVersion(top)
	brief := known != "" && version != "" && strings.HasPrefix(known, version)
	standing := sync.OnceValues(func() (headFacts, error) { return c.headFacts(ctx, root) })
	configured := sync.OnceValues(func() (settings, error) { return c.settings(ctx, root) })
	level := func() bool {
		if !brief || commitOf(known) == "" {
			return false
		}
		facts, err := standing()
		return err == nil && facts.head == commitOf(known)
	}
	var listErr error
	var g errgroup.Group
	g.Go(func() error { _, _ = standing(); return nil })
	g.Go(func() error { listErr = c.list(ctx, root, l, brief, configured, level); return nil })
	conf, err := configured()
	g.Wait() //nolint:errcheck // each keeps its own
	facts, refused := standing()
	if version != c.indexVersion(top) {
		version = "" // it was written meanwhile
		if l.level {
			c.compareHead(ctx, root, l)
		}
	}
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
	return s, s.finish(ctx, l, conf, facts, version, known)
}

// finish makes the Listing, unless all that would enter it is as known.
func (s *Survey) finish(ctx context.Context, l *lists, conf settings, facts headFacts, version, known string) error {
	outside := s.outside(conf, facts)
	if version != "" && l.quiet() && facts.format == "sha1" {
		s.Print = printOf(version, conf, outside, l.nested)
	}
	if l.brief {
		if s.Print != "" && s.Print == listingOf(known) {
			s.Same, s.staged = true, l.headErr != nil
			return nil
		}
		if err := s.Repo.cmd.listTracked(ctx, s.Root, l); err != nil {
			return err
		}
	}
	if !l.plain() {
		s.Print = ""
	}
	if s.Print != "" && l.headErr == nil {
		s.Print += " " + facts.head
	}
	s.Listing = l.merge(diskOf(s.Root))
	s.Listing.SHA256 = facts.format != "sha1"
	return s.convert(ctx, conf, outside)
}

// printOf opens with the version of the index, so that can be told alone.
func printOf(version string, conf settings, outside [][]byte, nested []string) string {
	h := sha256.New()
	put := func(b []byte) { h.Write(append(strconv.AppendInt(nil, int64(len(b)), 10), b...)) }
	put(strconv.AppendBool(nil, conf.autocrlf))
	for _, b := range outside {
		put(b)
	}
	put(nil)
	nested = slices.Sorted(slices.Values(nested))
	for _, n := range nested {
		put([]byte(n))
	}
	return version + " " + hex.EncodeToString(h.Sum(nil))
}

// listingOf is a Print without the commit, commitOf the commit, "" where the
// index was like none.
func listingOf(known string) string {
	return strings.TrimSuffix(strings.TrimSuffix(known, commitOf(known)), " ")
}

func commitOf(known string) string {
	if f := strings.Fields(known); len(f) == 3 {
		return f[2]
	}
	return ""
}

// Git is the survey as a header tells it; dirty is what the caller found of
// Listing.Doubt.
func (s *Survey) Git(dirty bool) object.Git {
	g := object.Git{Branch: s.Branch, Head: s.Head, WorkingTree: "clean"}
	if dirty || s.staged || s.Listing != nil && s.Listing.Dirty {
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
