package fragment

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Report is what compiling one corpus at several budgets gives.
type Report struct {
	// Fragments in the corpus.
	Fragments int `json:"fragments"`
	// Bytes of their contents.
	Bytes int `json:"bytes"`
	// CriticalTokens is what the critical fragments count that no twin stands
	// for: budgets below it cannot have a low risk.
	CriticalTokens int `json:"critical_tokens"`
	// Estimator is what counted.
	Estimator EstimatorRef `json:"estimator"`
	// Rows has one per budget, in the order given.
	Rows []ReportRow `json:"rows"`
}

// ReportRow is the outcome at one budget.
type ReportRow struct {
	// Budget in tokens.
	Budget int `json:"budget"`
	// Insights are the figures.
	Insights Insights `json:"insights"`
	// Actions counts the decisions by action.
	Actions map[Action]int `json:"actions"`
	// Risk is the highest of the decisions'.
	Risk Risk `json:"risk"`
}

// Measure compiles the fragments at every budget. Budgets of 0 stand for the
// size of the critical part.
func Measure(ctx context.Context, fragments []Fragment, query string, p Policy, budgets []int) (*Report, error) {
	req := &Request{Query: query, Fragments: fragments, TokenBudget: MaxBudget, Policy: &p}
	whole, err := Explain(ctx, req, Options{})
	if err != nil {
		return nil, err
	}
	r := &Report{Fragments: len(fragments), Estimator: whole.Estimator, Rows: []ReportRow{}}
	for _, f := range whole.Fragments {
		r.Bytes += f.Bytes
		if f.Critical && f.Action != Drop {
			r.CriticalTokens += f.Tokens
		}
	}
	for _, budget := range budgets {
		if req.TokenBudget = budget; budget == 0 {
			req.TokenBudget = max(1, r.CriticalTokens)
		}
		res, err := Compile(ctx, req, Options{})
		if err != nil {
			return nil, err
		}
		row := ReportRow{Budget: req.TokenBudget, Insights: res.Insights, Actions: map[Action]int{}, Risk: res.Risk}
		for _, d := range res.Decisions {
			row.Actions[d.Action]++
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

// WriteTable writes the report for a person.
func (r *Report) WriteTable(w io.Writer) error {
	fmt.Fprintf(w, "%d fragments, %d bytes, critical part %d tokens, counted with %s\n\n", r.Fragments, r.Bytes, r.CriticalTokens, r.Estimator.Name)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "budget\tin\tout\tsaved\trisk\tkept\tfolded\tleft\tdropped\tsaved by rule")
	for _, row := range r.Rows {
		i := row.Insights
		var by []string
		for _, rule := range slices.Sorted(maps.Keys(i.TokensSavedByRule)) {
			by = append(by, fmt.Sprintf("%s %d", rule, i.TokensSavedByRule[rule]))
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d %%\t%s\t%d\t%d\t%d\t%d\t%s\n", row.Budget, i.TokensIn, i.TokensOut,
			100*i.TokensSaved/max(1, i.TokensIn), row.Risk, row.Actions[Preserve]+row.Actions[Cache],
			row.Actions[Abstract], row.Actions[Retrieve], row.Actions[Drop], strings.Join(by, ", "))
	}
	return t.Flush()
}
