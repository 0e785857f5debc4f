package httpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"majordomus/pkg/index"
	"majordomus/pkg/operation"
)

// question is one request in every form it is asked in, and its one-shot answer
// in each state of the repository.
type question struct {
	id, in string          // operation and input
	get    string          // path and query; "" where only POST asks
	post   string          // path; "" where only GET asks
	bodies map[string]int  // what HTTP answers → state
	values map[string]int  // the same with its keys sorted, as MCP is held to
	tool   string          // over MCP
	args   json.RawMessage // over MCP
}

func questions() []*question {
	const compile, tool = "/api/v1/devcontext", "majordomus_devcontext"
	list := []*question{
		{id: "devcontext.compile", in: `{}`, get: compile, post: compile, tool: tool},
		{id: "devcontext.compile", in: `{"issue":"I0001"}`, get: compile + "?issue=I0001", post: compile, tool: tool},
		{id: "devcontext.compile", in: `{"intent":"declare the thing"}`, get: compile + "?intent=declare+the+thing", post: compile, tool: tool},
		{id: "devcontext.compile", in: `{"paths":["lib"],"budget_tokens":200}`, get: compile + "?paths=lib&budget_tokens=200", post: compile, tool: tool},
		{id: "objects.list", in: `{"kind":"issue"}`, get: "/api/v1/objects?kind=issue", tool: "majordomus_objects"},
		{id: "objects.get", in: `{"uri":"majordomus://issue/I0002"}`, get: "/api/v1/objects/majordomus%3A%2F%2Fissue%2FI0002", tool: "majordomus_object"},
		{id: "devcontext.policy", in: `{}`, get: compile + "/policy", tool: tool + "_policy"},
	}
	for _, q := range list {
		q.bodies, q.values, q.args = map[string]int{}, map[string]int{}, json.RawMessage(q.in)
	}
	return list
}

