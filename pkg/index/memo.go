package index

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"sync"
	"time"

	"github.com/zeebo/xxh3"
)

// memoMagic opens a memo.
const memoMagic = "mjd-memo 01\n"

// manyFiles is from how many files on a memo is worth its own reading: hashing a
// few changed ones is faster.
const manyFiles = 64

// settled is how long a file must have been left alone before its stat data
// names its bytes: coarse clocks and those of other machines need the room.
const settled = 2 * time.Second

// inode is what a file system tells of a file that changes with its bytes. The
// time of its last status change cannot be set back by a program.
type inode struct {
	dev, ino     uint64
	size         int64
	mtime, ctime int64 // nanoseconds since 1970
}

// memo remembers the content identities of files git does not vouch for, by
// their stat data, as git's own index does: a folder without git, or a tree of
// filtered files, need not be read again to learn that nothing changed. A nil
// memo remembers nothing.
type memo struct {
	had   map[string]known
	mu    sync.Mutex
	seen  map[string]known // of this run
	fresh bool             // something in seen is not in had
}

type known struct {
	at   inode
	blob [20]byte
}

// memo opens the memo of this root for a run over n files.
func (c *cache) memo(n int) *memo {
	if c.dir == "" || n < manyFiles || c.verify {
		return nil
	}
	m := &memo{seen: make(map[string]known, n)}
	name := c.place + ".memo"
	if data := c.load(name); data != nil {
		if m.had = decodeMemo(data); m.had == nil {
			c.damaged(name)
		}
	}
	return m
}

// get is the identity of the bytes of a file of which nothing moved.
func (m *memo) get(path string, at inode) (string, bool) {
	if m == nil {
		return "", false
	}
	k, ok := m.had[path]
	if !ok || k.at != at {
		return "", false
	}
	m.mu.Lock()
	m.seen[path] = k
	m.mu.Unlock()
	return hex.EncodeToString(k.blob[:]), true
}

// put remembers an identity, unless the file is too young: a further write could
// leave its stat data as they are.
func (m *memo) put(path string, at inode, blob string) {
	if m == nil || time.Since(time.Unix(0, max(at.mtime, at.ctime))) < settled {
		return
	}
	k := known{at: at}
	if n, err := hex.Decode(k.blob[:], []byte(blob)); err != nil || n != len(k.blob) {
		return
	}
	m.mu.Lock()
	m.seen[path], m.fresh = k, true
	m.mu.Unlock()
}

// keepMemo writes what this run knows, if that is more than was known.
func (c *cache) keepMemo(m *memo) {
	if m == nil || !m.fresh {
		return
	}
	body := make([]byte, 0, 128*len(m.seen))
	for path, k := range m.seen {
		body = binary.LittleEndian.AppendUint32(body, uint32(len(path)))
		body = append(body, path...)
		for _, n := range [...]uint64{k.at.dev, k.at.ino, uint64(k.at.size), uint64(k.at.mtime), uint64(k.at.ctime)} {
			body = binary.LittleEndian.AppendUint64(body, n)
		}
		body = append(body, k.blob[:]...)
	}
	c.save(c.place+".memo", []byte(memoMagic), binary.LittleEndian.AppendUint64(nil, xxh3.Hash(body)), body)
}

// decodeMemo is nil for what was not written as a memo.
func decodeMemo(data []byte) map[string]known {
	rest, ok := bytes.CutPrefix(data, []byte(memoMagic))
	if !ok || len(rest) < 8 || xxh3.Hash(rest[8:]) != binary.LittleEndian.Uint64(rest) {
		return nil
	}
	out := make(map[string]known)
	for rest = rest[8:]; len(rest) > 0; {
		if len(rest) < 4 {
			return nil
		}
		n := int(binary.LittleEndian.Uint32(rest))
		const fixed = 5*8 + 20
		if len(rest)-4-fixed < n {
			return nil
		}
		path, at := string(rest[4:4+n]), rest[4+n:]
		number := func(i int) uint64 { return binary.LittleEndian.Uint64(at[8*i:]) }
		k := known{at: inode{number(0), number(1), int64(number(2)), int64(number(3)), int64(number(4))}}
		copy(k.blob[:], at[5*8:fixed])
		out[path], rest = k, at[fixed:]
	}
	return out
}
