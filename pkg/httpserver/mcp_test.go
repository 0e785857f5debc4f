package httpserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// asJSON are the headers of a POST over streamable HTTP.
func asJSON(more ...string) []string {
	return append([]string{"Accept", "application/json, text/event-stream", "Content-Type", "application/json"}, more...)
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// session begins one and gives the headers of its requests.
func session(t *testing.T, s *served) []string {
	t.Helper()
	r := s.ask(t, http.MethodPost, mcpPath, hello, asJSON()...)
	id := r.header.Get("Mcp-Session-Id")
	if r.status != http.StatusOK || id == "" {
		t.Fatalf("initialize: %d %s", r.status, r.body)
	}
	in := asJSON("Mcp-Session-Id", id, "Mcp-Protocol-Version", "2025-06-18")
	if r := s.ask(t, http.MethodPost, mcpPath, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, in...); r.status != http.StatusAccepted {
		t.Fatalf("initialized: %d %s", r.status, r.body)
	}
	return in
}

// rpc is an answer over MCP.
type rpc struct {
	ID    json.RawMessage `json:"id"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	Result json.RawMessage `json:"result"`
}

// answerOf reads the one message of a reply, an event or plain JSON.
func answerOf(t *testing.T, r reply) rpc {
	t.Helper()
	text := r.body
	if strings.HasPrefix(r.header.Get("Content-Type"), "text/event-stream") {
		_, text, _ = strings.Cut(text, "data: ")
	}
	var m rpc
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatalf("%v: %d %v %q", err, r.status, r.header, r.body)
	}
	return m
}

func (s *served) alive(t *testing.T, in []string) {
	t.Helper()
	r := s.ask(t, http.MethodPost, mcpPath, `{"jsonrpc":"2.0","id":99,"method":"ping"}`, in...)
	if m := answerOf(t, r); r.status != http.StatusOK || m.Error != nil || string(m.ID) != "99" {
		t.Errorf("a ping afterwards: %d %s", r.status, r.body)
	}
}

func TestHostileMessagesOverMCPAreRefusedInItsTerms(t *testing.T) {
	s := start(t, nil)
	in := session(t, s)
	deep := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`
	for _, c := range []struct {
		body   string
		status int
		code   int
		id     string
	}{
		{`{"jsonrpc":`, 400, -32700, "null"},
		{``, 400, -32600, "null"},
		{"{\"a\":\"\xff\"}", 400, -32700, "null"},
		{`{"jsonrpc":"2.0","id":2,"method":"ping"} {}`, 400, -32700, "null"},
		{`[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, 400, -32600, "null"},
		{`12`, 400, -32600, "null"},
		{`{"jsonrpc":"1.0","id":7,"method":"ping"}`, 400, -32600, "7"},
		{`{"jsonrpc":"2.0","id":"x"}`, 400, -32600, `"x"`},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","method":"ping"}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","method":"notifications/none"}`, 400, -32601, "null"},
		{`{"jsonrpc":"2.0","id":2,"method":"no/such"}`, 200, -32601, "2"},
		{`{"jsonrpc":"2.0","id":2,"method":"tools/call"}`, 400, -32600, "2"},
		{`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":[]}`, 200, -32602, "2"},
		{`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":7}}`, 200, -32602, "2"},
		{`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"none"}}`, 200, -32602, "2"},
		{`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, 200, -32602, "2"},
		{deep, 400, -32700, "null"},
	} {
		r := s.ask(t, http.MethodPost, mcpPath, c.body, in...)
		m := answerOf(t, r)
		if r.status != c.status || m.Error == nil || m.Error.Code != c.code || string(m.ID) != c.id {
			t.Errorf("%.200s: %d %.300s, want %d with code %d and id %s", c.body, r.status, r.body, c.status, c.code, c.id)
		}
		s.alive(t, in)
	}
}

// TestBadCallsOverMCPAreErrorResults: wrong types, 10 MB and a panic are error results.
func TestBadCallsOverMCPAreErrorResults(t *testing.T) {
	s := start(t, func(o *Options) {
		o.Operations = append(o.Operations, hang(make(chan struct{}, 1), make(chan struct{}, 1)))
	})
	in := session(t, s)
	for _, c := range [][2]string{
		{`"majordomus_devcontext","arguments":{"issue":7}`, "invalid_input"}, {`"majordomus_devcontext","arguments":{"none":7}`, "invalid_input"},
		{`"majordomus_devcontext","arguments":{"intent":"` + strings.Repeat("x", 10<<20) + `"}`, "too_large"}, {`"hang","arguments":{"kind":"panic"}`, "internal"},
	} {
		r := s.ask(t, http.MethodPost, mcpPath, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":`+c[0]+`}}`, in...)
		if m := answerOf(t, r); r.status != http.StatusOK || !strings.Contains(string(m.Result), `"isError":true`) || !strings.Contains(string(m.Result), `"code":"`+c[1]+`"`) {
			t.Errorf("%.80s: %d %.300s, want an error result with code %s", c[0], r.status, r.body, c[1])
		}
		s.alive(t, in)
	}
}

func TestSessionsOverMCPAreNeededAndBounded(t *testing.T) {
	s := start(t, nil)
	in := session(t, s)
	const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	for name, c := range map[string]struct {
		method, body string
		header       []string
		status, code int
	}{
		"no session":             {"POST", ping, asJSON(), 400, -32600},
		"an unknown session":     {"POST", ping, asJSON("Mcp-Session-Id", "x"), 404, -32001},
		"a version never spoken": {"POST", ping, append(in[:6:6], "Mcp-Protocol-Version", "1999-01-01"), 400, -32600},
		"a version to come":      {"POST", ping, asJSON("Mcp-Protocol-Version", "2026-07-28"), 400, -32022},
		"no Accept":              {"POST", ping, append([]string{"Content-Type", "application/json"}, in[4:]...), 400, -32600},
		"another type":           {"POST", ping, append([]string{"Accept", "*/*", "Content-Type", "text/plain"}, in[4:]...), 415, -32600},
		"events of no session":   {"GET", "", asJSON(), 400, -32600},
		"events of an unknown":   {"GET", "", asJSON("Mcp-Session-Id", "x"), 404, -32001},
		"the end of an unknown":  {"DELETE", "", asJSON("Mcp-Session-Id", "x"), 404, -32001},
		"another method":         {"PUT", "", in, 405, -32600},
	} {
		r := s.ask(t, c.method, mcpPath, c.body, c.header...)
		if m := answerOf(t, r); r.status != c.status || m.Error == nil || m.Error.Code != c.code {
			t.Errorf("%s: %d %s, want %d with code %d", name, r.status, r.body, c.status, c.code)
		}
	}
	for _, h := range [][]string{{"Origin", "https://evil.test"}, {"Host", "evil.test"}} {
		if r := s.ask(t, http.MethodPost, mcpPath, ping, append(in[:len(in):len(in)], h...)...); r.status != http.StatusForbidden {
			t.Errorf("%v in a session: %d, want 403", h, r.status)
		}
	}
	s.alive(t, in)
	var last reply
	for range 300 {
		if last = s.ask(t, http.MethodPost, mcpPath, hello, asJSON()...); last.status != http.StatusOK {
			break
		}
	}
	if last.status != http.StatusTooManyRequests || last.header.Get("Retry-After") == "" || answerOf(t, last).Error == nil {
		t.Errorf("300 sessions are taken: %d %s", last.status, last.body)
	}
	if r := s.ask(t, http.MethodDelete, mcpPath, "", in...); r.status != http.StatusNoContent {
		t.Errorf("the end of a session: %d", r.status)
	}
	s.alive(t, session(t, s)) // its place is free
	if r := s.ask(t, http.MethodPost, mcpPath, ping, in...); r.status != http.StatusNotFound {
		t.Errorf("a session that was ended: %d, want 404", r.status)
	}
}

// TestACancelledCallOverMCPGetsNoAnswer: the work ends, and the stream of the
// call with nothing in it.
func TestACancelledCallOverMCPGetsNoAnswer(t *testing.T) {
	begun, left := make(chan struct{}, 9), make(chan struct{}, 9)
	s := start(t, func(o *Options) { o.Operations = append(o.Operations, hang(begun, left)) })
	in := session(t, s)
	replies := make(chan reply, 2)
	for _, id := range []string{"2", `"b"`} {
		go func() {
			replies <- s.ask(t, http.MethodPost, mcpPath, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"hang","arguments":{}}}`, in...)
		}()
		<-begun
	}
	for _, id := range []string{`"b"`, "2"} {
		if r := s.ask(t, http.MethodPost, mcpPath, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`, in...); r.status != http.StatusAccepted {
			t.Fatalf("cancelled: %d %s", r.status, r.body)
		}
		<-left
		if r := <-replies; r.status != http.StatusOK || r.body != "" {
			t.Errorf("the cancelled call %s is answered: %d %q", id, r.status, r.body)
		}
		s.alive(t, in)
	}
}

