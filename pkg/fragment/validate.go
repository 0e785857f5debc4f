package fragment

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"majordomus/pkg/fault"
	"majordomus/pkg/token"
)

// validate is step 2: everything that can be wrong with a request is found
// before any work. It returns the policy with its defaults filled in and one
// item per fragment.
func validate(req *Request, unlimited bool) (settings, []*item, []Warning, error) {
	if req.TokenBudget < 1 {
		return settings{}, nil, nil, invalid(CodeInput, "token_budget", "%d is not in 1..%d", req.TokenBudget, MaxBudget)
	}
	if req.TokenBudget > MaxBudget {
		return settings{}, nil, nil, invalid(CodeOverLimit, "token_budget", "%d is not in 1..%d", req.TokenBudget, MaxBudget)
	}
	if !utf8.ValidString(req.Query) {
		return settings{}, nil, nil, invalid(CodeInput, "query", "not UTF-8")
	}
	s, warnings, err := settle(req)
	if err != nil {
		return settings{}, nil, nil, err
	}
	s.unlimited = unlimited
	items, err := validateFragments(req.Fragments, s)
	return s, items, warnings, err
}

func validateFragments(fragments []Fragment, s settings) ([]*item, error) {
	if !s.unlimited && len(fragments) > MaxFragments {
		return nil, invalid(CodeOverLimit, "fragments", "%d are more than %d", len(fragments), MaxFragments)
	}
	media := 0
	items := make([]*item, len(fragments))
	for i := range fragments {
		if m := fragments[i].Media; m != nil {
			if media += len(m.Base64); media > MaxMediaRequest && !s.unlimited {
				return nil, invalid(CodeOverLimit, field(i, "media.bytes_b64"), "the request has more than %d bytes of media", MaxMediaRequest)
			}
		}
		it, err := validateFragment(i, &fragments[i])
		if err != nil {
			return nil, err
		}
		it.id.Quoted = s.policy.IDsAsStrings
		items[i] = it
	}
	return items, nil
}

func validateFragment(i int, f *Fragment) (*item, error) {
	switch {
	case f.Path != nil && (f.Content != nil || f.Media != nil):
		return nil, invalid(CodeFragment, field(i, "path"), "excludes content and media")
	case f.Path != nil:
		return nil, invalid(CodeIngestDisabled, field(i, "path"), "ingestion disabled: no root is declared to read files from").
			WithHint("set MAJORDOMUS_INGEST_ROOTS, or send the content")
	case f.Content == nil && f.Media == nil:
		return nil, invalid(CodeFragment, fmt.Sprintf("fragments[%d]", i), "has none of content, path and media")
	}
	it := &item{index: i, kind: f.Kind, priority: int(f.Priority)}
	if err := it.content(f); err != nil {
		return nil, err
	}
	if err := it.metadata(f.Metadata); err != nil {
		return nil, err
	}
	if f.ID != nil {
		it.id, it.named = *f.ID, true
	}
	return it, nil
}

func (it *item) content(f *Fragment) error {
	if f.Content != nil {
		at := field(it.index, "content")
		if len(*f.Content) > MaxContent {
			return invalid(CodeOverLimit, at, "%d bytes are more than %d", len(*f.Content), MaxContent)
		}
		if !utf8.ValidString(*f.Content) {
			return invalid(CodeFragment, at, "not UTF-8")
		}
		it.text = []byte(*f.Content)
	}
	if f.Media == nil {
		return nil
	}
	at := field(it.index, "media")
	if len(f.Media.Base64) > MaxMedia {
		return invalid(CodeOverLimit, at+".bytes_b64", "%d bytes are more than %d", len(f.Media.Base64), MaxMedia)
	}
	data, err := base64.StdEncoding.Strict().DecodeString(f.Media.Base64)
	if err != nil {
		return invalid(CodeMedia, at+".bytes_b64", "no standard base64")
	}
	it.image, err = readImage(f.Media.Mime, data)
	if err != nil {
		return invalid(CodeMedia, at, "%v", err)
	}
	return nil
}

