// Package httpserver shows the operations over HTTP, with the OpenAPI document
// derived from them, the web page and the MCP endpoint. It is safe by default:
// it answers on loopback names only, every other address needs a token, and
// every request is bounded in size, time and number. It adds no behaviour of
// its own to an operation.
package httpserver

import (
	"compress/gzip"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"golang.org/x/net/netutil"

	"majordomus/pkg/operation"
)

// Limits bound what clients can make the server hold. A zero member is its
// default.
type Limits struct {
	Connections int           // open at once; further ones wait in the kernel's queue (1,024)
	Requests    int           // in work at once; further ones are answered 429 (64)
	Header      int           // bytes of a request's header (32 KiB)
	Bodies      int           // bytes of the bodies of all requests in work; what goes beyond is answered 429 (256 MiB)
	ReadHeader  time.Duration // for the header to arrive (5 s)
	Read        time.Duration // for the whole request to arrive (60 s)
	Write       time.Duration // for one piece of an answer to be taken (30 s)
	Idle        time.Duration // between requests of a connection (90 s)
}

func (l Limits) orDefaults() Limits {
	or := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	orTime := func(v *time.Duration, d time.Duration) {
		if *v == 0 {
			*v = d
		}
	}
	or(&l.Connections, 1024)
	or(&l.Requests, 64)
	or(&l.Header, 32<<10)
	or(&l.Bodies, 256<<20)
	orTime(&l.ReadHeader, 5*time.Second)
	orTime(&l.Read, 60*time.Second)
	orTime(&l.Write, 30*time.Second)
	orTime(&l.Idle, 90*time.Second)
	return l
}

// Options is how a server is set up.
type Options struct {
	Guard      Guard
	Limits     Limits
	Operations []*operation.Operation
	Env        *operation.Env
	MCP        http.Handler // nil: no /mcp
	Version    string
	Log        *slog.Logger
}

// Server answers for one repository. Use New.
type Server struct {
	guard   Guard
	limits  Limits
	list    []*operation.Operation
	env     *operation.Env
	version string
	log     *slog.Logger
	slots   chan struct{}
	bodies  atomic.Int64 // bytes of the bodies that are held
	metrics *metrics
	handler http.Handler
}

// New gives a server that is not listening yet.
func New(o Options) (*Server, error) {
	s := &Server{guard: o.Guard, limits: o.Limits.orDefaults(), list: o.Operations, env: o.Env, version: o.Version, log: o.Log}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.slots = make(chan struct{}, s.limits.Requests)
	s.metrics = newMetrics(func() float64 { return float64(s.bodies.Load()) })
	mux, err := s.routes(o.MCP)
	if err != nil {
		return nil, err
	}
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.PreferZstd(true), gzhttp.CompressionLevel(gzip.BestSpeed)) // an answer of half a megabyte waits for it
	if err != nil {
		return nil, err
	}
	s.handler = s.metrics.observe(s.limits.Write, s.recovered(s.guarded(s.bounded(compress(mux)))))
	return s, nil
}

// Handler is the whole server as a handler.
func (s *Server) Handler() http.Handler { return s.handler }

// shutdownTime is how long requests in work may still take after ctx ends.
const shutdownTime = 5 * time.Second

// Serve answers on l until ctx ends, then lets the requests in work finish. It
// owns l. The error is nil after a shutdown that ctx asked for.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	requests, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	srv := &http.Server{
		Handler:           s.handler,
		MaxHeaderBytes:    s.limits.Header,
		ReadHeaderTimeout: s.limits.ReadHeader,
		ReadTimeout:       s.limits.Read,
		IdleTimeout:       s.limits.Idle,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return requests },
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(netutil.LimitListener(l, s.limits.Connections)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	err := srv.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) { // streams that would never end by themselves
		stop()
		return srv.Close()
	}
	return err
}

// openRoutes tell nothing of the repository: a probe and the page's own files
// need no token.
func openRoute(path string) bool {
	switch path {
	case healthPath, "/readyz", "/", "/openapi.json":
		return true
	}
	return isAsset(path)
}

func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if status, code, detail := s.guard.Check(r, openRoute(r.URL.Path)); status != 0 {
			if status == http.StatusUnauthorized {
				h.Set("WWW-Authenticate", "Bearer")
			}
			refuse(w, status, code, detail)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// bounded lets so many requests in; the rest are told to come again. Probes
// are never refused: they say whether the server is alive, not idle.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == healthPath || r.URL.Path == mcpPath && r.Method == http.MethodGet { // an event stream stays open and costs nothing
			next.ServeHTTP(w, r)
			return
		}
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
			s.metered(w, r, next)
		default:
			refuseBusy(w)
		}
	})
}

// recovered turns a panic into a 500 and keeps the server alive.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p) // net/http's own way to cut a stream
			default:
				s.log.Error("panic in a handler", "path", r.URL.Path, "panic", p)
				refuse(w, http.StatusInternalServerError, "internal", "the server failed; its log says why")
			}
		}()
		next.ServeHTTP(w, r)
	})
}
