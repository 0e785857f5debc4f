package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

type explainFlags struct {
	compileFlags
	Answer string `long:"answer" unquote:"false" value-name:"FILE" description:"Explain a saved answer or walk instead of compiling; - is standard input"`
	formatFlags
	outputFlags
	Args struct {
		URI string `positional-arg-name:"URI" required:"yes" description:"What to explain: a uri, a path, or an unresolved name"`
	} `positional-args:"yes"`
}

func (a *app) explainCommand() *command {
	f := new(explainFlags)
	return &command{
		words:   []string{"devcontext", "explain"},
		summary: "say how one thing stands in an answer, and with which numbers",
		about:   "The standing is selected, excluded, deduplicated, not_reached or unknown. Takes the flags of compile, or a saved answer.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.explain(ctx, f) },
	}
}

func (a *app) explain(ctx context.Context, f *explainFlags) error {
	answer, store, err := a.explained(ctx, f)
	if err != nil {
		return err
	}
	e, err := devcontext.Explain(answer, store, f.Args.URI)
	if err != nil {
		// An unknown name has a standing too: it is printed, and is an error.
		var ok bool
		if e, ok = fault.As(err).Detail.(*devcontext.Explanation); !ok {
			return err
		}
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return errors.Join(a.writeTables(f.outputFlags, format, explainTable(e)), err)
	}
	return errors.Join(a.writeJSON(f.outputFlags, e), err)
}

// explained is the answer in question, and its index when it was made here.
func (a *app) explained(ctx context.Context, f *explainFlags) (*budget.Answer, *index.Store, error) {
	if f.Answer != "" {
		s, err := a.saved(f.Answer)
		if err != nil {
			return nil, nil, err
		}
		answer, err := s.AnswerOf()
		return answer, nil, err
	}
	c, err := a.compile(ctx, &f.compileFlags)
	if err != nil {
		return nil, nil, err
	}
	return c.Answer, c.Store, nil
}

func explainTable(e *devcontext.Explanation) *table {
	t := &table{lines: []string{
		e.URI, "standing    " + string(e.Standing), "why         " + e.Detail,
		fmt.Sprintf("budget      %d of %d tokens used, %d remaining", e.UsedTokens, e.LimitTokens, e.RemainingTokens),
		fmt.Sprintf("limits      floor %s, depth %d", decimal(e.Floor), e.MaxDepth),
	}}
	if e.FitsAtTokens > 0 {
		t.lines = append(t.lines, fmt.Sprintf("fits at     %d tokens", e.FitsAtTokens))
	}
	if e.Entry == nil {
		return t
	}
	t.lines = append(t.lines, fmt.Sprintf("costs       %d tokens, relevance %s, confidence %s, depth %d, tier %s%s",
		e.Entry.CostTokens, decimal(e.Entry.Relevance), decimal(e.Entry.Confidence), e.Entry.Depth, e.Entry.Tier, ifTrue(e.Entry.Required, ", required")))
	t.head = []string{"selector", "edge", "depth", "weight", "confidence", "via", "reason"}
	for _, d := range e.Entry.DiscoveredBy {
		t.rows = append(t.rows, []string{string(d.Selector), string(d.Edge), strconv.Itoa(d.Depth), decimal(d.Weight), decimal(d.Confidence), strings.TrimPrefix(d.Via, object.Scheme), d.Reason})
	}
	return t
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
