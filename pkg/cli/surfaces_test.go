package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/fragment"
	"majordomus/pkg/operation"
)

func failed(err error) outcomeOf { return outcomeOf{code: fault.As(err).Code} }

// sorted is a value with its keys in order; numbers keep their spelling.
func sorted(t testing.TB, raw []byte) string {
	t.Helper()
	if len(raw) == 0 {
		return ""
	}
	out, err := json.Marshal(decodeObject(t, raw))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// inputs are requests of every operation; ANSWER and LATER stand for two saved
// answers.
func inputs() map[string][]string {
	return map[string][]string{
		"devcontext.compile": {`{}`, `{"issue":"I0001"}`, `{"milestone":"m1","budget_tokens":300}`, `{"intent":"declare the thing","floor":0.1}`,
			`{"paths":["lib","src/a.go"],"max_depth":2,"all_blocking_rules":true}`, `{"uris":["majordomus://adr/adr-0001"],"budget_tokens":1}`,
			`{"issue":"I9999"}`, `{"budget_tokens":0}`, `{"paths":["../x"]}`, `{"intent":"` + strings.Repeat("x", 20000) + `"}`},
		"devcontext.explain": {`{"issue":"I0001","uri":"majordomus://issue/I0001"}`, `{"issue":"I0001","uri":"majordomus://session/s1","budget_tokens":300}`,
			`{"uri":"majordomus://adr/adr-0001"}`, `{"issue":"I0001","uri":"majordomus://issue/none"}`, `{"intent":"thing","uri":"majordomus://rule/alpha@1"}`},
		"devcontext.policy": {`{}`, `{}`, `{}`, `{}`},
		"devcontext.rebudget": {`{"answer":ANSWER}`, `{"answer":ANSWER,"budget_tokens":200}`, `{"answer":ANSWER,"floor":0.9}`,
			`{"answer":ANSWER,"budget_tokens":1}`, `{"answer":ANSWER,"floor":0.01}`, `{"answer":ANSWER,"budget_tokens":0}`},
		"devcontext.render": {`{"answer":ANSWER}`, `{"answer":ANSWER,"format":"xml"}`, `{"answer":LATER,"format":"md"}`,
			`{"answer":ANSWER,"max_tokens":20}`, `{"answer":ANSWER,"max_tokens":100000,"allow_stale":true}`},
		"devcontext.diff": {`{"a":ANSWER,"b":LATER}`, `{"a":LATER,"b":ANSWER}`, `{"a":ANSWER,"b":ANSWER}`, `{"a":LATER,"b":LATER}`},
		"objects.list": {`{}`, `{"kind":"issue"}`, `{"path":"docs/","limit":2}`, `{"prefix":"I","limit":1,"cursor":"majordomus://issue/I0001"}`,
			`{"cursor":"x"}`, `{"kind":"none"}`},
		"objects.get": {`{"uri":"majordomus://issue/I0001"}`, `{"uri":"majordomus://document/docs/guide.md"}`, `{"uri":"majordomus://implementation/src/a.go#A"}`,
			`{"uri":"majordomus://document/docs/esc%1B[31m%E2%80%AE.md"}`, `{"uri":"majordomus://document/../../etc/passwd"}`, `{"uri":"majordomus://file/img.bin"}`},
		"index.status": {`{}`, `{}`, `{}`, `{}`},
		"task.resolve": {`{"task":{"scope":["src/a.go"],"akms_tags":["order"]},"routes":ROUTES}`, `{"task":{"title":"order of n1","changed_files":["src/b.go"]},"role":"physics_reviewer","max_depth":0}`,
			`{"task":{"scope":["lib/","../x"]},"changed":["src/b.go"],"advisory_tokens":10,"min_confidence":0.95}`, `{"task":{"symbols":["Dead"]},"routes":ROUTES}`,
			`{"task":{},"role":"nobody"}`, `{"task":{"title":1}}`, `{"task":{},"changed":["x"],"base":"HEAD"}`, `{"task":{},"base":"nowhere"}`, `{"task":{},"routes":ROUTES,"strict_routes":true}`, `{"task":{},"routes":{}}`},
		"task.review": {`{"task":{"scope":["src/a.go"]},"routes":ROUTES,"changed":["src/b.go"]}`, `{"task":{"scope":["src/a.go"]},"routes":ROUTES}`,
			`{"task":{"scope":["docs/guide.md"]},"base":"HEAD","head":"HEAD"}`, `{"task":{"phase":[]}}`},
		"task.verify": {`{"manifest":{}}`, `{"manifest":MANIFEST,"routes":ROUTES}`, `{"manifest":MANIFEST}`, `{"manifest":MANIFEST,"context":"other","routes":ROUTES}`,
			`{"manifest":MANIFEST,"task":{"scope":["src/a.go","src/b.go"],"akms_tags":["order"]},"routes":ROUTES}`},
		"routes.check":     {`{"text":"ROUTETEXT","as":"json"}`, `{"text":"ROUTETEXT","as":"json","no_graph":true,"source":"registry"}`, `{"text":"a: b: c"}`, `{"text":"by_path: {../x: []}\n"}`},
		"routes.hash":      {`{"text":"ROUTETEXT","as":"json"}`, `{"text":"ROUTETEXT"}`, `{"text":"[]"}`, `{"text":"{","as":"json"}`},
		"routes.canonical": {`{"text":"ROUTETEXT","as":"json"}`, `{"text":"ROUTETEXT"}`, `{"text":"[]"}`, `{"text":"{","as":"json"}`},
		"routes.path":      {`{"names":["a//b/"]}`, `{"names":["./a","b\\c"]}`, `{"names":["../a","b"]}`, `{"names":["/a","c:/b"]}`},
		"fragments.compile": {`{"query":"","token_budget":100,"fragments":[{"id":18446744073709551615,"content":"Never push.","metadata":{"n":12345678901234567890}}]}`,
			`{"query":"x","token_budget":40,"fragments":[{"id":"7","content":"one two three"},{"content":"one two three"}],"policy":{"ids_as_strings":true},"later":1}`,
			`{"query":"x","token_budget":1,"fragments":[],"policy":{"response_reserve_tokens":1}}`, `{"query":"x","token_budget":10,"fragments":[{"path":"/etc/passwd"}]}`,
			`{"query":"x","token_budget":10,"fragments":[{}]}`, `{"query":"x","token_budget":0,"fragments":[]}`, `{"query":"x","query":"y","token_budget":1,"fragments":[]}`,
			`{"query":"x","token_budget":10,"fragments":[{"media":{"mime":"image/png","bytes_b64":"!"}}]}`},
		"fragments.explain": {`{"query":"two","token_budget":100,"fragments":[{"id":9007199254740993,"content":"one\n\ntwo"}]}`, `{"query":"x","token_budget":2,"fragments":[{"content":"one two three four"}],"odd":null}`,
			`{"query":"x","token_budget":"2","fragments":[]}`, `{"query":"x","token_budget":2,"fragments":[{"content":"a","path":"/b"}]}`},
		"fragments.transcript": {`{"query":"build","token_budget":60,"transcript":"system: Never push.\nuser: hello\n"}`, `{"query":"","token_budget":60,"transcript":"{\"role\":\"user\",\"content\":\"hi\"}\n","format":"jsonl"}`,
			`{"query":"","token_budget":60,"transcript":"no json","format":"jsonl"}`, `{"query":"","token_budget":60,"transcript":""}`},
		"fragments.segment":      {`{"transcript":"user: a\nassistant: b\n"}`, `{"transcript":""}`, `{"transcript":"x","format":"blocks"}`, `{"transcript":"x","format":"plain"}`},
		"fragments.estimate":     {`{"query":"","token_budget":5,"fragments":[{"content":"a b c"}]}`, `{"query":"","token_budget":5,"fragments":[]}`, `{"query":"","token_budget":5}`, `{"query":"","token_budget":5,"fragments":[],"policy":{"estimator":"bytes"}}`},
		"fragments.get":          {`{"handle":"HANDLE"}`, `{"handle":"ctx://source/00"}`, `{"handle":"HANDLE0"}`, `{"handle":"x"}`},
		"fragments.from-context": {`{"answer":ANSWER}`, `{"answer":LATER,"query":"q","token_budget":50}`, `{"answer":ANSWER,"estimator":"bytes"}`, `{"answer":LATER}`},
		"context.build": {`{"goal":"what the thing declares","budgetTokens":9000}`, `{"goal":"thing","budgetTokens":9000,"facets":["thing"],"categories":["issue"],"limit":2}`,
			`{"goal":"thing","budgetTokens":20000,"answer":ANSWER}`, `{"goal":"zzqqx","budgetTokens":9000}`, `{"goal":"thing","budgetTokens":0}`},
		"context.verify": {`{"capsule":CAPSULE}`, `{"capsule":CAPSULE}`, `{"capsule":CAPSULE}`, `{"capsule":{}}`},
		"context.compiled.preview": {`{"capsule":CAPSULE,"budgetTokens":9000}`, `{"capsule":CAPSULE,"budgetTokens":20000,"budgetBytes":20000}`, `{"capsule":CAPSULE,"budgetTokens":1}`,
			`{"capsule":{},"budgetTokens":9000}`},
		"context.compiled.check": {`{"capsule":CAPSULE,"markdown":MARKDOWN}`, `{"capsule":CAPSULE,"markdown":"x"}`, `{"capsule":{},"markdown":MARKDOWN}`, `{"capsule":CAPSULE,"markdown":""}`},
	}
}

// TestSurfacesGiveTheSameValue asks every operation over every surface its
// definition offers.
func TestSurfacesGiveTheSameValue(t *testing.T) {
	t.Setenv("MAJORDOMUS_CACHE", t.TempDir())
	dir := exampleRepository(t)
	all := surfaces(t, dir)
	answer := compiled(t, all[0], `{"issue":"I0001"}`)
	later := compiled(t, all[0], `{"paths":["src"],"budget_tokens":900}`)
	handle, err := fragment.NewStore(keptFragments()).Put([]byte("kept bytes"))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.NewReplacer("ANSWER", answer, "LATER", later, "ROUTETEXT", strings.ReplaceAll(surfaceRoutes, `"`, `\"`), "ROUTES", surfaceRoutes, "HANDLE", handle)
	manifest := manifestOf(t, all[0], words.Replace(inputs()["task.resolve"][0]))
	words = strings.NewReplacer("ANSWER", answer, "LATER", later, "ROUTETEXT", strings.ReplaceAll(surfaceRoutes, `"`, `\"`), "ROUTES", surfaceRoutes, "HANDLE", handle, "MANIFEST", manifest)
	capsule := valueOf(t, all[0], "context.build", `{"goal":"what the thing declares","budgetTokens":9000}`)
	markdown, err := json.Marshal(decodeObject(t, []byte(valueOf(t, all[0], "context.compiled.preview", `{"capsule":`+capsule+`,"budgetTokens":9000}`)))["markdown"])
	if err != nil {
		t.Fatal(err)
	}
	words = strings.NewReplacer("ANSWER", answer, "LATER", later, "ROUTETEXT", strings.ReplaceAll(surfaceRoutes, `"`, `\"`), "ROUTES", surfaceRoutes, "HANDLE", handle, "MANIFEST", manifest,
		"CAPSULE", capsule, "MARKDOWN", string(markdown))
	for _, o := range operation.List() {
		given := inputs()[o.ID]
		if len(given) < 4 {
			t.Errorf("%s has %d requests here, want at least 4", o.ID, len(given))
		}
		for _, in := range given {
			in = words.Replace(in)
			t.Run(o.ID+" "+cut(in), func(t *testing.T) { sameOverAll(t, all, o, json.RawMessage(in)) })
		}
	}
}

// surfaceRoutes bind a path to a node that is there, and a symbol to one that is
// not.
const surfaceRoutes = `{"schema_version":"v1","source_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000",` +
	`"by_path":{"src/a.go":[{"node_id":"n1","reason":"it broke once","provenance":{"n":1.5}}]},"by_symbol":{"Dead":[{"node_id":"n3","reason":"r","provenance":"p"},{"node_id":"gone","reason":"r","provenance":"p"}]}}`

// manifestOf is the manifest of a resolution.
func manifestOf(t testing.TB, s surface, in string) string {
	t.Helper()
	for _, o := range operation.List() {
		if o.ID == "task.resolve" {
			out := s.call(t, o, json.RawMessage(in))
			raw, err := json.Marshal(decodeObject(t, out.value)["manifest"])
			if err != nil || out.code != "" {
				t.Fatal(err, out.code)
			}
			return string(raw)
		}
	}
	t.Fatal("no resolve")
	return ""
}

// valueOf is what an operation gives for an input.
func valueOf(t testing.TB, s surface, id, in string) string {
	t.Helper()
	for _, o := range operation.List() {
		if o.ID == id {
			out := s.call(t, o, json.RawMessage(in))
			if out.code != "" {
				t.Fatalf("%s: %s", id, out.code)
			}
			return string(out.value)
		}
	}
	t.Fatal("no " + id)
	return ""
}

func cut(s string) string { return s[:min(len(s), 70)] }

func compiled(t testing.TB, s surface, in string) string {
	t.Helper()
	for _, o := range operation.List() {
		if o.ID == "devcontext.compile" {
			return string(s.call(t, o, json.RawMessage(in)).value)
		}
	}
	t.Fatal("no compile")
	return ""
}

func sameOverAll(t *testing.T, all []surface, o *operation.Operation, in json.RawMessage) {
	t.Helper()
	want := all[0].call(t, o, in)
	for _, s := range all[1:] {
		if offered := map[string]bool{"cli": o.CLI != nil, "mcp": o.MCP != nil, "mcp http": o.MCP != nil, "http": len(o.HTTP) > 0}; !offered[s.name] {
			continue
		}
		got := s.call(t, o, in)
		if o.Discreet && s.name == "http" && want.code != "" {
			if got.code != "invalid_input" {
				t.Errorf("http fails with code %q, and must tell nothing", got.code)
			}
			continue
		}
		if got.code != want.code {
			t.Errorf("%s fails with code %q, directly it is %q", s.name, got.code, want.code)
			continue
		}
		if s.name == "cli" && o.CLI.Text != "" && want.code == "" {
			if g, w := decodeObject(t, got.value)[o.CLI.Text], decodeObject(t, want.value)[o.CLI.Text]; g != w {
				t.Errorf("cli writes\n%s\nwant\n%s", g, w)
			}
			continue
		}
		if g, w := sorted(t, got.value), sorted(t, want.value); g != w {
			t.Errorf("%s gives\n%.2000s\nwant\n%.2000s", s.name, g, w)
		}
	}
}

// TestCommandsSayWhatOperationsTake holds every command to its definition: one
// flag or word for each member of the input that has one.
func TestCommandsSayWhatOperationsTake(t *testing.T) {
	a := &app{tool: "majordomus"}
	commands := a.commands()
	p, byName := a.parser(commands)
	for _, o := range operation.List() {
		if o.CLI == nil {
			continue
		}
		name := "majordomus " + strings.Join(o.CLI.Words, " ")
		if byName[name] == nil {
			t.Errorf("%s: there is no command %s", o.ID, name)
			continue
		}
		activate(p.Command, o.CLI.Words)
		known := " " + strings.Join(flagNames(p), " ") + " "
		words := 0
		for c := p.Active; c != nil; c = c.Active {
			words = len(c.Args())
		}
		for _, member := range o.InputSchema().PropertyOrder {
			if flag := o.CLI.Flag(member); flag != "" && o.CLI.Stdin != wholeInput && !strings.Contains(known, " "+flag+" ") {
				t.Errorf("%s: the member %s should be --%s of %s", o.ID, member, flag, name)
			}
		}
		want := len(o.CLI.Args)
		if o.CLI.Stdin != "" {
			want++
		}
		if words != want {
			t.Errorf("%s takes %d words, its definition says %d", name, words, want)
		}
	}
}

// TestReferenceIsThatOfTheDefinitions holds docs/reference.md; UPDATE_DOCS=1
// writes it.
func TestReferenceIsThatOfTheDefinitions(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "reference.md")
	want := reference(operation.Describe(operation.List()))
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/reference.md is not that of the definitions: UPDATE_DOCS=1 go test ./pkg/cli -run Reference")
	}
}

