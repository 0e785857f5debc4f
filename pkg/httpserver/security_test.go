package httpserver

import (
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"majordomus/pkg/operation"
)

func TestForeignNamesAndOriginsAreRefused(t *testing.T) {
	s := start(t, func(o *Options) { o.Guard.Hosts = []string{"app.example.com"} })
	for _, path := range []string{"/api/v1/index", "/mcp", "/", "/openapi.json", "/metrics", "/healthz"} {
		for _, h := range [][]string{
			{"Host", "evil.test"}, {"Host", "127.0.0.1.nip.io"}, {"Host", "localhost.evil.test:80"}, {"Host", "169.254.169.254"},
			{"Origin", "https://evil.test"}, {"Origin", "null"}, {"Origin", "http://127.0.0.1:1"}, {"Origin", "http://" + s.addr + ".evil.test"},
			{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors"},
		} {
			r := s.ask(t, http.MethodGet, path, "", h...)
			if r.status != http.StatusForbidden || !strings.Contains(r.body, `"code":"forbidden"`) {
				t.Errorf("%s with %v: %d %s, want 403", path, h, r.status, r.body)
			}
			if r.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s with %v opens itself to other origins", path, h)
			}
		}
	}
	if r := s.ask(t, http.MethodPost, "/api/v1/devcontext", `{}`, "Origin", "https://evil.test", "Content-Type", "text/plain"); r.status != http.StatusForbidden {
		t.Errorf("a cross-origin write: %d, want 403", r.status)
	}
	if r := s.ask(t, http.MethodGet, "/api/v1/index", "", "Host", "app.example.com"); r.status != http.StatusOK {
		t.Errorf("the name its user allows: %d, want 200", r.status)
	}
	if r := s.ask(t, http.MethodOptions, "/api/v1/devcontext", "", "Origin", s.base, "Access-Control-Request-Method", "POST"); r.header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("a preflight is answered with an allowed origin")
	}
}

func TestTokenIsNeededForEverythingThatTellsOfTheRepository(t *testing.T) {
	s := start(t, func(o *Options) { o.Guard = Guard{Token: "0123456789abcdef0123"} })
	for _, path := range []string{"/api/v1/index", "/api/v1/devcontext", "/api/v1/objects/x", "/mcp", "/metrics"} {
		for _, h := range [][]string{{}, {"Authorization", "Bearer 0123456789abcdef0124"}, {"Authorization", "Bearer "}, {"Authorization", "Basic 0123456789abcdef0123"}, {"Authorization", "0123456789abcdef0123"}} {
			r := s.ask(t, http.MethodGet, path, "", h...)
			if r.status != http.StatusUnauthorized || r.header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s with %v: %d, want 401", path, h, r.status)
			}
		}
	}
	if r := s.ask(t, http.MethodGet, "/api/v1/index", "", "Authorization", "bearer 0123456789abcdef0123"); r.status != http.StatusOK {
		t.Errorf("with the token: %d %s", r.status, r.body)
	}
	for _, path := range []string{"/healthz", "/readyz", "/", "/app.js"} {
		r := s.ask(t, http.MethodGet, path, "")
		if r.status != http.StatusOK {
			t.Errorf("%s without a token: %d, want 200", path, r.status)
		}
		if strings.Contains(r.body, "master") || strings.Contains(r.body, `"fingerprint":`) {
			t.Errorf("%s tells of the repository without a token: %s", path, r.body)
		}
	}
}

