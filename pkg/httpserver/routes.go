package httpserver

import (
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	gojson "github.com/goccy/go-json"
	"github.com/google/jsonschema-go/jsonschema"

	"majordomus/pkg/fault"
	"majordomus/pkg/operation"
)

// The paths that are no operation's and that more than one place names.
const (
	healthPath = "/healthz"
	mcpPath    = "/mcp"
)

// routes lays out every way in: the operations' own, and the server's.
func (s *Server) routes(mcp http.Handler) (http.Handler, error) {
	mux := http.NewServeMux()
	methods := map[string][]string{}
	for _, o := range s.list {
		for _, route := range o.HTTP {
			mux.Handle(route.Method+" "+route.Path, s.operationHandler(o, route))
			methods[route.Path] = append(methods[route.Path], route.Method)
		}
	}
	for path, allowed := range methods {
		mux.Handle(path, methodNotAllowed(allowed))
	}
	assets, err := webPage()
	if err != nil {
		return nil, err
	}
	mux.Handle("/", assets)
	mux.HandleFunc("GET "+healthPath, func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /openapi.json", s.openapi)
	if mcp != nil {
		mux.Handle(mcpPath, mcp)
	}
	return mux, nil
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

func methodNotAllowed(allowed []string) http.Handler {
	allowed = slices.Clone(allowed)
	if slices.Contains(allowed, http.MethodGet) {
		allowed = append(allowed, http.MethodHead)
	}
	slices.Sort(allowed)
	list := strings.Join(slices.Compact(allowed), ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", list)
		refuse(w, http.StatusMethodNotAllowed, "method_not_allowed", "this address takes "+list)
	})
}

// operationHandler decodes, calls and encodes one operation.
func (s *Server) operationHandler(o *operation.Operation, route operation.Route) http.Handler {
	schema := o.InputSchema()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := s.input(w, r, o, route, schema)
		if err == nil {
			var in any
			if in, _, err = o.Decode(raw); err == nil {
				s.call(w, r, o, in)
				return
			}
		}
		s.inputFailure(w, r, o, err)
	})
}

// inputFailure answers a request that did not arrive or could not be
// understood. An operation that tells remote callers nothing says nothing here
// either.
func (s *Server) inputFailure(w http.ResponseWriter, r *http.Request, o *operation.Operation, err error) {
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLarge:
		refuse(w, http.StatusRequestEntityTooLarge, "too_large", "the request body is over its limit")
	case errors.Is(err, operation.ErrBusy):
		refuseBusy(w)
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusRequestTimeout, "timeout", "the request body did not arrive in time")
	case errors.Is(err, io.ErrUnexpectedEOF), r.Context().Err() != nil:
		return // the client left
	case o.Discreet:
		refuseDiscreetly(w)
	default:
		s.failure(w, r, err)
	}
}

// refuseDiscreetly is the one answer that tells nothing of the content.
func refuseDiscreetly(w http.ResponseWriter) {
	refuse(w, http.StatusBadRequest, "invalid_input", "the request was refused")
}

// input is the JSON of a request: the query of a GET, the body of a POST, and
// what stands in the path in both.
func (s *Server) input(w http.ResponseWriter, r *http.Request, o *operation.Operation, route operation.Route, schema *jsonschema.Schema) ([]byte, error) {
	if route.Method == http.MethodGet {
		q := r.URL.Query()
		for _, name := range pathNames(route.Path) {
			q[name] = []string{r.PathValue(name)}
		}
		return queryInput(q, schema)
	}
	if len(r.URL.RawQuery) > 0 {
		return nil, fault.New(fault.Invalid, "invalid_input", "this address takes its input as the body, not in the query")
	}
	if ct, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); ct != "" && !strings.EqualFold(strings.TrimSpace(ct), "application/json") {
		return nil, fault.New(fault.Invalid, "invalid_input", "the body must be application/json, not %s", fault.Quote(ct))
	}
	return io.ReadAll(http.MaxBytesReader(w, r.Body, o.InputLimit()))
}

// pathNames lists the wildcards of a route pattern.
func pathNames(pattern string) []string {
	var names []string
	for seg := range strings.SplitSeq(pattern, "/") {
		if n, ok := strings.CutPrefix(seg, "{"); ok {
			names = append(names, strings.TrimSuffix(strings.TrimSuffix(n, "}"), "..."))
		}
	}
	return names
}

func (s *Server) call(w http.ResponseWriter, r *http.Request, o *operation.Operation, in any) {
	if o.Stream != nil && acceptsNDJSON(r) {
		s.stream(w, r, o, in)
		return
	}
	out, err := o.Call(operation.WithCaller(r.Context(), callerOf(r)), s.env, in)
	switch {
	case r.Context().Err() != nil:
		return // the client left
	case err != nil && o.Discreet:
		s.log.Info("refused", "path", r.URL.Path, "code", fault.As(err).Code)
		refuseDiscreetly(w)
	case err != nil:
		s.failure(w, r, err)
	default:
		s.write(w, r, out)
	}
}

// write sends a value, or 304 when the client has it already. The value is
// encoded into memory that the encoder uses again, and goes out from there.
func (s *Server) write(w http.ResponseWriter, r *http.Request, out any) {
	h := w.Header()
	if t, ok := out.(operation.Tagged); ok {
		tag := `W/"` + t.Tag() + `"`
		h.Set("ETag", tag)
		h.Set("Cache-Control", "no-cache")
		if r.Method != http.MethodPost && matches(r.Header.Values("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	} else {
		h.Set("Cache-Control", "no-store")
	}
	h.Set("Content-Type", "application/json")
	body := &answerWriter{ResponseWriter: w}
	if err := gojson.NewEncoder(body).EncodeWithOption(out, gojson.DisableHTMLEscape()); err != nil && !body.begun {
		s.failure(w, r, err)
	}
}

// answerWriter knows whether an answer has begun: after that a failure is the
// client's leaving.
type answerWriter struct {
	http.ResponseWriter
	begun bool
}

func (a *answerWriter) Write(p []byte) (int, error) {
	a.begun = true
	return a.ResponseWriter.Write(p)
}

// matches compares weakly, as If-None-Match does (RFC 9110, 13.1.2).
func matches(headers []string, tag string) bool {
	bare := strings.TrimPrefix(tag, "W/")
	for _, h := range headers {
		for one := range strings.SplitSeq(h, ",") {
			one = strings.TrimSpace(one)
			if one == "*" || strings.TrimPrefix(one, "W/") == bare {
				return true
			}
		}
	}
	return false
}

// readiness is how much of the repository could be read, in counts alone: a
// probe bears no token.
type readiness struct {
	Ready    bool `json:"ready"`
	Degraded bool `json:"degraded"` // errors keep files out of the index
	Errors   int  `json:"errors"`
	Warnings int  `json:"warnings"`
	Infos    int  `json:"infos"`
}

// ready says whether an index can be had, and nothing of what is in it.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	st, err := s.env.Status(r.Context())
	if err != nil {
		s.log.Warn("not ready", "error", err)
		refuse(w, http.StatusServiceUnavailable, "not_ready", "the repository cannot be indexed; the log says why")
		return
	}
	s.write(w, r, readiness{true, st.Degraded, st.Errors, st.Warnings, st.Infos})
}