func TestOperationsAreListedWhole(t *testing.T) {
	out, errs, status := runProgram([]string{"operations"}, nil)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	var list []operation.Description
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(operation.List()) {
		t.Fatalf("%d operations, want %d", len(list), len(operation.List()))
	}
	for _, d := range list {
		if d.ID == "" || d.Summary == "" || d.Description == "" || d.Module == "" || d.Input == nil || d.Output == nil || len(d.Cases) == 0 || len(d.Tags) == 0 {
			t.Errorf("%+v lacks a part", d)
		}
	}
}

// TestEveryCaseCanBeSaid holds the benchmark cases to what the command line and
// the routes take.
func TestEveryCaseCanBeSaid(t *testing.T) {
	subject := operation.Subject{Issue: "I0001", Milestone: "m1", Path: "lib/thing.sh", URI: "majordomus://issue/I0001", Intent: "thing", Answer: new(budget.Answer), Capsule: []byte(`{}`), Markdown: "x", Manifest: []byte(`{}`)}
	for _, o := range operation.List() {
		for _, c := range o.Cases {
			in, err := json.Marshal(c.Input(subject))
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := o.Decode(in); err != nil {
				t.Errorf("%s, case %s: %v", o.ID, c.Name, err)
			}
			if o.CLI == nil {
				continue
			}
			if _, _, err := commandLine(o, in, t.TempDir()); err != nil {
				t.Errorf("case %s: %v", c.Name, err)
			}
		}
	}
}
