package mcpserver

import (
	"context"
	"encoding/base64"

	gojson "github.com/goccy/go-json"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"majordomus/pkg/object"
	"majordomus/pkg/operation"
)

const (
	policyURI = "majordomus://devcontext/policy"
	template  = "majordomus://{kind}/{+identity}"
)

func (s *Server) addResources() {
	s.announcePolicy()
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: template, Name: "object", Title: "An object of the repository",
		Description: "Every object by its uri, whole: an issue, a rule, a decision, a document, a source file."}, s.readObject)
}

// announcePolicy adds the policy's resource; adding it again tells clients
// that the list changed.
func (s *Server) announcePolicy() {
	s.mcp.AddResource(&mcp.Resource{URI: policyURI, Name: "policy", Title: "How contexts are compiled", MIMEType: "application/json",
		Description: "Tiers, edges with their weights, selectors and defaults."}, s.readPolicy)
}

// Changed tells clients that the objects of the repository are others now.
func (s *Server) Changed() { s.announcePolicy() }

// ask runs an operation of the list by its id.
func (s *Server) ask(ctx context.Context, id string, in any) (any, error) {
	op, ok := s.list[id]
	if !ok {
		return nil, errInternal
	}
	return s.call(ctx, op, in)
}

func (s *Server) readPolicy(ctx context.Context, _ *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	out, err := s.ask(ctx, "devcontext.policy", operation.Nothing{})
	if err != nil {
		return nil, asError(err)
	}
	text, err := gojson.MarshalWithOption(out, gojson.DisableHTMLEscape())
	if err != nil {
		return nil, errInternal
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: policyURI, MIMEType: "application/json", Text: string(text)}}}, nil
}

func (s *Server) readObject(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	out, err := s.ask(ctx, "objects.get", operation.ObjectInput{URI: req.Params.URI})
	if err != nil {
		return nil, asError(err)
	}
	o, ok := out.(operation.Object)
	if !ok {
		return nil, errInternal
	}
	if o.Withheld != "" {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: o.Withheld}
	}
	c := &mcp.ResourceContents{URI: req.Params.URI, MIMEType: mime(o.Object), Text: o.Body}
	if o.Encoding == "base64" {
		c.Text, c.MIMEType = "", "application/octet-stream"
		if c.Blob, err = base64.StdEncoding.DecodeString(o.Body); err != nil {
			return nil, errInternal
		}
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{c}}, nil
}

// listObjects answers resources/list from the index: the policy first, then
// the objects by uri, a page at a time, with the last uri as the cursor.
func (s *Server) listObjects(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "resources/list" {
			return next(ctx, method, req)
		}
		p, ok := req.GetParams().(*mcp.ListResourcesParams)
		if !ok || p == nil {
			p = &mcp.ListResourcesParams{}
		}
		out, err := s.ask(ctx, "objects.list", operation.ObjectsInput{Limit: pageSize, Cursor: p.Cursor}.Bound())
		if err != nil {
			return nil, asError(err)
		}
		page, ok := out.(operation.Objects)
		if !ok {
			return nil, errInternal
		}
		r := &mcp.ListResourcesResult{Resources: []*mcp.Resource{}, NextCursor: page.NextCursor}
		if p.Cursor == "" {
			r.Resources = append(r.Resources, &mcp.Resource{URI: policyURI, Name: "policy", MIMEType: "application/json",
				Description: "How contexts are compiled: tiers, edges with their weights, selectors and defaults."})
		}
		for i := range page.Objects {
			o := &page.Objects[i]
			r.Resources = append(r.Resources, &mcp.Resource{URI: o.URI, Name: o.Identity, Title: o.Title, MIMEType: mime(*o), Size: o.CostBytes()})
		}
		return r, nil
	}
}

func mime(o object.Object) string {
	switch o.Kind {
	case object.Issue, object.Milestone, object.Policy, object.Scope:
		return "application/yaml"
	case object.Document, object.ADR, object.Rule, object.Context, object.Knowledge, object.Session:
		return "text/markdown"
	}
	return "text/plain"
}
