package devcontext

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/git"
	"majordomus/pkg/index"
)

// sealedLog is a log with the bytes it is kept as.
type sealedLog struct {
	commits []git.Commit
	body    []byte
	digest  string // how many commits, and the SHA-256 of the body
}

// seal makes the text of a log valid UTF-8, so that it is the same whether it
// comes from git or out of the cache. A path that is none names no object.
func seal(commits []git.Commit) (sealedLog, error) {
	for i := range commits {
		c := &commits[i]
		c.Message = strings.ToValidUTF8(c.Message, "\uFFFD")
		c.Paths = slices.DeleteFunc(c.Paths, func(p string) bool { return !utf8.ValidString(p) })
	}
	body, err := gojson.MarshalWithOption(commits, gojson.DisableHTMLEscape())
	return sealedLog{commits, body, digestOf(len(commits), body)}, err
}

func digestOf(n int, body []byte) string {
	sum := sha256.Sum256(body)
	return fmt.Sprintf("%d:%s", n, hex.EncodeToString(sum[:]))
}

// logKeeper keeps one log in the user's cache.
type logKeeper struct {
	in   index.Kept
	name string
}

// keptName is what a log hangs on: the commit, the folder, the bounds; and the
// clone, as a partial one does not know what another of that commit does.
func keptName(root, top, storage, head string) string {
	below, err := filepath.Rel(top, root)
	if err != nil {
		below = root
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d\x00%d\x00%d", storage, head, filepath.ToSlash(below), pastCommits, pastPaths, pastMessage))
	return hex.EncodeToString(sum[:]) + ".log"
}

// get gives the log as it was kept, else reads and keeps it.
func (k logKeeper) get(read func() ([]git.Commit, error)) (sealedLog, error) {
	had, ok := k.load()
	if ok && !k.in.Verify() {
		return had, nil
	}
	commits, err := read()
	if err != nil {
		return sealedLog{}, err
	}
	l, err := seal(commits)
	if err != nil {
		return l, err
	}
	if ok && !bytes.Equal(had.body, l.body) {
		return l, index.Mismatch("the log of past commits")
	}
	sum := sha256.Sum256(l.body)
	k.in.Save(k.name, []byte(logMagic), sum[:], l.body)
	return l, nil
}

// logMagic opens a kept log; behind it stand the SHA-256 of the body and the
// body.
const logMagic = "mjd-log 01\n"

// load is false where nothing sound was kept.
func (k logKeeper) load() (l sealedLog, ok bool) {
	data := k.in.Load(k.name)
	if data == nil {
		return l, false
	}
	rest, ok := bytes.CutPrefix(data, []byte(logMagic))
	if ok && len(rest) >= sha256.Size {
		sum := sha256.Sum256(rest[sha256.Size:])
		if l.body = rest[sha256.Size:]; bytes.Equal(sum[:], rest[:sha256.Size]) && gojson.Unmarshal(l.body, &l.commits) == nil {
			l.digest = digestOf(len(l.commits), l.body)
			return l, true
		}
	}
	k.in.Damaged(k.name)
	return sealedLog{}, false
}
