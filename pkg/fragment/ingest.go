package fragment

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"
)

// Names of the environment variables an adapter reads roots from; the first
// that is set counts.
const (
	RootsEnv       = "MAJORDOMUS_INGEST_ROOTS"
	RootsEnvLegacy = "VELESDB_MEMORY_INGEST_ROOTS"
)

// Roots are the directories under which fragments may name files. They are
// resolved once, when opened; a path outside them is never looked at, so what
// is said of it cannot depend on whether it exists.
type Roots struct {
	roots []root
}

// root is an open directory with its names: the one given, and the resolved.
type root struct {
	names []string
	dir   *os.Root
}

// OpenRoots opens every directory of a path list (separated as PATH is). It is
// nil for an empty list. A directory that cannot be opened is an error.
func OpenRoots(list string) (*Roots, error) {
	var r Roots
	for _, dir := range filepath.SplitList(list) {
		if dir == "" {
			continue
		}
		if !filepath.IsAbs(dir) {
			return nil, errors.Join(r.Close(), invalid(CodeInput, RootsEnv, "%q is not absolute", dir))
		}
		resolved, err := filepath.EvalSymlinks(dir)
		var open *os.Root
		if err == nil {
			open, err = os.OpenRoot(resolved)
		}
		if err != nil {
			return nil, errors.Join(r.Close(), invalid(CodeInput, RootsEnv, "%q is no directory that can be opened", dir))
		}
		r.roots = append(r.roots, root{names: []string{resolved, filepath.Clean(dir)}, dir: open})
	}
	if len(r.roots) == 0 {
		return nil, nil
	}
	return &r, nil
}

// Close closes the directories.
func (r *Roots) Close() error {
	var errs []error
	for _, root := range r.roots {
		errs = append(errs, root.dir.Close())
	}
	return errors.Join(errs...)
}

// ingest is step 1: a request whose paths are replaced with their contents.
func (r *Roots) ingest(ctx context.Context, req *Request) (*Request, error) {
	out := *req
	out.Fragments = append([]Fragment(nil), req.Fragments...)
	paths := 0
	for i := range out.Fragments {
		f := &out.Fragments[i]
		if f.Path == nil || f.Content != nil || f.Media != nil {
			continue
		}
		if paths++; paths > MaxPaths {
			return nil, invalid(CodeOverLimit, field(i, "path"), "more than %d paths", MaxPaths)
		}
		content, err := r.read(field(i, "path"), *f.Path)
		if err != nil {
			return nil, err
		}
		f.Path, f.Content = nil, new(string(content))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// read gives the content of a regular UTF-8 file under a root.
func (r *Roots) read(at, path string) ([]byte, error) {
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		return nil, invalid(CodeIngestPath, at, "must be an absolute path")
	}
	f, err := r.open(at, filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, invalid(CodeIngestPath, at, "not a regular file")
	}
	content, err := io.ReadAll(io.LimitReader(f, MaxContent+1))
	switch {
	case err != nil:
		return nil, invalid(CodeIngestPath, at, "cannot be read")
	case len(content) > MaxContent:
		return nil, invalid(CodeOverLimit, at, "the file is larger than %d bytes", MaxContent)
	case !utf8.Valid(content):
		return nil, invalid(CodeIngestPath, at, "the file is not UTF-8")
	}
	return content, nil
}

// maxLinks is how many links a path may go through.
const maxLinks = 40

// open follows the links of a path itself, each looked up inside an open root,
// and opens the file the last of them names, again inside the root.
func (r *Roots) open(at, path string) (*os.File, error) {
	for range maxLinks {
		in, rel := r.find(path)
		if in == nil {
			return nil, invalid(CodeOutsideRoots, at, "outside the declared roots").
				WithHint("%s lists the directories files may be read from", RootsEnv)
		}
		target, err := in.link(rel)
		if err != nil {
			return nil, invalid(CodeIngestPath, at, "no such file")
		}
		if target != "" {
			path = target
			continue
		}
		// Non-blocking, so that a pipe that takes the file's place cannot hang us.
		f, err := in.dir.OpenFile(rel, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			return nil, invalid(CodeIngestPath, at, "cannot be opened")
		}
		return f, nil
	}
	return nil, invalid(CodeIngestPath, at, "goes through too many links")
}

// find gives the root a path lies under, by its name alone.
func (r *Roots) find(path string) (*root, string) {
	for i := range r.roots {
		for _, name := range r.roots[i].names {
			rel, err := filepath.Rel(name, path)
			if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
				return &r.roots[i], rel
			}
		}
	}
	return nil, ""
}

// link gives the path that the first link in rel leads to, or nothing when
// there is none and the file exists and is regular.
func (in *root) link(rel string) (string, error) {
	parts := strings.Split(rel, string(filepath.Separator))
	for i := range parts {
		at := filepath.Join(parts[:i+1]...)
		info, err := in.dir.Lstat(at)
		switch {
		case err != nil:
			return "", err
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := in.dir.Readlink(at)
			if err != nil {
				return "", err
			}
			rest := filepath.Join(parts[i+1:]...)
			if filepath.IsAbs(target) {
				return filepath.Join(target, rest), nil
			}
			return filepath.Join(in.names[0], filepath.Dir(at), target, rest), nil
		case i == len(parts)-1 && !info.Mode().IsRegular():
			return "", fs.ErrInvalid
		}
	}
	return "", nil
}
