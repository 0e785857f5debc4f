package cli

import (
	"context"
	"fmt"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/operation"
	"majordomus/pkg/walk"
)

type policyFlags struct {
	formatFlags
	outputFlags
}

func (a *app) policyCommand() *command {
	f := new(policyFlags)
	return &command{
		words:   []string{"devcontext", "policy"},
		summary: "show the rules of the walk: tiers, edges, selectors, defaults",
		about:   "Which kinds are in which tier, how much relevance every edge passes on and why, which edges are refused and why, what each selector finds.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.policy(ctx, f) },
	}
}

func (a *app) policy(ctx context.Context, f *policyFlags) error {
	p, err := call[operation.Nothing, operation.PolicyAnswer](ctx, operation.Settings{}, "devcontext.policy", operation.Nothing{})
	if err != nil {
		return err
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, policyTables(&p.Policy)...)
	}
	return a.writeJSON(f.outputFlags, p)
}

func policyTables(p *walk.Policy) []*table {
	d := p.Defaults
	tiers := &table{
		lines: []string{fmt.Sprintf("defaults: %d tokens, depth %d, floor %s, frontier %d, %d bytes a token",
			d.BudgetTokens, d.MaxDepth, decimal(d.Floor), d.Frontier, d.BytesPerToken)},
		head: []string{"tier", "kinds", "meaning"},
	}
	for _, t := range p.Tiers {
		tiers.rows = append(tiers.rows, []string{string(t.Tier), kindList(t.Kinds), t.Meaning})
	}
	edges := &table{head: []string{"edge", "forward", "reverse", "why"}}
	for _, e := range p.Edges {
		edges.rows = append(edges.rows, []string{string(e.Kind), decimal(e.Forward), decimal(e.Reverse), e.Why})
	}
	refused := &table{head: []string{"refused", "why"}}
	for _, e := range p.Refused {
		refused.rows = append(refused.rows, []string{string(e.Kind), e.Why})
	}
	selectors := &table{head: []string{"selector", "finds", "offers", ""}}
	for _, s := range p.Selectors {
		selectors.rows = append(selectors.rows, []string{string(s.Selector), s.Finds, s.Offers, ifTrue(s.Inferred, "inferred")})
	}
	return []*table{tiers, edges, refused, selectors}
}

func kindList(kinds []object.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}
