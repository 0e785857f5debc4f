package index

import (
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

// WriteTo writes a Store's records in their order: objects by uri, edges by
// (from, to, kind), the texts that are loaded by uri, diagnostics. Header and end are the caller's.
func WriteTo(s *Store, w *stream.Writer) error {
	for i := range int32(s.Len()) {
		if err := w.Spelled(stream.KindObject, s.Line(i)); err != nil {
			return err
		}
	}
	var line []byte
	for e := range int32(s.Edges()) {
		line = appendEdge(line[:0], s.Edge(e))
		if err := w.Spelled(stream.KindEdge, line); err != nil {
			return err
		}
	}
	if err := writeTexts(s, w); err != nil {
		return err
	}
	for _, d := range s.Diagnostics() {
		if err := w.Record(stream.KindDiagnostic, d); err != nil {
			return err
		}
	}
	return nil
}

func writeTexts(s *Store, w *stream.Writer) error {
	var line []byte
	for i := range int32(s.Len()) {
		t := s.Text(i)
		if t == nil {
			continue
		}
		line = append(stream.AppendString(append(line[:0], `{"uri":`...), t.URI), `,"lengths":`...)
		line = append(stream.AppendString(line, t.Lengths), `,"passages":`...)
		line = append(stream.AppendString(line, t.Passages), `,"terms":`...)
		line = append(stream.AppendString(line, t.Terms), '}')
		if err := w.Spelled(stream.KindText, line); err != nil {
			return err
		}
	}
	return nil
}

// appendEdge spells an edge by hand: an index has twice as many edges as objects,
// and a general encoder took half the time of writing it.
func appendEdge(dst []byte, e object.Edge) []byte {
	dst = stream.AppendString(append(dst, `{"from":`...), e.From)
	dst = stream.AppendString(append(dst, `,"to":`...), e.To)
	dst = stream.AppendString(append(dst, `,"kind":`...), string(e.Kind))
	dst = stream.AppendString(append(dst, `,"declared_in":`...), e.DeclaredIn)
	if e.Dangling {
		dst = append(dst, `,"dangling":true`...)
	}
	if e.Hint != "" {
		dst = stream.AppendString(append(dst, `,"hint":`...), e.Hint)
	}
	return append(dst, '}')
}

// FromStream reads an index or seeds stream to its end into a Store. Records
// that are no index's (request, seed, local, unknown kinds, and the diagnostics
// that come after a request, which are dc-seed's) go to other, which may be nil;
// they are good until it returns. Under --filtered the fingerprint is that of
// the lines that arrived and FilteredNote is among the diagnostics.
// Errors are of class Broken, the reader's own or other's.
func FromStream(r *stream.Reader, other func(stream.Record) error) (*Store, error) {
	h, err := r.Header()
	if err != nil {
		return nil, err
	}
	f := newFiller(NewBuilder(h.Git), other)
	r.Expect(stream.KindObject, f.object)
	r.Expect(stream.KindEdge, f.edge)
	if r.Filtered() {
		f.sum = stream.NewSum()
		f.b.AddDiagnostic(stream.FilteredNote())
	}
	for rec, err := range r.Records() {
		if err != nil {
			return nil, err
		}
		if err := f.take(rec); err != nil {
			return nil, err
		}
	}
	fingerprint := r.End().Fingerprint
	if f.sum != nil {
		fingerprint = f.sum.Fingerprint()
	}
	s, err := f.b.Build(fingerprint)
	if err != nil {
		return nil, fault.New(fault.Broken, "broken_stream", "%v", err).At(r.Name(), 0, 0)
	}
	return s, nil
}
