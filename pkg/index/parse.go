package index

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"majordomus/pkg/code"
	"majordomus/pkg/git"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// sourceKinds tells the layer what is source code.
func sourceKinds(path string) (lang string, test, ok bool) {
	lang, ok = code.Language(path)
	return lang, ok && code.IsTest(lang, path), ok
}

func sparseMessage(n int) string {
	return fmt.Sprintf("%d paths are left out by the sparse checkout", n)
}

// parser reads and parses what was claimed, each claim into its own slot.
type parser struct {
	d      *discovery
	cfg    *layer.Config
	claims []layer.Claim
	cache  *parseCache
	parsed []layer.Parsed
	at     []int    // of each claim: its entry
	why    []string // of each claim: why it cannot be read, "" when it can
}

func (p *parser) run(ctx context.Context, o Options) error {
	n := len(p.claims)
	p.parsed, p.why, p.at = make([]layer.Parsed, n), make([]string, n), make([]int, n)
	for i := range p.claims {
		p.at[i] = p.d.entry(p.claims[i].Path)
	}
	p.cache.begin(n)
	err := parallel(ctx, p.d.tree, n, func(c *cursor, i int) { p.one(c, i) })
	if err != nil {
		return err
	}
	return p.cache.end(o)
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
	cl, e := &p.claims[i], &p.d.entries[p.at[i]]
	if e.trust == lost {
		p.why[i] = e.why
		return
	}
	if e.blob != "" {
		cl.Hash = e.blob
		if kept, ok := p.cache.get(i, cl); ok {
			kept.Bind(*cl)
			p.parsed[i] = kept
			return
		}
	}
	data, s, err := c.read(e.path)
	if err != nil {
		e.lose(err)
		p.why[i] = e.why
		p.d.moved.Store(true)
		return
	}
	p.d.confirm(e, data, s)
	cl.Hash, cl.Size = e.blob, e.stamp.size
	p.parsed[i] = p.cfg.Parse(*cl, data)
	p.cache.put(i, cl, &p.parsed[i])
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

// unreadable lists the claims that could not be read.
func (p *parser) unreadable() []object.Diagnostic {
	var ds []object.Diagnostic
	for i, why := range p.why {
		if why != "" {
			ds = append(ds, unreadable(p.claims[i].Path, why))
		}
	}
	return ds
}

// addAll encodes objects side by side and adds them in order.
func (b *Builder) addAll(objects []object.Object) error {
	lines, errs := make([][]byte, len(objects)), make([]error, len(objects))
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			lo, hi := w*len(objects)/workers, (w+1)*len(objects)/workers
			for i := lo; i < hi; i++ {
				lines[i], errs[i] = encode(&objects[i])
			}
		})
	}
	wg.Wait()
	for i := range objects {
		if errs[i] != nil {
			return errs[i]
		}
		o := &objects[i]
		b.add(o.URI, o.Kind, o.Provenance.Path, lines[i])
	}
	return nil
}
