package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"majordomus/pkg/index"
	"majordomus/pkg/operation"
	"majordomus/pkg/token"
)

func repository(t testing.TB, more map[string]string) string {
	t.Helper()
	t.Setenv("MAJORDOMUS_CACHE", t.TempDir())
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "worked-example"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range more {
		put(t, dir, name, text)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "master"}, {"add", "-A"}, {"commit", "-q", "-m", "c"}} {
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
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

// serverOf serves a repository; list changes the operations.
func serverOf(t testing.TB, dir string, list ...*operation.Operation) *Server {
	t.Helper()
	var s *Server
	env, err := operation.NewEnv(operation.Settings{Index: index.Options{Dir: dir}, Follow: true, Changed: func() { s.Changed() }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(env.Close)
	s = New(Options{Operations: append(operation.List(), list...), Env: env, Version: "1"})
	return s
}

// connect gives a client session over a transport, stdio or http.
func connect(t testing.TB, s *Server, kind string, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o)
	var transport mcp.Transport
	if kind == "http" {
		h := httptest.NewServer(s.HTTP())
		t.Cleanup(h.Close)
		transport = &mcp.StreamableClientTransport{Endpoint: h.URL}
	} else {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- s.Run(context.Background(), &Stdio{In: inR, Out: outW}) }()
		t.Cleanup(func() {
			_ = inW.Close()
			_ = outR.Close()
			<-ended
		})
		transport = &mcp.IOTransport{Reader: outR, Writer: inW}
	}
	session, err := client.Connect(context.Background(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func overBoth(t *testing.T, f func(t *testing.T, kind string)) {
	t.Helper()
	for _, kind := range []string{"stdio", "http"} {
		t.Run(kind, func(t *testing.T) { f(t, kind) })
	}
}

func TestAClientListsReadsAndPages(t *testing.T) {
	more := map[string]string{}
	for i := range 250 {
		more[fmt.Sprintf("docs/d%03d.md", i)] = fmt.Sprintf("# Doc %d\n\nText.\n", i)
	}
	long := strings.Repeat("line of text, ünïcode \"quoted\"\n", 3000)
	more["docs/long.md"] = long
	s := serverOf(t, repository(t, more))
	overBoth(t, func(t *testing.T, kind string) {
		ctx := context.Background()
		c := connect(t, s, kind, nil)
		tools, err := c.ListTools(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range operation.List() {
			if o.MCP != nil && !slices.ContainsFunc(tools.Tools, func(x *mcp.Tool) bool { return x.Name == o.MCP.Tool && x.InputSchema != nil && x.OutputSchema != nil }) {
				t.Errorf("no tool %s", o.MCP.Tool)
			}
		}
		n, policy := 0, false
		for r, err := range c.Resources(ctx, nil) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			policy = policy || r.URI == policyURI
		}
		if n < 260 || !policy {
			t.Errorf("%d resources, the policy among them: %v", n, policy)
		}
		templates, err := c.ListResourceTemplates(ctx, nil)
		if err != nil || len(templates.ResourceTemplates) != 1 {
			t.Errorf("templates %v, %v", templates, err)
		}
		read, err := c.ReadResource(ctx, &mcp.ReadResourceParams{URI: "majordomus://document/docs/long.md"})
		if err != nil || read.Contents[0].Text != long {
			t.Errorf("the resource is not the file: %v", err)
		}
		if _, err := c.ReadResource(ctx, &mcp.ReadResourceParams{URI: "majordomus://document/../../etc/passwd"}); err == nil {
			t.Error("a path out of the repository is read")
		}
		if got := wholeBody(t, c, "majordomus://document/docs/long.md"); got != long {
			t.Error("the pages of a body are not the body")
		}
		prompt, err := c.GetPrompt(ctx, &mcp.GetPromptParams{Name: issuePrompt, Arguments: map[string]string{"issue": "I0001"}})
		if err != nil || !strings.Contains(prompt.Messages[0].Content.(*mcp.TextContent).Text, "I0001") {
			t.Errorf("prompt: %v", err)
		}
		done, err := c.Complete(ctx, &mcp.CompleteParams{Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: issuePrompt}, Argument: mcp.CompleteParamsArgument{Name: "issue", Value: "I"}})
		if err != nil || !slices.Equal(done.Completion.Values, []string{"I0001", "I0002"}) {
			t.Errorf("completion %v, %v", done, err)
		}
		done, err = c.Complete(ctx, &mcp.CompleteParams{Ref: &mcp.CompleteReference{Type: "ref/resource", URI: template}, Argument: mcp.CompleteParamsArgument{Name: "kind", Value: "iss"}})
		if err != nil || !slices.Equal(done.Completion.Values, []string{"issue"}) {
			t.Errorf("completion of kinds %v, %v", done, err)
		}
	})
}

func wholeBody(t testing.TB, c *mcp.ClientSession, uri string) string {
	t.Helper()
	var body strings.Builder
	cursor := ""
	for pages := 1; ; pages++ {
		args := map[string]any{"uri": uri}
		if cursor != "" {
			args["cursor"] = cursor
		}
		r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: "majordomus_object", Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		fits(t, r)
		v := r.StructuredContent.(map[string]any)
		body.WriteString(v["body"].(string))
		if cursor, _ = v["next_cursor"].(string); cursor == "" {
			if pages < 2 {
				t.Error("a long body came in one page")
			}
			return body.String()
		}
	}
}

// fits holds a bounded answer under what a model's window takes.
func fits(t testing.TB, r *mcp.CallToolResult) {
	t.Helper()
	est, err := token.ByName("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	value, _ := json.Marshal(r.StructuredContent)
	n := est.Count(value)
	text := 0
	for _, c := range r.Content {
		text += est.Count([]byte(c.(*mcp.TextContent).Text))
	}
	if max(n, text) >= 20_000 {
		t.Errorf("an answer of %d tokens as a value, %d as text; the bound is 20,000", n, text)
	}
}

func TestBoundedAnswersFitAnyWindow(t *testing.T) {
	more := map[string]string{
		"docs/control.md": strings.Repeat("\x01\x02\x7f\x1b", 30_000), "docs/han.md": strings.Repeat("漢字仮名交じり文龘䨻", 4_000),
		"docs/quotes.md": strings.Repeat(`"\"`, 30_000), "docs/hex.md": strings.Repeat("9f8e7d6c5b4a3f2e1d0c", 4_000), "data.bin": strings.Repeat("\x00\xff\x13\xe9", 30_000),
	}
	for i := range 300 {
		more[fmt.Sprintf("docs/t%03d.md", i)] = "# " + strings.Repeat("龘䨻€ünïcode ", 30) + "\n"
		more[fmt.Sprintf("src/f%03d.go", i)] = "package src\n\n" + strings.Repeat(fmt.Sprintf("func F%d() {}\n", i), 40)
	}
	s := serverOf(t, repository(t, more))
	c := connect(t, s, "stdio", nil)
	ctx := context.Background()
	for _, args := range []map[string]any{{}, {"limit": 100000}, {"path": "src/"}, {"kind": "document", "limit": 5000}} {
		r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "majordomus_objects", Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		fits(t, r)
	}
	for r, err := range c.Resources(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(r.URI, "majordomus://document/docs/") || strings.Contains(r.URI, "/t") {
			continue
		}
		for _, limit := range []int{0, 1, 1 << 20} {
			args := map[string]any{"uri": r.URI}
			if limit > 0 {
				args["limit"] = limit
			}
			got, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "majordomus_object", Arguments: args})
			if err != nil {
				t.Fatal(err)
			}
			fits(t, got)
		}
	}
	for _, name := range []string{"majordomus_status", "majordomus_devcontext", "majordomus_devcontext_explain"} {
		args := map[string]any{}
		if strings.HasSuffix(name, "explain") {
			args["uri"] = "majordomus://issue/I0001"
		}
		r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		if text := r.Content[0].(*mcp.TextContent).Text; len(text) > 20_000 {
			t.Errorf("%s: a model would read %d bytes", name, len(text))
		}
	}
}

func TestRefusalsAreErrorResultsWithACode(t *testing.T) {
	s := serverOf(t, repository(t, nil))
	overBoth(t, func(t *testing.T, kind string) {
		c := connect(t, s, kind, nil)
		for _, x := range []struct {
			tool, args, code string
		}{
			{"majordomus_devcontext", `{"issue":"I9999"}`, "issue_not_found"}, {"majordomus_devcontext", `{"issue":7}`, "invalid_input"},
			{"majordomus_devcontext", `{"unknown":1}`, "invalid_input"}, {"majordomus_devcontext", `[]`, "invalid_input"},
			{"majordomus_devcontext", `{"budget_tokens":0}`, "invalid_input"}, {"majordomus_object", `{}`, "uri_not_found"},
			{"majordomus_devcontext_rebudget", `{"request_digest":"x"}`, "answer_not_found"},
		} {
			r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: x.tool, Arguments: json.RawMessage(x.args)})
			if err != nil {
				t.Errorf("%s %s breaks the protocol: %v", x.tool, x.args, err)
				continue
			}
			v, _ := r.Meta[refusalKey].(map[string]any)
			if !r.IsError || v["code"] != x.code || r.StructuredContent != nil || !strings.HasPrefix(r.Content[0].(*mcp.TextContent).Text, x.code+": ") {
				t.Errorf("%s %s: error %v, %v; want code %s", x.tool, x.args, r.IsError, v, x.code)
			}
		}
		if _, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: "nothing"}); err == nil {
			t.Error("an unknown tool is called")
		}
		big := `{"intent":"` + strings.Repeat("x", 10<<20) + `"}`
		r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: "majordomus_devcontext", Arguments: json.RawMessage(big)})
		if err != nil || !r.IsError {
			t.Errorf("10 MB of arguments: %v, %v; want a refusal", r, err)
		}
		if err := c.Ping(context.Background(), nil); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestAPanicIsAnErrorResult(t *testing.T) {
	boom := operation.Define(operation.Operation{ID: "test.boom", Summary: "break", Description: "Breaks.", MCP: &operation.MCP{Tool: "boom"}}, [2]string{"In", "Out"},
		func(context.Context, *operation.Env, operation.Nothing) (operation.Nothing, error) { panic("boom") })
	s := serverOf(t, repository(t, nil), boom)
	overBoth(t, func(t *testing.T, kind string) {
		c := connect(t, s, kind, nil)
		for range 3 {
			r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: "boom", Arguments: map[string]any{}})
			if err != nil || !r.IsError {
				t.Errorf("%v, %v; want an error result", r, err)
			}
		}
		if err := c.Ping(context.Background(), nil); err != nil {
			t.Error(err)
		}
	})
}

