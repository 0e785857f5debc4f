package operation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"majordomus/pkg/fault"
)

// decodeStrict reads one JSON object into dst, a pointer to a struct. Empty
// input is an empty object. Member names must match to the letter; one that is
// unknown is refused, or named in warnings when open.
func decodeStrict(raw []byte, dst any, open bool) (warnings []string, err error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		raw = []byte("{}")
	}
	if !utf8.Valid(raw) {
		return nil, fault.New(fault.Invalid, "invalid_input", "the input is not UTF-8")
	}
	if raw[0] != '{' {
		return nil, fault.New(fault.Invalid, "invalid_input", "the input must be a JSON object, not %s", fault.Quote(string(raw)))
	}
	keys, err := checkKeys(raw)
	if err != nil {
		return nil, err
	}
	known := memberNames(reflect.TypeOf(dst).Elem())
	for _, k := range keys {
		if slices.Contains(known, k) {
			continue
		}
		if !open {
			return nil, fault.New(fault.Invalid, "invalid_input", "unknown key %s", fault.Quote(k)).
				WithHint("known keys: %s", strings.Join(known, ", "))
		}
		warnings = append(warnings, fmt.Sprintf("unknown key %s ignored", fault.Quote(k)))
	}
	if err := json.Unmarshal(raw, dst); err != nil {
		return nil, decodeFault(err)
	}
	return warnings, nil
}

func decodeFault(err error) error {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fault.New(fault.Invalid, "invalid_input", "%s: a %s where %s belongs", fieldName(e.Field), e.Value, e.Type)
	}
	return fault.New(fault.Invalid, "invalid_input", "the input is not JSON: %v", err)
}

func fieldName(f string) string {
	if f == "" {
		return "the input"
	}
	return f
}

// memberNames lists the JSON names of a struct in order.
func memberNames(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, memberNames(deref(f.Type))...)
		case name == "-" || !f.IsExported():
		case name == "":
			names = append(names, f.Name)
		default:
			names = append(names, name)
		}
	}
	return names
}

// checkKeys gives the members of the root object in order and refuses a key
// that comes twice in any object, and anything after the root.
func checkKeys(raw []byte) ([]string, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var root []string
	type level struct {
		object bool
		key    bool // the next string is a key
		seen   map[string]bool
	}
	var stack []level
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return root, nil
		}
		if err != nil {
			return nil, decodeFault(err)
		}
		top := len(stack) - 1
		if d, ok := tok.(json.Delim); ok {
			if d == '{' || d == '[' {
				stack = append(stack, level{object: d == '{', key: d == '{', seen: map[string]bool{}})
				continue
			}
			stack = stack[:top]
		} else if s, ok := tok.(string); ok && stack[top].object && stack[top].key {
			if stack[top].seen[s] {
				return nil, fault.New(fault.Invalid, "invalid_input", "the key %s comes twice", fault.Quote(s))
			}
			stack[top].seen[s] = true
			if top == 0 {
				root = append(root, s)
			}
			stack[top].key = false
			continue
		}
		if n := len(stack); n > 0 && stack[n-1].object {
			stack[n-1].key = true
		} else if n == 0 && dec.More() {
			return nil, fault.New(fault.Invalid, "invalid_input", "something follows the JSON object")
		}
	}
}
