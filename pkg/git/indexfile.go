package git

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
)

// indexVersion names the state of a work tree's index: the checksum git writes
// at its end, which covers every entry and flag. It is "" where there is none to
// read or git was told to leave it out.
func (c command) indexVersion(top string) string {
	if _, named := lookup(c.env, "GIT_DIR"); named {
		return ""
	}
	dir := filepath.Join(top, ".git")
	if data, err := os.ReadFile(dir); err == nil { // a worktree or a submodule
		to, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), "gitdir: ")
		if !ok {
			return ""
		}
		if dir = filepath.FromSlash(to); !filepath.IsAbs(dir) {
			dir = filepath.Join(top, dir)
		}
	}
	f, err := os.Open(filepath.Join(dir, "index"))
	if err != nil {
		return ""
	}
	defer f.Close()
	fi, err := f.Stat()
	const sum = 20
	if err != nil || fi.Size() < sum {
		return ""
	}
	var end [sum]byte
	if _, err := f.ReadAt(end[:], fi.Size()-sum); err != nil || end == [sum]byte{} {
		return ""
	}
	return hex.EncodeToString(end[:])
}
