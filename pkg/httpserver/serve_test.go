package httpserver

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/routers"

	"majordomus/pkg/index"
	"majordomus/pkg/mcpserver"
	"majordomus/pkg/operation"
)

// served is a running server and what it logged.
type served struct {
	base string // http://127.0.0.1:port
	addr string
	dir  string
	log  *logs
	stop func() error

	list   []*operation.Operation
	once   sync.Once
	router routers.Router // of the document of list
}

type logs struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// secret is a sentinel in the shape of a token, in a tracked file.
var secret = "ghp_" + "a8Kd02LmQx9ZpT4v" + "YrW1nB7cH5jE3sUgFiO6"

// example is the worked example with a tracked secret, committed.
func example(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "worked-example"))); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "lib/secret.sh", "TOKEN="+secret+"\n")
	put(t, dir, "docs/evil.md", "# <script>alert(1)</script>\n\n<img src=x onerror=alert(1)> \x1b[2J\n")
	git(t, dir, "init", "-q", "-b", "master")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "c")
	return dir
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func git(t testing.TB, dir string, args ...string) {
	t.Helper()
	c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// start serves the example with changes to the options, until the test ends.
func start(t testing.TB, change func(*Options)) *served {
	t.Helper()
	t.Setenv("MAJORDOMUS_CACHE", t.TempDir())
	dir := example(t)
	var ms *mcpserver.Server
	env, err := operation.NewEnv(operation.Settings{Index: index.Options{Dir: dir}, Follow: true, Changed: func() { ms.Changed() }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(env.Close)
	s := &served{dir: dir, log: new(logs)}
	o := Options{Guard: Guard{Loopback: true}, Operations: operation.List(), Env: env, Version: "1", Log: slog.New(slog.NewTextHandler(s.log, nil))}
	if change != nil {
		change(&o)
	}
	s.list = o.Operations
	ms = mcpserver.New(mcpserver.Options{Operations: o.Operations, Env: env, Version: "1", Log: o.Log})
	o.MCP = ms.HTTP()
	server, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	s.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := s.stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	s.addr, s.base = l.Addr().String(), "http://"+l.Addr().String()
	return s
}

// hang is an operation that waits for its context and says so; when its input
// says panic, it does.
func hang(begun, left chan<- struct{}) *operation.Operation {
	return operation.Define(operation.Operation{
		ID: "test.hang", Summary: "wait", Description: "Waits.", MCP: &operation.MCP{Tool: "hang"}, HTTP: []operation.Route{{Method: http.MethodPost, Path: "/api/v1/hang"}, {Method: http.MethodGet, Path: "/api/v1/hang"}},
	}, [2]string{"In", "Out"}, func(ctx context.Context, _ *operation.Env, in operation.ObjectsInput) (operation.Nothing, error) {
		if in.Kind == "panic" {
			panic("boom " + secret)
		}
		begun <- struct{}{}
		<-ctx.Done()
		left <- struct{}{}
		return operation.Nothing{}, ctx.Err()
	})
}

type reply struct {
	status int
	header http.Header
	body   string
}

// ask sends a request with headers given as pairs; Host is taken too.
func (s *served) ask(t testing.TB, method, path, body string, header ...string) reply {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a server that hangs fails the test
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, s.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
			continue
		}
		r.Header.Add(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	s.conforms(t, r, resp, data)
	return reply{resp.StatusCode, resp.Header, string(data)}
}

// raw writes bytes to a connection and gives all that comes until the server
// closes it.
func (s *served) raw(t testing.TB, text string) string {
	t.Helper()
	c := s.dial(t)
	defer c.Close()
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(c)
	if err != nil && !strings.Contains(err.Error(), "reset") {
		t.Fatal(err)
	}
	return string(data)
}

func (s *served) dial(t testing.TB) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil { // a server that hangs fails the test
		t.Fatal(err)
	}
	return c
}
