package capsule

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFile = "../../docs/capsule.schema.json"

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCapsulesSatisfyTheSchema(t *testing.T) {
	dir, s := repo(t, library()), schema(t)
	for _, q := range []Request{{Goal: "How is a failed delivery of zebras retried?"}, {Goal: "delivery", Filter: []byte(`{"status":"done"}`), Estimator: "o200k_base"},
		{Goal: "cache", Limit: 1, SelectedURIs: []string{"majordomus://document/README.md", "majordomus://rule/none@1"}, SelectedFirst: 1}} {
		raw := text(t, made(t, dir, q))
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%v\n%s", err, raw)
		}
		v.(map[string]any)["extra"] = 1
		if s.Validate(v) == nil {
			t.Error("an unknown key satisfies it")
		}
	}
}

// The schema names every member of the types, and no other.
func TestTheSchemaNamesEveryMember(t *testing.T) {
	raw, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	sameMembers(t, "Capsule", v, reflect.TypeFor[Capsule]())
}

func sameMembers(t *testing.T, at string, s map[string]any, typ reflect.Type) {
	t.Helper()
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ.Kind() == reflect.Slice && typ.Elem().Kind() == reflect.Struct {
		sameMembers(t, at+"[]", s["items"].(map[string]any), typ.Elem())
		return
	}
	if typ.Kind() != reflect.Struct {
		return
	}
	props := s["properties"].(map[string]any)
	var names []string
	for f := range typ.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
		p, ok := props[name].(map[string]any)
		if !ok {
			t.Errorf("%s.%s is not in the schema", at, name)
			continue
		}
		if p["description"] == nil {
			t.Errorf("%s.%s has no description", at, name)
		}
		sameMembers(t, at+"."+name, p, f.Type)
	}
	for name := range props {
		if !slices.Contains(names, name) {
			t.Errorf("%s.%s is no member", at, name)
		}
	}
}