func TestNoPathLeadsOutOfTheIndex(t *testing.T) {
	s := start(t, nil)
	for _, path := range []string{
		"/api/v1/objects/majordomus%3A%2F%2Fdocument%2F..%2F..%2F..%2Fetc%2Fpasswd", "/api/v1/objects/majordomus%3A%2F%2Ffile%2F%2Fetc%2Fpasswd",
		"/api/v1/objects/file%3A%2F%2F%2Fetc%2Fpasswd", "/api/v1/objects/..%2f..%2f..%2fetc%2fpasswd", "/api/v1/objects/%2e%2e/%2e%2e/etc/passwd",
		"/api/v1/objects/majordomus%3A%2F%2Fdocument%2Fa%00b", "/api/v1/objects/majordomus%3A%2F%2Ffile%2F.git%2Fconfig", "/api/v1/objects/%ff%fe",
		"/..%2f..%2fetc%2fpasswd", "/web/../../serve_test.go", "/app.js/../../../etc/passwd",
	} {
		r := s.ask(t, http.MethodGet, path, "")
		if r.status != http.StatusNotFound && r.status != http.StatusBadRequest {
			t.Errorf("%s: %d, want 404 or 400", path, r.status)
		}
		if strings.Contains(r.body, "root:") || strings.Contains(r.body, "repositoryformatversion") {
			t.Errorf("%s gave a file: %.100s", path, r.body)
		}
	}
	if got := s.raw(t, "GET /../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); strings.Contains(got, "root:") || strings.Contains(got, " 200 ") {
		t.Errorf("a raw path gave %.200s", got)
	}
}

func TestSlowAndHugeRequestsAreCut(t *testing.T) {
	s := start(t, func(o *Options) {
		o.Limits = Limits{ReadHeader: 200 * time.Millisecond, Read: 400 * time.Millisecond, Header: 8 << 10}
	})
	head := "POST /api/v1/devcontext HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	if got := s.raw(t, "GET /api/v1/index HTTP/1.1\r\nHost: loc"); strings.Contains(got, " 200 ") {
		t.Errorf("half a header was answered with %.100s", got)
	}
	if got := s.raw(t, head+"Content-Length: 100\r\n\r\n{\"iss"); !strings.Contains(got, " 408 ") || !strings.Contains(got, `"code":"timeout"`) {
		t.Errorf("half a body was answered with %.300s, want 408", got)
	}
	if got := s.raw(t, "GET / HTTP/1.1\r\nHost: localhost\r\nX: "+strings.Repeat("x", 20<<10)+"\r\n\r\n"); !strings.Contains(got, " 431 ") {
		t.Errorf("a huge header was answered with %.100s, want 431", got)
	}
	s = start(t, nil) // a large body may take its time
	if r := s.ask(t, http.MethodPost, "/api/v1/devcontext", `{"intent":"`+strings.Repeat("x", 9<<20)+`"}`, "Content-Type", "application/json"); r.status != http.StatusRequestEntityTooLarge {
		t.Errorf("9 MiB with a length: %d, want 413", r.status)
	}
	if got := s.raw(t, head+"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"+strings.Repeat("100000\r\n"+strings.Repeat("x", 1<<20)+"\r\n", 9)+"0\r\n\r\n"); !strings.Contains(got, " 413 ") {
		t.Errorf("9 MiB in chunks was answered with %.100s, want 413", got)
	}
	if r := s.ask(t, http.MethodGet, "/healthz", ""); r.status != http.StatusOK {
		t.Errorf("afterwards: %d", r.status)
	}
}

