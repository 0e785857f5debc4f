package seed

import (
	"math"
	"path"
	"path/filepath"
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
// trailing "/" stripped, "." and empty segments inside dropped; "." is the root.
// A name that is not UTF-8 is escaped as in a provenance. What is then empty, is
// absolute, begins with a drive, leads upwards or holds NUL is refused. A
// backslash is a byte like any other, save on Windows.
func NormalizePath(text string) (string, error) {
	p := filepath.ToSlash(text)
	if why := refused(p); why != "" {
		return "", invalid("paths: %s %s", fault.Quote(text), why).WithHint("give a path relative to the repository's root; . is the root")
	}
	p = path.Clean(p)
	if !utf8.ValidString(p) {
		p = object.Escape(p)
	}
	return p, nil
}

// refused says what is wrong with a path, "" when nothing is.
func refused(p string) string {
	rest := p
	for strings.HasPrefix(rest, "./") {
		rest = strings.TrimLeft(rest[2:], "/")
	}
	switch {
	case strings.ContainsRune(p, 0):
		return "holds a NUL"
	case strings.HasPrefix(p, "/"):
		return "is absolute"
	case rest == "":
		return "is empty"
	case len(p) >= 2 && p[1] == ':' && (p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z'):
		return "begins with a drive"
	}
	for seg := range strings.SplitSeq(p, "/") {
		if seg == ".." {
			return "leads upwards"
		}
	}
	return ""
}
