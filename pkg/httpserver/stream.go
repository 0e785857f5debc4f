package httpserver

import (
	"net/http"
	"strings"

	"majordomus/pkg/operation"
)

func acceptsNDJSON(r *http.Request) bool {
	for _, h := range r.Header.Values("Accept") {
		for one := range strings.SplitSeq(h, ",") {
			mime, _, _ := strings.Cut(one, ";")
			if strings.EqualFold(strings.TrimSpace(mime), "application/x-ndjson") {
				return true
			}
		}
	}
	return false
}

// stream sends the records of an operation as they come. A failure before the
// first byte is a problem; a later one cuts the connection, so that no end
// record arrives and nobody takes the part for the whole.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, o *operation.Operation, in any) {
	f := &flusher{w: w, control: http.NewResponseController(w)}
	err := o.Stream(r.Context(), s.env, in, f)
	switch {
	case err == nil:
	case !f.begun:
		s.failure(w, r, err)
	default:
		s.log.Info("stream cut", "path", r.URL.Path, "error", err)
		panic(http.ErrAbortHandler)
	}
}

// flusher sends every write at once.
type flusher struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool
}

// Write sends p and flushes it.
func (f *flusher) Write(p []byte) (int, error) {
	if !f.begun {
		f.begun = true
		f.w.Header().Set("Content-Type", "application/x-ndjson")
		f.w.Header().Set("Cache-Control", "no-store")
	}
	n, err := f.w.Write(p)
	if err != nil {
		return n, err
	}
	return n, f.control.Flush()
}
