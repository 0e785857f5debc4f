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

// ParseFilter reads {"and": […]}, {"or": […]}, {"not": …}, {"field": value} or
// {"field": {"op": value}}, at most 8 deep, 128 nodes, 64 KiB; several members
// or operators must all hold. eq, ne, in, nin and all compare as text; gt, gte,
// lt and lte by value where both sides are numbers, else as text.
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

// filterOf reads one filter; an object of several members asks for all of them.
func filterOf(v canon.Value, depth int, nodes *int) (Filter, error) {
	if *nodes++; *nodes > maxFilterNodes || depth > maxFilterDepth {
		return Filter{}, invalid("the filter is larger than %d nodes or deeper than %d", maxFilterNodes, maxFilterDepth)
	}
	if v.Kind() != canon.Map || v.Len() == 0 {
		return Filter{}, invalid("a filter is an object with a field, and, or, not")
	}
	if v.Len() == 1 {
		return memberOf(v.Key(0).Text, v.Item(0), depth, nodes)
	}
	f := Filter{op: "and"}
	for i := range v.Len() {
		p, err := memberOf(v.Key(i).Text, v.Item(i), depth+1, nodes)
		if err != nil {
			return f, err
		}
		f.parts = append(f.parts, p)
	}
	return f, nil
}

func memberOf(key string, val canon.Value, depth int, nodes *int) (Filter, error) {
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
	case "":
		return Filter{}, invalid("filter: a field without a name")
	}
	return fieldOf(key, val, depth, nodes)
}

// fieldOf reads what is asked of a field: a value it must have, or operators,
// all of which must hold.
func fieldOf(field string, v canon.Value, depth int, nodes *int) (Filter, error) {
	if v.Kind() != canon.Map {
		s, err := scalar(v)
		return Filter{op: "eq", field: field, values: []string{s}}, err
	}
	if v.Len() == 0 {
		return Filter{}, invalid("filter: the field %q needs an operator", field)
	}
	all := Filter{op: "and"}
	for i := range v.Len() {
		if *nodes++; *nodes > maxFilterNodes {
			return all, invalid("the filter is larger than %d nodes or deeper than %d", maxFilterNodes, maxFilterDepth)
		}
		f, err := comparison(field, v.Key(i).Text, v.Item(i))
		if err != nil {
			return f, err
		}
		all.parts = append(all.parts, f)
	}
	if len(all.parts) == 1 {
		return all.parts[0], nil
	}
	return all, nil
}

func comparison(field, op string, val canon.Value) (Filter, error) {
	f := Filter{op: op, field: field}
	list := val.Kind() == canon.List
	switch op {
	case "eq", "ne", "gt", "gte", "lt", "lte":
		if list {
			return f, invalid("filter: %s takes one value", op)
		}
	case "in", "nin", "all":
		if !list || val.Len() == 0 {
			return f, invalid("filter: %s takes a list with something in it", op)
		}
	case "exists":
		if k := val.Kind(); k != canon.True && k != canon.False {
			return f, invalid("filter: exists takes true or false")
		}
	default:
		return f, invalid("filter: %q is no operator", op)
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

// scalar is a value as text; a Capsule holds no number with a fraction.
func scalar(v canon.Value) (string, error) {
	switch v.Kind() {
	case canon.Map, canon.List, canon.Null, canon.Float:
		return "", invalid("filter: values are texts, whole numbers, true and false")
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
