package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/httpserver"
	"majordomus/pkg/index"
	"majordomus/pkg/mcpserver"
	"majordomus/pkg/operation"
)

// outcomeOf is what a surface gave: a value, or the code of a failure.
type outcomeOf struct {
	value json.RawMessage
	code  string
}

// surface calls an operation with a JSON input.
type surface struct {
	name string
	call func(t testing.TB, o *operation.Operation, in json.RawMessage) outcomeOf
}

// exampleRepository is the worked example with source code, a name that could
// drive a terminal, and a body longer than a page, committed.
func exampleRepository(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "worked-example"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"docs/guide.md":             "# Guide\n\n" + strings.Repeat("A line with ünïcode — and \"quotes\" <b>and markup</b>.\n", 4000),
		"src/a.go":                  "package src\n\n// A is first.\nfunc A() int { return B() }\n",
		"src/b.go":                  "package src\n\nfunc B() int { return 1 }\n",
		"docs/esc\x1b[31m\u202e.md": "# Odd\n\nbody \x1b[2J\u202egnp.exe\n",
		"knowledge/n1.md":           node("n1", "established", "load_with: [n2]\n"),
		"knowledge/n2.md":           node("n2", "established", ""),
		"knowledge/n3.md":           node("n3", "draft", ""),
		"knowledge/mirror.md":       node("m-b", "established", "domain: code-mirror\nsource_file: src/b.go\n"),
		"img.bin":                   "\x00\xff\xfe\x01",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commitAll(t, dir)
	return dir
}

// node is a knowledge node.
func node(id, status, more string) string {
	return "---\nid: " + id + "\ntitle: On " + id + "\nstatus: " + status + "\nconfidence: 0.9\ntags: [order]\n" + more + "---\n# " + id + "\n\nRead me.\n"
}

