package budget

import (
	"slices"
	"strconv"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// Options are what a spend may change of its walk's request. A nil member
// leaves the request's own.
type Options struct {
	BudgetTokens *int64   `json:"budget_tokens,omitempty"` // limit in tokens, at least 1
	Floor        *float64 `json:"floor,omitempty"`         // 0 to 1, not below the walk's own
}

// Spend makes the answer of a walk. It refuses, as invalid input, a budget of
// 0 and a floor that is outside 0..1 or below the walk's. The walk is not
// changed; the answer shares its entries.
func Spend(w *walk.Result, o Options) (*Answer, error) {
	p, err := newPlan(w, o, len(w.Candidates))
	if err != nil {
		return nil, err
	}
	items := make([]item, len(w.Candidates))
	for i := range w.Candidates {
		items[i].init(&w.Candidates[i])
		if err := p.meet(&items[i]); err != nil {
			return nil, err
		}
	}
	if err := p.run(); err != nil {
		return nil, err
	}
	return p.finish(), nil
}

// newPlan begins the plan of a walk with so many candidates.
func newPlan(w *walk.Result, o Options, candidates int) (*plan, error) {
	r, err := o.apply(w.Request, w.Settings.Floor)
	if err != nil {
		return nil, err
	}
	settings := w.Settings
	settings.Floor = unsigned(settings.Floor)
	return &plan{known: make(map[string]bool, candidates), answer: Answer{Schema: Schema, Fingerprint: w.Fingerprint, Request: r, Walk: settings,
		Git: Git{Git: w.Git}, Seeds: w.Seeds, Diagnostics: slices.Clone(w.Diagnostics)}}, nil
}

// meet takes a candidate of a walk, which names each thing once.
func (p *plan) meet(it *item) error {
	if p.known[it.URI] && it.Out != walk.OutUnresolved {
		return fault.New(fault.Broken, "broken_stream", "two candidates are %s", fault.Quote(it.URI))
	}
	p.known[it.URI] = true
	p.take(it)
	return nil
}

// take lets a candidate in, or makes its row when the walk did not reach it.
func (p *plan) take(it *item) {
	if it.InReach {
		p.alive = append(p.alive, it)
		return
	}
	p.outside(it)
}

// run is every rule in the page's order.
func (p *plan) run() error {
	if err := p.sound(); err != nil {
		return err
	}
	p.dedup()
	return p.finishSpend()
}

// sound refuses candidates that no walk makes, so that no sum can overflow.
func (p *plan) sound() error {
	var total int64
	for _, it := range p.alive {
		total += it.CostTokens
		if it.CostTokens < 0 || it.CostTokens > maxTokens || total > maxTokens || it.Tier.Rank() >= len(object.Tiers()) {
			return fault.New(fault.Broken, "broken_stream", "a candidate of tier %s that costs %d tokens: %s",
				fault.Quote(string(it.Tier)), it.CostTokens, fault.Quote(it.URI))
		}
	}
	return nil
}

// finishSpend is what also an answer that is spent again goes through.
func (p *plan) finishSpend() error {
	p.limits()
	p.spend()
	p.commits()
	p.order()
	return p.digest()
}

// spend fills the limit: what is required whatever it costs, then first-fit in
// the total order.
func (p *plan) spend() {
	slices.SortFunc(p.alive, (*item).compare)
	limit := p.answer.Request.BudgetTokens
	var required int64
	for _, it := range p.alive {
		if it.Required {
			required += it.CostTokens
		}
	}
	t := newTable()
	used, before := required, required
	for _, it := range p.alive {
		switch {
		case it.Required:
		case used+it.CostTokens <= limit:
			before += it.CostTokens
			used += it.CostTokens
		default:
			before += it.CostTokens
			p.cut(it, used, limit, before)
			t.of(it.Tier).Excluded++
			continue
		}
		p.selected = append(p.selected, it)
		t.add(it)
	}
	p.answer.Budget = Budget{Limit: limit, Used: used, Required: required, Remaining: max(0, limit-used), OverBudget: required > limit,
		BytesPerToken: p.answer.Walk.BytesPerToken, Estimator: p.answer.Walk.Estimator,
		TokenizerFingerprint: p.answer.Walk.TokenizerFingerprint, Tiers: t.rows}
}

// cut makes the row of an item the limit has no room for; fits is the limit at
// which it and everything before it has.
func (p *plan) cut(it *item, used, limit, fits int64) {
	r := p.rows.next()
	*r = row{Excluded: it.excluded(walk.OutBudget, ""), cut: it, used: used, limit: limit}
	r.FitsAt, r.Commits = fits, it.sortedCommits()
	p.excluded = append(p.excluded, r)
}

// appendDetail spells the detail of an item that was cut. It is put together
// without fmt, and only when it is written: a small budget on a large walk makes
// tens of thousands of these.
func (r *row) appendDetail(b []byte) []byte {
	b = strconv.AppendInt(append(b, "costs "...), r.CostTokens, 10)
	b = strconv.AppendInt(append(b, " tokens, and "...), r.used, 10)
	b = strconv.AppendInt(append(b, " of "...), r.limit, 10)
	b = strconv.AppendInt(append(b, " were used when its turn came; a limit of "...), r.FitsAt, 10)
	return append(b, " lets it in"...)
}

// table counts the tiers.
type table struct{ rows []TierSpend }

func newTable() *table {
	t := &table{}
	for _, tier := range object.Tiers() {
		t.rows = append(t.rows, TierSpend{Tier: tier, Meaning: walk.Meaning(tier)})
	}
	return t
}

func (t *table) of(tier object.Tier) *TierSpend {
	return &t.rows[min(tier.Rank(), len(t.rows)-1)]
}

func (t *table) add(it *item) {
	r := t.of(it.Tier)
	r.Selected++
	r.Tokens += it.CostTokens
	if it.Required {
		r.Required++
	}
}

// unsigned makes -0, which is written otherwise, 0.
func unsigned(f float64) float64 {
	if f == 0 {
		return 0
	}
	return f
}

// apply gives the request with the options in place.
func (o Options) apply(r seed.Resolved, least float64) (seed.Resolved, error) {
	if o.BudgetTokens != nil {
		r.BudgetTokens = *o.BudgetTokens
	}
	if o.Floor != nil {
		r.Floor = *o.Floor
	}
	r.Floor = unsigned(r.Floor)
	return r, check(r, least)
}
