package stream

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"majordomus/pkg/object"
)

func fullObject() object.Object {
	half := 0.5
	return object.Object{
		URI: "u\"\\\u2028", Kind: "k", Identity: "i", Title: "t", Tags: []string{"a", "b"}, Tokens: 3,
		Provenance: object.Provenance{Path: "p", Directory: ".", Bytes: 7, Span: &object.Span{Start: 1, End: 2, Bytes: 3}, PathEncoded: true},
		Meta: &object.Meta{
			Order: 4, Scope: []string{"s"}, Confidence: &half, Collection: true, Evidence: []object.Evidence{{Commit: "c"}},
			Symbols: []object.Symbol{{Name: "n", Start: 1}}, NodeEdges: []object.NodeEdge{{To: "x", Weight: &half}},
		},
	}
}

// lineOf is v as a record.
func lineOf(t testing.TB, kind string, v any) Record {
	t.Helper()
	body, err := Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return Record{Kind: kind, Line: join(nil, kind, body)}
}

func TestWhatIsEncodedFitsItsShape(t *testing.T) {
	for _, o := range []object.Object{{}, fullObject(), {Meta: &object.Meta{}}} {
		if r := lineOf(t, KindObject, o); !ShapeOf[object.Object]().Fits(r) {
			t.Errorf("%s does not fit", r.Line)
		}
	}
	if r := lineOf(t, KindEdge, object.Edge{Dangling: true}); !ShapeOf[object.Edge]().Fits(r) {
		t.Errorf("%s does not fit", r.Line)
	}
}

// whatFits decodes, and encodes to the same line again.
func whatFits(t testing.TB, line []byte) {
	var s scanner
	n, err := s.scan(line)
	if err != nil || n != len(line) || !s.plain || len(line) == 0 || line[0] != '{' {
		return
	}
	r := Record{Kind: KindObject, Line: line}
	if !ShapeOf[object.Object]().Fits(r) {
		return
	}
	var o object.Object
	if err := json.Unmarshal(line, &o); err != nil {
		t.Fatalf("%s fits and does not decode: %v", line, err)
	}
	var kind struct{ Record string }
	if err := json.Unmarshal(line, &kind); err != nil {
		t.Fatal(err)
	}
	body, err := Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var again, first object.Object
	if err := json.Unmarshal(body, &again); err != nil {
		t.Fatal(err)
	}
	if first = o; !reflect.DeepEqual(normal(first), normal(again)) {
		t.Fatalf("%s became %s", line, body)
	}
}

func TestWhatFitsDecodes(t *testing.T) {
	var tree any
	if err := json.Unmarshal(lineOf(t, KindObject, fullObject()).Line, &tree); err != nil {
		t.Fatal(err)
	}
	mutate(tree, func() {
		// The tree has lost the order of keys: what fits is seldom among these.
		line, err := Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		whatFits(t, line)
	})
	for _, change := range [][2]string{
		{`"uri":"`, `"uri":5,"x":"`}, {`"bytes":7`, `"bytes":"7"`}, {`"bytes":7`, `"bytes":7.5`}, {`"bytes":7`, `"bytes":1e+21`}, {`"bytes":7`, `"bytes":null`},
		{`"bytes":7`, `"bytes":9999999999999999999`}, {`"title":"t"`, `"title":[]`}, {`"tags":["a","b"]`, `"tags":["a",1]`}, {`"tags":["a","b"]`, `"tags":"a"`},
		{`"span":{`, `"span":{"more":1,`}, {`"title"`, `"Title"`}, {`"identity":"i",`, ``}, {`"path_encoded":true`, `"path_encoded":1`},
		{`"kind":"k","identity":"i"`, `"identity":"i","kind":"k"`},
	} {
		line := lineOf(t, KindObject, fullObject()).Line
		bad := bytes.Replace(line, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(bad, line) {
			t.Fatalf("%s is not in %s", change[0], line)
		}
		if ShapeOf[object.Object]().Fits(Record{Kind: KindObject, Line: bad}) {
			t.Errorf("%s fits", bad)
		}
	}
}

func FuzzShape(f *testing.F) {
	f.Add(lineOf(f, KindObject, fullObject()).Line)
	f.Add(lineOf(f, KindObject, object.Object{}).Line)
	f.Fuzz(func(t *testing.T, line []byte) { whatFits(t, line) })
}

func BenchmarkShape(b *testing.B) {
	r := lineOf(b, KindObject, fullObject())
	s := ShapeOf[object.Object]()
	b.SetBytes(int64(len(r.Line)))
	for b.Loop() {
		if !s.Fits(r) {
			b.Fatal("does not fit")
		}
	}
}
