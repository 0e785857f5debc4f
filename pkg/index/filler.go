package index

import (
	"bytes"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/terms"
)

// filler puts records where they belong. A line exactly as our encoder writes it
// is taken apart where it stands; any other is decoded, which takes three times
// as long and names what is wrong with it.
type filler struct {
	b      *Builder
	sum    *stream.Sum // nil unless filtered
	other  func(stream.Record) error
	seeded bool   // the request has passed
	chunk  []byte // lines are kept in large pieces, not one by one

	object, edge, text *stream.Shape
	seen               members // of the record at hand
	show               func(name, value []byte)
}

// members are values of a record as they stand in its line.
type members struct {
	uri, kind, provenance, from, to, declaredIn, dangling, hint, lengths, passages, terms []byte
}

func newFiller(b *Builder, other func(stream.Record) error) *filler {
	f := &filler{b: b, other: other, object: stream.ShapeOf[object.Object](), edge: stream.ShapeOf[object.Edge](), text: stream.ShapeOf[terms.Text]()}
	f.show = f.seen.take
	return f
}

func (m *members) take(name, value []byte) {
	switch string(name) {
	case "uri":
		m.uri = value
	case "kind":
		m.kind = value
	case "provenance":
		m.provenance = value
	case "from":
		m.from = value
	case "to":
		m.to = value
	case "declared_in":
		m.declaredIn = value
	case "dangling":
		m.dangling = value
	case "hint":
		m.hint = value
	case "lengths":
		m.lengths = value
	case "passages":
		m.passages = value
	case "terms":
		m.terms = value
	}
}

// visit reports whether a record is of a shape and can be taken from f.seen.
func (f *filler) visit(s *stream.Shape, rec stream.Record) bool {
	f.seen = members{}
	return s.Visit(rec, f.show)
}

func (f *filler) take(rec stream.Record) error {
	if f.sum != nil {
		f.sum.Add(rec)
	}
	switch {
	case rec.Kind == stream.KindObject:
		return f.takeObject(rec)
	case rec.Kind == stream.KindEdge:
		return f.takeEdge(rec)
	case rec.Kind == stream.KindText:
		return f.takeText(rec)
	case rec.Kind == stream.KindDiagnostic && !f.seeded:
		var d object.Diagnostic
		if err := rec.Decode(&d); err != nil {
			return err
		}
		f.b.AddDiagnostic(d)
		return nil
	}
	f.seeded = f.seeded || rec.Kind == stream.KindRequest
	if f.other == nil {
		return nil
	}
	return f.other(rec)
}

// takeObject checks a line whole now, since a Store decodes it only when asked.
func (f *filler) takeObject(rec stream.Record) error {
	uri, kind, path, ok := f.heading(rec)
	if !ok {
		var o object.Object
		if err := rec.Decode(&o); err != nil {
			return err
		}
		uri, kind, path = o.URI, o.Kind, o.Provenance.Path
	}
	if uri == "" || kind == "" {
		return rec.Fault("an object record without uri or kind")
	}
	if need := len(rec.Line); need > cap(f.chunk)-len(f.chunk) {
		f.chunk = make([]byte, 0, max(chunkSize, need))
	}
	from := len(f.chunk)
	f.chunk = rec.AppendBody(f.chunk)
	f.b.add(uri, kind, path, f.chunk[from:len(f.chunk):len(f.chunk)])
	return nil
}

const chunkSize = 1 << 20

// heading is what a Store keeps of an object beside its line.
func (f *filler) heading(rec stream.Record) (uri string, kind object.Kind, path string, ok bool) {
	if !f.visit(f.object, rec) {
		return "", "", "", false
	}
	u, ok1 := plain(f.seen.uri)
	k, ok2 := plain(f.seen.kind)
	p, ok3 := plain(bytes.TrimPrefix(f.seen.provenance, []byte(`{"path":`)))
	return string(u), f.b.kind(k), f.b.path(p), ok1 && ok2 && ok3
}

// plain is the text of a JSON string that begins b and stands for itself; ok is
// false for any other.
func plain(b []byte) (text []byte, ok bool) {
	if len(b) < 2 || b[0] != '"' {
		return nil, false
	}
	n := bytes.IndexByte(b[1:], '"')
	if n < 0 || bytes.IndexByte(b[1:1+n], '\\') >= 0 {
		return nil, false
	}
	return b[1 : 1+n], true
}

func (f *filler) takeEdge(rec stream.Record) error {
	if f.visit(f.edge, rec) && len(f.seen.dangling)+len(f.seen.hint) == 0 {
		from, ok1 := plain(f.seen.from)
		to, ok2 := plain(f.seen.to)
		kind, ok3 := plain(f.seen.kind)
		file, ok4 := plain(f.seen.declaredIn)
		if ok1 && ok2 && ok3 && ok4 {
			f.b.AddEdge(object.Edge{From: string(from), To: string(to), Kind: f.b.edgeKind(kind), DeclaredIn: f.b.fileName(file)})
			return nil
		}
	}
	var e object.Edge
	if err := rec.Decode(&e); err != nil {
		return err
	}
	f.b.AddEdge(e)
	return nil
}

func (f *filler) takeText(rec stream.Record) error {
	var t terms.Text
	if f.visit(f.text, rec) {
		uri, ok1 := plain(f.seen.uri)
		lengths, ok2 := plain(f.seen.lengths)
		passages, ok3 := plain(f.seen.passages)
		list, ok4 := plain(f.seen.terms)
		if ok1 && ok2 && ok3 && ok4 {
			f.b.AddText(terms.Text{URI: string(uri), Lengths: string(lengths), Passages: string(passages), Terms: string(list)})
			return nil
		}
	}
	if err := rec.Decode(&t); err != nil {
		return err
	}
	f.b.AddText(t)
	return nil
}
