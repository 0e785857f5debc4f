package httpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"majordomus/pkg/operation"
)

// document loads and validates what the server says of itself.
func document(t *testing.T, s *served) (*openapi3.T, routers.Router) {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(s.ask(t, http.MethodGet, "/openapi.json", "").body))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: s.base}}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return doc, router
}

func TestOpenAPIIsValidAndWhole(t *testing.T) {
	s := start(t, nil)
	doc, _ := document(t, s)
	ids := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			if ids[o.OperationID] {
				t.Errorf("%s %s: the operationId %s comes twice", method, path, o.OperationID)
			}
			ids[o.OperationID] = true
			if o.Summary == "" || o.Description == "" || len(o.Tags) == 0 {
				t.Errorf("%s %s lacks a description", method, path)
			}
		}
	}
	for _, want := range []string{"devcontext.compile", "devcontext.compile.post", "objects.get", "index.status"} {
		if !ids[want] {
			t.Errorf("no operation %s in %v", want, ids)
		}
	}
}

func TestAnswersAreWhatTheDocumentSays(t *testing.T) {
	s := start(t, nil)
	_, router := document(t, s)
	answer := strings.TrimSpace(s.ask(t, http.MethodGet, "/api/v1/devcontext?issue=I0001", "").body)
	later := strings.TrimSpace(s.ask(t, http.MethodGet, "/api/v1/devcontext?paths=lib&intent=thing&budget_tokens=90&all_blocking_rules=true", "").body)
	for _, c := range [][2]string{
		{"GET", "/api/v1/devcontext"}, {"GET", "/api/v1/devcontext?issue=I0001&max_depth=2&floor=0.5"}, {"GET", "/api/v1/devcontext?issue=none"},
		{"GET", "/api/v1/devcontext?budget_tokens=0"}, {"POST", "/api/v1/devcontext" + body + `{"milestone":"m1"}`}, {"POST", "/api/v1/devcontext" + body + `{"uris":[],"issue":null}`},
		{"GET", "/api/v1/devcontext/explain?issue=I0001&uri=majordomus%3A%2F%2Fissue%2FI0001"}, {"GET", "/api/v1/devcontext/explain?uri=majordomus%3A%2F%2Fissue%2FI0002"},
		{"GET", "/api/v1/devcontext/explain?uri=x"}, {"GET", "/api/v1/devcontext/policy"}, {"POST", "/api/v1/devcontext/rebudget" + body + `{"answer":` + answer + `,"budget_tokens":100}`},
		{"POST", "/api/v1/devcontext/render" + body + `{"request":{"issue":"I0001"},"format":"xml"}`}, {"POST", "/api/v1/devcontext/render" + body + `{"answer":` + answer + `,"max_tokens":5}`},
		{"POST", "/api/v1/devcontext/diff" + body + `{"a":` + answer + `,"b":` + later + `}`}, {"GET", "/api/v1/objects?limit=2"}, {"GET", "/api/v1/objects?kind=rule"},
		{"GET", "/api/v1/objects?cursor=x"}, {"GET", "/api/v1/objects/majordomus%3A%2F%2Fissue%2FI0001"}, {"GET", "/api/v1/objects/majordomus%3A%2F%2Fimplementation%2Flib%2Fsecret.sh"},
		{"GET", "/api/v1/index"},
	} {
		path, text, _ := strings.Cut(c[1], body)
		holds(t, s, router, c[0], path, text)
	}
}

// body parts a path from a request body in the table.
const body = " < "

func holds(t *testing.T, s *served, router routers.Router, method, path, text string) {
	t.Helper()
	r, _ := http.NewRequest(method, s.base+path, strings.NewReader(text))
	if text != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	route, params, err := router.FindRoute(r)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return
	}
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	asked := openapi3filter.ValidateRequest(context.Background(), in)
	r.Body = io.NopCloser(strings.NewReader(text))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if asked != nil && resp.StatusCode == http.StatusOK {
		t.Errorf("%s %s: the document refuses what the server takes: %v", method, path, asked)
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: resp.StatusCode, Header: resp.Header, Body: io.NopCloser(bytes.NewReader(data))}
	if err := openapi3filter.ValidateResponse(context.Background(), out); err != nil {
		t.Errorf("%s %s: %d is not what the document says: %v\n%.500s", method, path, resp.StatusCode, err, data)
	}
	out.Body = io.NopCloser(strings.NewReader(`{"schema":"one","status":"x"}`))
	if openapi3filter.ValidateResponse(context.Background(), out) == nil {
		t.Errorf("%s %s: the document takes anything for an answer", method, path)
	}
}

// conforms holds any answer that a test asks for against the document, where
// the document knows the route and the answer is one: of a stream, a body in
// another encoding and a bare header it says nothing more.
func (s *served) conforms(t testing.TB, r *http.Request, resp *http.Response, data []byte) {
	t.Helper()
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if !strings.HasPrefix(r.URL.Path, "/api/") || kind != "application/json" && kind != "application/problem+json" || resp.Header.Get("Content-Encoding") != "" || r.Method == http.MethodHead {
		return
	}
	s.once.Do(func() { s.router = routes(t, s.list, s.base) })
	r = r.Clone(context.Background())
	r.Host = r.URL.Host // the document names one server
	route, params, err := s.router.FindRoute(r)
	if err != nil {
		return
	}
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: resp.StatusCode, Header: resp.Header, Body: io.NopCloser(bytes.NewReader(data))}
	if err := openapi3filter.ValidateResponse(context.Background(), out); err != nil {
		t.Errorf("%s %s: %d is not what the document says: %v\n%.500s", r.Method, r.URL, resp.StatusCode, err, data)
	}
}

// routes are those of the document of a server's operations.
func routes(t testing.TB, list []*operation.Operation, base string) routers.Router {
	t.Helper()
	made, err := operation.OpenAPI(list, "1")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		t.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: base}}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return router
}
