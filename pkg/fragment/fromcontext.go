package fragment

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"majordomus/pkg/fault"
)

// contextAnswer is what FromContext reads of an answer of devcontext.
type contextAnswer struct {
	Request struct {
		Intent string `json:"intent"`
		Issue  string `json:"issue"`
	} `json:"request"`
	Selected []contextEntry `json:"selected"`
	Budget   *struct {
		Limit     uint64 `json:"limit_tokens"`
		Estimator string `json:"estimator"`
	} `json:"budget"`
}

// LeftOut is the error of a reader of bodies that has none to give, and why.
type LeftOut struct{ Why string }

// Error is why.
func (l *LeftOut) Error() string { return l.Why }

// contextEntry is a selected object.
type contextEntry struct {
	URI        string `json:"uri"`
	Kind       string `json:"kind"`
	Tier       string `json:"tier"`
	Required   bool   `json:"required"`
	Provenance struct {
		Path string `json:"path"`
	} `json:"provenance"`
}

// tierPriority packs the tiers of devcontext in their order.
var tierPriority = map[string]uint8{"task": 6, "governance": 5, "source": 4, "decision": 3, "knowledge": 2, "history": 1}

// FromContext turns an answer of devcontext into a request: one fragment per
// selected object, in the answer's order, with its body as read gives it and
// its uri and path in the metadata. Required objects are marked verbatim; the
// others keep their tier's order by priority. The budget, and a tokenizer when
// the answer was counted with one, are the answer's; its intent, or else its
// issue, is the query. A body that is not UTF-8 is left out with a warning,
// unless it is required: that is an error. One that read leaves out (LeftOut) is
// left out with a warning. One above 1 MiB becomes several
// fragments.
func FromContext(answer []byte, read func(uri string) ([]byte, error)) (*Request, []Warning, error) {
	var a contextAnswer
	if err := json.Unmarshal(answer, &a); err != nil || a.Selected == nil || a.Budget == nil {
		return nil, nil, fault.New(fault.Invalid, CodeInput, "not an answer of devcontext: no selected objects with a budget").
			WithHint("pipe in what majordomus devcontext compile prints")
	}
	req := &Request{Query: a.Request.Intent, Fragments: []Fragment{}, TokenBudget: int(min(a.Budget.Limit, MaxBudget))}
	if req.Query == "" {
		req.Query = a.Request.Issue
	}
	if a.Budget.Estimator != "" && a.Budget.Estimator != "bytes" {
		req.Policy = &Policy{Estimator: a.Budget.Estimator}
	}
	var warnings []Warning
	for _, e := range a.Selected {
		body, err := read(e.URI)
		if left, ok := errors.AsType[*LeftOut](err); ok {
			warnings = append(warnings, fmt.Sprintf("%s: left out, %s", e.URI, left.Why))
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.URI, err)
		}
		if !utf8.Valid(body) {
			if e.Required {
				return nil, nil, fault.New(fault.Invalid, CodeFragment, "%s: the body is not UTF-8", e.URI)
			}
			warnings = append(warnings, fmt.Sprintf("%s: left out, the body is not UTF-8", e.URI))
			continue
		}
		for _, text := range parts(string(body), MaxContent) {
			f, err := e.fragment(text)
			if err != nil {
				return nil, nil, err
			}
			req.Fragments = append(req.Fragments, f)
		}
	}
	if n := len(req.Fragments); n > MaxFragments {
		return nil, nil, invalid(CodeOverLimit, "selected", "%d objects are more than %d fragments", n, MaxFragments)
	}
	return req, warnings, nil
}

func (e contextEntry) fragment(text string) (Fragment, error) {
	meta := struct {
		URI      string `json:"uri"`
		Path     string `json:"path"`
		Verbatim bool   `json:"verbatim,omitempty"`
	}{e.URI, e.Provenance.Path, e.Required}
	raw, err := json.Marshal(meta)
	if err != nil {
		return Fragment{}, fault.Wrap(err, "%s", e.URI)
	}
	f := Fragment{Content: &text, Metadata: raw, Priority: tierPriority[e.Tier]}
	if e.Tier == "source" {
		f.Kind = "code"
	}
	return f, nil
}
