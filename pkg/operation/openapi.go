package operation

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Document is an OpenAPI 3.1 description of the routes.
type Document struct {
	OpenAPI    string                          `json:"openapi"`
	Info       Info                            `json:"info"`
	Paths      map[string]map[string]*PathItem `json:"paths"` // path → lower-case method
	Components Components                      `json:"components"`
	Security   []map[string][]string           `json:"security"`
}

// Info heads a Document.
type Info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

// Components holds the schemas that routes refer to.
type Components struct {
	Schemas         map[string]*jsonschema.Schema `json:"schemas"`
	SecuritySchemes map[string]SecurityScheme     `json:"securitySchemes"`
}

// SecurityScheme is the bearer token of a server that is not on loopback.
type SecurityScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

// PathItem is one operation on one route.
type PathItem struct {
	OperationID string                    `json:"operationId"`
	Summary     string                    `json:"summary"`
	Description string                    `json:"description"`
	Tags        []string                  `json:"tags"`
	Parameters  []Parameter               `json:"parameters,omitempty"`
	RequestBody *RequestBody              `json:"requestBody,omitempty"`
	Responses   map[string]ResponseObject `json:"responses"`
}

// Parameter is a member of the input in a path or query.
type Parameter struct {
	Name        string             `json:"name"`
	In          string             `json:"in"`
	Required    bool               `json:"required"`
	Description string             `json:"description,omitempty"`
	Style       string             `json:"style,omitempty"`
	Explode     *bool              `json:"explode,omitempty"`
	Schema      *jsonschema.Schema `json:"schema"`
}

// RequestBody is the input as JSON.
type RequestBody struct {
	Required bool                 `json:"required"`
	Content  map[string]MediaType `json:"content"`
}

// ResponseObject is one status of a route.
type ResponseObject struct {
	Description string               `json:"description"`
	Content     map[string]MediaType `json:"content,omitempty"`
}

// MediaType says what a body holds.
type MediaType struct {
	Schema *jsonschema.Schema `json:"schema"`
}

const problemName = "Problem"

// OpenAPI derives the document of all routes of the list.
func OpenAPI(list []*Operation, version string) (*Document, error) {
	d := &Document{
		OpenAPI: "3.1.0",
		Info: Info{Title: "majordomus", Version: version,
			Description: "Compiles from what a repository declares what a piece of work needs to read, under a token budget."},
		Paths: map[string]map[string]*PathItem{},
		Components: Components{
			Schemas: map[string]*jsonschema.Schema{problemName: problemSchema()},
			SecuritySchemes: map[string]SecurityScheme{"token": {Type: "http", Scheme: "bearer",
				Description: "Needed where the server does not listen on loopback."}},
		},
		Security: []map[string][]string{{}, {"token": {}}},
	}
	for _, o := range list {
		for i, route := range o.HTTP {
			if err := d.add(o, route, i > 0); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

func (d *Document) add(o *Operation, route Route, later bool) error {
	id := o.ID
	if later {
		id += "." + strings.ToLower(route.Method)
	}
	in, err := d.lift(o.InputSchema())
	if err != nil {
		return err
	}
	out, err := d.lift(o.OutputSchema())
	if err != nil {
		return err
	}
	outName := o.ID
	d.Components.Schemas[outName] = out
	item := &PathItem{OperationID: id, Summary: o.Summary, Description: o.Description, Tags: o.Tags,
		Responses: d.responses(o, outName)}
	path := strings.ReplaceAll(route.Path, "...}", "}")
	if route.Method == http.MethodGet {
		item.Parameters = parameters(route.Path, in)
	} else {
		name := o.ID + ".input"
		d.Components.Schemas[name] = in
		item.RequestBody = &RequestBody{Required: true, Content: map[string]MediaType{"application/json": {Schema: refTo(name)}}}
	}
	if d.Paths[path] == nil {
		d.Paths[path] = map[string]*PathItem{}
	}
	d.Paths[path][strings.ToLower(route.Method)] = item
	return nil
}

func refTo(name string) *jsonschema.Schema {
	return &jsonschema.Schema{Ref: "#/components/schemas/" + name}
}

func (d *Document) responses(o *Operation, outName string) map[string]ResponseObject {
	r := map[string]ResponseObject{
		"200":     {Description: "The value.", Content: map[string]MediaType{"application/json": {Schema: refTo(outName)}}},
		"default": {Description: "A problem, with a stable code.", Content: map[string]MediaType{"application/problem+json": {Schema: refTo(problemName)}}},
	}
	if o.Stream != nil {
		r["200"].Content["application/x-ndjson"] = MediaType{Schema: &jsonschema.Schema{Type: "string", Description: "One record a line, from a header to an end."}}
	}
	if reflect.PointerTo(o.Out.Type).Implements(reflect.TypeFor[Tagged]()) {
		r["304"] = ResponseObject{Description: "The client's copy is still the value."}
	}
	return r
}

func parameters(pattern string, in *jsonschema.Schema) []Parameter {
	explode := true
	var list []Parameter
	for _, name := range in.PropertyOrder {
		p := Parameter{Name: name, In: "query", Schema: in.Properties[name], Description: in.Properties[name].Description}
		if strings.Contains(pattern, "{"+name+"}") || strings.Contains(pattern, "{"+name+"...}") {
			p.In, p.Required = "path", true
		} else if p.Schema.Type == "array" {
			p.Style, p.Explode = "form", &explode
		}
		list = append(list, p)
	}
	return list
}

// lift moves a schema's definitions among the components and rewrites the
// references to them. Two types of one name must have one schema.
func (d *Document) lift(s *jsonschema.Schema) (*jsonschema.Schema, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	raw = []byte(strings.ReplaceAll(string(raw), `"#/$defs/`, `"#/components/schemas/`))
	lifted := new(jsonschema.Schema)
	if err := json.Unmarshal(raw, lifted); err != nil {
		return nil, err
	}
	for name, def := range lifted.Defs {
		if old, ok := d.Components.Schemas[name]; ok && !sameSchema(old, def) {
			return nil, fmt.Errorf("two types are %s in the schemas; rename one with a Schema line in its doc comment", name)
		}
		d.Components.Schemas[name] = def
	}
	lifted.Defs = nil
	lifted.PropertyOrder = s.PropertyOrder
	return lifted, nil
}

func sameSchema(a, b *jsonschema.Schema) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

func problemSchema() *jsonschema.Schema {
	text := func(doc string) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Description: doc} }
	return &jsonschema.Schema{Type: "object", Description: "A failure (RFC 9457).",
		Properties: map[string]*jsonschema.Schema{
			"type": text("Always about:blank: the code says what kind of failure it is."), "title": text("The status in words."),
			"status": {Type: "integer", Description: "The HTTP status."}, "detail": text("What happened, naming the place."),
			"code": text("A stable code."), "hint": text("What to do about it."),
			"errors": {Description: "The code's own payload, such as the issues of a route index."},
		}, Required: []string{"type", "title", "status", "code"}}
}
