package devcontext

import (
	"fmt"
	"slices"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// Standing is how a uri stands in an answer.
type Standing string

// The standings.
const (
	Selected     Standing = "selected"     // it is given
	Excluded     Standing = "excluded"     // it was reached and is not given
	Deduplicated Standing = "deduplicated" // something else stands for it
	NotReached   Standing = "not_reached"  // in the index, but nothing leads to it
	Unknown      Standing = "unknown"      // not in the index either
)

// Explanation says how one uri stands and with which numbers.
type Explanation struct {
	URI             string                `json:"uri"`                      // what was asked about
	Standing        Standing              `json:"standing"`                 // how it stands in the answer
	Detail          string                `json:"detail"`                   // a sentence
	Fingerprint     string                `json:"fingerprint"`              // of the answer's index
	RequestDigest   string                `json:"request_digest"`           // of the answer
	Entry           *walk.Entry           `json:"entry,omitempty"`          // of what is selected, or left out for budget
	Excluded        *budget.Excluded      `json:"excluded,omitempty"`       // the row, without its entry
	Into            *budget.Deduplicated  `json:"into,omitempty"`           // the row of what stands for it
	Folded          []budget.Deduplicated `json:"folded,omitempty"`         // rows in which it is kept
	Conflicts       []budget.Conflict     `json:"conflicts,omitempty"`      // rows that name it
	LimitTokens     int64                 `json:"limit_tokens"`             // of the answer
	UsedTokens      int64                 `json:"used_tokens"`              // of the answer
	RemainingTokens int64                 `json:"remaining_tokens"`         // of the answer
	FitsAtTokens    int64                 `json:"fits_at_tokens,omitempty"` // the limit at which it and all before it fit
	Floor           float64               `json:"floor"`                    // of the request
	MaxDepth        int                   `json:"max_depth"`                // of the request
}

// Explain says how a uri stands in an answer; the path of a file stands for its
// object. Without a store everything the
// answer does not name counts as not reached. A uri that nothing knows is of
// class NotFound, the explanation its detail.
func Explain(a *budget.Answer, s *index.Store, uri string) (*Explanation, error) {
	uri = atPath(a, s, uri)
	e := &Explanation{URI: uri, Fingerprint: a.Fingerprint, RequestDigest: a.RequestDigest, LimitTokens: a.Budget.Limit, UsedTokens: a.Budget.Used,
		RemainingTokens: a.Budget.Remaining, Floor: a.Request.Floor, MaxDepth: a.Request.MaxDepth}
	e.surroundings(a)
	if e.selected(a) || e.excluded(a) || e.folded(a) {
		return e, nil
	}
	if known(s, uri) {
		e.Standing = NotReached
		e.Detail = fmt.Sprintf("nothing that was asked for leads to it within depth %d and floor %v", a.Request.MaxDepth, a.Request.Floor)
		return e, nil
	}
	e.Standing, e.Detail = Unknown, "the index holds nothing of that name"
	err := fault.New(fault.NotFound, "uri_not_found", "the index holds no object %s", fault.Quote(uri)).WithHint("majordomus objects list shows what there is")
	if why := finding(s, uri); why != "" {
		e.Detail += "; " + why
		err = err.WithHint("%s", why)
	}
	err.Detail = e
	return nil, err
}

func known(s *index.Store, uri string) bool {
	if s == nil {
		return true
	}
	if _, ok := s.Lookup(uri); ok {
		return true
	}
	return Part(s, uri) != nil
}

// atPath is the uri of what stands at a path; a name that is none, or that the
// answer itself lists, stays as it is.
func atPath(a *budget.Answer, s *index.Store, name string) string {
	if s == nil || strings.HasPrefix(name, object.Scheme) || slices.ContainsFunc(a.Excluded, func(x budget.Excluded) bool { return x.URI == name }) {
		return name
	}
	for _, i := range s.AtPath(strings.TrimPrefix(name, "./")) {
		if o := s.Object(i); o.Provenance.Span == nil {
			return o.URI
		}
	}
	return name
}

// finding is what the index noted of a file that is no object, named by its
// path or the uri it would have: the rule that keeps it out, and the value that
// met the rule.
func finding(s *index.Store, name string) string {
	p := strings.TrimPrefix(name, "./")
	if _, identity, _, ok := object.ParseURI(name); ok {
		p = identity
	}
	for _, d := range s.Diagnostics() {
		if d.Path == p {
			return d.Message
		}
	}
	return ""
}

func (e *Explanation) surroundings(a *budget.Answer) {
	for _, d := range a.Deduplicated {
		switch {
		case d.Kept == e.URI:
			e.Folded = append(e.Folded, d)
		case slices.Contains(d.Dropped, e.URI):
			e.Into = &d
		}
	}
	for _, c := range a.Conflicts {
		if c.Current == e.URI || c.Against == e.URI {
			e.Conflicts = append(e.Conflicts, c)
		}
	}
	for _, l := range budget.Curve(a) {
		if l.URI == e.URI {
			e.FitsAtTokens = l.Limit
		}
	}
}

func (e *Explanation) selected(a *budget.Answer) bool {
	for i := range a.Selected {
		s := &a.Selected[i]
		if s.URI != e.URI {
			continue
		}
		e.Standing, e.Entry = Selected, s
		must := ""
		if s.Required {
			must = ", required"
		}
		e.Detail = fmt.Sprintf("%s tier, relevance %v, confidence %v, %d tokens%s", s.Tier, s.Relevance, s.Confidence, s.CostTokens, must)
		return true
	}
	return false
}

func (e *Explanation) excluded(a *budget.Answer) bool {
	for _, x := range a.Excluded {
		if x.URI == e.URI {
			e.Standing, e.Entry, e.Detail = Excluded, x.Entry, string(x.Reason)+": "+x.Detail
			x.Entry = nil
			e.Excluded = &x
			return true
		}
	}
	return false
}

func (e *Explanation) folded(*budget.Answer) bool {
	if e.Into == nil {
		return false
	}
	e.Standing, e.Detail = Deduplicated, e.Into.Kept+" stands for it: "+e.Into.Detail
	return true
}
