package index

import (
	"bytes"
	"crypto/sha256"
	"slices"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/layer"
)

// parseCache serves the parse results of one index out of this root's pack and
// writes a new pack when something had to be parsed. A nil one holds nothing.
type parseCache struct {
	*pack
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
	p := &parseCache{pack: &pack{c, c.place + ".pack", c.recipe + "\x00" + recipe}}
	p.had = p.load()
	return p
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
	if !ok || p.verify {
		return out, false
	}
	if err := gojson.Unmarshal(value, &out); err != nil {
		p.damaged("a parse result")
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
	if had, ok := p.had[p.keys[i]]; ok && p.verify {
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
		p.save(len(p.keys), func(i int) (packKey, []byte) { return p.keys[i], p.values[i] })
	}
	p.had, p.values = nil, nil // a third of the memory of an index with symbols
	return nil
}
