package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// buffer is a writer several goroutines may use.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) lines() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Split(strings.TrimSuffix(b.b.String(), "\n"), "\n")
}

// torn is an input that ends with an error: nothing waits for answers then.
func torn(input string) io.Reader {
	return io.MultiReader(strings.NewReader(input), iotest.ErrReader(io.ErrUnexpectedEOF))
}

// feed reads the whole input over a connection and gives the methods of the
// requests that came through, and what was answered meanwhile.
func feed(t *testing.T, input string, limit int) (methods []string, replies []string) {
	t.Helper()
	var out buffer
	c, err := (&Stdio{In: torn(input), Out: &out, Limit: limit}).Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for {
		m, err := c.Read(context.Background())
		if errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		methods = append(methods, m.(*jsonrpc.Request).Method)
	}
	if got := out.lines(); got[0] != "" {
		replies = got
	}
	return methods, replies
}

func TestStdioGoesOnAfterWhatIsNoMessage(t *testing.T) {
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"
	for _, c := range []struct {
		name, line, code, id string
	}{
		{"not JSON", `{"jsonrpc":`, "-32700", "null"},
		{"not UTF-8", "{\"a\":\"\xff\"}", "-32700", "null"},
		{"two values on a line", `{"jsonrpc":"2.0","id":1,"method":"ping"} {}`, "-32700", "null"},
		{"a batch", `[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, "-32600", "null"},
		{"no method", `{"jsonrpc":"2.0","id":7}`, "-32600", "7"},
		{"wrong version", `{"jsonrpc":"1.0","id":"x","method":"ping"}`, "-32600", `"x"`},
		{"a number", `12`, "-32600", "null"},
		{"an id that is an object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "-32600", "null"},
		{"too long", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 300<<10) + `"}`, "-32600", "null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			methods, replies := feed(t, c.line+"\n"+ping, 200<<10)
			if len(methods) != 1 || methods[0] != "ping" {
				t.Errorf("the call behind it did not come through: %v", methods)
			}
			if len(replies) != 1 || !strings.Contains(replies[0], `"code":`+c.code) || !strings.Contains(replies[0], `"id":`+c.id+",") {
				t.Errorf("replies %q, want one with code %s and id %s", replies, c.code, c.id)
			}
			for _, r := range replies {
				if !json.Valid([]byte(r)) {
					t.Errorf("reply is not JSON: %q", r)
				}
			}
		})
	}
}

func TestStdioTakesBlankLinesCRLFAndALastLineWithoutEnd(t *testing.T) {
	methods, replies := feed(t, "\r\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}\r\n  {\"jsonrpc\":\"2.0\",\"method\":\"b\"}", 0)
	if strings.Join(methods, " ") != "a b" || replies != nil {
		t.Errorf("methods %v, replies %v", methods, replies)
	}
}

func TestStdioRefusesAnIDInFlight(t *testing.T) {
	methods, replies := feed(t, `{"jsonrpc":"2.0","id":1,"method":"a"}`+"\n"+`{"jsonrpc":"2.0","id":1,"method":"b"}`+"\n"+`{"jsonrpc":"2.0","id":"1","method":"c"}`+"\n", 0)
	if strings.Join(methods, " ") != "a c" || len(replies) != 1 {
		t.Errorf("methods %v, replies %v", methods, replies)
	}
}

func TestStdioDoesNotAnswerACancelledCall(t *testing.T) {
	var out buffer
	in := `{"jsonrpc":"2.0","id":1,"method":"slow"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"slow"}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n"
	c, err := (&Stdio{In: strings.NewReader(in), Out: &out}).Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var ids []jsonrpc.ID
	for range 3 {
		m, err := c.Read(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r := m.(*jsonrpc.Request); r.IsCall() {
			ids = append(ids, r.ID)
		}
	}
	for _, id := range ids {
		if err := c.Write(context.Background(), &jsonrpc.Response{ID: id, Result: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if got := out.lines(); len(got) != 1 || !strings.Contains(got[0], `"id":2`) {
		t.Errorf("answers %q, want only that of call 2", got)
	}
}

func FuzzStdioAnswersOnlyProtocol(f *testing.F) {
	f.Add([]byte("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}\n[]\n{\n"))
	f.Add([]byte("\xff\n\x00\n{\"id\":\"\\ud800\"}\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out buffer
		c, err := (&Stdio{In: torn(string(in)), Out: &out, Limit: 1 << 10}).Connect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := c.Read(context.Background()); err != nil {
				break
			}
		}
		for _, l := range out.lines() {
			if l != "" && !json.Valid([]byte(l)) {
				t.Errorf("not protocol: %q", l)
			}
		}
	})
}

// endless is a line without an end, as long as it is read.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n := min(len(p), e.left)
	for i := range n {
		p[i] = 'x'
	}
	e.left -= n
	return n, nil
}

func TestStdioKeepsNothingOfAnEndlessLine(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c, err := (&Stdio{In: &endless{256 << 20}, Out: io.Discard, Limit: 1 << 20}).Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(context.Background()); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("err = %v", err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 32<<20 {
		t.Errorf("%d bytes were allocated for a line of 256 MiB with a limit of 1", n)
	}
}
