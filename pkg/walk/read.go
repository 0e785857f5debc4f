package walk

import (
	gojson "github.com/goccy/go-json"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
	"majordomus/pkg/token"
)

// Read reads a whole walk stream. Record kinds it does not know are passed
// over; a filtered stream says so in a diagnostic.
func Read(r *stream.Reader) (*Result, error) {
	h, err := r.Header()
	if err != nil {
		return nil, err
	}
	w := &Result{}
	if err := w.Begin(h); err != nil {
		return nil, err
	}
	asked := false
	for rec, err := range r.Records() {
		if err != nil {
			return nil, err
		}
		asked = asked || rec.Kind == stream.KindRequest
		if err := w.Take(rec); err != nil {
			return nil, err
		}
	}
	if !asked {
		return nil, noRequest(r.Name())
	}
	w.Fingerprint = r.End().Fingerprint
	if r.Filtered() {
		w.Settings.MarkFiltered()
		w.Diagnostics = object.SortDiagnostics(append(w.Diagnostics, stream.FilteredNote()))
	}
	return w, nil
}

// Begin takes what a header says. A program that replaces dc-walk may leave out
// how it walked: then it is taken to have kept to the request, at one token for
// every four bytes.
func (w *Result) Begin(h stream.Header) error {
	w.Git = h.Git
	if len(h.Walk) == 0 {
		w.Settings = Settings{Estimator: token.NameBytes, BytesPerToken: token.BytesPerToken}
		return nil
	}
	if err := gojson.Unmarshal(h.Walk, &w.Settings); err != nil {
		return fault.New(fault.Broken, "broken_stream", "the header does not say how the walk was made: %v", err)
	}
	return nil
}

// Take adds one record of a walk stream, header and end aside.
func (w *Result) Take(rec stream.Record) error {
	switch rec.Kind {
	case stream.KindRequest:
		if err := rec.Decode(&w.Request); err != nil {
			return err
		}
		if w.Settings.Policy == "" { // nothing said of the walk
			w.Settings.Floor, w.Settings.MaxDepth = w.Request.Floor, w.Request.MaxDepth
		}
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
