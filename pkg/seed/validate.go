package seed

import (
	"math"
	"path"
	"strings"
	"unicode/utf8"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

// maxBudget keeps a budget exact as a JSON number, in tokens.
const maxBudget = 1<<53 - 1

func invalid(format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, "invalid_input", format, args...)
}

// limits checks budget, floor and depth and fills in the defaults.
func (q Request) limits() (Resolved, error) {
	r := Resolved{BudgetTokens: DefaultBudget, MaxDepth: DefaultDepth, Floor: DefaultFloor}
	if q.BudgetTokens != nil {
		if r.BudgetTokens = *q.BudgetTokens; r.BudgetTokens < 1 || r.BudgetTokens > maxBudget {
			return r, invalid("budget_tokens: a budget of %d tokens buys nothing", r.BudgetTokens).
				WithHint("give 1 token or more; the default is %d", DefaultBudget)
		}
	}
	if q.Floor != nil {
		if r.Floor = *q.Floor; math.IsNaN(r.Floor) || r.Floor < 0 || r.Floor > 1 {
			return r, invalid("floor: %v is outside 0..1", r.Floor).WithHint("the default is %v", DefaultFloor)
		}
		r.Floor += 0 // -0 is 0
	}
	if q.MaxDepth != nil {
		if r.MaxDepth = *q.MaxDepth; r.MaxDepth < 0 {
			return r, invalid("max_depth: %d hops cannot be walked", r.MaxDepth).WithHint("the default is %d", DefaultDepth)
		}
	}
	if q.AllBlockingRules != nil {
		r.AllBlockingRules = *q.AllBlockingRules
	}
	return r, nil
}

// NormalizePath gives a request path as the walk uses it: leading "./" and
// trailing "/" stripped, "." and empty segments dropped; the root is ".". A
// name that is not UTF-8 is escaped as in a provenance. Empty, absolute, a drive
// prefix, ".." and NUL are refused.
func NormalizePath(text string) (string, error) {
	refuse := func(why string) (string, error) {
		return "", invalid("paths: %s %s", fault.Quote(text), why).WithHint("give a path relative to the repository's root")
	}
	switch {
	case text == "":
		return refuse("is empty")
	case strings.ContainsRune(text, 0):
		return refuse("holds a NUL")
	case strings.HasPrefix(text, "/"):
		return refuse("is absolute")
	case len(text) >= 2 && text[1] == ':' && (text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z'):
		return refuse("begins with a drive")
	}
	for seg := range strings.SplitSeq(text, "/") {
		if seg == ".." {
			return refuse("leads upwards")
		}
	}
	p := path.Clean(text)
	if !utf8.ValidString(p) {
		p = object.Escape(p)
	}
	return p, nil
}
