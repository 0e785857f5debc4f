package fragment

import "context"

// Explanation says how a compilation came about, without its text.
type Explanation struct {
	// Fragments has one row per fragment, in input order.
	Fragments []Explained `json:"fragments"`
	// Packing lists the pieces in the order they were taken.
	Packing []Step `json:"packing"`
	// Room is the budget less the reserve, in tokens.
	Room int `json:"room"`
	// Insights are the figures.
	Insights Insights `json:"insights"`
	// Risk is the highest of the decisions'.
	Risk Risk `json:"risk"`
	// Warnings name what was ignored.
	Warnings []Warning `json:"warnings"`
	// Estimator is what counted.
	Estimator EstimatorRef `json:"estimator"`
}

// Explained is a decision with what it rests on.
type Explained struct {
	Decision
	// Matching are all rules that hold for the fragment, in the order they
	// are tried; the first decides.
	Matching []string `json:"matching_rules"`
	// Critical says whether losing a part of it makes the risk high.
	Critical bool `json:"critical"`
	// Priority it was packed with: the highest of the group it stands for.
	Priority int `json:"priority"`
	// Bytes of its content, and of its image.
	Bytes int `json:"bytes"`
	// Tokens it counts by itself.
	Tokens int `json:"tokens"`
	// Pieces it was cut into; 0 for one that was dropped or is empty.
	Pieces int `json:"pieces"`
}

// Step is a piece that was taken.
type Step struct {
	// Index is the fragment's place in the request.
	Index int `json:"index"`
	// Piece is its place in the fragment, from 0.
	Piece int `json:"piece"`
	// Start is a byte offset in the fragment, after abstraction.
	Start int `json:"start"`
	// End is the byte offset after its last.
	End int `json:"end"`
	// Relevance of the piece, 0..1.
	Relevance float64 `json:"relevance"`
}

// Explain compiles a request and returns the reasons instead of the text. It
// keeps nothing in a store.
func Explain(ctx context.Context, req *Request, o Options) (*Explanation, error) {
	c, err := run(ctx, req, o)
	if err != nil {
		return nil, err
	}
	r := account(c)
	e := &Explanation{
		Fragments: make([]Explained, len(c.items)),
		Packing:   make([]Step, 0, len(c.ledger.order)),
		Room:      c.s.room, Insights: r.Insights, Risk: r.Risk, Warnings: r.Warnings, Estimator: r.Estimator,
	}
	for i, it := range c.items {
		e.Fragments[i] = explained(it, r.Decisions[i], &c.s)
	}
	for _, p := range c.ledger.order {
		e.Packing = append(e.Packing, Step{
			Index: p.item.index, Piece: p.slot - p.item.pieces[0].slot,
			Start: p.start, End: p.end, Relevance: p.relevance,
		})
	}
	return e, nil
}

func explained(it *item, d Decision, s *settings) Explained {
	x := Explained{
		Decision: d, Matching: []string{}, Critical: it.critical, Priority: it.priority,
		Bytes: len(it.text), Tokens: it.ownTokens, Pieces: len(it.pieces),
	}
	if it.image != nil {
		x.Bytes += len(it.image.data)
	}
	for _, r := range order(it) {
		if !s.disabled[r] && matches(r, it, s) {
			x.Matching = append(x.Matching, string(r))
		}
	}
	return x
}

// Estimated is what fragments count before anything is done to them.
type Estimated struct {
	// Fragments has one row per fragment, in input order.
	Fragments []EstimatedFragment `json:"fragments"`
	// Tokens is the sum.
	Tokens int `json:"tokens"`
	// Room is the budget less the reserve, in tokens.
	Room int `json:"room"`
	// Fits says whether the sum is within the room.
	Fits bool `json:"fits"`
	// Warnings name what was ignored.
	Warnings []Warning `json:"warnings"`
	// Estimator is what counted.
	Estimator EstimatorRef `json:"estimator"`
}

// EstimatedFragment is the size of one fragment.
type EstimatedFragment struct {
	// FragmentID is the fragment's id, given or derived.
	FragmentID ID `json:"fragment_id"`
	// Index is its place in the request.
	Index int `json:"index"`
	// Bytes of its content.
	Bytes int `json:"bytes"`
	// Tokens of its content, and of its image.
	Tokens int `json:"tokens"`
}

// Estimate counts the fragments of a request as they are.
func Estimate(ctx context.Context, req *Request, o Options) (*Estimated, error) {
	c, err := start(ctx, req, o)
	if err != nil {
		return nil, err
	}
	m := newMeter(c.s.estimator)
	if err := each(ctx, c.items, func(it *item) {
		it.identify()
		it.ownTokens = m.tokens(m.units(it.text)) + it.imageTokens()
	}); err != nil {
		return nil, err
	}
	e := &Estimated{
		Fragments: make([]EstimatedFragment, len(c.items)), Room: c.s.room,
		Warnings:  append([]Warning{}, c.warnings...),
		Estimator: EstimatorRef{Name: c.s.estimator.Name(), Fingerprint: c.s.estimator.Fingerprint()},
	}
	for i, it := range c.items {
		e.Fragments[i] = EstimatedFragment{FragmentID: it.id, Index: i, Bytes: len(it.text), Tokens: it.ownTokens}
		e.Tokens += it.ownTokens
	}
	e.Fits = e.Tokens <= e.Room
	return e, nil
}
