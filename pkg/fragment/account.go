package fragment

import (
	"encoding/hex"
	"fmt"
	"math/bits"
	"slices"
)

// savedByBudget is what tokens are saved by when something did not fit.
const savedByBudget = "pack.budget"

// account is step 10: one decision per fragment, handles, figures, risk.
func account(c *compilation) *Result {
	r := &Result{
		Content:          string(c.text.content),
		Sections:         []Section{},
		Decisions:        make([]Decision, len(c.items)),
		Sources:          []Source{},
		RetrievalHandles: []Retrieval{},
		Media:            []MediaRef{},
		Risk:             Low,
		Warnings:         append([]Warning{}, c.warnings...),
		Estimator:        EstimatorRef{Name: c.s.estimator.Name(), Fingerprint: c.s.estimator.Fingerprint()},
	}
	for i, it := range c.items {
		d := decide(it)
		r.Decisions[i] = d
		r.Risk = worse(r.Risk, d.Risk)
		r.addHandles(it, d, c)
	}
	r.Sections = c.sections()
	r.Insights = c.insights()
	r.price(c)
	return r
}

func (r *Result) addHandles(it *item, d Decision, c *compilation) {
	m := newMeter(c.s.estimator)
	whole := d.Handle == ""
	if it.image != nil {
		h := handleOf(it.hash)
		r.Sources = append(r.Sources, Source{it.id, h})
		if !whole {
			r.RetrievalHandles = append(r.RetrievalHandles, Retrieval{h, it.id, it.image.tokens})
		} else {
			r.Media = append(r.Media, MediaRef{it.id, it.image.mime, h})
		}
		if len(it.text) == 0 {
			return
		}
	}
	h := handleOf(it.hash)
	if it.image != nil {
		h = Handle(it.text)
	}
	r.Sources = append(r.Sources, Source{it.id, h})
	if !whole {
		tokens := it.ownTokens
		if it.image != nil {
			tokens = m.tokens(m.units(it.text))
		}
		r.RetrievalHandles = append(r.RetrievalHandles, Retrieval{h, it.id, tokens})
	}
}

// decide writes the decision on an item.
func decide(it *item) Decision {
	d := Decision{
		FragmentID:  it.id,
		Index:       it.index,
		ContentHash: hex.EncodeToString(it.hash[:]),
		RuleID:      string(it.rule),
		Relevance:   it.relevance,
		Risk:        Low,
	}
	in, of := it.taken(), len(it.pieces)
	if it.twin != nil {
		d.dropped(it)
		d.Handle = it.handle()
		return d
	}
	d.Action = Preserve
	switch {
	case it.cached():
		d.Action = Cache
	case it.abstracted():
		d.Action = Abstract
	}
	d.Reason = because[it.rule]
	switch {
	case in < of:
		d.cut(it, in, of)
	case it.abstracted():
		d.Risk = Medium
		d.Reason += "; repeated lines are counted"
	}
	if in < of || it.abstracted() {
		d.Handle = it.handle()
	}
	return d
}

func (d *Decision) dropped(it *item) {
	d.Action, d.RuleID, d.Twin = Drop, it.twinRule, new(it.twin.index)
	switch it.twinRule {
	case dedupExact:
		d.Reason = fmt.Sprintf("the same bytes as fragment %d", it.twin.index)
	case dedupTarget:
		d.Reason = fmt.Sprintf("fragment %d is a later screenshot of the same target", it.twin.index)
		d.Risk = Medium
		if it.constraint { // its caption forbids something the later one may not
			d.Risk = High
		}
	default:
		d.Reason = fmt.Sprintf("the same words as fragment %d but for case and white space", it.twin.index)
		if it.rule == ruleLog {
			d.Reason = fmt.Sprintf("the same lines as fragment %d but for timestamps", it.twin.index)
			d.Risk = Medium
		}
	}
}