// TestCancellationReachesTheWork: the handler's context is done at once.
func TestCancellationReachesTheWork(t *testing.T) {
	begun, left := make(chan struct{}), make(chan struct{})
	wait := operation.Define(operation.Operation{ID: "test.wait", Summary: "wait", Description: "Waits.", MCP: &operation.MCP{Tool: "wait"}}, [2]string{"In", "Out"},
		func(ctx context.Context, _ *operation.Env, _ operation.Nothing) (operation.Nothing, error) {
			begun <- struct{}{}
			<-ctx.Done()
			left <- struct{}{}
			return operation.Nothing{}, ctx.Err()
		})
	s := serverOf(t, repository(t, nil), wait)
	overBoth(t, func(t *testing.T, kind string) {
		c := connect(t, s, kind, nil)
		for range 5 {
			ctx, cancel := context.WithCancel(context.Background())
			failed := make(chan error, 1)
			go func() {
				_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "wait", Arguments: map[string]any{}})
				failed <- err
			}()
			<-begun
			at := time.Now()
			cancel()
			<-left
			t.Logf("the work ended %v after the call was cancelled", time.Since(at))
			if err := <-failed; !errors.Is(err, context.Canceled) {
				t.Errorf("the call ended with %v", err)
			}
		}
		if err := c.Ping(context.Background(), nil); err != nil {
			t.Error(err)
		}
	})
}

