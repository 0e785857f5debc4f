package devcontext

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// Form is how a prompt is written.
type Form string

// The forms.
const (
	Markdown Form = "md"
	XML      Form = "xml"
)

// RenderOptions says how an answer becomes a prompt.
type RenderOptions struct {
	Form       Form  `json:"form,omitempty"`       // default md
	MaxTokens  int64 `json:"max_tokens,omitempty"` // of the whole output, counted by the answer's estimator; 0: no limit
	AllowStale bool  `json:"allow_stale,omitempty"`
}

// section is one entry with its body.
type section struct {
	entry   *walk.Entry
	data    []byte
	changed bool
	base64  bool
}

// omission is one line of what was left out.
type omission struct {
	uri, reason, detail string
	tier                object.Tier
	tokens              int64
}

// form writes the parts of a prompt.
type form interface {
	open(a *budget.Answer) string
	section(s *section) string
	omissions(os []omission, more int) string // and how many more there are; one of both is not empty
	shut() string
	carries(data []byte) bool // as text, byte for byte
}

// Render writes an answer as a prompt: each selected body in the answer's
// order, fenced as untrusted, then what was left out. Under MaxTokens bodies
// that are not required fall from the end of the order; the list of omissions
// costs no more than an eighth of it, or what the bodies leave free, and is
// finished by a count. When the required ones do not fit nothing is given and
// the error is of class OverBudget. A body that is no longer the
// answer's is refused, or with AllowStale marked. The body of a file with a
// secret is left out and listed.
func Render(a *budget.Answer, b *Bodies, o RenderOptions) ([]byte, error) {
	var f form = markdown{}
	switch o.Form {
	case "", Markdown:
	case XML:
		f = xmlForm{}
	default:
		return nil, fault.New(fault.Invalid, "invalid_input", "an unknown form %s", fault.Quote(string(o.Form))).WithHint("give md or xml")
	}
	est, err := token.ByName(cmp.Or(a.Budget.Estimator, token.NameBytes))
	if err != nil {
		return nil, err
	}
	p := &prompt{answer: a, form: f, est: est, limit: o.MaxTokens}
	if err := p.read(b, o.AllowStale); err != nil {
		return nil, err
	}
	return p.fit()
}

// prompt is a rendering in the making.
type prompt struct {
	answer   *budget.Answer
	form     form
	est      token.Estimator
	limit    int64
	sections []section
	texts    []string // of the sections
	fixed    []omission
	falling  []int // sections that may fall, the first to fall first
}

func (p *prompt) read(b *Bodies, allowStale bool) error {
	for i := range p.answer.Excluded {
		x := &p.answer.Excluded[i]
		p.fixed = append(p.fixed, omission{x.URI, string(x.Reason), x.Detail, x.Tier, x.CostTokens})
	}
	secrets := secretPaths(p.answer)
	for i := range p.answer.Selected {
		e := &p.answer.Selected[i]
		if secrets[e.Provenance.Path] {
			p.leave(e, reasonSecret, "its file holds what looks like a secret; the body is withheld")
			continue
		}
		now, err := b.read(&e.Provenance, e.Provenance.Hash)
		if err != nil {
			return err
		}
		if now.changed && !allowStale {
			return changedBody(e)
		}
		if now.secret {
			p.leave(e, reasonSecret, "its file now holds what looks like a secret; the body is withheld")
			continue
		}
		if now.gone {
			p.leave(e, reasonGone, "its file or lines are no longer there")
			continue
		}
		p.add(section{entry: e, data: now.data, changed: now.changed, base64: !p.form.carries(now.data)})
	}
	return nil
}

func changedBody(e *walk.Entry) error {
	return fault.New(fault.Refused, index.CodeChangedBody, "the body is not the one the answer was made of: %s", fault.Quote(e.URI)).
		At(e.Provenance.Path, 0, 0).WithHint("compile again, or give --allow-stale to have it marked")
}