// TestAReaderThatReadsNothingIsCut: a client that asks and never takes the
// answer must not hold a slot for ever.
func TestAReaderThatReadsNothingIsCut(t *testing.T) {
	big := operation.Define(operation.Operation{ID: "test.big", Summary: "much", Description: "Much.", HTTP: []operation.Route{{Method: http.MethodGet, Path: "/api/v1/big"}}},
		[2]string{"In", "Out"}, bigAnswer)
	s := start(t, func(o *Options) {
		o.Operations = append(o.Operations, big)
		o.Limits = Limits{Write: 200 * time.Millisecond, Requests: 1}
	})
	c := s.dial(t)
	defer c.Close()
	if err := c.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "GET /api/v1/big HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	for { // the slot comes free when the answer is given up
		if r := s.ask(t, http.MethodGet, "/api/v1/devcontext/policy", ""); r.status == http.StatusOK {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestThousandsOfConnectionsStayBounded opens far more connections than the
// server takes, that say nothing, or begin and stall.
func TestThousandsOfConnectionsStayBounded(t *testing.T) {
	const many, most = 2000, 100
	s := start(t, func(o *Options) { o.Limits = Limits{Connections: most, ReadHeader: 300 * time.Millisecond} })
	if r := s.ask(t, http.MethodGet, "/api/v1/index", ""); r.status != http.StatusOK {
		t.Fatal(r.status)
	}
	http.DefaultClient.CloseIdleConnections()
	before := footprint()
	conns := make([]net.Conn, 0, many)
	for i := range many {
		c, err := net.DialTimeout("tcp", s.addr, 5*time.Second)
		if err != nil {
			break // the kernel's queue is full: that is a bound too
		}
		conns = append(conns, c)
		if i%2 == 0 {
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
		}
	}
	if len(conns) < 2*most {
		t.Fatalf("only %d connections could be made", len(conns))
	}
	after := footprint()
	if g := after.goroutines - before.goroutines; g > 3*most {
		t.Errorf("%d more goroutines for %d connections, the limit is %d", g, len(conns), most)
	}
	if m := after.bytes - before.bytes; m > 32<<20 {
		t.Errorf("%d more bytes for %d connections", m, len(conns))
	}
	for _, c := range conns[most:] {
		c.Close()
	}
	if r := s.ask(t, http.MethodGet, "/healthz", ""); r.status != http.StatusOK {
		t.Errorf("an honest request behind them: %d", r.status)
	}
	for _, c := range conns {
		c.Close()
	}
	t.Logf("%d connections, %d more goroutines, %d KiB more", len(conns), after.goroutines-before.goroutines, (after.bytes-before.bytes)>>10)
}

type memory struct {
	bytes      int64
	goroutines int
}

func footprint() memory {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return memory{int64(m.HeapInuse + m.StackInuse), runtime.NumGoroutine()} //nolint:gosec // far below 2^63
}

func TestTooMuchWorkIsToldToComeAgain(t *testing.T) {
	begun, left := make(chan struct{}, 9), make(chan struct{}, 9)
	s := start(t, func(o *Options) {
		o.Operations = append(o.Operations, hang(begun, left))
		o.Limits = Limits{Requests: 2}
	})
	var waiting []net.Conn
	for range 2 {
		c := s.dial(t)
		if _, err := io.WriteString(c, "GET /api/v1/hang HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		waiting = append(waiting, c)
		<-begun
	}
	r := s.ask(t, http.MethodGet, "/api/v1/index", "")
	if r.status != http.StatusTooManyRequests || r.header.Get("Retry-After") == "" {
		t.Errorf("the third request: %d, want 429 with Retry-After", r.status)
	}
	if r := s.ask(t, http.MethodPost, "/mcp", `{}`, "Content-Type", "application/json"); r.status != http.StatusTooManyRequests {
		t.Errorf("a call over MCP meanwhile: %d, want 429", r.status)
	}
	if r := s.ask(t, http.MethodGet, "/healthz", ""); r.status != http.StatusOK {
		t.Errorf("the probe meanwhile: %d, want 200", r.status)
	}
	for _, c := range waiting { // a client that vanishes ends the work it asked for
		c.Close()
		<-left
	}
	if r := s.ask(t, http.MethodGet, "/api/v1/index", ""); r.status != http.StatusOK {
		t.Errorf("afterwards: %d", r.status)
	}
}

func TestAPanicIsA500AndTheServerLives(t *testing.T) {
	s := start(t, func(o *Options) {
		o.Operations = append(o.Operations, hang(make(chan struct{}, 1), make(chan struct{}, 1)))
	})
	for range 3 {
		r := s.ask(t, http.MethodPost, "/api/v1/hang", `{"kind":"panic"}`)
		if r.status != http.StatusInternalServerError || !strings.Contains(r.body, `"code":"internal"`) || strings.Contains(r.body, "boom") {
			t.Errorf("a panic: %d %s", r.status, r.body)
		}
	}
	if !strings.Contains(s.log.String(), "boom") {
		t.Error("the log does not tell of the panic")
	}
}

func TestLongWorkOutlivesTheTimeToRead(t *testing.T) {
	begun, left := make(chan struct{}, 1), make(chan struct{}, 1)
	s := start(t, func(o *Options) {
		o.Operations = append(o.Operations, hang(begun, left))
		o.Limits = Limits{Read: 200 * time.Millisecond}
	})
	c := s.dial(t)
	defer c.Close()
	if _, err := io.WriteString(c, "POST /api/v1/hang HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"); err != nil {
		t.Fatal(err)
	}
	<-begun
	select {
	case <-left:
		t.Error("work was cancelled because the time to read the request was over")
	case <-time.After(600 * time.Millisecond):
	}
	c.Close()
	<-left
}

func TestMalformedRequestsAreProblems(t *testing.T) {
	s := start(t, nil)
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "/api/v1/devcontext", `{"issue":`, 400}, {"POST", "/api/v1/devcontext", `[]`, 400}, {"POST", "/api/v1/devcontext", "{\"intent\":\"\xff\"}", 400},
		{"POST", "/api/v1/devcontext", `{"issue":"a","issue":"b"}`, 400}, {"POST", "/api/v1/devcontext", `{"issue":7}`, 400}, {"POST", "/api/v1/devcontext", `{"x":1}`, 400},
		{"POST", "/api/v1/devcontext", `{} {}`, 400}, {"POST", "/api/v1/devcontext?issue=I0001", `{}`, 400}, {"GET", "/api/v1/devcontext?x=1", "", 400},
		{"GET", "/api/v1/devcontext?issue=a&issue=b", "", 400}, {"GET", "/api/v1/devcontext?max_depth=x", "", 400}, {"GET", "/api/v1/devcontext?all_blocking_rules=1", "", 400},
		{"GET", "/api/v1/devcontext?issue=I9999", "", 404}, {"GET", "/api/v1/nothing", "", 404}, {"DELETE", "/api/v1/devcontext", "", 405}, {"POST", "/api/v1/index", "{}", 405},
		{"POST", "/", "", 405}, {"GET", "/api/v1/devcontext/rebudget", "", 405}, {"POST", "/api/v1/devcontext/rebudget", `{"request_digest":"x"}`, 404},
	} {
		r := s.ask(t, c.method, c.path, c.body)
		if r.status != c.status || r.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s %s: %d %s, want %d as a problem", c.method, c.path, c.body, r.status, r.body, c.status)
		}
		if c.status == 405 && r.header.Get("Allow") == "" {
			t.Errorf("%s %s: a 405 without Allow", c.method, c.path)
		}
	}
	if r := s.ask(t, "POST", "/api/v1/devcontext", "<x/>", "Content-Type", "text/xml"); r.status != 400 {
		t.Errorf("XML: %d, want 400", r.status)
	}
}