func TestALongIndexReportsProgress(t *testing.T) {
	more := map[string]string{}
	for i := range 500 {
		more[fmt.Sprintf("src/f%03d.go", i)] = "package src\n"
	}
	dir := repository(t, more)
	overBoth(t, func(t *testing.T, kind string) {
		t.Setenv("MAJORDOMUS_CACHE", t.TempDir())
		s := serverOf(t, dir)
		told := make(chan *mcp.ProgressNotificationParams, 1000)
		c := connect(t, s, kind, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { told <- r.Params }})
		p := &mcp.CallToolParams{Name: "majordomus_status", Arguments: map[string]any{}}
		p.SetProgressToken("here")
		if _, err := c.CallTool(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		last := 0.0
		for range 20 {
			x := <-told
			if x.ProgressToken != "here" || x.Progress <= last || x.Total < 500 {
				t.Errorf("progress %+v after %v", x, last)
			}
			last = x.Progress
		}
	})
}

func TestAChangedRepositorySendsListChanged(t *testing.T) {
	overBoth(t, func(t *testing.T, kind string) {
		dir := repository(t, nil)
		s := serverOf(t, dir)
		changed := make(chan struct{}, 100)
		c := connect(t, s, kind, &mcp.ClientOptions{ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed <- struct{}{} }})
		if _, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: "majordomus_status", Arguments: map[string]any{}}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			put(t, dir, "docs/new.md", "# New\n\n"+time.Now().String()+"\n")
			select {
			case <-changed:
			case <-time.After(20 * time.Second):
				t.Fatal("nothing was heard of the change")
			}
		}
		r, err := c.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: "majordomus://document/docs/new.md"})
		if err != nil || !strings.HasPrefix(r.Contents[0].Text, "# New") {
			t.Errorf("the new document: %v", err)
		}
	})
}

