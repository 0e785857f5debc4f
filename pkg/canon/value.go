package canon

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Kind is the type of a Value.
type Kind uint8

// The kinds. A number is an Int when it is written without fraction and
// exponent, else a Float.
const (
	Null Kind = iota
	False
	True
	Int
	Float
	String
	List
	Map
)

// String is the kind as messages name it.
func (k Kind) String() string {
	return [...]string{"null", "a truth value", "a truth value", "a number", "a number", "a string", "a list", "a mapping"}[k]
}

// Value is a JSON value with exact numbers; a mapping keeps its order. The zero
// Value is null. A Value is not changed once it is made.
type Value struct {
	kind Kind
	num  float64 // Float
	text string  // String; Int: its digits
	keys []Key   // Map
	list []Value // List: its items; Map: the values of keys
}

// Key is a key of a mapping. JSON has strings only; YAML can have other scalars
// too, whose Text is their spelling.
type Key struct {
	Kind Kind
	Text string
}

// Member is one entry of a mapping.
type Member struct {
	Key   Key
	Value Value
}

// Bool gives a truth value.
func Bool(b bool) Value {
	if b {
		return Value{kind: True}
	}
	return Value{kind: False}
}

// Text gives a string, which must be UTF-8.
func Text(s string) Value { return Value{kind: String, text: s} }

// Integer gives an exact integer from decimal digits with an optional sign.
func Integer(digits string) Value { return Value{kind: Int, text: plainInt(digits)} }

// Number gives a Float; it may be infinite or no number, see Finite.
func Number(f float64) Value { return Value{kind: Float, num: f} }

// Items gives a list.
func Items(list []Value) Value { return Value{kind: List, list: list} }

// Mapping gives a mapping with the members in their order; of a repeated key
// the first counts.
func Mapping(members []Member) Value {
	v := Value{kind: Map, keys: make([]Key, 0, len(members)), list: make([]Value, 0, len(members))}
	seen := make(map[Key]bool, len(members))
	for _, m := range members {
		if seen[m.Key] {
			continue
		}
		seen[m.Key] = true
		v.keys = append(v.keys, m.Key)
		v.list = append(v.list, m.Value)
	}
	return v
}

// Kind is the type of v.
func (v Value) Kind() Kind { return v.kind }

// Str is the text of a String and ok, or "" and false.
func (v Value) Str() (s string, ok bool) {
	if v.kind != String {
		return "", false
	}
	return v.text, true
}

// Len is the number of items or members.
func (v Value) Len() int { return len(v.list) }

// Item is an item of a List, or the value of a member of a Map, by position.
func (v Value) Item(i int) Value { return v.list[i] }

// Key is the key of a member of a Map by position.
func (v Value) Key(i int) Key { return v.keys[i] }

// Get is the value of a string key of a Map.
func (v Value) Get(key string) (Value, bool) {
	for i, k := range v.keys {
		if k.Kind == String && k.Text == key {
			return v.list[i], true
		}
	}
	return Value{}, false
}

// Float64 is a number as a float, and false for anything else.
func (v Value) Float64() (float64, bool) {
	switch v.kind {
	case Float:
		return v.num, true
	case Int:
		f, err := strconv.ParseFloat(v.text, 64)
		return f, err == nil
	}
	return 0, false
}

// Finite reports whether v is a number that is neither infinite nor NaN, or no
// number at all; it does not look into lists and mappings.
func (v Value) Finite() bool {
	return v.kind != Float || !math.IsInf(v.num, 0) && !math.IsNaN(v.num)
}

// Of turns a Go value into a Value: what JSON decodes to (nil, bool, string,
// float64, json.Number, []any, map[string]any, by sorted key; Value itself)
// directly, everything else by way of encoding/json.
func Of(v any) (Value, error) {
	switch x := v.(type) {
	case Value:
		return x, nil
	case nil:
		return Value{}, nil
	case bool:
		return Bool(x), nil
	case string:
		return Text(strings.ToValidUTF8(x, "\uFFFD")), nil
	case float64:
		return Number(x), nil
	case []any:
		return ofList(x)
	case map[string]any:
		return ofMap(x)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return Value{}, err
	}
	return Parse(b.Bytes())
}

func ofList(x []any) (Value, error) {
	list := make([]Value, len(x))
	for i, item := range x {
		v, err := Of(item)
		if err != nil {
			return Value{}, err
		}
		list[i] = v
	}
	return Items(list), nil
}

func ofMap(x map[string]any) (Value, error) {
	members := make([]Member, 0, len(x))
	for _, k := range slices.Sorted(maps.Keys(x)) {
		v, err := Of(x[k])
		if err != nil {
			return Value{}, fmt.Errorf("%q: %w", k, err)
		}
		members = append(members, Member{Key{String, strings.ToValidUTF8(k, "\uFFFD")}, v})
	}
	return Mapping(members), nil
}

// MarshalJSON is the canonical form, so that a Value can stand in any document.
func (v Value) MarshalJSON() ([]byte, error) { return v.Append(nil, CodePoint), nil }

// UnmarshalJSON is Parse.
func (v *Value) UnmarshalJSON(b []byte) error {
	x, err := Parse(b)
	*v = x
	return err
}

// plainInt is the one spelling of an integer: no plus sign, no leading zero, no
// negative zero.
func plainInt(s string) string {
	s = strings.TrimPrefix(s, "+")
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	digits, neg := strings.CutPrefix(s, "-")
	digits = strings.TrimLeft(digits, "0")
	if _, ok := new(big.Int).SetString("0"+digits, 10); !ok || digits == "" {
		return "0"
	}
	if neg {
		return "-" + digits
	}
	return digits
}