// learn asks a process that is new, looks once and keeps nothing.
func (q *question) learn(t *testing.T, dir string, state int) {
	t.Helper()
	env, err := operation.NewEnv(operation.Settings{Index: index.Options{Dir: dir, NoCache: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	for _, o := range operation.List() {
		if o.ID != q.id {
			continue
		}
		in, _, err := o.Decode(q.args)
		if err != nil {
			t.Fatal(err)
		}
		out, err := o.Call(context.Background(), env, in)
		if err != nil {
			t.Fatal(err)
		}
		var body bytes.Buffer
		enc := json.NewEncoder(&body)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(out); err != nil {
			t.Fatal(err)
		}
		q.bodies[body.String()], q.values[sortedKeys(t, body.Bytes())] = state, state
		return
	}
	t.Fatalf("there is no %s", q.id)
}

func sortedKeys(t *testing.T, raw []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// asker asks one question in its own way and says of which state the answer is;
// below 0: it has it already.
type asker func(ctx context.Context, q *question) (state int, err error)

// TestAnswersFollowTheRepositoryOverHTTP has many clients, each on a connection
// it keeps, ask at full speed while the tree changes state by state: each answer
// must be, whole, the one-shot answer of a state. MAJORDOMUS_LOAD=1m makes it as
// long.
func TestAnswersFollowTheRepositoryOverHTTP(t *testing.T) {
	s := start(t, nil)
	const file = ".ai/repo/project/issues/I0002.yaml"
	states, list := make([]string, 6), questions()
	for i := range states {
		states[i] = fmt.Sprintf("id: I0002\ntitle: State %d\nmilestone: m1\ndescription: %s\n", i, strings.Repeat("thing ", i+1))
		replace(t, s.dir, file, states[i])
		for _, q := range list {
			q.learn(t, s.dir, i)
		}
	}
	var clients []asker
	for n := range 32 {
		clients = append(clients, client(t, s, n))
	}
	ctx, stop := context.WithTimeout(context.Background(), loadTime(t))
	defer stop()
	var asked, had atomic.Int64
	var seen sync.Map
	var group sync.WaitGroup
	for c, ask := range clients {
		group.Go(func() {
			for n := c; ctx.Err() == nil; n++ {
				q := list[n%len(list)]
				state, err := ask(ctx, q)
				switch {
				case ctx.Err() != nil:
					return
				case err != nil:
					t.Errorf("client %d: %s %s: %v", c, q.id, q.in, err)
					return
				case state < 0:
					had.Add(1)
				default:
					seen.Store(state, true)
				}
				asked.Add(1)
			}
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	changes := 0
	for ; ctx.Err() == nil; changes++ {
		replace(t, s.dir, file, states[random.IntN(len(states))])
		time.Sleep(time.Duration(random.IntN(30)) * time.Millisecond)
	}
	group.Wait()
	found := 0
	seen.Range(func(any, any) bool { found++; return true })
	if found < 2 {
		t.Errorf("only %d states were seen in %d answers", found, asked.Load())
	}
	t.Logf("%d answers, %d of them 304, of %d states, over %d changes", asked.Load(), had.Load(), found, changes)
}

// replace puts a file in place at once: nobody sees a state in between.
func replace(t *testing.T, dir, name, text string) {
	t.Helper()
	made := filepath.Join(t.TempDir(), "new")
	if err := os.WriteFile(made, []byte(text), 0o600); err != nil {
		t.Error(err)
	}
	if err := os.Rename(made, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
		t.Error(err)
	}
}

func loadTime(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("MAJORDOMUS_LOAD")
	if text == "" {
		return time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// client is the n-th of many: by turns one of each way to ask.
func client(t *testing.T, s *served, n int) asker {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 1}
	t.Cleanup(transport.CloseIdleConnections)
	c := &http.Client{Transport: transport}
	switch n % 4 {
	case 0:
		return overGet(s, c, nil)
	case 1:
		return overGet(s, c, map[*question]string{})
	case 2:
		return overPost(s, c)
	}
	return overMCP(t, s, c)
}

// overGet asks by GET, and with tags only for what changed.
func overGet(s *served, c *http.Client, tags map[*question]string) asker {
	return func(ctx context.Context, q *question) (int, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+q.get, http.NoBody)
		if err != nil {
			return 0, err
		}
		if tags[q] != "" {
			r.Header.Set("If-None-Match", tags[q])
		}
		status, header, body, err := exchange(c, r)
		if err != nil {
			return 0, err
		}
		if status == http.StatusNotModified && tags[q] != "" && header.Get("ETag") == tags[q] && body == "" {
			return -1, nil
		}
		if tags != nil {
			tags[q] = header.Get("ETag")
		}
		return q.stateOf(status, body)
	}
}

// overPost sends the input as a body, where there is such a route.
func overPost(s *served, c *http.Client) asker {
	get := overGet(s, c, nil)
	return func(ctx context.Context, q *question) (int, error) {
		if q.post == "" {
			return get(ctx, q)
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+q.post, strings.NewReader(q.in))
		if err != nil {
			return 0, err
		}
		status, _, body, err := exchange(c, r)
		if err != nil {
			return 0, err
		}
		return q.stateOf(status, body)
	}
}

func exchange(c *http.Client, r *http.Request) (status int, header http.Header, body string, err error) {
	resp, err := c.Do(r)
	if err != nil {
		return 0, nil, "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(data), err
}

func (q *question) stateOf(status int, body string) (int, error) {
	if state, ok := q.bodies[body]; ok && status == http.StatusOK {
		return state, nil
	}
	return 0, fmt.Errorf("%d, and no state is answered so: %.2000s", status, body)
}

// overMCP calls the tool in a session of streamable HTTP.
func overMCP(t *testing.T, s *served, c *http.Client) asker {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "load", Version: "1"}, nil).
		Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: s.base + mcpPath, HTTPClient: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return func(ctx context.Context, q *question) (int, error) {
		r, err := session.CallTool(ctx, &mcp.CallToolParams{Name: q.tool, Arguments: q.args})
		if err != nil {
			return 0, err
		}
		value, err := json.Marshal(r.StructuredContent)
		if err != nil {
			return 0, err
		}
		if state, ok := q.values[string(value)]; ok && !r.IsError {
			return state, nil
		}
		return 0, fmt.Errorf("error %v, and no state is answered so: %.2000s", r.IsError, value)
	}
}
