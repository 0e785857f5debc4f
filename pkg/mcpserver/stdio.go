package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// MaxFrame is the longest line of standard input taken as a message, in bytes.
// It holds the largest input of any operation.
const MaxFrame = 96 << 20

// Stdio is the transport over standard input and output: a message a line. It
// stands in for the SDK's, which ends the process on one malformed line: here a
// line that is no message is answered with its error and the next one is read,
// a line beyond Limit is skipped to its end without being kept, and a call that
// was cancelled gets no answer.
type Stdio struct {
	In    io.Reader
	Out   io.Writer
	Limit int // bytes a frame may have; 0: MaxFrame
}

// Connect starts reading. It may be called once.
func (t *Stdio) Connect(context.Context) (mcp.Connection, error) {
	limit := t.Limit
	if limit == 0 {
		limit = MaxFrame
	}
	c := &stdioConn{out: t.Out, limit: limit, in: bufio.NewReaderSize(t.In, 64<<10),
		incoming: make(chan frame), closed: make(chan struct{}), calls: map[string]bool{}}
	c.idle = sync.NewCond(&c.mu)
	go c.readLoop()
	return c, nil
}

// frame is one message or the end of the input.
type frame struct {
	message jsonrpc.Message
	err     error
}

type stdioConn struct {
	in       *bufio.Reader
	limit    int
	incoming chan frame
	closed   chan struct{}
	once     sync.Once

	writing sync.Mutex // guards out
	out     io.Writer

	mu    sync.Mutex      // guards calls and gone
	calls map[string]bool // id → cancelled, of the calls in flight
	gone  bool            // closed
	idle  *sync.Cond      // no call is in flight, or the connection is closed
}

// SessionID is empty: the process is the session.
func (c *stdioConn) SessionID() string { return "" }

// Close ends the connection; a Read that waits returns io.EOF.
func (c *stdioConn) Close() error {
	c.once.Do(func() {
		close(c.closed)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.gone = true
		c.idle.Broadcast()
	})
	return nil
}

// Read gives the next message.
func (c *stdioConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.closed:
		return nil, io.EOF
	case f := <-c.incoming:
		return f.message, f.err
	}
}

// Write sends a message, unless it answers a cancelled call.
func (c *stdioConn) Write(_ context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Response); ok && c.finish(r.ID) {
		return nil
	}
	line, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	return c.send(line)
}

func (c *stdioConn) send(line []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(line, '\n'))
	return err
}

func (c *stdioConn) readLoop() {
	for {
		line, err := c.line()
		if errors.Is(err, errTooLong) {
			c.answer(&rejection{code: jsonrpc.CodeInvalidRequest, message: fmt.Sprintf("the message is longer than %d bytes", c.limit)})
			continue
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if m := c.parse(line); m != nil && !c.deliver(frame{message: m}) {
				return
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				c.settle()
			}
			c.deliver(frame{err: err})
			return
		}
	}
}

// settle waits until what was asked is answered: the end of the input is not a
// wish to hear nothing.
func (c *stdioConn) settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.calls) > 0 && !c.gone {
		c.idle.Wait()
	}
}

func (c *stdioConn) deliver(f frame) bool {
	select {
	case c.incoming <- f:
		return true
	case <-c.closed:
		return false
	}
}

var errTooLong = errors.New("line too long")

// line reads to the next LF. A line beyond the limit is read to its end and
// dropped; the last line may lack its LF and comes with io.EOF.
func (c *stdioConn) line() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := c.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > c.limit; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil && long:
			return nil, errTooLong
		}
		return line, err
	}
}

// parse turns a line into a message; one that is none is answered with its
// error, and nil comes back.
func (c *stdioConn) parse(line []byte) jsonrpc.Message {
	m, bad := decode(line)
	if bad != nil {
		c.answer(bad)
		return nil
	}
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return m
	}
	if r.IsCall() {
		if !c.begin(r.ID) {
			c.answer(&rejection{idOf(line), jsonrpc.CodeInvalidRequest, "a call with this id is in flight"})
			return nil
		}
	} else if r.Method == "notifications/cancelled" {
		c.cancel(r.Params)
	}
	return m
}

// answer sends an error that the SDK never sees. A broken pipe shows itself to
// the SDK's next write.
func (c *stdioConn) answer(bad *rejection) { _ = c.send(bad.encode()) }

// key tells the id 1 from the id "1".
func key(id jsonrpc.ID) string { return fmt.Sprintf("%T %v", id.Raw(), id.Raw()) }

func (c *stdioConn) begin(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, inFlight := c.calls[key(id)]; inFlight {
		return false
	}
	c.calls[key(id)] = false
	return true
}

// finish forgets a call and reports whether it was cancelled.
func (c *stdioConn) finish(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	cancelled := c.calls[key(id)]
	delete(c.calls, key(id))
	if len(c.calls) == 0 {
		c.idle.Broadcast()
	}
	return cancelled
}

func (c *stdioConn) cancel(params json.RawMessage) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	id, err := jsonrpc.MakeID(p.RequestID)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, inFlight := c.calls[key(id)]; inFlight {
		c.calls[key(id)] = true
	}
}
