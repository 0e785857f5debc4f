package token

import (
	"strings"

	"majordomus/pkg/fault"
)

// Names of the estimators that ByName knows.
const (
	NameBytes  = "bytes"
	NameO200k  = "o200k_base"
	NameCl100k = "cl100k_base"
)

// BytesPerToken is what the estimator bytes divides by (spec/devcontext.md).
const BytesPerToken = 4

// Estimator counts the tokens of a text. Implementations are deterministic and
// safe for concurrent use.
type Estimator interface {
	// Name is the word ByName was given.
	Name() string
	// Fingerprint identifies everything a count depends on besides the text:
	// for a tokenizer its name and the SHA-256 of its split pattern and
	// vocabulary.
	Fingerprint() string
	// Count gives the tokens of b, 0 for an empty text. Bytes that are not
	// UTF-8 count as U+FFFD each.
	Count(b []byte) int
}

// Names lists the estimators in a fixed order, the default of devcontext first.
func Names() []string { return []string{NameBytes, NameO200k, NameCl100k} }

// ByName gives the estimator of that name. Tokenizers load their vocabulary at
// the first Count, once a process. An unknown name is class Invalid, code
// "invalid_input".
func ByName(name string) (Estimator, error) {
	switch name {
	case NameBytes:
		return Bytes{}, nil
	case NameO200k:
		return o200k(), nil
	case NameCl100k:
		return cl100k(), nil
	}
	return nil, fault.New(fault.Invalid, "invalid_input", "estimator: unknown name %s", fault.Quote(name)).
		WithHint("known estimators: %s", strings.Join(Names(), ", "))
}

// Cost is what having b in an answer costs under e: its tokens, at least 1, so
// that nothing is free.
func Cost(e Estimator, b []byte) int { return max(1, e.Count(b)) }

// CostOfSize is Cost under the estimator bytes for a text of which only the
// size in bytes is known.
func CostOfSize(bytes int64) int64 { return max(1, (bytes+BytesPerToken-1)/BytesPerToken) }

// Bytes is the estimator without a vocabulary: one token for every four bytes,
// rounded up.
type Bytes struct{}

// Name is "bytes".
func (Bytes) Name() string { return NameBytes }

// Fingerprint is fixed: there is no vocabulary.
func (Bytes) Fingerprint() string { return "bytes/4" }

// Count is len(b)/4, rounded up.
func (Bytes) Count(b []byte) int { return (len(b) + BytesPerToken - 1) / BytesPerToken }

// CountUpTo is Count, without the division.
func (e Bytes) CountUpTo(b []byte, _ int) int { return e.Count(b) }
