package mcpserver

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// rejection is the error reply to what is no message, or none that is taken.
// The SDK never sees what it answers.
type rejection struct {
	id      json.RawMessage // nil: null
	code    int64
	message string
}

// decode reads one message, or says why the text is none.
func decode(text []byte) (jsonrpc.Message, *rejection) {
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, &rejection{code: jsonrpc.CodeParseError, message: "the message is not JSON"}
	}
	if bytes.TrimSpace(text)[0] == '[' {
		return nil, &rejection{code: jsonrpc.CodeInvalidRequest, message: "batches are not supported; send one message at a time"}
	}
	m, err := jsonrpc.DecodeMessage(text)
	if r, ok := m.(*jsonrpc.Response); err != nil || ok && r.Result == nil && r.Error == nil {
		return nil, &rejection{idOf(text), jsonrpc.CodeInvalidRequest, "this is no JSON-RPC 2.0 message"}
	}
	return m, nil
}

// idOf is the id of a message, if it has one a reply can bear.
func idOf(text []byte) json.RawMessage {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(text, &m) != nil || len(m.ID) == 0 {
		return nil
	}
	if c := m.ID[0]; c == '"' || c == '-' || c >= '0' && c <= '9' {
		return m.ID
	}
	return nil
}

// encode is the reply as JSON, without a line end.
func (r *rejection) encode() []byte {
	reply := struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   struct {
			Code    int64  `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}{Version: "2.0", ID: r.id}
	if r.id == nil {
		reply.ID = json.RawMessage("null")
	}
	reply.Error.Code, reply.Error.Message = r.code, r.message
	text, err := json.Marshal(reply)
	if err != nil {
		panic("mcpserver: " + err.Error()) // an id that was read is JSON
	}
	return text
}
