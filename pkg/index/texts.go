package index

import (
	"context"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/zeebo/xxh3"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/object"
	"majordomus/pkg/terms"
)

// CodeChangedBody is the code of the refusal of a body that is not the one an
// index was made of.
const CodeChangedBody = "changed_body"

// Text is what a search knows of object i; nil before LoadTexts, or when the
// stream the Store came from held none.
func (s *Store) Text(i int32) *terms.Text {
	list := s.texts.Load()
	if list == nil || (*list)[i].URI == "" {
		return nil
	}
	return &(*list)[i]
}

// LoadTexts adds the Texts of all objects to a Store that Build made, once: out
// of the cache, else by reading the files. The options are those of Build. It
// can be called by several goroutines. Errors: CodeChangedBody, when a file is not
// the one that was indexed; a cache that VerifyCache finds wrong.
func (s *Store) LoadTexts(ctx context.Context, o Options) error {
	if o.NoText || s.root == "" {
		return nil
	}
	s.textsMu.Lock()
	defer s.textsMu.Unlock()
	if s.texts.Load() != nil {
		return nil
	}
	t, err := OpenTree(s.root)
	if err != nil {
		return err
	}
	defer t.Close()
	l := loader{s: s, tree: t, pack: newTextPack(openCache(o, s.root)), early: o.early, list: make([]terms.Text, s.Len()), keys: make([]packKey, s.Len())}
	if err := l.run(ctx); err != nil {
		return err
	}
	s.texts.Store(&l.list)
	return nil
}

// loader fills the Texts of a Store, each into its own slot.
type loader struct {
	s      *Store
	tree   *Tree
	pack   *pack
	early  *packAhead
	secret map[string]bool
	list   []terms.Text
	keys   []packKey
	fresh  atomic.Bool
	moved  atomic.Pointer[string] // a path
	wrong  atomic.Bool            // the cache holds another Text
}

func (l *loader) run(ctx context.Context) error {
	l.secret = map[string]bool{}
	for _, d := range l.s.diagnostics {
		if d.Code == "tracked_secret" {
			l.secret[d.Path] = true
		}
	}
	had := l.early.wait()
	if had == nil {
		had = l.pack.load()
	}
	makers := make(chan *terms.Maker, 64)
	err := parallel(ctx, l.tree, l.s.Len(), func(c *cursor, i int) {
		l.keys[i] = l.key(i)
		kept, ok := had[l.keys[i]]
		if ok && !l.pack.verify {
			// Nothing writes to a pack that was read, and a copy of all texts takes
			// as long as a search.
			l.list[i] = decodeText(l.s.uris[i], unsafe.String(unsafe.SliceData(kept), len(kept)))
			return
		}
		m := lend(makers)
		l.make(c, m, i)
		makers <- m
		l.fresh.Store(true)
		if ok && encodeText(&l.list[i]) != string(kept) {
			l.wrong.Store(true)
		}
	})
	switch path := l.moved.Load(); {
	case err != nil:
		return err
	case path != nil:
		return ChangedBody(*path)
	case l.wrong.Load():
		return mismatch("the terms of a file differ")
	case l.fresh.Load() && !l.pack.verify:
		l.pack.save(len(l.list), func(i int) (packKey, []byte) { return l.keys[i], []byte(encodeText(&l.list[i])) })
	}
	return nil
}

// ChangedBody is that refusal for a path.
func ChangedBody(path string) error {
	return fault.New(fault.Refused, CodeChangedBody, "the file no longer has the content that was indexed").At(path, 0, 0).WithHint("index again")
}

func lend(makers chan *terms.Maker) *terms.Maker {
	select {
	case m := <-makers:
		return m
	default:
		return terms.NewMaker()
	}
}

// key names the Text of object i: all of it follows from the object's line, which
// holds the identity of its bytes, and from whether these may be searched.
func (l *loader) key(i int) packKey {
	k := packKey(xxh3.Hash128(l.s.lines[i]).Bytes())
	if l.secret[l.s.paths[i]] {
		k[0] ^= 0xff
	}
	return k
}

func (l *loader) make(c *cursor, m *terms.Maker, i int) {
	var o object.Object
	decodeLine(l.s.lines[i], &o)
	var body []byte
	if terms.HasBody(&o) && !l.secret[o.Provenance.Path] {
		path := o.Provenance.Path
		if o.Provenance.PathEncoded {
			path = object.Unescape(path)
		}
		data, err := c.readPlain(path)
		if err != nil || git.Blob(data) != o.Hash {
			l.moved.Store(&o.Provenance.Path)
			return
		}
		body = data
	}
	l.list[i] = m.Text(&o, body)
}

// encodeText spells a Text for the cache.
func encodeText(t *terms.Text) string {
	return t.Lengths + "\n" + t.Passages + "\n" + t.Terms
}

func decodeText(uri, s string) terms.Text {
	lengths, rest, _ := strings.Cut(s, "\n")
	passages, list, _ := strings.Cut(rest, "\n")
	return terms.Text{URI: uri, Lengths: lengths, Passages: passages, Terms: list}
}
