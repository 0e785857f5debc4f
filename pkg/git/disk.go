package git

import (
	"os"
	"path/filepath"
	"strings"
)

// diskOf tells which paths below root exist, links not followed and never
// through one. A folder found missing is remembered, so what a sparse checkout
// leaves out costs one look a folder.
func diskOf(root string) func(path string) bool {
	dirs := map[string]bool{"": true}
	var folder func(dir string) bool
	folder = func(dir string) bool {
		if there, known := dirs[dir]; known {
			return there
		}
		up, _ := splitPath(dir)
		there := folder(up)
		if there {
			fi, err := os.Lstat(filepath.Join(root, filepath.FromSlash(dir)))
			there = err == nil && fi.IsDir()
		}
		dirs[dir] = there
		return there
	}
	return func(path string) bool {
		dir, _ := splitPath(path)
		if !folder(dir) {
			return false
		}
		_, err := os.Lstat(filepath.Join(root, filepath.FromSlash(path)))
		return err == nil
	}
}

func splitPath(p string) (dir, base string) {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i], p[i+1:]
	}
	return "", p
}
