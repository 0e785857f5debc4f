package httpserver

import (
	"encoding/json"
	"net/http"

	"majordomus/pkg/fault"
)

// Problem is the body of every failure (RFC 9457), with the stable code of the
// error beside its own members.
type Problem struct {
	Type   string `json:"type"`             // about:blank: the code says what kind it is
	Title  string `json:"title"`            // the status in words
	Status int    `json:"status"`           // the HTTP status
	Detail string `json:"detail,omitempty"` // what happened, naming the place
	Code   string `json:"code"`             // stable, snake_case
	Hint   string `json:"hint,omitempty"`   // what to do, one line
	Errors any    `json:"errors,omitempty"` // the code's own payload: issues, nodes
}

// statusOf maps the kind of a failure to a status (spec/surfaces.md, HTTP).
func statusOf(c fault.Class) int {
	switch c {
	case fault.Usage, fault.Invalid:
		return http.StatusBadRequest
	case fault.NotFound:
		return http.StatusNotFound
	case fault.Broken, fault.Config, fault.OverBudget, fault.Stale, fault.Conflict, fault.Unverifiable, fault.Refused:
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}

// failure answers with the problem of err. What went wrong inside the server is
// logged, not told: its text can name places of the machine. Its code is a word
// of ours.
func (s *Server) failure(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.As(err)
	status := statusOf(f.Class)
	p := Problem{Status: status, Code: f.Code, Detail: f.Error(), Hint: f.Hint, Errors: f.Detail}
	if status == http.StatusInternalServerError {
		s.log.Error("request failed", "path", r.URL.Path, "error", err)
		p.Detail, p.Hint, p.Errors = "the server failed; its log says why", "", nil
	}
	writeProblem(w, p)
}

// refuse answers with a problem that is not an operation's.
func refuse(w http.ResponseWriter, status int, code, detail string) {
	writeProblem(w, Problem{Status: status, Code: code, Detail: detail})
}

// refuseBusy tells a client to come again.
func refuseBusy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	refuse(w, http.StatusTooManyRequests, "too_many_requests", "the server is working on as many requests as it takes")
}

func writeProblem(w http.ResponseWriter, p Problem) {
	p.Type, p.Title = "about:blank", http.StatusText(p.Status)
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Del("ETag")
	w.WriteHeader(p.Status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(p) // a client that left has no use for the error
}