func (p *prompt) add(s section) {
	p.sections = append(p.sections, s)
	p.texts = append(p.texts, p.form.section(&s))
	if !s.entry.Required {
		p.falling = append(p.falling, len(p.sections)-1)
	}
}

func (p *prompt) leave(e *walk.Entry, reason walk.Reason, detail string) {
	p.fixed = append(p.fixed, omission{e.URI, string(reason), detail, e.Tier, e.CostTokens})
}

// listShare is the part of a limit that a list of omissions may take from bodies.
const listShare = 8

// fit gives the most bodies that the limit allows beside the list's share, and
// the longest list beside them.
func (p *prompt) fit() ([]byte, error) {
	slices.Reverse(p.falling)
	if whole := p.assemble(0, p.rows(0)); p.limit <= 0 || p.count(whole) <= p.limit {
		return []byte(whole), nil
	}
	most := len(p.falling)
	fallen := sort.Search(most, func(n int) bool { return p.count(p.assemble(n, 0))+p.reserve(n) <= p.limit })
	least := p.assemble(fallen, 0)
	if n := p.count(least); n > p.limit {
		return nil, fault.New(fault.OverBudget, "over_budget", "the required bodies take %d tokens with their frame, %d are allowed",
			n, p.limit).WithHint("give at least --max-tokens %d", n)
	}
	listed := sort.Search(p.rows(fallen), func(n int) bool { return p.count(p.assemble(fallen, n+1)) > p.limit })
	return []byte(p.assemble(fallen, listed)), nil
}

func (p *prompt) count(text string) int64 { return int64(p.est.Count([]byte(text))) }

// rows is how many things are left out when some bodies fall.
func (p *prompt) rows(fallen int) int { return len(p.fixed) + fallen }

// reserve is what bodies leave to the list.
func (p *prompt) reserve(fallen int) int64 {
	return min(p.limit/listShare, p.count(p.form.omissions(p.omitted(fallen), 0)))
}

// omitted are the things left out when some bodies fall, those first that came
// nearest to being in.
func (p *prompt) omitted(fallen int) []omission {
	out := make([]omission, 0, p.rows(fallen))
	for _, i := range p.falling[:fallen] {
		e := p.sections[i].entry
		out = append(out, omission{e.URI, string(reasonTokens), fmt.Sprintf("no room under %d tokens", p.limit), e.Tier, e.CostTokens})
	}
	slices.Reverse(out)
	at := len(out)
	out = append(out, p.fixed...)
	slices.SortStableFunc(out[at:], func(x, y omission) int { return cmp.Compare(x.distance(), y.distance()) })
	return out
}

// distance is how far a thing was from being in.
func (o *omission) distance() int {
	switch walk.Reason(o.reason) {
	case reasonSecret, reasonGone:
		return 0
	case walk.OutBudget:
		return 1
	}
	return 2
}

// Reasons of a rendering alone.
const (
	reasonSecret walk.Reason = "secret"
	reasonGone   walk.Reason = "gone"
	reasonTokens walk.Reason = "max_tokens"
)

// assemble writes the prompt without the first fallen of the falling bodies, so
// many of its omissions listed and the others counted.
func (p *prompt) assemble(fallen, listed int) string {
	out := p.omitted(fallen)
	more := len(out) - listed
	out = out[:listed]
	slices.SortStableFunc(out, func(x, y omission) int {
		return cmp.Or(cmp.Compare(x.tier.Rank(), y.tier.Rank()), strings.Compare(x.reason, y.reason), strings.Compare(x.uri, y.uri))
	})
	gone := make(map[int]bool, fallen)
	for _, i := range p.falling[:fallen] {
		gone[i] = true
	}
	var b strings.Builder
	b.WriteString(p.form.open(p.answer))
	for i, t := range p.texts {
		if !gone[i] {
			b.WriteString(t)
		}
	}
	if listed+more > 0 {
		b.WriteString(p.form.omissions(out, more))
	}
	b.WriteString(p.form.shut())
	return b.String()
}
