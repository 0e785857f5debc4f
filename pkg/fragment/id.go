package fragment

import (
	"hash/fnv"
	"strconv"
)

// ID is a caller's name for a fragment, 0..2^64-1. On the wire it is a JSON
// integer or its decimal string; both are read, and what is written follows
// the policy ids_as_strings. IDs need not be unique.
type ID struct {
	Value  uint64
	Quoted bool // written as a decimal string
}

// MarshalJSON writes the id exactly, as a number or a decimal string.
func (d ID) MarshalJSON() ([]byte, error) {
	if d.Quoted {
		return strconv.AppendQuote(nil, strconv.FormatUint(d.Value, 10)), nil
	}
	return strconv.AppendUint(nil, d.Value, 10), nil
}

// UnmarshalJSON reads either form.
func (d *ID) UnmarshalJSON(raw []byte) error {
	v, err := parseID(raw)
	if err == nil {
		*d = v
	}
	return err
}

// parseID reads a JSON integer or a string holding one. Only the canonical
// spelling counts: no sign, no fraction, no exponent, no leading zero.
func parseID(raw []byte) (ID, error) {
	s := string(raw)
	quoted := len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"'
	if quoted {
		s = s[1 : len(s)-1]
	}
	v, err := parseUint(s, 64)
	return ID{Value: v, Quoted: quoted}, err
}

// parseUint reads canonical decimal digits of at most bits bits.
func parseUint(s string, bits int) (uint64, error) {
	v, err := strconv.ParseUint(s, 10, bits)
	if err == nil && (s[0] == '+' || len(s) > 1 && s[0] == '0') {
		err = strconv.ErrSyntax
	}
	return v, err
}

// derivedID is what a fragment without an id gets: FNV-1a over its bytes.
func derivedID(content []byte) uint64 {
	h := fnv.New64a()
	h.Write(content)
	return h.Sum64()
}
