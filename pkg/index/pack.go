package index

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"slices"

	gojson "github.com/goccy/go-json"
	"github.com/zeebo/xxh3"

	"majordomus/pkg/layer"
)

// packMagic opens a pack of parse results.
const packMagic = "mjd-pack 01\n"

// packKey names a parse result: the bytes, what the path decides and, by the
// pack's head, the recipe.
type packKey [16]byte

// parseCache serves the parse results of one index out of this root's pack and
// writes a new pack when something had to be parsed. A nil one holds nothing.
type parseCache struct {
	c      *cache
	recipe string
	had    map[packKey][]byte
	keys   []packKey // by claim
	values [][]byte  // by claim: as in the pack, or newly encoded
	fresh  []bool
	bad    []bool // by claim: parsed otherwise than the pack has it
}

func (c *cache) parses(recipe string) *parseCache {
	if c.dir == "" {
		return nil
	}
	p := &parseCache{c: c, recipe: c.recipe + "\x00" + recipe}
	p.had = p.load()
	return p
}

// nameOf is the name in the cache of what belongs to a folder or recipe.
func nameOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

func (p *parseCache) begin(claims int) {
	if p != nil {
		p.keys, p.values = make([]packKey, claims), make([][]byte, claims)
		p.fresh, p.bad = make([]bool, claims), make([]bool, claims)
	}
}

func keyOf(c *layer.Claim) (k packKey) {
	sum := sha256.Sum256([]byte(c.Hash + "\x00" + c.Facts()))
	copy(k[:], sum[:])
	return k
}

// get serves claim i; it may be bound to another one yet.
func (p *parseCache) get(i int, c *layer.Claim) (result, bool) {
	var out result
	if p == nil {
		return out, false
	}
	p.keys[i] = keyOf(c)
	value, ok := p.had[p.keys[i]]
	if !ok || p.c.verify {
		return out, false
	}
	if err := gojson.Unmarshal(value, &out); err != nil {
		p.c.damaged("a parse result")
		return result{}, false
	}
	p.values[i] = value
	return out, true
}

// put keeps the result of claim i.
func (p *parseCache) put(i int, c *layer.Claim, r *result) {
	if p == nil {
		return
	}
	value, err := gojson.MarshalWithOption(r, gojson.DisableHTMLEscape())
	if err != nil {
		return
	}
	p.keys[i] = keyOf(c)
	p.values[i], p.fresh[i] = value, true
	if had, ok := p.had[p.keys[i]]; ok && p.c.verify {
		p.bad[i] = !sameParse(had, value, *c)
	}
}

// sameParse compares two results as they are once bound to one claim.
func sameParse(a, b []byte, c layer.Claim) bool {
	bound := func(v []byte) []byte {
		var r result
		if gojson.Unmarshal(v, &r) != nil {
			return nil
		}
		r.Parsed.Bind(c)
		out, err := gojson.MarshalWithOption(&r, gojson.DisableHTMLEscape())
		if err != nil {
			return nil
		}
		return out
	}
	x := bound(a)
	return x != nil && bytes.Equal(x, bound(b))
}

// end writes a new pack where there is something new, and reports what
// verification found.
func (p *parseCache) end(o Options) error {
	if p == nil {
		return nil
	}
	if i := slices.Index(p.bad, true); i >= 0 {
		return mismatch("a parse result differs")
	}
	if !o.VerifyCache && slices.Contains(p.fresh, true) {
		p.save()
	}
	p.had, p.values = nil, nil // a third of the memory of an index with symbols
	return nil
}

func (p *parseCache) name() string { return p.c.place + ".pack" }

// save writes every result of this index and nothing else, so a pack never
// grows beyond its repository.
func (p *parseCache) save() {
	sum := xxh3.New()
	p.write(sum)
	head := append([]byte(packMagic), packSum(p.recipe)...)
	head = binary.LittleEndian.AppendUint64(head, sum.Sum64())
	p.c.create(p.name(), func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 256<<10)
		b.Write(head) //nolint:errcheck // Flush tells
		p.write(b)
		return b.Flush()
	})
}

// write gives the body of the pack piece by piece; as one it would be in memory
// twice. w keeps its own errors.
func (p *parseCache) write(w io.Writer) {
	seen := make(map[packKey]bool, len(p.keys))
	var head [len(packKey{}) + 4]byte
	for i, v := range p.values {
		if v == nil || seen[p.keys[i]] {
			continue
		}
		seen[p.keys[i]] = true
		copy(head[:], p.keys[i][:])
		binary.LittleEndian.PutUint32(head[len(packKey{}):], uint32(len(v)))
		w.Write(head[:]) //nolint:errcheck
		w.Write(v)       //nolint:errcheck
	}
}

func packSum(recipe string) []byte {
	sum := sha256.Sum256([]byte(recipe))
	return sum[:]
}

// load reads this root's pack; one of another recipe holds nothing.
func (p *parseCache) load() map[packKey][]byte {
	data := p.c.load(p.name())
	if data == nil {
		return nil
	}
	head := len(packMagic) + sha256.Size
	if len(data) < head+8 || !bytes.HasPrefix(data, []byte(packMagic)) {
		p.c.damaged(p.name())
		return nil
	}
	if !bytes.Equal(data[len(packMagic):head], packSum(p.recipe)) {
		return nil
	}
	body := data[head+8:]
	if xxh3.Hash(body) != binary.LittleEndian.Uint64(data[head:]) {
		p.c.damaged(p.name())
		return nil
	}
	had := make(map[packKey][]byte)
	for len(body) > 0 {
		var k packKey
		if len(body) < len(k)+4 {
			p.c.damaged(p.name())
			return nil
		}
		copy(k[:], body)
		n := int(binary.LittleEndian.Uint32(body[len(k):]))
		body = body[len(k)+4:]
		if n > len(body) {
			p.c.damaged(p.name())
			return nil
		}
		had[k], body = body[:n:n], body[n:]
	}
	return had
}
