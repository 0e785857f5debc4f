package fragment

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Options are what surrounds a compilation; they change no byte of the result.
type Options struct {
	// Store keeps the bytes behind the handles; nil keeps nothing.
	Store *Store
	// Roots allow fragments to name files; nil refuses every path with
	// ingest_disabled.
	Roots *Roots

	unlimited bool // a transcript may have more turns than a request fragments
}

// Compile assembles the fragments of a request under its budget. Errors are
// *fault.Error with one of the codes of limits.go; the request is not changed.
func Compile(ctx context.Context, req *Request, o Options) (*Result, error) {
	c, err := run(ctx, req, o)
	if err != nil {
		return nil, err
	}
	if o.Store != nil {
		if err := c.keep(ctx, o.Store); err != nil {
			return nil, err
		}
	}
	return account(c), nil
}

// compilation is everything the steps have found out.
type compilation struct {
	req      *Request
	s        settings
	items    []*item
	ledger   *ledger
	text     assembled
	tokens   int // of text and images
	warnings []Warning
}

func run(ctx context.Context, req *Request, o Options) (*compilation, error) {
	c, err := start(ctx, req, o)
	if err != nil {
		return nil, err
	}
	return c, c.work(ctx)
}

// start takes the first two steps: ingest and validate.
func start(ctx context.Context, req *Request, o Options) (*compilation, error) {
	c := &compilation{req: req}
	var err error
	if o.Roots != nil {
		if c.req, err = o.Roots.ingest(ctx, req); err != nil {
			return nil, err
		}
	}
	c.s, c.items, c.warnings, err = validate(c.req, o.unlimited)
	return c, err
}

func (c *compilation) work(ctx context.Context) error {
	err := each(ctx, c.items, func(it *item) {
		it.identify()
		classify(it, &c.s)
	})
	if err != nil {
		return err
	}
	keys, err := nearKeys(ctx, c.items, &c.s)
	if err != nil {
		return err
	}
	dedup(c.items, keys, &c.s)
	m := newMeter(c.s.estimator)
	if err := each(ctx, c.items, func(it *item) { prepare(it, m, &c.s) }); err != nil {
		return err
	}
	count(c.items, m)
	if err := rate(ctx, c.items, c.req.Query); err != nil {
		return err
	}
	c.ledger = pack(c.items, keys, &c.s)
	c.text, c.tokens = fit(c.ledger)
	return ctx.Err()
}

// prepare abstracts, cuts and counts an item that is not dropped.
func prepare(it *item, m meter, s *settings) {
	it.out = it.text
	if it.twin != nil {
		return
	}
	it.out = abstract(it, s)
	if it.image != nil {
		it.pieces = []*piece{{item: it, end: len(it.out)}}
	} else {
		parts := cut(it.out, s.policy.MaxPieceBytes, s.policy.Boundary, it.abstracted())
		all := make([]piece, len(parts))
		for i, part := range parts {
			all[i] = piece{item: it, start: part.start, end: part.end}
			it.pieces = append(it.pieces, &all[i])
		}
	}
	for i, p := range it.pieces {
		p.slot = i // until the pieces are laid
		m.measure(p)
	}
	it.ownTokens = it.imageTokens()
	if it.abstracted() {
		it.ownTokens += m.tokens(m.units(it.text))
	} else {
		it.ownTokens += m.tokens(m.whole(it.pieces))
	}
}

// count finds what each dropped item counts by itself; exact twins count alike.
func count(items []*item, m meter) {
	known := map[identity]int{}
	for _, it := range items {
		if it.twin == nil {
			known[it.identity()] = it.ownTokens
		}
	}
	for _, it := range items {
		if it.twin == nil {
			continue
		}
		n, ok := known[it.identity()]
		if !ok {
			n = m.tokens(m.units(it.text)) + it.imageTokens()
			known[it.identity()] = n
		}
		it.ownTokens = n
	}
}

// each works on the items in parallel; every call owns its item.
func each(ctx context.Context, items []*item, work func(*item)) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	const batch = 16 // small items are not worth a goroutine each
	for start := 0; start < len(items); start += batch {
		part := items[start:min(start+batch, len(items))]
		g.Go(func() error {
			for _, it := range part {
				if ctx.Err() != nil {
					break
				}
				work(it)
			}
			return ctx.Err()
		})
	}
	return g.Wait()
}
