// Package canon spells JSON in exactly one way and hashes it: canonical JSON
// (spec/routes.md; the variant of Capsules in spec/compiled.md), SHA-256 in
// lower-case hex, and the natural order of names. It knows no format of ours
// and does no I/O.
//
// The invariant: two values that are equal as JSON have one spelling, and
// parsing that spelling gives the value again.
package canon

import (
	"crypto/sha256"
	"encoding/hex"
)

// Order is the variant of canonical JSON: how the keys of a mapping are sorted
// and how a number with a fraction or an exponent is spelled.
type Order uint8

const (
	// CodePoint is the form of spec/routes.md: keys by code point; a number
	// written with a fraction or an exponent stays one and is spelled as Python
	// does (100.0, 0.1, 1e-07, 1e+22), which the known hashes need.
	CodePoint Order = iota
	// UTF16 is the form of Capsules: keys by UTF-16 code unit, numbers as
	// ECMAScript spells them (100, 0.1, 1e-7, 1e+22).
	UTF16
)

// Hash is the SHA-256 of b in lower-case hex, without a prefix.
func Hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// JSON is the canonical JSON, in CodePoint order, of what encoding/json makes of
// v: tags and marshalers count, a float without a fraction is an integer, and
// bytes of a string that are not UTF-8 become U+FFFD. The error is
// encoding/json's, or that of Parse when a marshaler repeats a key.
func JSON(v any) ([]byte, error) {
	tree, err := Of(v)
	if err != nil {
		return nil, err
	}
	return tree.Append(nil, CodePoint), nil
}

// HashOf is the Hash of JSON(v).
func HashOf(v any) (string, error) {
	b, err := JSON(v)
	if err != nil {
		return "", err
	}
	return Hash(b), nil
}