func TestAClientThatLeavesEndsItsCallOverMCP(t *testing.T) {
	begun, left := make(chan struct{}, 9), make(chan struct{}, 9)
	s := start(t, func(o *Options) { o.Operations = append(o.Operations, hang(begun, left)) })
	in := session(t, s)
	for range 3 {
		c := s.dial(t)
		body := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hang","arguments":{}}}`
		head := fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n", len(body))
		for i := 0; i < len(in); i += 2 {
			head += in[i] + ": " + in[i+1] + "\r\n"
		}
		if _, err := io.WriteString(c, head+"\r\n"+body); err != nil {
			t.Fatal(err)
		}
		<-begun
		c.Close()
		<-left
		s.alive(t, in)
	}
	c := s.dial(t) // half a message
	if _, err := io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"json"); err != nil {
		t.Fatal(err)
	}
	c.Close()
	s.alive(t, in)
}

// TestBodiesTogetherAreBounded: what waits for the rest of one body leaves no
// room for another.
func TestBodiesTogetherAreBounded(t *testing.T) {
	s := start(t, func(o *Options) { o.Limits = Limits{Bodies: 1 << 20} })
	in := session(t, s)
	c := s.dial(t)
	defer c.Close()
	if _, err := io.WriteString(c, "POST /api/v1/devcontext HTTP/1.1\r\nHost: localhost\r\nContent-Length: 600001\r\n\r\n"+strings.Repeat(" ", 600_000)); err != nil {
		t.Fatal(err)
	}
	large := `{"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{"x":"` + strings.Repeat("x", 500_000) + `"}}}`
	eventually(t, "the first is held", func() bool { return s.gauge(t, "majordomus_http_body_bytes") == 600_000 })
	if r := s.ask(t, http.MethodPost, "/api/v1/devcontext", `{"intent":"`+strings.Repeat("x", 500_000)+`"}`); r.status != http.StatusTooManyRequests || r.header.Get("Retry-After") == "" {
		t.Errorf("a body beyond the bound: %d, want 429", r.status)
	}
	if r := s.ask(t, http.MethodPost, mcpPath, large, in...); r.status != http.StatusTooManyRequests || r.header.Get("Retry-After") == "" || answerOf(t, r).Error == nil {
		t.Errorf("over MCP: %d %.200s, want 429", r.status, r.body)
	}
	s.alive(t, in) // a small one has room
	if _, err := io.WriteString(c, "x"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "what was held is given back", func() bool { return s.gauge(t, "majordomus_http_body_bytes") == 0 })
	if r := s.ask(t, http.MethodPost, mcpPath, large, in...); r.status != http.StatusOK {
		t.Errorf("afterwards: %d", r.status)
	}
}
