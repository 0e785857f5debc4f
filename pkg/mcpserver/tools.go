package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	gojson "github.com/goccy/go-json"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"majordomus/pkg/fault"
	"majordomus/pkg/operation"
)

var errInternal = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the server failed; its log says why"}

// tool describes an operation to a client.
func tool(op *operation.Operation) *mcp.Tool {
	closed, destructive := false, false
	return &mcp.Tool{
		Name: op.MCP.Tool, Title: op.Summary, Description: op.Description,
		InputSchema: op.InputSchema(), OutputSchema: op.OutputSchema(),
		Annotations: &mcp.ToolAnnotations{Title: op.Summary, ReadOnlyHint: op.ReadOnly, IdempotentHint: true,
			DestructiveHint: &destructive, OpenWorldHint: &closed},
	}
}

// handler calls an operation. What it refuses is an error result with a stable
// code, so that a model can see and mend it; the protocol stays whole.
func (s *Server) handler(op *operation.Operation) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if int64(len(req.Params.Arguments)) > op.InputLimit() {
			return s.refusal(op, fault.New(fault.Invalid, "too_large", "the arguments are over their limit of %d bytes", op.InputLimit())), nil
		}
		in, warnings, err := op.Decode(req.Params.Arguments)
		if err != nil {
			return s.refusal(op, err), nil
		}
		if b, ok := in.(operation.Bounded); ok {
			in = b.Bound()
		}
		ctx = operation.WithProgress(ctx, progress(ctx, req))
		out, err := s.call(ctx, op, in)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return s.refusal(op, err), nil
		}
		value, err := gojson.MarshalWithOption(out, gojson.DisableHTMLEscape())
		if err != nil {
			return s.refusal(op, err), nil
		}
		r := &mcp.CallToolResult{StructuredContent: json.RawMessage(value), Content: []mcp.Content{&mcp.TextContent{Text: op.Text(out, value)}}}
		for _, w := range warnings {
			r.Content = append(r.Content, &mcp.TextContent{Text: "warning: " + w})
		}
		return r, nil
	}
}

// call runs an operation and turns its panic into an error.
func (s *Server) call(ctx context.Context, op *operation.Operation, in any) (out any, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in an operation", "operation", op.ID, "panic", p)
			out, err = nil, fault.New(fault.Internal, "internal", "the operation failed")
		}
	}()
	return op.Call(operation.WithCaller(ctx, s.caller), s.env, in)
}

// refusal is the error result of a failed call. What went wrong inside the
// server is logged, not told.
func (s *Server) refusal(op *operation.Operation, err error) *mcp.CallToolResult {
	f := fault.As(err)
	if f.Class == fault.Internal {
		s.log.Error("operation failed", "operation", op.ID, "error", err)
		f = fault.New(fault.Internal, f.Code, "the operation failed; the server's log says why")
	}
	text := fmt.Sprintf("%s: %s", f.Code, f.Error())
	if f.Hint != "" {
		text += "\nhint: " + f.Hint
	}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}},
		Meta: mcp.Meta{refusalKey: Refusal{f.Code, f.Error(), f.Hint, f.Detail}}}
}

// refusalKey is where a refusal stands in a result's _meta. Not in its
// structuredContent: clients hold that to the tool's output schema, in errors
// too.
const refusalKey = "majordomus/error"

// Refusal is a failure as a program reads it.
type Refusal struct {
	Code    string `json:"code"`             // stable, snake_case
	Message string `json:"message"`          // what happened
	Hint    string `json:"hint,omitempty"`   // what to do
	Detail  any    `json:"detail,omitempty"` // the code's own payload
}

// progress reports to the client that asked for it.
func progress(ctx context.Context, req *mcp.CallToolRequest) operation.Progress {
	token := req.Params.GetProgressToken()
	if token == nil || req.Session == nil {
		return nil
	}
	return func(done, total int, what string) {
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total), Message: what,
		}) // a client that left has no use for it
	}
}

// asError maps a failure to a protocol error, for methods that have no error
// results.
func asError(err error) error {
	f := fault.As(err)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case f.Class == fault.NotFound:
		return &jsonrpc.Error{Code: mcp.CodeResourceNotFound, Message: f.Error()}
	case f.Class == fault.Invalid || f.Class == fault.Usage:
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: f.Error()}
	}
	return errInternal
}
