package capsule

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"majordomus/pkg/canon"
	"majordomus/pkg/token"
)

// Request is the build request in full, as a Capsule keeps it.
// Schema: CapsuleRequest.
type Request struct {
	Goal          string          `json:"goal"`             // what the evidence is for
	BudgetTokens  int64           `json:"budgetTokens"`     // tokens the whole Capsule may have
	BudgetBytes   *int64          `json:"budgetBytes"`      // bytes it may have; null: 4,194,304
	Query         *string         `json:"query"`            // what is searched for; null: the goal
	Facets        []string        `json:"facets"`           // what must be covered; empty: taken from the goal
	Collections   []string        `json:"collections"`      // source classes or folders; empty: all
	URIPrefix     *string         `json:"uriPrefix"`        // only objects whose uri begins so; null: all
	TagsAll       []string        `json:"tagsAll"`          // only objects with all of these tags
	TagsAny       []string        `json:"tagsAny"`          // only objects with one of these tags; empty: all
	Categories    []string        `json:"categories"`       // only objects of these kinds; empty: all
	Since         *string         `json:"since"`            // only objects dated at or after this; null: all
	Until         *string         `json:"until"`            // only objects dated at or before this; null: all
	Filter        json.RawMessage `json:"filter,omitempty"` // metadata filter; absent: none
	Limit         int64           `json:"limit"`            // passages, at most
	Candidates    int64           `json:"candidates"`       // passages considered, at most
	DepthPolicy   string          `json:"depthPolicy"`      // fast, balanced or thorough
	Estimator     string          `json:"estimator"`        // unicode_conservative, or a tokenizer by name
	SelectedURIs  []string        `json:"selectedUris"`     // from a devcontext answer, required ones first
	SelectedFirst int64           `json:"selectedFirst"`    // how many of them were required
}

// The depth policies.
const (
	Fast     = "fast"
	Balanced = "balanced"
	Thorough = "thorough"
)

// Bounds of a request.
const (
	maxTokens      = 1_000_000
	maxBytes       = 4 << 20
	maxText        = 16_384 // characters of a goal or query
	maxCollections = 128
	maxList        = 128
	maxItem        = 1_024 // characters of a facet, tag or prefix
	maxSelected    = 2_000
	maxCandidates  = 500
)

// limits are the passages a depth policy considers and takes when the request
// does not say.
func limits(depth string) (candidates, limit int64) {
	switch depth {
	case Fast:
		return 50, 8
	case Thorough:
		return 400, 48
	}
	return 150, 20
}

// settled gives the request with its texts in canonical form and its defaults
// filled in, or why it is none.
func (q Request) settled() (Request, error) {
	if q.DepthPolicy == "" {
		q.DepthPolicy = Balanced
	}
	candidates, limit := limits(q.DepthPolicy)
	if q.Candidates == 0 {
		q.Candidates = candidates
	}
	if q.Limit == 0 {
		q.Limit = limit
	}
	if q.Estimator == "" {
		q.Estimator = Conservative
	}
	if err := q.texts(); err != nil {
		return q, err
	}
	if err := q.lists(); err != nil {
		return q, err
	}
	return q, q.numbers()
}

func (q *Request) texts() error {
	q.Goal = oneForm(q.Goal)
	if err := checkText("goal", q.Goal, maxText); err != nil {
		return err.WithHint("say in words what the evidence is for")
	}
	for _, t := range []struct {
		name string
		at   **string
		most int
	}{{"query", &q.Query, maxText}, {"uriPrefix", &q.URIPrefix, maxItem}, {"since", &q.Since, maxItem}, {"until", &q.Until, maxItem}} {
		if *t.at == nil {
			continue
		}
		s := oneForm(**t.at)
		if s == "" { // a blank text says nothing
			*t.at = nil
			continue
		}
		if err := checkText(t.name, s, t.most); err != nil {
			return err
		}
		*t.at = &s
	}
	if len(q.Filter) == 0 || string(q.Filter) == "null" {
		q.Filter = nil
		return nil
	}
	if _, err := ParseFilter(q.Filter); err != nil {
		return err
	}
	v, err := canon.Parse(q.Filter)
	if err != nil {
		return invalid("the filter is not JSON: %v", err)
	}
	q.Filter = v.Append(nil, canon.UTF16)
	return nil
}

func (q *Request) lists() error {
	for _, l := range []struct {
		name string
		at   *[]string
		most int
	}{{"facets", &q.Facets, maxList}, {"collections", &q.Collections, maxCollections}, {"tagsAll", &q.TagsAll, maxList},
		{"tagsAny", &q.TagsAny, maxList}, {"categories", &q.Categories, maxList}, {"selectedUris", &q.SelectedURIs, maxSelected}} {
		out := []string{}
		for _, s := range *l.at {
			s = oneForm(s)
			if s == "" {
				return request("an entry of %s is blank", l.name)
			}
			if err := checkText(l.name, s, maxItem); err != nil {
				return err
			}
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		if len(out) > l.most {
			return request("%s has %d entries; %d are allowed", l.name, len(out), l.most)
		}
		*l.at = out
	}
	return nil
}

func (q *Request) numbers() error {
	switch {
	case q.BudgetTokens < 1 || q.BudgetTokens > maxTokens:
		return request("a budget of %d tokens; 1 to %d are allowed", q.BudgetTokens, maxTokens)
	case q.BudgetBytes != nil && (*q.BudgetBytes < 1 || *q.BudgetBytes > maxBytes):
		return request("a budget of %d bytes; 1 to %d are allowed", *q.BudgetBytes, maxBytes)
	case q.Limit < 1 || q.Limit > maxCandidates:
		return request("a limit of %d passages; 1 to %d are allowed", q.Limit, maxCandidates)
	case q.Candidates < 1 || q.Candidates > maxCandidates:
		return request("%d candidates; 1 to %d are allowed", q.Candidates, maxCandidates)
	case !slices.Contains([]string{Fast, Balanced, Thorough}, q.DepthPolicy):
		return request("the depth policy %q is none of fast, balanced, thorough", q.DepthPolicy)
	case q.SelectedFirst < 0 || q.SelectedFirst > int64(len(q.SelectedURIs)):
		return request("%d of %d selected uris cannot be required", q.SelectedFirst, len(q.SelectedURIs))
	}
	if q.Estimator == Conservative {
		return nil
	}
	if _, err := tokenizer(q.Estimator); err != nil {
		return err
	}
	return nil
}

// tokenizer is a real tokenizer by name.
func tokenizer(name string) (token.Estimator, error) {
	for _, known := range token.Names() {
		if known == name && name != token.NameBytes {
			return token.ByName(name)
		}
	}
	return nil, request("the estimator %q is neither %s nor a tokenizer", name, Conservative).
		WithHint("known tokenizers: %s, %s", token.NameO200k, token.NameCl100k)
}

// oneForm is a text from outside: NFC, LF, no blanks around it.
func oneForm(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n"), "\r", "\n")
	return strings.TrimSpace(norm.NFC.String(s))
}

func inForm(s string) bool {
	return utf8.ValidString(s) && norm.NFC.IsNormalString(s) && !strings.ContainsRune(s, '\r')
}
