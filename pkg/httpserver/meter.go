package httpserver

import (
	"io"
	"net/http"

	"majordomus/pkg/operation"
)

// metered serves a request whose body counts, while it is in work, against what
// the server holds of all of them.
func (s *Server) metered(w http.ResponseWriter, r *http.Request, next http.Handler) {
	body := &meteredBody{ReadCloser: r.Body, server: s}
	defer func() { s.bodies.Add(-body.held) }()
	metered := r.WithContext(r.Context())
	metered.Body = body
	next.ServeHTTP(w, metered)
	r.Pattern = metered.Pattern // for what is counted by it
}

// meteredBody fails with operation.ErrBusy when all bodies together are too
// large.
type meteredBody struct {
	io.ReadCloser
	server *Server
	held   int64 // bytes
}

func (b *meteredBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.held += int64(n)
	if b.server.bodies.Add(int64(n)) > int64(b.server.limits.Bodies) {
		return n, operation.ErrBusy
	}
	return n, err
}
