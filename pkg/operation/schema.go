package operation

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Shape is one side of an operation: a Go type and the title its schema bears.
type Shape struct {
	Type  reflect.Type
	Title string
}

// shape describes T under a title; an empty title is the type's own name.
func shape[T any](title string) Shape {
	t := deref(reflect.TypeFor[T]())
	if title == "" {
		title = t.Name()
	}
	return Shape{Type: t, Title: title}
}

// closed reports whether a named string type is an enumeration: its constants
// are all there is. Other string types are open text.
func closed(t reflect.Type) bool {
	if t.Implements(reflect.TypeFor[interface{ Closed() }]()) {
		return true
	}
	switch docKey(t) {
	case "object.Tier", "object.Severity", "walk.Selector", "walk.Reason", "devcontext.Standing", "devcontext.Form",
		"fragment.Action", "fragment.Risk", "fragment.SectionKind", "fragment.SegmentKind", "fragment.Format", "fragment.Boundary":
		return true
	}
	return false
}

// SchemaProvider is a type whose JSON is not what its fields say.
type SchemaProvider interface{ JSONSchema() *jsonschema.Schema }

// InputSchema derives the schema of an operation's input: an object at the
// root that refuses unknown members unless open. Optional scalars may be null.
func (o *Operation) InputSchema() *jsonschema.Schema {
	d := deriver{input: true, defs: map[string]*jsonschema.Schema{}}
	s := d.root(o.In)
	if o.MCP == nil || !o.MCP.Open {
		s.AdditionalProperties = falseSchema()
	}
	return s
}

// OutputSchema derives the schema of an operation's output.
func (o *Operation) OutputSchema() *jsonschema.Schema {
	d := deriver{defs: map[string]*jsonschema.Schema{}}
	return d.root(o.Out)
}

func falseSchema() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }

// deriver walks Go types; named structs and enumerations become definitions.
type deriver struct {
	input bool
	defs  map[string]*jsonschema.Schema
}

func (d *deriver) root(sh Shape) *jsonschema.Schema {
	s := d.structure(sh.Type)
	s.Title = sh.Title
	if len(d.defs) > 0 {
		s.Defs = d.defs
	}
	return s
}

func (d *deriver) structure(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, Description: typeDoc(t)}
	d.members(t, s)
	return s
}

func (d *deriver) members(t reflect.Type, s *jsonschema.Schema) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			d.members(deref(f.Type), s)
			continue
		case name == "-" || !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		optional := strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero")
		always := f.Type.Kind() == reflect.Pointer && !optional // there, and null when it points nowhere
		p := d.value(f.Type, optional || always)
		if always && p.Ref != "" {
			p = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{p, {Type: "null"}}}
		}
		if doc := fieldDoc(t, f.Name); doc != "" {
			p.Description = doc
		}
		s.Properties[name] = p
		s.PropertyOrder = append(s.PropertyOrder, name)
		if !optional {
			s.Required = append(s.Required, name)
		}
	}
}

func deref(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// value is the schema of one member. A nullable scalar may be null, a list or an
// object may not.
func (d *deriver) value(t reflect.Type, nullable bool) *jsonschema.Schema {
	t = deref(t)
	if p, ok := reflect.Zero(t).Interface().(SchemaProvider); ok {
		return p.JSONSchema()
	}
	switch t.Kind() {
	case reflect.Struct:
		return d.ref(t, d.structure)
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return &jsonschema.Schema{} // raw JSON
		}
		return &jsonschema.Schema{Type: "array", Items: d.value(t.Elem(), false)}
	case reflect.Map:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: d.value(t.Elem(), false)}
	case reflect.Interface:
		return &jsonschema.Schema{}
	}
	if t.Kind() == reflect.String && closed(t) {
		return d.ref(t, d.enumeration)
	}
	return scalar(t, nullable)
}

func scalar(t reflect.Type, nullable bool) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	word := "string"
	zero := 0.0
	switch t.Kind() {
	case reflect.Bool:
		word = "boolean"
	case reflect.Int64, reflect.Uint64:
		word, s.Format, s.Minimum = "integer", "uint64", &zero
	case reflect.Int, reflect.Uint, reflect.Int32, reflect.Uint32, reflect.Uint8:
		word, s.Format, s.Minimum = "integer", "uint", &zero
	case reflect.Float64, reflect.Float32:
		word, s.Format = "number", "double"
	case reflect.String:
	default:
		panic(fmt.Sprintf("operation: no schema for %s", t))
	}
	if nullable {
		s.Types = []string{word, "null"}
	} else {
		s.Type = word
	}
	return s
}

// ref places a named type among the definitions once and refers to it.
func (d *deriver) ref(t reflect.Type, make func(reflect.Type) *jsonschema.Schema) *jsonschema.Schema {
	name := schemaName(t)
	if _, ok := d.defs[name]; !ok {
		d.defs[name] = nil // a type that holds itself meets its own name
		d.defs[name] = make(t)
	}
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

// enumeration lists the words of a closed string type with their meanings.
func (d *deriver) enumeration(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Description: typeDoc(t)}
	for _, w := range words(t) {
		var v any = w.Word
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Type: "string", Const: &v, Description: w.Doc})
	}
	return s
}
