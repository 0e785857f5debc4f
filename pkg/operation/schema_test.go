package operation

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// tree is a schema as plain JSON, without descriptions.
func tree(t *testing.T, s *jsonschema.Schema) map[string]any {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	strip(v)
	return v
}

func strip(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["description"].(string); ok {
			delete(v, "description")
		}
		for k, x := range v {
			if m, ok := x.(map[string]any); ok && k == "additionalProperties" && len(m) == 1 && m["not"] != nil {
				v[k] = false // another spelling
				continue
			}
			strip(x)
		}
		if r, ok := v["required"].([]any); ok {
			slices.SortFunc(r, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		}
	case []any:
		for _, x := range v {
			strip(x)
		}
	}
}

func contract(t *testing.T) map[string]any {
	t.Helper()
	raw, err := os.ReadFile("testdata/devcontext.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	strip(v)
	return v
}

func byID(t *testing.T, id string) *Operation {
	t.Helper()
	for _, o := range List() {
		if o.ID == id {
			return o
		}
	}
	t.Fatalf("no operation %s", id)
	return nil
}

func TestCompileInputIsTheContract(t *testing.T) {
	got, want := tree(t, byID(t, "devcontext.compile").InputSchema()), contract(t)["input"]
	if !reflect.DeepEqual(got, want) {
		g, _ := json.MarshalIndent(got, "", " ")
		t.Errorf("the derived input schema is another:\n%s", g)
	}
}

func TestCompileOutputOnlyAddsMembers(t *testing.T) {
	covers(t, "output", tree(t, byID(t, "devcontext.compile").OutputSchema()), contract(t)["output"])
}

// covers reports everything the contract says that a derived schema does not.
func covers(t *testing.T, at string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s is %v, want an object", at, got)
			return
		}
		for k, w := range want {
			covers(t, at+"."+k, g[k], w)
		}
	case []any:
		g, _ := got.([]any)
		for _, w := range want {
			if !slices.ContainsFunc(g, func(x any) bool { return reflect.DeepEqual(x, w) }) {
				t.Errorf("%s lacks %v", at, w)
			}
		}
	default:
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", at, got, want)
		}
	}
}

func TestEverythingInASchemaIsDescribed(t *testing.T) {
	for _, o := range List() {
		for side, s := range map[string]*jsonschema.Schema{"input": o.InputSchema(), "output": o.OutputSchema()} {
			described(t, o.ID+" "+side, s)
			for name, d := range s.Defs {
				described(t, o.ID+" "+side+" "+name, d)
			}
		}
	}
}

func described(t *testing.T, at string, s *jsonschema.Schema) {
	t.Helper()
	if s.Description == "" {
		t.Errorf("%s has no description", at)
	}
	for name, p := range s.Properties {
		if p.Description == "" {
			t.Errorf("%s.%s has no description", at, name)
		}
	}
	for _, w := range s.OneOf {
		if w.Description == "" {
			t.Errorf("%s: the word %v has no description", at, *w.Const)
		}
	}
}

// spoken collects the named types of the module that a type is made of.
func spoken(t reflect.Type, seen map[string]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		spoken(t.Elem(), seen)
		return
	}
	if t.PkgPath() == "" || seen[docKey(t)] {
		return
	}
	seen[docKey(t)] = true
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			spoken(t.Field(i).Type, seen)
		}
	}
}

func TestDocsAreThoseOfTheSource(t *testing.T) {
	out := filepath.Join(t.TempDir(), "docs.json")
	cmd := exec.Command("go", "run", "./internal/docgen", "-o", out, "../..")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var now docs
	if err := json.Unmarshal(raw, &now); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, o := range List() {
		spoken(o.In.Type, seen)
		spoken(o.Out.Type, seen)
	}
	for key := range seen {
		if !reflect.DeepEqual(loadDocs().Types[key], now.Types[key]) {
			t.Errorf("docs.json says another thing of %s than its source: run go generate ./pkg/operation", key)
		}
	}
}

func TestEveryOperationIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range List() {
		if seen[o.ID] {
			t.Errorf("%s is defined twice", o.ID)
		}
		seen[o.ID] = true
		if o.Summary == "" || o.Module == "" || o.Kind == "" || o.Stability == "" || len(o.Tags) == 0 {
			t.Errorf("%s lacks a part of its definition", o.ID)
		}
		if n := len(strings.Fields(o.Description)); n == 0 || n >= 120 {
			t.Errorf("%s is described in %d words; 1 to 119 tell a model what it needs", o.ID, n)
		}
		if len(o.Cases) == 0 {
			t.Errorf("%s has no benchmark case", o.ID)
		}
		for surface, offered := range map[string]bool{"cli": o.CLI != nil, "mcp": o.MCP != nil, "http": len(o.HTTP) > 0} {
			if offered == (o.Absent[surface] != "") {
				t.Errorf("%s: offered on %s is %v, and its definition says %q", o.ID, surface, offered, o.Absent[surface])
			}
		}
	}
}

// TestOneNameOneSchema: the document holds the schemas of all operations under
// one roof.
func TestOneNameOneSchema(t *testing.T) {
	if _, err := OpenAPI(List(), Version); err != nil {
		t.Error(err)
	}
}
