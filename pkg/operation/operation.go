// Package operation is the one list of what majordomus can do. An Operation is
// a typed value: its input and output types, its handler, how each surface
// shows it. The command line, the MCP server, the HTTP server, the OpenAPI
// document, completion, the man page and the reference are derived from the
// list; none of them adds behaviour of its own.
package operation

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
)

// Version of the program that offers the operations.
const Version = "0.1.0"

// Kind says what calling an operation does.
type Kind string

// The kinds of operation.
const (
	Query   Kind = "query"   // answers from what it is given and changes nothing
	Command Kind = "command" // writes what its input names
)

// Stability says how far a caller may rely on an operation.
type Stability string

// The stabilities.
const (
	Verified     Stability = "behaviorally_verified" // its behaviour is held by tests of its specification
	Experimental Stability = "experimental"          // may change with notice
)

// CLI says how the command line shows an operation.
type CLI struct {
	Words []string          // command words below the program's name
	Args  []string          // input members, JSON names, taken from positional words; the last may repeat
	Stdin string            // input member filled from a FILE argument or standard input, "*" for the whole input; "" for none
	Flags map[string]string // input member → flag, where it is not the member's name with hyphens
	Omit  []string          // input members without a flag: they mean something only to a process that stays
	Files []string          // input members whose flag or word is a FILE that holds the value, JSON or as the member says
	Text  string            // output member that is written as it is unless --format json asks for the value
}

// Flag is the flag of an input member, "" when it has none.
func (c *CLI) Flag(member string) string {
	if slices.Contains(c.Omit, member) || slices.Contains(c.Args, member) || c.Stdin == member {
		return ""
	}
	if f, ok := c.Flags[member]; ok {
		return f
	}
	return strings.ReplaceAll(member, "_", "-")
}

// MCP says how the MCP server shows an operation.
type MCP struct {
	Tool string // tool name
	Open bool   // unknown keys become warnings instead of a refusal
}

// Route is one way HTTP shows an operation.
type Route struct {
	Method string // GET or POST
	Path   string // pattern of net/http's ServeMux
}

// Cache says how many answers a resident process keeps.
type Cache struct {
	Entries int // 0: none
}

// Case is one benchmark input of an operation.
type Case struct {
	Name  string
	Input func(Subject) any // the input for the repository under test
}

// Subject is what a benchmark repository offers its cases: names that exist, and
// what was made of them.
type Subject struct {
	Issue     string
	Milestone string
	Path      string
	URI       string
	Intent    string
	Answer    *budget.Answer // of the issue
	Capsule   []byte         // canonical JSON, of evidence for the intent
	Markdown  string         // the artifact compiled of the Capsule
	Manifest  []byte         // of the task over the path
}

// CapsuleBudget is the budget, in tokens, of the benchmark's Capsule; what is
// compiled of it carries its framing too and has twice that.
const CapsuleBudget = 16_000

// Operation is one thing the product does.
type Operation struct {
	ID          string // "devcontext.compile"
	Summary     string // one line
	Description string // for a person and a model: when to use it, what the numbers mean
	Module      string
	Kind        Kind
	Stability   Stability
	Tags        []string
	ReadOnly    bool
	CLI         *CLI
	MCP         *MCP
	HTTP        []Route
	Absent      map[string]string // surface → why it is not offered there
	Cache       Cache
	Cases       []Case
	Exits       []fault.Class // failures it can end with, beside usage and internal ones
	MaxInput    int64         // bytes of its JSON input a server takes; 0: the server's default
	Discreet    bool          // a remote caller's failures are one constant refusal
	In, Out     Shape

	// Ends is the class an output ends a command with, as a check's; nil: done.
	Ends func(out any) fault.Class

	// Summarize tells a model what it should know of an output, in bounded
	// space, with the calls that show more; nil: the value itself is short.
	Summarize func(out any) string

	// Stream writes the operation's answer as an NDJSON stream; nil where there
	// is none.
	Stream func(ctx context.Context, env *Env, in any, w io.Writer) error

	decode func(raw []byte) (any, []string, error)
	call   func(ctx context.Context, env *Env, in any) (any, error)
}

// defaultInput bounds an input whose operation names no bound, in bytes: 8 MiB
// of content and its frame.
const defaultInput = 8<<20 + 64<<10

// InputLimit is how many bytes of JSON input a server takes.
func (o *Operation) InputLimit() int64 {
	if o.MaxInput > 0 {
		return o.MaxInput
	}
	return defaultInput
}

// Decode reads an input from JSON. Unknown and repeated keys are refused with
// class Invalid, unless the operation is Open: then they come back as warnings.
func (o *Operation) Decode(raw []byte) (in any, warnings []string, err error) { return o.decode(raw) }

// Call runs the operation on an input of its In type.
func (o *Operation) Call(ctx context.Context, env *Env, in any) (any, error) {
	return o.call(ctx, env, in)
}

// ErrBusy is a server's: it holds as much for its clients as it takes.
var ErrBusy = errors.New("the server holds as much as it takes; come again")

// Tagged is an output with an identity of its own: the same tag is the same
// value, byte for byte.
type Tagged interface{ Tag() string }

// Bounded is an input with limit and cursor. Bound gives it the finite limit a
// model's window needs, where the caller named none.
type Bounded interface{ Bound() any }

// Text is what a model reads of an output: a bounded summary where the
// operation has one, else the value itself.
func (o *Operation) Text(out any, value []byte) string {
	if o.Summarize != nil {
		return o.Summarize(out)
	}
	return string(value)
}