func (d *Decision) cut(it *item, in, of int) {
	d.Packed = &Packed{Pieces: in, Of: of}
	d.Risk = Medium
	if it.critical || it.losesConstraint() {
		d.Risk = High
	}
	if in == 0 {
		d.Action = Retrieve
		d.Reason += "; it did not fit the budget"
		return
	}
	d.Reason += fmt.Sprintf("; %d of %d pieces fitted the budget", in, of)
}

// losesConstraint says whether a piece that was left out may hold a sentence
// that forbids something. A sentence may reach into the pieces beside it.
func (it *item) losesConstraint() bool {
	if !it.constraint {
		return false
	}
	for i, p := range it.pieces {
		if p.taken {
			continue
		}
		start, end := p.start, p.end
		if i > 0 {
			start = it.pieces[i-1].start
		}
		if i+1 < len(it.pieces) {
			end = it.pieces[i+1].end
		}
		if hasConstraint(it.out[start:end]) {
			return true
		}
	}
	return false
}

// handle is the handle of the item's main bytes.
func (it *item) handle() string { return handleOf(it.hash) }

var riskOrder = []Risk{Low, Medium, High}

func worse(a, b Risk) Risk {
	return riskOrder[max(slices.Index(riskOrder, a), slices.Index(riskOrder, b))]
}

func (c *compilation) sections() []Section {
	sections := []Section{}
	for i, kind := range []SectionKind{CacheSection, BodySection} {
		part := c.text.sections[i]
		s := Section{Kind: kind, FragmentIDs: []ID{}}
		for _, it := range c.items {
			if it.cached() == (kind == CacheSection) && it.taken() > 0 {
				s.FragmentIDs = append(s.FragmentIDs, it.id)
			}
		}
		if len(s.FragmentIDs) == 0 {
			continue
		}
		if !c.s.policy.SlimResponse {
			s.Content = string(c.text.content[part.start:part.end])
		}
		sections = append(sections, s)
	}
	return sections
}

func (c *compilation) insights() Insights {
	in := Insights{TokensOut: c.tokens, TokensSavedByRule: map[string]int{}}
	m := newMeter(c.s.estimator)
	save := func(rule string, tokens int) {
		if tokens > 0 {
			in.TokensSavedByRule[rule] += tokens
		}
	}
	for _, it := range c.items {
		in.TokensIn += it.ownTokens
		if it.twin != nil {
			save(it.twinRule, it.ownTokens)
			continue
		}
		out := it.ownTokens
		if it.abstracted() {
			out = m.tokens(m.whole(it.pieces)) + it.imageTokens()
			save(string(ruleLog), it.ownTokens-out)
		}
		if !it.whole() {
			save(savedByBudget, out-it.kept(m))
		}
	}
	in.TokensSaved = max(0, in.TokensIn-in.TokensOut)
	return in
}

// kept counts what went in of an item that was cut, run by run of neighbours.
func (it *item) kept(m meter) int {
	units, tokens := 0, 0
	for i := 0; i < len(it.pieces); i++ {
		start := i
		for i < len(it.pieces) && it.pieces[i].taken {
			i++
		}
		if i > start {
			units += m.whole(it.pieces[start:i])
			tokens = it.imageTokens() // an image has one piece
		}
	}
	return tokens + m.tokens(units)
}

// price adds the cost of what was saved, when the pricing knows the model.
func (r *Result) price(c *compilation) {
	p := c.s.policy.Pricing
	if p == nil {
		return
	}
	price, ok := p.Models[c.req.TargetModel]
	if !ok {
		r.Warnings = append(r.Warnings, fmt.Sprintf("policy.pricing: no price for target_model %q", c.req.TargetModel))
		return
	}
	const million = 1_000_000
	hi, lo := bits.Mul64(uint64(r.Insights.TokensSaved), price.InputMicrosPerMillionTokens)
	if hi >= million { // more than 64 bits of micros: no sum of money
		return
	}
	saved, _ := bits.Div64(hi, lo, million)
	r.Insights.EstimatedCostSavedMicros = &saved
	r.Insights.Currency, r.Insights.PricingVersion = p.Currency, p.Version
}
