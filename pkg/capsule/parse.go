package capsule

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

// MaxBytes bounds a Capsule that is read.
const MaxBytes = 4 << 20

// maxInteger is the range in which JSON numbers are exact for every reader.
const maxInteger = 1 << 53

// Parse reads a Capsule strictly: every member present, none unknown, of the
// right type; no key twice; numbers integers within ±2^53; and every
// cross-check holds. Layout and the order of keys do not count. Errors are of
// class Invalid.
func Parse(text []byte) (*Capsule, error) {
	if len(text) > MaxBytes {
		return nil, invalid("the Capsule has %d bytes; %d are read", len(text), MaxBytes)
	}
	v, err := canon.Parse(text)
	if err != nil {
		return nil, invalid("the Capsule is not JSON: %v", err)
	}
	if v.Kind() != canon.Map {
		return nil, invalid("a Capsule is an object, not a %s", v.Kind())
	}
	if s, ok := version(v); ok && s == "1.0" {
		return nil, invalid("a Capsule of version 1.0 cannot be used: rebuild it").WithHint("rebuild it with majordomus context build")
	}
	if err := wholeNumbers(v, "the Capsule"); err != nil {
		return nil, err
	}
	if err := nulls(v, ""); err != nil {
		return nil, err
	}
	c := new(Capsule)
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, invalid("the Capsule has another form: %v", err)
	}
	// A member that is missing, null where it may not be, or spelled in another
	// case shows in what the Capsule is written as.
	ours, err := c.Canonical()
	if err != nil {
		return nil, invalid("the Capsule cannot be written: %v", err)
	}
	theirs := v.Append(nil, canon.UTF16)
	if !bytes.Equal(ours, theirs) {
		return nil, invalid("the Capsule has another form: a member is missing or of another type near %s", fault.Quote(difference(ours, theirs)))
	}
	if err := c.check(v, int64(len(theirs))); err != nil {
		return nil, err
	}
	return c, nil
}

func version(v canon.Value) (string, bool) {
	s, ok := v.Get("schemaVersion")
	if !ok {
		return "", false
	}
	return s.Str()
}

// difference is where two spellings part, with a little of what is there.
func difference(ours, theirs []byte) string {
	i := 0
	for i < len(ours) && i < len(theirs) && ours[i] == theirs[i] {
		i++
	}
	return string(bytes.ToValidUTF8(theirs[max(0, i-20):min(len(theirs), i+30)], nil))
}

// wholeNumbers refuses every number that is no integer within ±2^53.
func wholeNumbers(v canon.Value, where string) error {
	switch v.Kind() {
	case canon.Float:
		return invalid("%s: a number with a fraction", where)
	case canon.Int:
		if n, err := strconv.ParseInt(string(v.Append(nil, canon.CodePoint)), 10, 64); err != nil || n > maxInteger || n < -maxInteger {
			return invalid("%s: an integer beyond 2^53", where)
		}
	case canon.List:
		for i := range v.Len() {
			if err := wholeNumbers(v.Item(i), where); err != nil {
				return err
			}
		}
	case canon.Map:
		for i := range v.Len() {
			if err := wholeNumbers(v.Item(i), v.Key(i).Text); err != nil {
				return err
			}
		}
	}
	return nil
}

// nulls refuses null where a member may not be null.
func nulls(v canon.Value, at string) error {
	switch v.Kind() {
	case canon.Null:
		switch at {
		case ".scope.uriPrefix", ".scope.since", ".scope.until", ".budget.tokenizerFingerprint", ".fingerprints.tokenizer",
			".fingerprints.models", ".evidence[].heading", ".retrieval.request.budgetBytes", ".retrieval.request.query",
			".retrieval.request.uriPrefix", ".retrieval.request.since", ".retrieval.request.until":
			return nil
		}
		return invalid("the member %s is null", fault.Quote(at))
	case canon.List:
		for i := range v.Len() {
			if err := nulls(v.Item(i), at+"[]"); err != nil {
				return err
			}
		}
	case canon.Map:
		for i := range v.Len() {
			if err := nulls(v.Item(i), at+"."+v.Key(i).Text); err != nil {
				return err
			}
		}
	}
	return nil
}

// Canonical is the Capsule's canonical JSON: keys by UTF-16 code unit, no white
// space, no final line end.
func (c *Capsule) Canonical() ([]byte, error) {
	v, err := canon.Of(c)
	if err != nil {
		return nil, err
	}
	return v.Append(nil, canon.UTF16), nil
}

// ID computes the Capsule's identity: the hash of its canonical JSON without
// capsuleId, budget.usedBytes and budget.usedTokens.
func (c *Capsule) ID() (string, error) {
	v, err := canon.Of(c)
	if err != nil {
		return "", err
	}
	return canon.Hash(bareOf(v).Append(nil, canon.UTF16)), nil
}

// bareOf is a Capsule without what its identity leaves out.
func bareOf(v canon.Value) canon.Value {
	budget, _ := v.Get("budget")
	return replace(without(v, "capsuleId"), "budget", without(without(budget, "usedBytes"), "usedTokens"))
}

func members(v canon.Value) []canon.Member {
	out := make([]canon.Member, v.Len())
	for i := range out {
		out[i] = canon.Member{Key: v.Key(i), Value: v.Item(i)}
	}
	return out
}

// sortedMembers are the members of a mapping of ours, whose keys are ASCII.
func sortedMembers(v canon.Value) []canon.Member {
	out := members(v)
	slices.SortFunc(out, func(a, b canon.Member) int { return compare(a.Key.Text, b.Key.Text) })
	return out
}

func without(v canon.Value, key string) canon.Value {
	return canon.Mapping(slices.DeleteFunc(members(v), func(m canon.Member) bool { return m.Key.Text == key }))
}

func replace(v canon.Value, key string, with canon.Value) canon.Value {
	out := members(v)
	for i := range out {
		if out[i].Key.Text == key {
			out[i].Value = with
		}
	}
	return canon.Mapping(out)
}
