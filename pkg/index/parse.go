package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"majordomus/pkg/code"
	"majordomus/pkg/git"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

func sparseMessage(n int) string {
	return fmt.Sprintf("%d paths are left out by the sparse checkout", n)
}

// parser reads and parses what was claimed, each claim into its own slot.
type parser struct {
	d       *discovery
	cfg     *layer.Config
	symbols bool
	claims  []layer.Claim
	cache   *parseCache
	slots   []slot
	at      []int // of each claim: its entry
}

// slot is what is kept of a parsed file: objects as lines, since a decoded one
// takes several times the room and a repository has many.
type slot struct {
	unit     layer.Unit
	lines    [][]byte    // of unit.Heads
	shown    string      // the path of the objects
	facts    *code.Facts // of a source file, with symbols on
	ds       []object.Diagnostic
	why      string // why the file cannot be read, "" when it can
	excluded bool   // by an error
}

func (p *parser) run(ctx context.Context, o Options) error {
	n := len(p.claims)
	p.symbols = !o.NoSymbols
	p.slots, p.at = make([]slot, n), make([]int, n)
	for i := range p.claims {
		p.at[i] = p.d.entry(p.claims[i].Path)
	}
	p.cache.begin(n)
	tell := told(o.Progress, n)
	err := parallel(ctx, p.d.tree, n, func(c *cursor, i int) {
		p.one(c, i)
		tell()
	})
	if err != nil {
		return err
	}
	return p.cache.end(o)
}

// told gives what counts one more of n as done and reports each hundredth part,
// in rising order whoever gets there first.
func told(report func(done, total int), n int) func() {
	if report == nil {
		return func() {}
	}
	var mu sync.Mutex
	done, step := 0, max(1, n/100)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if done++; done%step == 0 || done == n {
			report(done, n)
		}
	}
}

// entry is the position of a listed path.
func (d *discovery) entry(path string) int {
	i, ok := slices.BinarySearchFunc(d.entries, path, func(e entry, p string) int { return strings.Compare(e.path, p) })
	if !ok {
		panic("index: a claim for a path that was not listed")
	}
	return i
}

// one fills slot i: out of the cache, else by reading the file.
func (p *parser) one(c *cursor, i int) {
	r, why := p.parse(c, i)
	s := &p.slots[i]
	if s.why = why; why != "" {
		s.ds = []object.Diagnostic{unreadable(p.claims[i].Path, why)}
		s.unit.Path = p.claims[i].Path
		return
	}
	r.Parsed.Bind(p.claims[i])
	r.describe()
	parsed := &r.Parsed
	s.facts = r.Facts
	s.unit, s.ds, s.excluded = parsed.Unit(), parsed.Diagnostics, parsed.Excluded()
	s.shown = shown(parsed.Path)
	s.lines = make([][]byte, len(parsed.Objects))
	for k := range parsed.Objects {
		line, err := encode(&parsed.Objects[k])
		if err != nil { // a float that is no number; the layer lets none pass
			panic("index: an object cannot be encoded: " + err.Error())
		}
		s.lines[k] = line
	}
}

// parse gives what claim i declares, or why it cannot be read.
func (p *parser) parse(c *cursor, i int) (r result, why string) {
	cl, e := &p.claims[i], &p.d.entries[p.at[i]]
	if e.trust == lost {
		return r, e.why
	}
	if e.blob != "" {
		cl.Hash = e.blob
		if !p.symbols && !cl.NeedsBytes() {
			return result{Parsed: p.cfg.Unread(*cl)}, ""
		}
		if kept, ok := p.cache.get(i, cl); ok {
			return kept, ""
		}
	}
	data, s, err := c.read(e.path)
	if err != nil {
		e.lose(err)
		p.d.moved.Store(true)
		return r, e.why
	}
	p.d.confirm(e, data, s)
	cl.Hash, cl.Size = e.blob, e.stamp.size
	r = p.read(cl, data)
	p.cache.put(i, cl, &r)
	return r, ""
}

// confirm holds the bytes that were read against what was known of the file. A
// stamp that moved since means other bytes, maybe: they are hashed, and the
// index that comes out is not the one that was asked of the cache.
func (d *discovery) confirm(e *entry, data []byte, s stamp) {
	if e.blob != "" && e.stamp == s {
		return
	}
	id := git.Blob(data)
	if e.blob != "" && id != e.blob || e.blob == "" && e.stamp != s {
		d.moved.Store(true)
	}
	e.blob, e.stamp, e.trust = id, s, hashed
}

// units are what resolution needs of all files.
func (p *parser) units() []layer.Unit {
	out := make([]layer.Unit, len(p.slots))
	for i := range p.slots {
		out[i] = p.slots[i].unit
	}
	return out
}

// addAll gives the objects that stand and every file's findings to a Builder.
func (p *parser) addAll(b *Builder, excluded []string) {
	for i := range p.slots {
		s := &p.slots[i]
		for k := range s.unit.Heads {
			h := &s.unit.Heads[k]
			if _, out := slices.BinarySearch(excluded, h.URI); !out {
				b.add(h.URI, h.Kind, s.shown, s.lines[k])
			}
		}
		for _, d := range s.ds {
			b.AddDiagnostic(d)
		}
	}
}
