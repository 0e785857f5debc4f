package index

import (
	"context"
	"slices"
	"sync"

	"majordomus/pkg/fault"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// Build indexes the repository around a folder. The Store is the same whatever
// the cache holds, in whatever order files are found and however many workers
// read them. Errors: a folder that is none, a git that refuses, an invalid
// layer, a cache that VerifyCache finds wrong; what is wrong with one file is a
// diagnostic, as when it has changed each time its words were to be read.
func Build(ctx context.Context, o Options) (*Store, error) {
	var once sync.Once
	warn := o.warn
	o.Warn = func(message string) { once.Do(func() { warn(message) }) }
	if o.Texts && !o.NoText {
		o.early = &packAhead{}
		defer o.early.wait()
	}
	for try := 1; ; try++ {
		s, err := build(ctx, o)
		if err == nil && o.Texts {
			err = s.LoadTexts(ctx, o)
		}
		if err == nil || try == tries+mostRestless || fault.As(err).Code != CodeChangedBody {
			return s, err
		}
		if try >= tries {
			o.restless = append(o.restless, fault.As(err).Path)
		}
	}
}

// mostRestless is how many files may change all the time.
const mostRestless = 32

func build(ctx context.Context, o Options) (*Store, error) {
	s, d, err := attempt(ctx, o, true)
	if err == nil && s == nil { // what the survey took as known is gone
		s, d, err = attempt(ctx, o, false)
	}
	if err != nil {
		return nil, err
	}
	s.root, s.git = d.root, d.git
	return s, nil
}

// attempt builds once. Where it may trust that a clean tree is as known, and
// the index kept of it turns out missing, the Store is nil.
func attempt(ctx context.Context, o Options, trust bool) (*Store, *discovery, error) {
	var early ahead
	defer early.wait()
	var known func(root string) string
	if trust && !o.NoCache && !o.VerifyCache && len(o.restless) == 0 {
		known = func(root string) string {
			c := openCache(o, root)
			o.early.start(newTextPack(c))
			return early.start(c)
		}
	}
	d, err := discover(ctx, o.Dir, known)
	if err != nil {
		return nil, nil, err
	}
	defer d.tree.Close()
	c := openCache(o, d.root)
	if d.survey != nil && d.survey.Same {
		return early.wait(), d, nil
	}
	if err := d.identify(ctx, c); err != nil {
		return nil, nil, err
	}
	var kept *Store
	if !d.without(o.restless) {
		kept = c.snapshot(d)
	}
	if kept != nil && !o.VerifyCache {
		c.keepPrint(d)
		return kept, d, nil
	}
	s, err := d.build(ctx, o, c)
	if err != nil {
		return nil, nil, err
	}
	if kept != nil {
		return s, d, verifyStore(kept, s)
	}
	if !d.moved.Load() {
		c.keep(s)
		c.keepPrint(d)
	}
	return s, d, nil
}

// without gives up files that change all the time, and reports whether there are
// any; an index without them is not the one of this listing.
func (d *discovery) without(restless []string) bool {
	for i := range d.entries {
		if e := &d.entries[i]; slices.Contains(restless, shown(e.path)) {
			e.lose(errChanging)
			d.moved.Store(true)
		}
	}
	return len(restless) > 0
}

// build makes the Store out of the files.
func (d *discovery) build(ctx context.Context, o Options, c *cache) (*Store, error) {
	var attrs []layer.Attr
	var aside sync.WaitGroup
	aside.Go(func() { attrs = d.attributes() }) // settling waits for git
	err := d.settle(ctx)
	if aside.Wait(); err != nil {
		return nil, err
	}
	files := d.files(attrs)
	cfg, ds, err := layer.Load(files, d.readConfig, layer.Options{Sources: sourceKinds})
	if err != nil {
		return nil, err
	}
	claims, notes := cfg.Classify(files)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ds = slices.Concat(ds, notes, d.findings())
	p := parser{d: d, cfg: cfg, claims: claims, cache: c.parses(cfg.Recipe())}
	if err := p.run(ctx, o); err != nil {
		return nil, err
	}
	linked := cfg.Link(p.units(), files)
	b := NewBuilder(d.git)
	p.addAll(b, linked.Excluded)
	b.sortObjects() // the edges find their ends fastest in a finished table
	for i := range linked.Edges {
		b.AddEdge(linked.Edges[i])
	}
	if err := ctx.Err(); err != nil { // in a large tree linking takes long enough to be called off
		return nil, err
	}
	if !o.NoSymbols {
		if err := p.codeLinks(ctx, b); err != nil {
			return nil, err
		}
	}
	for _, x := range slices.Concat(ds, linked.Diagnostics) {
		b.AddDiagnostic(x)
	}
	return b.Build(d.fingerprint(cfg, &p, &linked))
}

// readConfig reads a configuration file of the layer.
func (d *discovery) readConfig(path string) ([]byte, error) { return d.tree.Read(path) }

// findings are the diagnostics of discovery.
func (d *discovery) findings() []object.Diagnostic {
	var ds []object.Diagnostic
	for _, b := range d.boundaries {
		ds = append(ds, info(codeBoundary, shown(b), "a repository of its own, not entered"))
	}
	for _, p := range d.pipes {
		ds = append(ds, info(codeNotAFile, shown(p), "neither a file nor a link, not read"))
	}
	for _, p := range d.shut {
		ds = append(ds, unreadable(p, "the folder cannot be opened"))
	}
	if d.sparse > 0 {
		ds = append(ds, info(codeOutOfScope, "", sparseMessage(d.sparse)))
	}
	for i := range d.entries {
		if e := &d.entries[i]; e.trust == lost && e.form == link {
			ds = append(ds, unreadable(e.path, e.why))
		}
	}
	return ds
}
