package walk

import (
	gojson "github.com/goccy/go-json"

	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
)

// Read reads a whole walk stream. Record kinds it does not know are passed
// over; a filtered stream says so in a diagnostic.
func Read(r *stream.Reader) (*Result, error) {
	h, err := r.Header()
	if err != nil {
		return nil, err
	}
	w := &Result{Git: h.Git}
	if len(h.Walk) > 0 {
		if err := gojson.Unmarshal(h.Walk, &w.Settings); err != nil {
			return nil, err
		}
	}
	for rec, err := range r.Records() {
		if err != nil {
			return nil, err
		}
		if err := w.Take(rec); err != nil {
			return nil, err
		}
	}
	w.Fingerprint = r.End().Fingerprint
	if r.Filtered() {
		w.Diagnostics = object.SortDiagnostics(append(w.Diagnostics, stream.FilteredNote()))
	}
	return w, nil
}

// Take adds one record of a walk stream, header and end aside.
func (w *Result) Take(rec stream.Record) error {
	switch rec.Kind {
	case stream.KindRequest:
		return rec.Decode(&w.Request)
	case stream.KindSeed:
		var s seed.Seed
		if err := rec.Decode(&s); err != nil {
			return err
		}
		w.Seeds = append(w.Seeds, s)
	case stream.KindCandidate:
		var c Candidate
		if err := rec.Decode(&c); err != nil {
			return err
		}
		w.Candidates = append(w.Candidates, c)
	case stream.KindDiagnostic:
		var d object.Diagnostic
		if err := rec.Decode(&d); err != nil {
			return err
		}
		w.Diagnostics = append(w.Diagnostics, d)
	}
	return nil
}

// Write writes a walk as a stream, from header to end. The header's stream, git
// and walk are filled in.
func Write(w *Result, h stream.Header, open func(stream.Header) (*stream.Writer, error)) error {
	settings, err := gojson.MarshalWithOption(w.Settings, gojson.DisableHTMLEscape())
	if err != nil {
		return err
	}
	h.Stream, h.Git, h.Walk = stream.Walk, w.Git, settings
	out, err := open(h)
	if err != nil {
		return err
	}
	if err := out.Record(stream.KindRequest, &w.Request); err != nil {
		return err
	}
	for i := range w.Seeds {
		if err := out.Record(stream.KindSeed, &w.Seeds[i]); err != nil {
			return err
		}
	}
	for i := range w.Candidates {
		if err := out.Record(stream.KindCandidate, &w.Candidates[i]); err != nil {
			return err
		}
	}
	for i := range w.Diagnostics {
		if err := out.Record(stream.KindDiagnostic, &w.Diagnostics[i]); err != nil {
			return err
		}
	}
	return out.Close(w.Fingerprint)
}
