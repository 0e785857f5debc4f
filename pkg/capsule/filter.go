package capsule

import (
	"cmp"
	"strconv"
	"strings"

	"majordomus/pkg/canon"
)

// Bounds of a metadata filter.
const (
	maxFilterDepth = 8
	maxFilterNodes = 128
	maxFilterBytes = 64 << 10
)

// Filter selects documents by their front matter: one operator over one field,
// or a combination of filters.
type Filter struct {
	op     string // eq ne gt gte lt lte in nin all exists, and or not
	field  string
	values []string
	parts  []Filter
}

// ParseFilter reads {"and": […]}, {"or": […]}, {"not": …} or
// {"field": {"op": value}}, at most 8 deep, 128 nodes, 64 KiB. Values are
// compared as text, numbers by value where both are numbers.
func ParseFilter(raw []byte) (*Filter, error) {
	if len(raw) > maxFilterBytes {
		return nil, invalid("the filter has %d bytes; %d are allowed", len(raw), maxFilterBytes)
	}
	v, err := canon.Parse(raw)
	if err != nil {
		return nil, invalid("the filter is not JSON: %v", err)
	}
	nodes := 0
	f, err := filterOf(v, 1, &nodes)
	if err != nil {
		return nil, err
	}
	return &f, nil
}

func filterOf(v canon.Value, depth int, nodes *int) (Filter, error) {
	if *nodes++; *nodes > maxFilterNodes || depth > maxFilterDepth {
		return Filter{}, invalid("the filter is larger than %d nodes or deeper than %d", maxFilterNodes, maxFilterDepth)
	}
	if v.Kind() != canon.Map || v.Len() != 1 {
		return Filter{}, invalid("a filter is an object of one member")
	}
	key, val := v.Key(0).Text, v.Item(0)
	switch key {
	case "and", "or":
		if val.Kind() != canon.List || val.Len() == 0 {
			return Filter{}, invalid("filter: %s needs a list of filters", key)
		}
		f := Filter{op: key}
		for i := range val.Len() {
			p, err := filterOf(val.Item(i), depth+1, nodes)
			if err != nil {
				return f, err
			}
			f.parts = append(f.parts, p)
		}
		return f, nil
	case "not":
		p, err := filterOf(val, depth+1, nodes)
		return Filter{op: key, parts: []Filter{p}}, err
	}
	return comparison(key, val)
}

func comparison(field string, v canon.Value) (Filter, error) {
	if v.Kind() != canon.Map || v.Len() != 1 {
		return Filter{}, invalid("filter: the field %q needs an object of one operator", field)
	}
	f := Filter{op: v.Key(0).Text, field: field}
	val := v.Item(0)
	list := val.Kind() == canon.List
	switch f.op {
	case "eq", "ne", "gt", "gte", "lt", "lte":
		if list {
			return f, invalid("filter: %s takes one value", f.op)
		}
	case "in", "nin", "all":
		if !list {
			return f, invalid("filter: %s takes a list", f.op)
		}
	case "exists":
		if k := val.Kind(); k != canon.True && k != canon.False {
			return f, invalid("filter: exists takes true or false")
		}
	default:
		return f, invalid("filter: %q is no operator", f.op)
	}
	if !list {
		s, err := scalar(val)
		f.values = []string{s}
		return f, err
	}
	for i := range val.Len() {
		s, err := scalar(val.Item(i))
		if err != nil {
			return f, err
		}
		f.values = append(f.values, s)
	}
	return f, nil
}

func scalar(v canon.Value) (string, error) {
	switch v.Kind() {
	case canon.Map, canon.List, canon.Null:
		return "", invalid("filter: a %s is no value to compare with", v.Kind())
	case canon.String:
		s, _ := v.Str()
		return s, nil
	}
	return string(v.Append(nil, canon.CodePoint)), nil
}

// Match judges a document by its metadata: each field has the values it
// declares, none when it does not.
func (f *Filter) Match(values func(field string) []string) bool {
	switch f.op {
	case "and":
		for i := range f.parts {
			if !f.parts[i].Match(values) {
				return false
			}
		}
		return true
	case "or":
		for i := range f.parts {
			if f.parts[i].Match(values) {
				return true
			}
		}
		return false
	case "not":
		return !f.parts[0].Match(values)
	}
	return f.compare(values(f.field))
}

func (f *Filter) compare(have []string) bool {
	has := func(want string) bool {
		for _, h := range have {
			if h == want {
				return true
			}
		}
		return false
	}
	switch f.op {
	case "exists":
		return (len(have) > 0) == (f.values[0] == "true")
	case "eq":
		return has(f.values[0])
	case "ne":
		return !has(f.values[0])
	case "in", "nin":
		for _, v := range f.values {
			if has(v) {
				return f.op == "in"
			}
		}
		return f.op == "nin"
	case "all":
		for _, v := range f.values {
			if !has(v) {
				return false
			}
		}
		return true
	}
	for _, h := range have {
		if ordered(f.op, order(h, f.values[0])) {
			return true
		}
	}
	return false
}

func ordered(op string, c int) bool {
	switch op {
	case "gt":
		return c > 0
	case "gte":
		return c >= 0
	case "lt":
		return c < 0
	}
	return c <= 0
}

// order compares numbers by value and everything else as text, so dates in the
// ISO form compare as dates.
func order(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(a, b)
}
