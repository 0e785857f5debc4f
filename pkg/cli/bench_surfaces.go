package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"majordomus/pkg/fault"
	"majordomus/pkg/httpserver"
	"majordomus/pkg/mcpserver"
	"majordomus/pkg/operation"
)

// benchSurface is a way to call operations that can be opened anew.
type benchSurface struct {
	name      string
	elsewhere bool // another process does the work
	offers    func(*operation.Operation) bool
	open      func(ctx context.Context, b *bench, cache string) (*opened, error)
}

// opened is a surface ready to be called. Failures of an operation are answers
// too; only what breaks on the way is an error.
type opened struct {
	call  func(o *operation.Operation, in json.RawMessage) error
	close func()
}

func benchSurfaces() []benchSurface {
	onMCP := func(o *operation.Operation) bool { return o.MCP != nil }
	return []benchSurface{
		{"direct", false, func(*operation.Operation) bool { return true }, openDirect},
		{"cli", true, func(o *operation.Operation) bool { return o.CLI != nil }, openCommands},
		{"mcp", true, onMCP, openProgram},
		{"mcp-http", false, onMCP, openMCPOverHTTP},
		{"http", false, func(o *operation.Operation) bool { return len(o.HTTP) > 0 }, openHTTP},
	}
}

func (b *bench) env(cache string) (*operation.Env, error) {
	o := b.app.indexOptions(b.flags.Repo, indexFlags{})
	o.CacheDir = cache
	return operation.NewEnv(operation.Settings{Index: o, Follow: true})
}

func openDirect(ctx context.Context, b *bench, cache string) (*opened, error) {
	env, err := b.env(cache)
	if err != nil {
		return nil, err
	}
	return &opened{close: env.Close, call: func(o *operation.Operation, in json.RawMessage) error {
		v, _, err := o.Decode(in)
		if err != nil {
			return err
		}
		if _, err = o.Call(ctx, env, v); err != nil && fault.As(err).Class == fault.Internal {
			return err
		}
		return nil
	}}, nil
}

// openCommands runs this program once a call.
func openCommands(ctx context.Context, b *bench, cache string) (*opened, error) {
	files, err := os.MkdirTemp(b.work, "files-")
	if err != nil {
		return nil, err
	}
	return &opened{close: func() {}, call: func(o *operation.Operation, in json.RawMessage) error {
		args, stdin, err := commandLine(o, in, files)
		if err != nil {
			return err
		}
		if b.takesRepo(o) && b.flags.Repo != "" {
			args = append(args, "--repo", b.flags.Repo)
		}
		c := exec.CommandContext(ctx, b.program, args...)
		c.Env = append(os.Environ(), "MAJORDOMUS_CACHE="+cache)
		c.Stdin, c.Stdout = bytes.NewReader(stdin), io.Discard
		var said strings.Builder
		c.Stderr = &said
		err = c.Run()
		if c.ProcessState == nil || c.ProcessState.ExitCode() < 2 && err != nil || c.ProcessState.ExitCode() == 2 && said.Len() > 0 {
			return fmt.Errorf("%w: %s", err, said.String())
		}
		return nil // a check that fails is an answer
	}}, nil
}

func (b *bench) takesRepo(o *operation.Operation) bool {
	a := &app{tool: "majordomus"}
	p, _ := a.parser(a.commands())
	activate(p.Command, o.CLI.Words)
	for _, name := range flagNames(p) {
		if name == "repo" {
			return true
		}
	}
	return false
}

// openProgram starts majordomus mcp and speaks with it.
func openProgram(ctx context.Context, b *bench, cache string) (*opened, error) {
	args := []string{"mcp"}
	if b.flags.Repo != "" {
		args = append(args, "--repo", b.flags.Repo)
	}
	c := exec.CommandContext(ctx, b.program, args...)
	c.Env = append(os.Environ(), "MAJORDOMUS_CACHE="+cache)
	return openSession(ctx, &mcp.CommandTransport{Command: c})
}

func openSession(ctx context.Context, t mcp.Transport) (*opened, error) {
	session, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: Version}, nil).Connect(ctx, t, nil)
	if err != nil {
		return nil, err
	}
	return &opened{close: func() { _ = session.Close() }, call: func(o *operation.Operation, in json.RawMessage) error {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: o.MCP.Tool, Arguments: in})
		return err
	}}, nil
}

// listen serves the repository on a free port of this machine.
func (b *bench) listen(ctx context.Context, cache string) (base string, stop func(), err error) {
	env, err := b.env(cache)
	if err != nil {
		return "", nil, err
	}
	list := operation.List()
	ms := mcpserver.New(mcpserver.Options{Operations: list, Env: env, Version: Version})
	s, err := httpserver.New(httpserver.Options{Guard: httpserver.Guard{Loopback: true}, Operations: list, Env: env, MCP: ms.HTTP(), Version: Version})
	if err != nil {
		return "", nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	serving, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(serving, l) }()
	return "http://" + l.Addr().String(), func() {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		<-ended
		env.Close()
	}, nil
}

func openMCPOverHTTP(ctx context.Context, b *bench, cache string) (*opened, error) {
	base, stop, err := b.listen(ctx, cache)
	if err != nil {
		return nil, err
	}
	at, err := openSession(ctx, &mcp.StreamableClientTransport{Endpoint: base + "/mcp", DisableStandaloneSSE: true})
	if err != nil {
		stop()
		return nil, err
	}
	session := at.close
	at.close = func() {
		session()
		stop()
	}
	return at, nil
}

func openHTTP(ctx context.Context, b *bench, cache string) (*opened, error) {
	base, stop, err := b.listen(ctx, cache)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}} // what programs on one machine ask for
	return &opened{close: func() {
		client.CloseIdleConnections()
		stop()
	}, call: func(o *operation.Operation, in json.RawMessage) error {
		r, err := routeRequest(ctx, base, o.HTTP[0], in)
		if err != nil {
			return err
		}
		resp, err := client.Do(r)
		if err != nil {
			return err
		}
		defer resp.Body.Close() //nolint:errcheck // it was read to its end
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return err
		}
		if resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests {
			return fmt.Errorf("%s %s: %s", r.Method, r.URL.Path, resp.Status)
		}
		return nil
	}}, nil
}

// routeRequest says an input the way a route takes it.
func routeRequest(ctx context.Context, base string, route operation.Route, in json.RawMessage) (*http.Request, error) {
	if route.Method != http.MethodGet {
		r, err := http.NewRequestWithContext(ctx, route.Method, base+route.Path, bytes.NewReader(in))
		if err == nil {
			r.Header.Set("Content-Type", "application/json")
		}
		return r, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(in, &members); err != nil {
		return nil, err
	}
	path, q := route.Path, url.Values{}
	for name, raw := range members {
		if place := "{" + name + "...}"; strings.Contains(path, place) {
			path = strings.Replace(path, place, url.PathEscape(string(plain(raw))), 1)
			continue
		}
		q.Set(name, string(plain(raw)))
	}
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return http.NewRequestWithContext(ctx, http.MethodGet, base+path, http.NoBody)
}