// TestNoSecretInAnyAnswer asks everything and looks for the sentinel.
func TestNoSecretInAnyAnswer(t *testing.T) {
	s := start(t, nil)
	uri := "majordomus%3A%2F%2Fimplementation%2Flib%2Fsecret.sh"
	seen := 0
	for _, path := range []string{
		"/api/v1/index", "/api/v1/objects", "/api/v1/objects/" + uri, "/api/v1/devcontext?paths=lib", "/api/v1/devcontext?intent=token",
		"/api/v1/devcontext/explain?paths=lib&uri=" + uri, "/api/v1/devcontext/policy", "/metrics", "/openapi.json", "/readyz",
	} {
		for _, accept := range []string{"application/json", "application/x-ndjson"} {
			r := s.ask(t, http.MethodGet, path, "", "Accept", accept)
			if r.status == http.StatusOK {
				seen++
			}
			if strings.Contains(r.body, secret) {
				t.Errorf("%s shows the secret", path)
			}
		}
	}
	if r := s.ask(t, http.MethodPost, "/api/v1/devcontext/render", `{"request":{"paths":["lib"]}}`); strings.Contains(r.body, secret) {
		t.Error("render shows the secret")
	}
	if seen < 12 {
		t.Errorf("only %d answers were looked at", seen)
	}
	if strings.Contains(s.log.String(), secret) {
		t.Error("the log shows the secret")
	}
}
