package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"majordomus/pkg/fault"
	"majordomus/pkg/operation"
)

// operationInput is an operation's input as flags and words: a struct made of
// its schema that go-flags fills, and the way back to JSON.
type operationInput struct {
	op     *operation.Operation
	schema *jsonschema.Schema
	value  reflect.Value // of the struct
	fields []inputField
}

// inputField is one field of the struct and the member it is for.
type inputField struct {
	name   string // of the field
	member string
	args   bool // below Args
}

const (
	commonField = "Common"
	argsField   = "Args"
	fileField   = "File"
	wholeInput  = "*" // CLI.Stdin of an operation whose FILE is its whole input
)

func newOperationInput(o *operation.Operation) *operationInput {
	f := &operationInput{op: o, schema: o.InputSchema()}
	fields := []reflect.StructField{{Name: commonField, Type: reflect.TypeFor[operationFlags]()}}
	for _, member := range f.schema.PropertyOrder {
		s := f.schema.Properties[member]
		flag := o.CLI.Flag(member)
		if flag == "" || flag == "format" || o.CLI.Stdin == wholeInput && scalarType(s) == nil {
			continue
		}
		t := scalarType(s)
		if t == nil {
			continue
		}
		name := "F" + strconv.Itoa(len(f.fields))
		fields = append(fields, reflect.StructField{Name: name, Type: t, Tag: flagTag(flag, s, t)})
		f.fields = append(f.fields, inputField{name: name, member: member})
	}
	if args := f.args(); len(args) > 0 {
		fields = append(fields, reflect.StructField{Name: argsField, Type: reflect.StructOf(args), Tag: `positional-args:"yes"`})
	}
	f.value = reflect.New(reflect.StructOf(fields)).Elem()
	return f
}

// args are the positional words: members, then the FILE.
func (f *operationInput) args() []reflect.StructField {
	var args []reflect.StructField
	for _, member := range f.op.CLI.Args {
		s := f.schema.Properties[member]
		t := reflect.TypeFor[string]()
		if s.Type == "array" {
			t = reflect.TypeFor[[]string]()
		}
		required := ""
		if t.Kind() == reflect.String {
			required = ` required:"yes"`
		}
		name := "A" + strconv.Itoa(len(args))
		args = append(args, reflect.StructField{Name: name, Type: t,
			Tag: reflect.StructTag(fmt.Sprintf(`positional-arg-name:%q%s description:%q`, strings.ToUpper(member), required, s.Description))})
		f.fields = append(f.fields, inputField{name: name, member: member, args: true})
	}
	if f.op.CLI.Stdin != "" {
		args = append(args, reflect.StructField{Name: fileField, Type: reflect.TypeFor[string](),
			Tag: `positional-arg-name:"FILE" description:"Input; - or none is standard input"`})
	}
	return args
}

// scalarType is what go-flags fills for a member; nil for what no flag can say.
func scalarType(s *jsonschema.Schema) reflect.Type {
	word := s.Type
	for _, w := range s.Types {
		if w != "null" {
			word = w
		}
	}
	switch {
	case word == "boolean":
		return reflect.TypeFor[bool]()
	case word == "integer", word == "number", word == "string", s.Ref != "" && word == "":
		return reflect.TypeFor[*string]()
	case word == "array" && s.Items != nil && s.Items.Type == "string":
		return reflect.TypeFor[[]string]()
	}
	return nil
}

func flagTag(flag string, s *jsonschema.Schema, t reflect.Type) reflect.StructTag {
	value := ""
	switch {
	case t.Kind() == reflect.Bool:
	case s.Type == "integer" || len(s.Types) > 0 && s.Types[0] == "integer":
		value = ` value-name:"N"`
	default:
		value = ` value-name:"TEXT"`
	}
	text := s.Description
	if t.Kind() == reflect.Slice {
		text += "; may be repeated"
	}
	return reflect.StructTag(fmt.Sprintf(`long:%q%s description:%q`, flag, value, text))
}

// flags is the pointer that go-flags fills.
func (f *operationInput) flags() any { return f.value.Addr().Interface() }

func (f *operationInput) common() *operationFlags {
	common, ok := f.value.FieldByName(commonField).Addr().Interface().(*operationFlags)
	if !ok {
		panic("cli: the flags of an operation are not their own type")
	}
	return common
}

// json is the input that the command line says.
func (f *operationInput) json(a *app) ([]byte, error) {
	members := map[string]json.RawMessage{}
	if err := f.readFile(a, members); err != nil {
		return nil, err
	}
	for _, x := range f.fields {
		at := f.value
		if x.args {
			at = at.FieldByName(argsField)
		}
		raw, err := f.member(x.member, at.FieldByName(x.name))
		if err != nil {
			return nil, err
		}
		if raw != nil {
			members[x.member] = raw
		}
	}
	return json.Marshal(members)
}

// readFile takes FILE for the member, or the whole input, that it stands for.
func (f *operationInput) readFile(a *app, members map[string]json.RawMessage) error {
	at := f.op.CLI.Stdin
	if at == "" {
		return nil
	}
	data, err := a.file(f.value.FieldByName(argsField).FieldByName(fileField).String(), f.op.MaxInput)
	if err != nil {
		return err
	}
	if at == wholeInput {
		// Decoded once as it is, so that what decoding refuses is refused.
		if _, _, err := f.op.Decode(data); err != nil {
			return err
		}
		return json.Unmarshal(data, &members)
	}
	if scalarType(f.schema.Properties[at]) != nil {
		members[at], err = json.Marshal(string(data))
		return err
	}
	if !json.Valid(bytes.TrimSpace(data)) {
		return fault.New(fault.Invalid, "invalid_input", "%s is not JSON", at)
	}
	members[at] = data
	return nil
}

// member is one value as JSON; nil when the command line does not say it.
func (f *operationInput) member(name string, v reflect.Value) (json.RawMessage, error) {
	s := f.schema.Properties[name]
	switch v.Kind() {
	case reflect.Bool:
		if !v.Bool() {
			return nil, nil
		}
	case reflect.Slice:
		if v.Len() == 0 {
			return nil, nil
		}
	case reflect.Pointer:
		if v.IsNil() {
			return nil, nil
		}
		text := v.Elem().String()
		word := s.Type
		if len(s.Types) > 0 {
			word = s.Types[0]
		}
		if word == "integer" || word == "number" {
			if _, err := strconv.ParseFloat(text, 64); err != nil || !json.Valid([]byte(text)) {
				return nil, fault.New(fault.Usage, "usage", "--%s: %s is not a number", f.op.CLI.Flag(name), fault.Quote(text))
			}
			return json.RawMessage(text), nil
		}
	}
	return json.Marshal(v.Interface())
}