func commitAll(t testing.TB, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q", "-b", "master"}, {"add", "-A"}, {"commit", "-q", "-m", "c"}} {
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// keptFragments is where the commands of a test keep fragments; "" is nowhere.
func keptFragments() string {
	if dir := os.Getenv("MAJORDOMUS_CACHE"); dir != "" {
		return filepath.Join(dir, "fragments")
	}
	return ""
}

func testEnv(t testing.TB, dir string) *operation.Env {
	t.Helper()
	env, err := operation.NewEnv(operation.Settings{Index: index.Options{Dir: dir}, Follow: true, FragmentStore: keptFragments()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(env.Close)
	return env
}

// surfaces starts everything a repository is served by.
func surfaces(t testing.TB, dir string) []surface {
	t.Helper()
	list, env := operation.List(), testEnv(t, dir)
	ms := mcpserver.New(mcpserver.Options{Operations: list, Env: env, Version: Version})
	hs, err := httpserver.New(httpserver.Options{Guard: httpserver.Guard{Loopback: true}, Operations: list, Env: env, MCP: ms.HTTP(), Version: Version})
	if err != nil {
		t.Fatal(err)
	}
	ts := httptest.NewServer(hs.Handler())
	t.Cleanup(ts.Close)
	return []surface{
		{"direct", direct(env)}, {"cli", overCommands(dir)},
		{"mcp", overMCP(stdioCaller(t, ms))}, {"mcp http", overMCP(httpCaller(t, ts.URL+"/mcp"))}, {"http", overHTTP(ts.URL)},
	}
}

func direct(env *operation.Env) func(testing.TB, *operation.Operation, json.RawMessage) outcomeOf {
	return func(t testing.TB, o *operation.Operation, in json.RawMessage) outcomeOf {
		t.Helper()
		v, _, err := o.Decode(in)
		if err != nil {
			return failed(err)
		}
		out, err := o.Call(context.Background(), env, v)
		if err != nil {
			return failed(err)
		}
		raw, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		return outcomeOf{value: raw}
	}
}

// overCommands runs the program's Go entry with the words and flags that the
// definition gives an input.
func overCommands(dir string) func(testing.TB, *operation.Operation, json.RawMessage) outcomeOf {
	return func(t testing.TB, o *operation.Operation, in json.RawMessage) outcomeOf {
		t.Helper()
		if o.CLI == nil {
			return outcomeOf{}
		}
		args, stdin := commandArgs(t, o, in)
		if takesRepo(o) {
			args = append(args, "--repo", dir)
		}
		if o.CLI.Text == "" {
			args = append(args, "--format", "json")
		}
		out, errs, status := runProgram(args, stdin)
		if len(errs) > 0 { // what explains a failure is printed too
			var f struct {
				Code string `json:"code"`
			}
			if err := json.Unmarshal(errs, &f); err != nil {
				t.Fatalf("%v: status %d, standard error %q", args, status, errs)
			}
			return outcomeOf{code: f.Code}
		}
		if o.CLI.Text != "" {
			out, _ = json.Marshal(map[string]string{o.CLI.Text: string(out)})
		}
		return outcomeOf{value: out}
	}
}

func takesRepo(o *operation.Operation) bool {
	_, byName := (&app{tool: "majordomus"}).parser((&app{tool: "majordomus"}).commands())
	p, _ := (&app{tool: "majordomus"}).parser([]*command{byName["majordomus "+strings.Join(o.CLI.Words, " ")]})
	activate(p.Command, o.CLI.Words)
	return slices.Contains(flagNames(p), "repo")
}

func runProgram(args []string, stdin []byte) (stdout, stderr []byte, status int) {
	var out, errs bytes.Buffer
	a := &app{tool: "majordomus", args: append([]string{"--json-errors", "-q"}, args...), stdin: bytes.NewReader(stdin), stdout: &out, stderr: &errs,
		width: func() int { return 80 }, getenv: os.Getenv}
	status = a.end(a.guarded(context.Background()))
	return out.Bytes(), errs.Bytes(), status
}

func commandArgs(t testing.TB, o *operation.Operation, in json.RawMessage) (args []string, stdin []byte) {
	t.Helper()
	args, stdin, err := commandLine(o, in, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return args, stdin
}

// caller sends one JSON-RPC call and gives its result.
type caller func(t testing.TB, method string, params any) json.RawMessage

// overMCP calls a tool; pages are joined, since elsewhere an answer is whole.
func overMCP(call caller) func(testing.TB, *operation.Operation, json.RawMessage) outcomeOf {
	return func(t testing.TB, o *operation.Operation, in json.RawMessage) outcomeOf {
		t.Helper()
		if o.MCP == nil {
			return outcomeOf{}
		}
		var whole map[string]any
		for {
			var r struct {
				IsError           bool            `json:"isError"`
				StructuredContent json.RawMessage `json:"structuredContent"`
				Meta              struct {
					Error struct{ Code string } `json:"majordomus/error"`
				} `json:"_meta"`
				Content []struct{ Text string }
			}
			if err := json.Unmarshal(call(t, "tools/call", map[string]any{"name": o.MCP.Tool, "arguments": in}), &r); err != nil {
				t.Fatal(err)
			}
			if r.IsError {
				return outcomeOf{code: r.Meta.Error.Code}
			}
			if len(r.Content) == 0 || r.Content[0].Text == "" {
				t.Errorf("%s: a model would read nothing", o.ID)
			}
			whole = joinPage(whole, decodeObject(t, r.StructuredContent))
			next, more := whole["next_cursor"]
			if !more || strings.Contains(string(in), `"limit"`) {
				raw, _ := json.Marshal(whole)
				return outcomeOf{value: raw}
			}
			delete(whole, "next_cursor")
			members := decodeObject(t, in)
			members["cursor"] = next
			in, _ = json.Marshal(members)
		}
	}
}

func joinPage(whole, page map[string]any) map[string]any {
	if whole == nil {
		return page
	}
	for k, v := range page {
		switch v := v.(type) {
		case []any:
			whole[k] = append(whole[k].([]any), v...)
		case string:
			if k == "body" {
				v = whole[k].(string) + v
			}
			whole[k] = v
		default:
			whole[k] = v
		}
	}
	return whole
}

func decodeObject(t testing.TB, raw []byte) map[string]any {
	t.Helper()
	var v map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %.200s", err, raw)
	}
	return v
}

const initialize = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`

// stdioCaller speaks line by line with a server on pipes.
func stdioCaller(t testing.TB, s *mcpserver.Server) caller {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(context.Background(), &mcpserver.Stdio{In: inR, Out: outW}) }()
	t.Cleanup(func() {
		_ = inW.Close()
		_ = outR.Close()
		<-ended
	})
	lines, id := bufio.NewReaderSize(outR, 1<<20), 0
	call := func(t testing.TB, method string, params any) json.RawMessage {
		t.Helper()
		id++
		line, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
		if _, err := inW.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
		for {
			reply, err := lines.ReadBytes('\n')
			if err != nil {
				t.Fatal(err)
			}
			if result, ok := resultOf(t, reply, id); ok {
				return result
			}
		}
	}
	call(t, "initialize", json.RawMessage(initialize))
	if _, err := io.WriteString(inW, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	return call
}

// resultOf gives the result of a message that answers the call id.
func resultOf(t testing.TB, message []byte, id int) (json.RawMessage, bool) {
	t.Helper()
	var m struct {
		ID     *int            `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(message, &m); err != nil {
		t.Fatalf("%v in %.200s", err, message)
	}
	if m.ID == nil || *m.ID != id {
		return nil, false
	}
	if m.Error != nil {
		t.Fatalf("protocol error %s", m.Error)
	}
	return m.Result, true
}

// httpCaller speaks the streamable HTTP transport with net/http alone.
func httpCaller(t testing.TB, endpoint string) caller {
	t.Helper()
	session, id := "", 0
	post := func(t testing.TB, body []byte) *http.Response {
		t.Helper()
		r, _ := http.NewRequest(http.MethodPost, endpoint, bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
			r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if s := resp.Header.Get("Mcp-Session-Id"); s != "" {
			session = s
		}
		return resp
	}
	call := func(t testing.TB, method string, params any) json.RawMessage {
		t.Helper()
		id++
		body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
		resp := post(t, body)
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("status %d, %v: %s", resp.StatusCode, err, data)
		}
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			message, ok := bytes.CutPrefix(line, []byte("data: "))
			if !ok && resp.Header.Get("Content-Type") == "application/json" {
				message, ok = line, len(line) > 0
			}
			if ok && len(bytes.TrimSpace(message)) > 0 {
				if result, mine := resultOf(t, message, id); mine {
					return result
				}
			}
		}
		t.Fatalf("no answer in %s", data)
		return nil
	}
	call(t, "initialize", json.RawMessage(initialize))
	_ = post(t, []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)).Body.Close()
	return call
}

