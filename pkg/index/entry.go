package index

import (
	"path"
	"strings"

	"majordomus/pkg/git"
)

// trust says how an entry's content identity is known.
type trust uint8

const (
	vouched  trust = iota // git vouches for blob, if the stamp is still the one it saw
	byLength              // vouched if the blob is as long as the file
	open                  // the bytes must be hashed
	hashed                // the bytes were hashed; the stamp is of those bytes
	lost                  // they could not be read
)

// form is what an entry is on disk.
type form uint8

const (
	file form = iota
	link
	other // a pipe, a socket, a device
)

// entry is a listed path and what is known of its bytes.
type entry struct {
	path   string // raw bytes
	blob   string // content identity; the index's blob until hashed; "" unknown
	target string // of a link: its text, once read
	why    string // of a lost one
	stamp  stamp  // size -1 before it is known
	trust  trust
	form   form
}

func entryOf(e *git.Entry, sha256 bool) entry {
	out := entry{path: e.Path, blob: e.Blob, stamp: stamp{e.Size, e.MTime}, trust: open}
	if e.Mode == git.ModeLink {
		out.form = link
	}
	switch {
	case sha256:
	case e.State == git.Clean:
		out.trust = vouched
	case e.State == git.LineEnds:
		out.trust = byLength
	}
	if out.trust == open {
		out.stamp = stamp{size: -1}
	}
	return out
}

// dirOf is the folder of a path, "" at the root.
func dirOf(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// resolve is the path inside the root that a link's text names, by text alone;
// ok is false when it leads out.
func resolve(from, text string) (to string, ok bool) {
	if text == "" || strings.HasPrefix(text, "/") {
		return "", false
	}
	to = path.Join(dirOf(from), text)
	if to == ".." || strings.HasPrefix(to, "../") {
		return "", false
	}
	return to, true
}