func TestVersionsAreNegotiatedToOneThatIsSpoken(t *testing.T) {
	s := serverOf(t, repository(t, nil))
	for asked, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "1999-01-01": "", "": "", "9999-12-31": "",
	} {
		replies := converse(t, s, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, asked))
		var m struct {
			Result struct {
				ProtocolVersion string `json:"protocolVersion"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(replies[0]), &m); err != nil {
			t.Fatal(err)
		}
		got := m.Result.ProtocolVersion
		if want != "" && got != want || want == "" && (got == asked || !strings.HasPrefix(got, "202")) {
			t.Errorf("asked for %q the server speaks %q", asked, got)
		}
	}
}

// converse feeds lines to a server and gives what it wrote until they were all
// answered.
func converse(t testing.TB, s *Server, lines ...string) []string {
	t.Helper()
	var out buffer
	in, w := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(context.Background(), &Stdio{In: in, Out: &out}) }()
	for _, l := range lines {
		if _, err := io.WriteString(w, l+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	_ = w.Close()
	<-ended
	return out.lines()
}

func TestUnknownMethodsAndWrongTypesAreProtocolErrors(t *testing.T) {
	s := serverOf(t, repository(t, nil))
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":` + initializeParams + `}`
	for line, code := range map[string]int64{
		`{"jsonrpc":"2.0","id":2,"method":"no/such"}`:                                                                                                  jsonrpc.CodeMethodNotFound,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":7}}`:                                                                           jsonrpc.CodeInvalidParams,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":[]}`:                                                                                   jsonrpc.CodeInvalidParams,
		`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"majordomus://x/none"}}`:                                                    mcp.CodeResourceNotFound,
		`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`:                                                     mcp.CodeResourceNotFound,
		`{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"work-on-issue"}}`:                                                            jsonrpc.CodeInvalidParams,
		`{"jsonrpc":"2.0","id":2,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""}}}`: jsonrpc.CodeInvalidParams,
	} {
		replies := converse(t, s, hello, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, line, `{"jsonrpc":"2.0","id":3,"method":"ping"}`)
		found := false
		for _, r := range replies {
			var m struct {
				ID    int `json:"id"`
				Error *struct{ Code int64 }
			}
			if err := json.Unmarshal([]byte(r), &m); err != nil {
				t.Fatalf("not protocol: %q", r)
			}
			if m.ID == 2 {
				found = true
				if m.Error == nil || m.Error.Code != code {
					t.Errorf("%s: %s, want code %d", line, r, code)
				}
			}
		}
		if !found {
			t.Errorf("%s is not answered in %v", line, replies)
		}
	}
}

const initializeParams = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`

// TestAClientThatVanishesTakesNothingAlong: half a line, then nothing.
func TestAClientThatVanishesTakesNothingAlong(t *testing.T) {
	s := serverOf(t, repository(t, nil))
	for range 3 {
		in, w := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- s.Run(context.Background(), &Stdio{In: in, Out: io.Discard}) }()
		if _, err := io.WriteString(w, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":`+initializeParams+"}\n"+`{"jsonrpc":"2.0","id":2,"meth`); err != nil {
			t.Fatal(err)
		}
		_ = w.CloseWithError(io.ErrUnexpectedEOF)
		<-ended
	}
	if err := connect(t, s, "http", nil).Ping(context.Background(), nil); err != nil {
		t.Error(err)
	}
}

// TestNoSecretOverMCP asks everything that could show a tracked secret.
func TestNoSecretOverMCP(t *testing.T) {
	secret := "ghp_" + "a8Kd02LmQx9ZpT4v" + "YrW1nB7cH5jE3sUgFiO6"
	const uri = "majordomus://implementation/lib/secret.sh"
	s := serverOf(t, repository(t, map[string]string{"lib/secret.sh": "TOKEN=" + secret + "\n"}))
	overBoth(t, func(t *testing.T, kind string) {
		c := connect(t, s, kind, nil)
		for _, x := range [][2]string{
			{"majordomus_object", `{"uri":"` + uri + `"}`}, {"majordomus_objects", `{}`}, {"majordomus_status", `{}`}, {"majordomus_devcontext", `{"paths":["lib"]}`},
			{"majordomus_devcontext_explain", `{"paths":["lib"],"uri":"` + uri + `"}`}, {"majordomus_devcontext_render", `{"request":{"paths":["lib"]}}`},
		} {
			r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: x[0], Arguments: json.RawMessage(x[1])})
			if err != nil || r.IsError {
				t.Errorf("%s: %v, %v", x[0], r, err)
				continue
			}
			if whole, err := json.Marshal(r); err != nil || strings.Contains(string(whole), secret) {
				t.Errorf("%s shows the secret: %v", x[0], err)
			}
		}
		if r, err := c.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("the resource is read: %v", r.Contents[0])
		}
	})
}
