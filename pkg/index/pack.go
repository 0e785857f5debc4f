package index

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"

	"github.com/zeebo/xxh3"
)

// packMagic opens a pack.
const packMagic = "mjd-pack 01\n"

// packGuess is the bytes a value takes about.
const packGuess = 2 << 10

// packKey names a value of a pack: everything it follows from but the recipe.
type packKey [16]byte

// pack is a file of values made under one recipe, all of one root.
type pack struct {
	*cache
	name   string
	recipe string
}

// newTextPack is the pack of the Texts of a root: one a recipe, as they are read
// whole by every search, and two recipes would else take each other's place.
func newTextPack(c *cache) *pack {
	return &pack{c, c.place + "-" + nameOf(c.recipe)[:8] + ".text", c.recipe + " texts"}
}

// nameOf is the name in the cache of what belongs to a folder or recipe.
func nameOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// save writes the n values of an index and nothing else, so a pack never grows
// beyond its repository. A nil value is none.
func (p *pack) save(n int, at func(i int) (packKey, []byte)) {
	if p.dir == "" {
		return
	}
	sum := xxh3.New()
	writePack(sum, n, at)
	head := append([]byte(packMagic), packSum(p.recipe)...)
	head = binary.LittleEndian.AppendUint64(head, sum.Sum64())
	p.create(p.name, func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 256<<10)
		b.Write(head) //nolint:errcheck // Flush tells
		writePack(b, n, at)
		return b.Flush()
	})
}

// writePack gives the body of a pack piece by piece; as one it would be in memory
// twice. w keeps its own errors.
func writePack(w io.Writer, n int, at func(i int) (packKey, []byte)) {
	seen := make(map[packKey]bool, n)
	var head [len(packKey{}) + 4]byte
	for i := range n {
		k, v := at(i)
		if v == nil || seen[k] {
			continue
		}
		seen[k] = true
		copy(head[:], k[:])
		binary.LittleEndian.PutUint32(head[len(k):], uint32(len(v)))
		w.Write(head[:]) //nolint:errcheck
		w.Write(v)       //nolint:errcheck
	}
}

func packSum(recipe string) []byte {
	sum := sha256.Sum256([]byte(recipe))
	return sum[:]
}

// packAhead reads a pack while git still works.
type packAhead struct {
	done chan struct{} // nil: not begun
	had  map[packKey][]byte
}

// start begins to read, once.
func (a *packAhead) start(p *pack) {
	if a == nil || a.done != nil {
		return
	}
	done := make(chan struct{})
	a.done = done
	go func() {
		defer close(done)
		a.had = p.load()
	}()
}

// wait gives the values, nil where none were read.
func (a *packAhead) wait() map[packKey][]byte {
	if a == nil || a.done == nil {
		return nil
	}
	<-a.done
	return a.had
}

// load reads a pack; one of another recipe holds nothing.
func (p *pack) load() map[packKey][]byte {
	data := p.cache.load(p.name)
	if data == nil {
		return nil
	}
	head := len(packMagic) + sha256.Size
	if len(data) < head+8 || !bytes.HasPrefix(data, []byte(packMagic)) {
		p.damaged(p.name)
		return nil
	}
	if !bytes.Equal(data[len(packMagic):head], packSum(p.recipe)) {
		return nil
	}
	body := data[head+8:]
	if xxh3.Hash(body) != binary.LittleEndian.Uint64(data[head:]) {
		p.damaged(p.name)
		return nil
	}
	had := make(map[packKey][]byte, len(body)/packGuess)
	for len(body) > 0 {
		var k packKey
		if len(body) < len(k)+4 {
			p.damaged(p.name)
			return nil
		}
		copy(k[:], body)
		n := int(binary.LittleEndian.Uint32(body[len(k):]))
		body = body[len(k)+4:]
		if n > len(body) {
			p.damaged(p.name)
			return nil
		}
		had[k], body = body[:n:n], body[n:]
	}
	return had
}
