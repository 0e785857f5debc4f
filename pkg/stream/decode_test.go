package stream

import (
	"encoding/json"
	"reflect"
	"testing"

	"majordomus/pkg/object"
)

// every member of a record in turn holds every kind of value: what the standard
// library refuses is refused here, and what it reads is read the same.
func TestDecodeIsAsStrictAsTheStandardLibrary(t *testing.T) {
	half := 0.5
	full := object.Object{
		URI: "u", Kind: "k", Identity: "i", Title: "t", Tags: []string{"a"}, Tokens: 3,
		Provenance: object.Provenance{Path: "p", Directory: ".", Bytes: 7, Span: &object.Span{Start: 1, End: 2, Bytes: 3}, PathEncoded: true},
		Meta: &object.Meta{
			Order: 4, Scope: []string{"s"}, Confidence: &half, Collection: true, Evidence: []object.Evidence{{Commit: "c"}},
			Symbols: []object.Symbol{{Name: "n", Start: 1}}, NodeEdges: []object.NodeEdge{{To: "x", Weight: &half}},
		},
	}
	for name, v := range map[string]any{
		"object": full, "edge": object.Edge{From: "f", To: "t", Dangling: true}, "diagnostic": object.Diagnostic{Severity: "info"},
		"header": Header{Stream: "index", Schema: 1}, "end": End{Stream: "index", Counts: map[string]int{"a": 1}},
	} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var tree any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		var seen int
		mutate(tree, func() {
			seen++
			line, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			want, got := reflect.New(reflect.TypeOf(v)), reflect.New(reflect.TypeOf(v))
			std := json.Unmarshal(line, want.Interface())
			ours := Record{Kind: name, Line: line}.Decode(got.Interface())
			if (std == nil) != (ours == nil) {
				t.Errorf("%s: standard library %v, ours %v", line, std, ours)
			} else if std == nil && !reflect.DeepEqual(want.Elem().Interface(), got.Elem().Interface()) {
				t.Errorf("%s: %+v became %+v", line, want, got)
			}
		})
		if seen < 10 {
			t.Errorf("%s: only %d mutations", name, seen)
		}
	}
}

// mutate puts every value in every place of a tree and calls visit each time.
func mutate(tree any, visit func()) {
	values := []any{nil, true, 1, -1, 1.5, 1e30, json.Number("9007199254740993"), "x", "1", []any{}, []any{1}, []any{"a"}, []any{nil}, map[string]any{}, map[string]any{"a": "b"}}
	switch x := tree.(type) {
	case map[string]any:
		for k, old := range x {
			mutate(old, visit)
			for _, v := range values {
				x[k] = v
				visit()
			}
			x[k] = old
		}
	case []any:
		for i, old := range x {
			mutate(old, visit)
			for _, v := range values {
				x[i] = v
				visit()
			}
			x[i] = old
		}
	}
}
