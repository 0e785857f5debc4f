package operation

import (
	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// ObjectsInput asks for a list of objects.
type ObjectsInput struct {
	Kind   string `json:"kind,omitempty"`   // only objects of this kind; absent: of every kind
	Path   string `json:"path,omitempty"`   // only objects whose path begins with this text
	Prefix string `json:"prefix,omitempty"` // only objects whose identity begins with this text
	Limit  int    `json:"limit,omitempty"`  // objects in one answer; 0 or absent: all, over MCP 100
	Cursor string `json:"cursor,omitempty"` // the next_cursor of the answer before; absent: from the start
	window int    // tokens one answer may cost a model; 0: no bound
}

// Bound gives a list over MCP its finite page: by number, and whatever the
// number by what it costs.
func (in ObjectsInput) Bound() any {
	if in.Limit == 0 {
		in.Limit = 100
	}
	in.window = windowTokens
	return in
}

// Objects is one page of a list, by uri.
type Objects struct {
	Objects    []object.Object `json:"objects"`               // by uri
	NextCursor string          `json:"next_cursor,omitempty"` // absent on the last page
}

// ObjectInput names one object.
type ObjectInput struct {
	URI     string `json:"uri"`              // of an object, or of a symbol in one: uri#Name
	Limit   int    `json:"limit,omitempty"`  // bytes of body in one answer; 0 or absent: all, over MCP what fits a window
	Cursor  string `json:"cursor,omitempty"` // the next_cursor of the answer before; absent: from the start
	bounded bool   // an answer must fit a model's window
}

// Bound gives a body over MCP its finite page.
func (in ObjectInput) Bound() any {
	in.bounded = true
	return in
}

// Object is one object with its body, or one page of it.
type Object struct {
	Object     object.Object `json:"object"`                // its record in the index
	Body       string        `json:"body"`                  // the bytes as text, or base64
	Encoding   string        `json:"encoding,omitempty"`    // base64 when the bytes are not UTF-8; absent: text
	Withheld   string        `json:"withheld,omitempty"`    // why no body is given: it holds a secret
	NextCursor string        `json:"next_cursor,omitempty"` // absent on the last page
}

// Nothing is the input of an operation that needs none.
type Nothing struct{}

// RenderInput names the answer to render: one of an answer, a digest a server
// still holds, or a request to compile first.
type RenderInput struct {
	Answer        *budget.Answer `json:"answer,omitempty"`         // a saved answer
	RequestDigest string         `json:"request_digest,omitempty"` // of an answer this server gave and still holds
	Request       *seed.Request  `json:"request,omitempty"`        // compiled first
	Format        string         `json:"format,omitempty"`         // md (the default) or xml
	MaxTokens     int64          `json:"max_tokens,omitempty"`     // bound of the whole text, frame included; 0 or absent: none
	AllowStale    bool           `json:"allow_stale,omitempty"`    // mark bodies that changed since, instead of refusing
}

// Rendered is the prompt text of an answer.
type Rendered struct {
	Text   string `json:"text"`   // the text, frame and omissions included
	Tokens int64  `json:"tokens"` // of the whole text, by the answer's estimator
}

// KindCount says how many objects of a kind the index holds.
type KindCount struct {
	Kind  object.Kind `json:"kind"`  // the family
	Count int         `json:"count"` // objects of it
}

// Status is the state of the index.
type Status struct {
	Fingerprint string               `json:"fingerprint"` // of the index, lower-case hex
	Git         object.Git           `json:"git"`         // the checkout it was made of
	Objects     int                  `json:"objects"`     // how many there are
	Edges       int                  `json:"edges"`       // how many lead from object to object
	Kinds       []KindCount          `json:"kinds"`       // by kind
	Degraded    bool                 `json:"degraded"`    // errors keep files out of the index
	Errors      int                  `json:"errors"`      // diagnostics of severity error
	Warnings    int                  `json:"warnings"`    // of severity warning
	Infos       int                  `json:"infos"`       // of severity info
	Diagnostics []devcontext.Finding `json:"diagnostics"` // errors and warnings, in their order
}
