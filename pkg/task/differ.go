package task

import (
	"bytes"
	"maps"
	"slices"

	"majordomus/pkg/canon"
)

func tree(v any) canon.Value {
	t, err := canon.Of(v)
	if err != nil {
		panic("task: a value that does not encode: " + err.Error())
	}
	return t
}

// differences names the members at which two values of one type differ.
func differences(name string, a, b canon.Value) []string {
	if a.Kind() != canon.Map || b.Kind() != canon.Map {
		if bytes.Equal(a.Append(nil, canon.CodePoint), b.Append(nil, canon.CodePoint)) {
			return nil
		}
		return []string{name}
	}
	keys := map[string]bool{}
	for _, v := range []canon.Value{a, b} {
		for i := range v.Len() {
			keys[v.Key(i).Text] = true
		}
	}
	var out []string
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		x, okX := a.Get(k)
		y, okY := b.Get(k)
		if okX != okY {
			out = append(out, name+"."+k)
			continue
		}
		out = append(out, differences(name+"."+k, x, y)...)
	}
	return out
}
