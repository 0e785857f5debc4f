package mcpserver

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"majordomus/pkg/operation"
)

// The sessions over HTTP: how long one may go unused, and how many there are.
const (
	sessionIdle  = 30 * time.Minute
	mostSessions = 256
)

// Headers of the streamable HTTP transport.
const (
	sessionHeader = "Mcp-Session-Id"
	versionHeader = "Mcp-Protocol-Version"
)

// newestSession is the last version of the protocol that has sessions; what a
// newer client asks, the SDK answers with the versions it may fall back to.
const newestSession = "2025-11-25"

// codeNoSession is what other servers answer for a session they do not know.
const codeNoSession = -32001

// endpoint is the streamable HTTP transport around the SDK's: every refusal is a
// JSON-RPC error, and a call ends with the POST it came with.
type endpoint struct {
	server *Server
	sdk    http.Handler
}

// HTTP is the streamable HTTP transport. Host, Origin and token are the
// surrounding server's to check.
func (s *Server) HTTP() http.Handler {
	return &endpoint{s, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		Logger: s.log, SessionTimeout: sessionIdle, MaxRequestBodyBytes: MaxFrame,
		DisableLocalhostProtection: true, // httpserver.Guard checks the host, and knows the names its user allows
	})}
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		e.post(w, r)
		return
	}
	e.sdk.ServeHTTP(&refusals{ResponseWriter: w}, r)
}

// post takes one message.
func (e *endpoint) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxFrame))
	if err != nil {
		unread(w, r, err)
		return
	}
	if len(body) == 0 {
		reject(w, http.StatusBadRequest, &rejection{code: jsonrpc.CodeInvalidRequest, message: "the body is empty"})
		return
	}
	m, bad := decode(body)
	if bad != nil {
		reject(w, http.StatusBadRequest, bad)
		return
	}
	if status, bad := e.admit(r, m, body); bad != nil {
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "60")
		}
		reject(w, status, bad)
		return
	}
	r, end := e.server.posts.begin(r)
	defer end()
	r.Body = io.NopCloser(bytes.NewReader(body))
	out := &refusals{ResponseWriter: w}
	if q, ok := m.(*jsonrpc.Request); ok && q.IsCall() {
		out.id = idOf(body)
	}
	e.sdk.ServeHTTP(out, r)
}

// admit says why a message outside of a session is refused: only what begins one
// comes without, and there are so many.
func (e *endpoint) admit(r *http.Request, m jsonrpc.Message, body []byte) (status int, bad *rejection) {
	if r.Header.Get(sessionHeader) != "" || r.Header.Get(versionHeader) > newestSession {
		return 0, nil
	}
	if q, ok := m.(*jsonrpc.Request); !ok || q.Method != "initialize" && q.Method != "server/discover" {
		return http.StatusBadRequest, &rejection{idOf(body), jsonrpc.CodeInvalidRequest, sessionHeader + " is needed: initialize gives one"}
	}
	if e.server.sessions() >= mostSessions {
		return http.StatusTooManyRequests, &rejection{idOf(body), codeNoSession, "the server holds as many sessions as it takes"}
	}
	return 0, nil
}

func (s *Server) sessions() int {
	n := 0
	for range s.mcp.Sessions() {
		n++
	}
	return n
}

// unread answers a POST whose body did not arrive.
func unread(w http.ResponseWriter, r *http.Request, err error) {
	_, tooLong := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLong:
		reject(w, http.StatusRequestEntityTooLarge, &rejection{code: jsonrpc.CodeInvalidRequest, message: fmt.Sprintf("the message is longer than %d bytes", MaxFrame)})
	case errors.Is(err, operation.ErrBusy):
		w.Header().Set("Retry-After", "1")
		reject(w, http.StatusTooManyRequests, &rejection{code: jsonrpc.CodeInvalidRequest, message: err.Error()})
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		reject(w, http.StatusRequestTimeout, &rejection{code: jsonrpc.CodeInvalidRequest, message: "the message did not arrive in time"})
	case r.Context().Err() == nil && !errors.Is(err, io.ErrUnexpectedEOF): // else the client left
		reject(w, http.StatusBadRequest, &rejection{code: jsonrpc.CodeInvalidRequest, message: "the message cannot be read"})
	}
}

func reject(w http.ResponseWriter, status int, bad *rejection) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(bad.encode()) // a client that left has no use for it
}

// refusals turns the SDK's refusals, which are text, into JSON-RPC errors.
type refusals struct {
	http.ResponseWriter
	id     json.RawMessage // of the call; nil: it was none
	status int             // of a refusal whose text comes next; 0: there is none
}

// WriteHeader keeps the status of a refusal until its text is known.
func (w *refusals) WriteHeader(status int) {
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// notHandled is how the SDK begins to say that it does not know a method.
const notHandled = "JSON RPC not handled"

func (w *refusals) Write(p []byte) (int, error) {
	if w.status == 0 {
		return w.ResponseWriter.Write(p)
	}
	bad := &rejection{w.id, jsonrpc.CodeInvalidRequest, strings.TrimSpace(string(p))}
	switch {
	case w.status == http.StatusNotFound:
		bad.code = codeNoSession
	case strings.HasPrefix(bad.message, notHandled):
		bad.code, bad.message = jsonrpc.CodeMethodNotFound, "the method is not known"
		if w.id != nil {
			w.status = http.StatusOK // the message was taken; its answer is this error
		}
	}
	reject(w.ResponseWriter, w.status, bad)
	w.status = 0
	return len(p), nil
}

// Flush sends what is buffered; event streams ask for it by interface.
func (w *refusals) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (w *refusals) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// posts are the POSTs in work, by a name that each bears in a header of its own:
// the SDK tells a handler nothing else of the request it came with.
type posts struct{ at sync.Map }

const postHeader = "Majordomus-Post"

// begin gives the request under its name; end forgets it.
func (p *posts) begin(r *http.Request) (named *http.Request, end func()) {
	name := rand.Text()
	named = r.Clone(r.Context())
	named.Header.Set(postHeader, name) // whatever the client wrote there
	p.at.Store(name, r.Context())
	return named, func() { p.at.Delete(name) }
}

// attended ends a call when its client leaves the POST it came with: no stream
// is resumed here, so nobody would get its answer. A call that was cancelled, so
// or by its client's word, gets none: its stream ends.
func (s *Server) attended(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		extra := req.GetExtra()
		if extra == nil || extra.Header == nil {
			return next(ctx, method, req)
		}
		post, ok := s.posts.at.Load(extra.Header.Get(postHeader))
		if !ok { // the client left before its call began
			return nil, context.Canceled
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(post.(context.Context), cancel)() //nolint:forcetypeassert // only contexts are stored
		result, err := next(ctx, method, req)
		if ctx.Err() != nil && extra.CloseSSEStream != nil {
			extra.CloseSSEStream(mcp.CloseSSEStreamArgs{})
			return nil, ctx.Err()
		}
		return result, err
	}
}
