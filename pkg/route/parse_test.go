package route

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

const head = "schema_version: v1\nsource_hash: h\n"

// Each line is one rule of spec/routes.md: a text and the issues it must give.
var refused = []struct {
	name, file, text string
	want             []string
}{
	{"every repetition is reported", "a.json", `{"a":1,"a":2,"b":{"c":1,"c":2},"a":3}`, []string{`duplicate_mapping_key ["route_index","a"] `, `duplicate_mapping_key ["route_index","c"] `}},
	{"every repetition is reported in YAML", "a", "a: {c: 1, c: 2}\nb: 1\nb: 2\n", []string{`duplicate_mapping_key ["route_index","b"] `, `duplicate_mapping_key ["route_index","c"] `}},
	{"two spellings of one number are one key", "a.yml", "12: a\n0xc: b\n", []string{`duplicate_mapping_key ["route_index",12] `}},
	{"a number and its text are two keys", "a.yml", head + "by_path: {}\n12: a\n\"12\": b\n", []string{`schema_validation ["12"] `, `schema_validation [12] `}},
	{"text behind JSON", "a.json", `{} x`, []string{`route_index_parse_error ["route_index"] `}},
	{"not UTF-8", "a.json", "{\"a\":\"\xff\"}", []string{`route_index_parse_error ["route_index"] `}},
	{"not UTF-8 in YAML", "a.yaml", "a: \xff\n", []string{`route_index_parse_error ["route_index"] `}},
	{"custom tag", "a.yaml", head + "by_path: !mine {}\n", []string{`route_index_parse_error ["route_index"] `}},
	{"custom tag of a scalar", "a.yaml", "schema_version: !v v1\n", []string{`route_index_parse_error ["route_index"] `}},
	{"a tag beyond the core schema", "a.yaml", "a: !!set {b}\n", []string{`route_index_parse_error ["route_index"] `}},
	{"an anchor inside itself", "a.yaml", "a: &x [*x]\n", []string{`route_index_parse_error ["route_index"] `}},
	{"a mapping as a key", "a.yaml", "? {a: 1}\n: b\n", []string{`route_index_parse_error ["route_index"] `}},
	{"empty YAML", "a.yaml", "", []string{`schema_validation ["route_index"] `}},
	{"text at the root", "a.json", `"x"`, []string{`schema_validation ["route_index"] `}},
	{"keys that are no text", "a.yaml", head + "by_path:\n  ~: []\n  true: []\n  1.50: []\nby_symbol:\n  null: []\n  false: []\n", []string{
		`invalid_path ["by_path","\u003cnull\u003e"] `, `invalid_path ["by_path","\u003ctrue\u003e"] `, `invalid_path ["by_path",1.5] `,
		`invalid_symbol ["by_symbol","\u003cfalse\u003e"] `, `invalid_symbol ["by_symbol","\u003cnull\u003e"] `}},
	{"dates and old words are text", "a.yaml", head + "by_path: {2020-01-01: [], yes: [], 1_000: [], 0b1: [], on: []}\nby_symbol: {\"\": []}\n", []string{`invalid_symbol ["by_symbol",""] `}},
	{"by_path is required", "a.yaml", head, []string{`schema_validation ["by_path"] `}},
	{"by_path null", "a.yaml", head + "by_path:\n", []string{`schema_validation ["by_path"] `}},
	{"the stage of the model reports everything", "a.yaml", "schema_version: ' v1'\nsource_hash: ' '\nx: 1\nby_path:\n  ./a:\n  - {node_id: n, reason: ' ', provenance: [], y: 1, 3: z}\n  - 7\nby_symbol: 3\n", []string{
		`schema_validation ["by_path","./a",0,"provenance"] `, `schema_validation ["by_path","./a",0,"reason"] `, `schema_validation ["by_path","./a",0,"y"] `,
		`schema_validation ["by_path","./a",0,3] `, `schema_validation ["by_path","./a",1] `, `schema_validation ["by_symbol"] `,
		`schema_validation ["schema_version"] `, `schema_validation ["source_hash"] `, `schema_validation ["x"] `}},
	{"the raw stage stops before the model", "a.json", `{"by_path":{"..":[]},"x":1}`, []string{`invalid_path ["by_path",".."] `}},
	{"a record under a refused path is looked at", "a.json", `{"by_path":{"/":[{}]}}`, []string{`invalid_path ["by_path","/"] `, `missing_node_id ["by_path","/",0,"node_id"] `}},
	{"one symbol twice with one node", "a.json", `{"by_symbol":{"X":[{"node_id":"a"}]," X ":[{"node_id":"a"}]}}`, []string{`duplicate_node_record ["by_symbol"," X ",0] a`}},
	{"a conflict over two spellings of a path", "a.json", `{"by_path":{"a//b":[{"node_id":"a","reason":"r"}],"a/b":[{"node_id":"x"},{"node_id":"a","reason":"s"}]}}`, []string{`conflicting_node_record ["by_path","a/b",1] a`}},
	{"deep infinities", "a.json", `{"schema_version":"v1","source_hash":"h","by_path":{"a":[{"node_id":"n","reason":"r","provenance":{"a":[{"b":1e999}]}}]}}`, []string{`schema_validation ["by_path","a",0,"provenance"] `}},
	{"keys of provenance are text", "a.yaml", head + "by_path: {a: [{node_id: n, reason: r, provenance: {a: {1: 2}}}]}\n", []string{`schema_validation ["by_path","a",0,"provenance"] `}},
	{"an empty mapping as provenance", "a.yaml", head + "by_path: {a: [{node_id: n, reason: r, provenance: {}}]}\n", []string{`schema_validation ["by_path","a",0,"provenance"] `}},
	{"no merge keys", "a.yaml", head + "by_path: {a: [{<<: {node_id: m}, node_id: n, reason: r, provenance: p}]}\n", []string{`schema_validation ["by_path","a",0,"\u003c\u003c"] `}},
}