// overHTTP asks every route of an operation and holds them to each other.
func overHTTP(base string) func(testing.TB, *operation.Operation, json.RawMessage) outcomeOf {
	return func(t testing.TB, o *operation.Operation, in json.RawMessage) outcomeOf {
		t.Helper()
		var got outcomeOf
		for i, route := range o.HTTP {
			status, body := send(t, base, route, in)
			one := outcomeOf{value: body}
			if status != http.StatusOK {
				var p struct{ Code string }
				if err := json.Unmarshal(body, &p); err != nil {
					t.Fatalf("%d: %s", status, body)
				}
				one = outcomeOf{code: p.Code}
			}
			if i > 0 && (one.code != got.code || sorted(t, one.value) != sorted(t, got.value)) {
				t.Errorf("%s: %s %s gives another answer than the first route", o.ID, route.Method, route.Path)
			}
			got = one
		}
		return got
	}
}

func send(t testing.TB, base string, route operation.Route, in json.RawMessage) (int, []byte) {
	t.Helper()
	method, target, body := route.Method, base+route.Path, io.Reader(bytes.NewReader(in))
	if method == http.MethodGet {
		q := url.Values{}
		for k, v := range decodeObject(t, in) {
			place := "{" + k + "...}"
			switch {
			case strings.Contains(target, place):
				target = strings.Replace(target, place, url.PathEscape(fmt.Sprint(v)), 1)
			default:
				if list, ok := v.([]any); ok {
					for _, one := range list {
						q.Add(k, fmt.Sprint(one))
					}
					continue
				}
				q.Add(k, fmt.Sprint(v))
			}
		}
		if len(q) > 0 {
			target += "?" + q.Encode()
		}
		body = http.NoBody
	}
	r, err := http.NewRequest(method, target, body)
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
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
	return resp.StatusCode, data
}
