package cli

import (
	"fmt"
	"strconv"

	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
)

// curveTable shows the limit at which each entry and all before it fit.
func curveTable(curve []budget.CurveLine) *table {
	t := &table{head: []string{"limit", "cost", "tier", "", "uri"}}
	for i := range curve {
		l := &curve[i]
		t.rows = append(t.rows, []string{count(l.Limit), count(l.CostTokens), string(l.Tier), ifTrue(l.Required, "required"), l.URI})
	}
	return t
}

// diffTable shows what came, what went and what changed.
func diffTable(d *devcontext.Difference) *table {
	t := &table{
		lines: []string{side("from", d.From), side("to  ", d.To), fmt.Sprintf("%d the same", d.Same)},
		head:  []string{"", "uri", "tier", "tokens", "why"},
	}
	for _, part := range []struct {
		sign    string
		changes []devcontext.Change
	}{{"+", d.Came}, {"-", d.Went}, {"~", d.Changed}} {
		for _, c := range part.changes {
			t.rows = append(t.rows, []string{part.sign, c.URI, string(c.Tier), count(c.CostTokens), c.Why})
		}
	}
	return t
}

func side(name string, s devcontext.Side) string {
	return fmt.Sprintf("%s %.12s  %d entries, %d of %d tokens", name, s.RequestDigest, s.Selected, s.UsedTokens, s.LimitTokens)
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

func ifTrue(b bool, s string) string {
	if b {
		return s
	}
	return ""
}