func TestRefused(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			ix, issues := Parse(c.file, []byte(c.text))
			if got := signs(issues); ix != nil || !slices.Equal(got, c.want) {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestCoreSchema(t *testing.T) {
	ix, issues := Parse("a.yaml", []byte(head+`by_path:
  a:
  - node_id: n
    reason: r
    provenance: {a: 0x1F, b: 0o17, c: 010, d: +5, e: 1.0, f: .5, g: 1e3, h: 1_000, i: 2020-01-01, j: yes, k: 0b1, l: "12", m: ~, n: True,
      o: !!str 12, p: !!float 1, q: !!int 7, r: 99999999999999999999, s: 1., t: <<, u: 08.5, v: 0X1, w: =, x: .inff, y: '', z: -0}
`))
	if issues != nil {
		t.Fatal(issues)
	}
	want := `{"a":31,"b":15,"c":10,"d":5,"e":1.0,"f":0.5,"g":1000.0,"h":"1_000","i":"2020-01-01","j":"yes","k":"0b1","l":"12","m":null,"n":true,` +
		`"o":"12","p":1.0,"q":7,"r":99999999999999999999,"s":1.0,"t":"<<","u":8.5,"v":"0X1","w":"=","x":".inff","y":"","z":0}`
	if got := ix.ByPath[0].Records[0].spelled(); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestDirectiveOfVersion12(t *testing.T) {
	for text, ok := range map[string]bool{
		"%YAML 1.2\n---\na: 1_0\n": true, "\ufeff# c\n\n%TAG ! tag:x,2000:\n%YAML 1.2\n--- {a: 1_0}\n": true, "%YAML 2.2\n---\na: 1_0\n": false,
	} {
		v, problems := Decode("a.yaml", []byte(text))
		if a, _ := v.Get("a"); (problems == nil) != ok || ok && textOf(a) != "1_0" {
			t.Errorf("%q: %v %v", text, a, problems)
		}
	}
}

func TestAliases(t *testing.T) {
	text := head + "by_path:\n  a: &r [{node_id: n, reason: r, provenance: p}]\n  b: *r\n"
	ix, issues := Parse("a.yaml", []byte(text))
	if issues != nil || len(ix.Path("b")) != 1 {
		t.Errorf("%v", issues)
	}
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := range 12 {
		n, m := string(rune('a'+i)), string(rune('b'+i))
		if i == 0 {
			n = "a0"
		}
		bomb.WriteString(m + ": &" + m + " [" + strings.Repeat("*"+n+", ", 9) + "*" + n + "]\n")
	}
	if _, issues := Parse("a.yaml", []byte(bomb.String())); len(issues) != 1 || issues[0].Code != ParseError || !strings.Contains(issues[0].Message, "expand") {
		t.Errorf("a bomb: %v", issues)
	}
}

func TestLoadReportsReading(t *testing.T) {
	if _, issues := Load(t.TempDir() + "/none.json"); len(issues) != 1 || issues[0].Code != ReadError {
		t.Errorf("%v", issues)
	}
}

func TestInvalidCarriesIssues(t *testing.T) {
	_, issues := Parse("r.json", []byte(`{"by_path":{"..":[],"/":[]}}`))
	var e *fault.Error
	if err := Invalid("r.json", issues); !errors.As(err, &e) || e.Code != "route_index_invalid" || e.Path != "r.json" {
		t.Fatalf("%v", err)
	}
	if got := e.Detail.([]Issue); len(got) != 2 {
		t.Errorf("%v", got)
	}
	if Invalid("x", nil) != nil {
		t.Error("an error without issues")
	}
}

func TestIssueOnTheWire(t *testing.T) {
	_, issues := Parse("a.yaml", []byte(head+"by_path:\n  12: [{reason: r}]\n"))
	got, err := json.Marshal(issues)
	want := `[{"code":"invalid_path","location":["by_path",12],"message":"a path is a string"},` +
		`{"code":"missing_node_id","location":["by_path",12,0,"node_id"],"message":"a record needs a node_id"}]`
	if err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
}

func TestValidateNodes(t *testing.T) {
	ix, issues := Parse("a.json", []byte(`{"schema_version":"v1","source_hash":"h",
		"by_path":{"./b":[{"node_id":"z","reason":"r","provenance":"p"},{"node_id":"m","reason":"r","provenance":"p"}]},
		"by_symbol":{" S":[{"node_id":"z","reason":"r","provenance":"p"}]}}`))
	if issues != nil {
		t.Fatal(issues)
	}
	asked := 0
	got := signs(ValidateNodes(ix, func(id string) error {
		asked++
		if id == "z" {
			return errors.New("no such node")
		}
		return nil
	}))
	if want := []string{`missing_graph_node ["by_path","b",1,"node_id"] z`, `missing_graph_node ["by_symbol","S",0,"node_id"] z`}; !slices.Equal(got, want) || asked != 2 {
		t.Errorf("%q after %d questions", got, asked)
	}
}

func TestVerifySource(t *testing.T) {
	registry := []byte("nodes\n")
	for _, c := range []struct {
		hash     string
		verified bool
		bad      bool
	}{
		{"sha256:" + canon.Hash(registry), true, false},
		{"sha256:" + strings.ToUpper(canon.Hash(registry)), true, false},
		{"sha256:" + canon.Hash(nil), true, true},
		{"sha256:x", false, false},
		{"h", false, false},
	} {
		verified, issues := VerifySource(&Index{SourceHash: c.hash}, registry)
		if verified != c.verified || (issues != nil) != c.bad {
			t.Errorf("%s: %v %v", c.hash, verified, issues)
		}
	}
}
