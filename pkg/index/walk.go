package index

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"

	"majordomus/pkg/ignore"
)

const ignoreFile = ".gitignore"

// mostRules is how much of an ignore file is read; git itself stops at 100 MB.
const mostRules = 100 << 20

func splitSlash(p string) []string { return strings.Split(p, "/") }

// readOwn reads a folder's ignore file; git follows no link there.
func readOwn(path string) []byte {
	fi, err := os.Lstat(path)
	if err != nil || !fi.Mode().IsRegular() || fi.Size() > mostRules {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return data
}

// walk lists the tree without git, in the set git would give.
func (d *discovery) walk(ctx context.Context, rules *ignore.Rules) error {
	if err := d.walkDir(ctx, d.tree.root, "", rules); err != nil {
		return err
	}
	slices.SortFunc(d.entries, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	slices.Sort(d.boundaries)
	slices.Sort(d.shut)
	slices.Sort(d.pipes)
	return nil
}

func (d *discovery) walkDir(ctx context.Context, dir *os.Root, prefix string, rules *ignore.Rules) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	names, err := readDir(dir)
	if err != nil {
		d.shut = append(d.shut, strings.TrimSuffix(prefix, "/"))
	}
	for _, n := range names {
		name := n.Name()
		if name == ".git" || rules.Ignored(name, n.IsDir()) {
			continue
		}
		path := prefix + name
		switch t := n.Type(); {
		case t.IsDir():
			if err := d.enter(ctx, dir, path, name, rules); err != nil {
				return err
			}
		case t.IsRegular():
			d.entries = append(d.entries, entry{path: path, stamp: stamp{size: -1}, trust: open})
		case t&fs.ModeSymlink != 0:
			d.entries = append(d.entries, entry{path: path, stamp: stamp{size: -1}, trust: open, form: link})
		default:
			d.pipes = append(d.pipes, path)
		}
	}
	return nil
}

// enter lists a folder, unless it is a repository of its own.
func (d *discovery) enter(ctx context.Context, dir *os.Root, path, name string, rules *ignore.Rules) error {
	sub, err := dir.OpenRoot(name)
	if err != nil {
		d.shut = append(d.shut, path)
		return nil
	}
	defer sub.Close()
	if isRepository(sub) {
		d.boundaries = append(d.boundaries, path)
		return nil
	}
	return d.walkDir(ctx, sub, path+"/", rules.Enter(name, ownRules(sub)))
}

func readDir(dir *os.Root) ([]fs.DirEntry, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

func ownRules(dir *os.Root) []byte {
	fi, err := dir.Lstat(ignoreFile)
	if err != nil || !fi.Mode().IsRegular() || fi.Size() > mostRules {
		return nil
	}
	data, err := dir.ReadFile(ignoreFile)
	if err != nil {
		return nil
	}
	return data
}

// isRepository reports whether a folder is a work tree of its own: a .git
// folder with a HEAD, or the .git file of a submodule or worktree.
func isRepository(dir *os.Root) bool {
	fi, err := dir.Lstat(".git")
	if err != nil {
		return false
	}
	if fi.IsDir() {
		head, err1 := dir.Lstat(".git/HEAD")
		objects, err2 := dir.Stat(".git/objects")
		return err1 == nil && !head.IsDir() && err2 == nil && objects.IsDir()
	}
	if !fi.Mode().IsRegular() || fi.Size() > 1<<20 {
		return false
	}
	data, err := dir.ReadFile(".git")
	return err == nil && bytes.HasPrefix(data, []byte("gitdir: "))
}
