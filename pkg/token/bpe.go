package token

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
	"github.com/zeebo/xxh3"
)

// The fingerprints are constants so that asking for one loads no vocabulary;
// a test computes them from the tables that are linked in.
const (
	o200kFingerprint  = "o200k_base@sha256:ecbb3b8f3e3ce455f8285b6f24b43c749d900cfcdbdf2262f456ce498c3e0002"
	cl100kFingerprint = "cl100k_base@sha256:5053dbeb0772a1804711fec6ecda1420b443400f7e3b6c531e884fa991134798"
)

// One tokenizer of each kind serves the process: its only state is a cache
// that cannot be seen from outside.
var (
	o200k  = sync.OnceValue(func() *bpe { return newBPE(NameO200k, o200kFingerprint, tokenizer.O200kBase, nextO200k) })
	cl100k = sync.OnceValue(func() *bpe { return newBPE(NameCl100k, cl100kFingerprint, tokenizer.Cl100kBase, nextCl100k) })
)

const (
	cacheSlots = 1 << 15 // direct mapped: a colliding piece replaces the older one
	cacheMost  = 64      // bytes; longer pieces seldom repeat
)

// bpe is a byte-pair tokenizer. The text is split into pieces here, as the
// vocabulary's pattern says; the merging inside a piece is the library's. A
// piece by itself is one piece again, so its count does not depend on where it
// stands, and the counts of short pieces are kept: code and logs are made of
// few words, and this is what makes counting several times as fast as the
// library's own expression engine.
type bpe struct {
	name        string
	fingerprint string
	next        func([]byte) int
	codec       func() tokenizer.Codec
	cache       [cacheSlots]atomic.Pointer[counted]
}

// counted is a piece and its tokens.
type counted struct {
	piece  string
	tokens int
}

func newBPE(name, fingerprint string, enc tokenizer.Encoding, next func([]byte) int) *bpe {
	load := func() tokenizer.Codec {
		c, err := tokenizer.Get(enc)
		if err != nil {
			panic(err) // the encodings are constants of the library
		}
		return c
	}
	return &bpe{name: name, fingerprint: fingerprint, next: next, codec: sync.OnceValue(load)}
}

// Name is the vocabulary's.
func (t *bpe) Name() string { return t.name }

// Fingerprint is the vocabulary's name and digest.
func (t *bpe) Fingerprint() string { return t.fingerprint }

// Count gives the exact number of tokens.
func (t *bpe) Count(b []byte) int { return t.CountUpTo(b, int(^uint(0)>>1)) }

// CountUpTo counts until it has seen more than limit tokens.
func (t *bpe) CountUpTo(b []byte, limit int) int {
	n := 0
	for len(b) > 0 && n <= limit {
		k := t.next(b)
		n += t.piece(b[:k])
		b = b[k:]
	}
	return n
}

func (t *bpe) piece(p []byte) int {
	if len(p) == 1 && p[0] < utf8.RuneSelf {
		return 1 // every byte is a token
	}
	if len(p) > cacheMost {
		return t.merge(string(p))
	}
	slot := &t.cache[xxh3.Hash(p)%cacheSlots]
	if c := slot.Load(); c != nil && c.piece == string(p) {
		return c.tokens
	}
	c := &counted{piece: string(p)}
	c.tokens = t.merge(c.piece)
	slot.Store(c)
	return c.tokens
}

// del is the one character the library's expression does not see. It is a
// token by itself and part of no other, so a piece falls apart at it.
const del = "\x7f"

// merge counts one piece. The library fails on nothing in its default mode;
// were it to, mostPerByte is the most a piece can have.
func (t *bpe) merge(p string) int {
	n := 0
	for {
		head, tail, found := strings.Cut(p, del)
		if head != "" {
			k, err := t.codec().Count(head)
			if err != nil {
				k = mostPerByte * len(head)
			}
			n += k
		}
		if !found {
			return n
		}
		n, p = n+1, tail
	}
}