// metadata reads the three members that mean something here.
func (it *item) metadata(raw []byte) error {
	at := field(it.index, "metadata")
	if len(raw) > MaxMetadata {
		return invalid(CodeMetadata, at, "%d bytes are more than %d", len(raw), MaxMetadata)
	}
	if len(raw) == 0 {
		return nil
	}
	d := &decoder{Decoder: jsontext.NewDecoder(bytes.NewBuffer(raw))}
	err := d.object(at, CodeFragment, func(key string) error {
		place := at + "." + key
		switch key {
		case "verbatim":
			return d.optional(func() error { return d.mark(place, &it.marks.verbatim) })
		case "cache":
			return d.optional(func() error { return d.mark(place, &it.marks.cache) })
		case "target":
			return d.optional(func() error { return d.text(place, CodeFragment, &it.marks.target) })
		}
		if err := d.SkipValue(); err != nil {
			return invalid(CodeFragment, at, "no valid JSON object")
		}
		return nil
	})
	if err == nil {
		err = d.end()
	}
	if err != nil && fault.As(err).Code != CodeFragment {
		return invalid(CodeFragment, at, "no valid JSON object")
	}
	return err
}

// mark reads a boolean; a mark that is misspelt must not be lost silently.
func (d *decoder) mark(place string, dst *bool) error {
	if k := d.PeekKind(); k != 't' && k != 'f' {
		return invalid(CodeFragment, place, "%s where a boolean belongs", kindName(k))
	}
	return d.bool(place, dst)
}

// identify hashes the item, and derives its id when the caller gave none: from
// the content, or from the image when there is no content.
func (it *item) identify() {
	data := it.text
	if it.image != nil {
		data = it.image.data
	}
	it.hash = sha256.Sum256(data)
	if it.named {
		return
	}
	if it.text != nil {
		data = it.text
	}
	it.id.Value = derivedID(data)
}

// settings is a policy with nothing absent.
type settings struct {
	policy    Policy
	nearDup   bool
	disabled  map[rule]bool
	estimator token.Estimator
	room      int  // tokens
	unlimited bool // as Options.unlimited
}

func settle(req *Request) (settings, []Warning, error) {
	s := settings{nearDup: true, disabled: map[rule]bool{}}
	if req.Policy != nil {
		s.policy = *req.Policy
	}
	p := &s.policy
	if p.NearDupDedup != nil {
		s.nearDup = *p.NearDupDedup
	}
	if p.MaxPieceBytes == 0 {
		p.MaxPieceBytes = defaultMaxPiece
	}
	if p.Boundary == "" {
		p.Boundary = Paragraph
	}
	if p.Estimator == "" {
		p.Estimator = defaultEstimator
	}
	switch {
	case p.MaxPieceBytes < 1 || p.MaxPieceBytes > MaxContent:
		return s, nil, invalid(CodeInput, "policy.max_piece_bytes", "%d is not in 1..%d", p.MaxPieceBytes, MaxContent)
	case !slices.Contains([]Boundary{Paragraph, Sentence, Line}, p.Boundary):
		return s, nil, invalid(CodeInput, "policy.boundary", "%s is none of paragraph, sentence, line", fault.Quote(string(p.Boundary)))
	case p.ResponseReserveTokens < 0:
		return s, nil, invalid(CodeInput, "policy.response_reserve_tokens", "%d is negative", p.ResponseReserveTokens)
	case p.ResponseReserveTokens >= req.TokenBudget:
		return s, nil, invalid(CodeBudgetExhausted, "policy.response_reserve_tokens", "%d leaves no token of a budget of %d", p.ResponseReserveTokens, req.TokenBudget).
			WithHint("raise token_budget above the reserve")
	}
	s.room = req.TokenBudget - p.ResponseReserveTokens
	var err error
	if s.estimator, err = token.ByName(p.Estimator); err != nil {
		return s, nil, invalid(CodeInput, "policy.estimator", "%s is none of bytes, o200k_base, cl100k_base", fault.Quote(p.Estimator))
	}
	return s, s.disable(p.DisabledRules), nil
}

// disable turns rules off and warns of names that are none, or cannot be.
func (s *settings) disable(names []string) (warnings []Warning) {
	for i, name := range names {
		at := fmt.Sprintf("policy.disabled_rules[%d]", i)
		switch r := rule(name); {
		case r == ruleDefault || r == ruleVerbatim || r == ruleCache:
			warnings = append(warnings, fmt.Sprintf("%s: %s cannot be disabled", at, name))
		case !slices.Contains(rules, r):
			warnings = append(warnings, fmt.Sprintf("%s: %s is no rule", at, fault.Quote(name)))
		default:
			s.disabled[r] = true
		}
	}
	return warnings
}
