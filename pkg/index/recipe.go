package index

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"majordomus/pkg/layer"
)

// format is the version of what the cache holds; it changes with the layout of
// a snapshot or a pack.
const format = 2

// recipe names everything but the repository that a result depends on: the
// program and the options that change results.
func recipe(o Options) string {
	return fmt.Sprintf("format %d layer %s program %s symbols %t", format, layer.Version, program(), !o.NoSymbols)
}

// program names the build. One that no version stands for is named by its file:
// two builds from changed sources must not take each other's results.
func program() string {
	if b, ok := debug.ReadBuildInfo(); ok {
		if b.Main.Sum != "" { // built from the module proxy: nothing was changed
			return b.Main.Version + " " + b.Main.Sum
		}
		revision, modified := "", true
		for _, s := range b.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				modified = s.Value == "true"
			}
		}
		if revision != "" && !modified {
			return revision
		}
	}
	exe, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	fi, err := os.Stat(exe)
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%d %d", fi.Size(), fi.ModTime().UnixNano())
}

// key names the index of exactly what is listed, under a recipe: every path
// with the identity of its bytes, and what else discovery found.
func (d *discovery) key(recipe string) string {
	h := sha256.New()
	buf := make([]byte, 0, 64<<10)
	put := func(parts ...string) {
		for _, p := range parts {
			buf = append(append(buf, p...), 0)
		}
		if len(buf) > 60<<10 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	put(recipe)
	for i := range d.entries {
		e := &d.entries[i]
		put(e.path, e.blob, e.why)
		buf = append(buf, byte(e.form), e.class())
		buf = fmt.Appendf(buf, "%d", e.stamp.size)
		if e.trust == open { // too large to be hashed yet
			buf = fmt.Appendf(buf, " %d", e.stamp.mtime)
		}
		buf = append(buf, 0)
	}
	for _, list := range [][]string{d.boundaries, d.shut, d.pipes} {
		put(fmt.Sprint(len(list)))
		put(list...)
	}
	put(fmt.Sprint(d.sparse))
	io.WriteString(h, string(buf)) //nolint:errcheck // a hash never fails
	return hex.EncodeToString(h.Sum(nil))
}

// class is what of an entry's trust the key must know: bytes that are known are
// known, whoever said so.
func (e *entry) class() byte {
	if e.trust == hashed {
		return byte(vouched)
	}
	return byte(e.trust)
}
