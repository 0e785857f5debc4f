package httpserver

import (
	"net/http"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/operation"
)

// openapi serves the document of every route, derived once.
func (s *Server) openapi(w http.ResponseWriter, r *http.Request) {
	doc, err := operation.OpenAPI(s.list, s.version)
	if err != nil {
		s.failure(w, r, err)
		return
	}
	body, err := gojson.MarshalWithOption(doc, gojson.DisableHTMLEscape())
	if err != nil {
		s.failure(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(append(body, '\n'))
}
