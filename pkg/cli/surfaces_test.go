package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/fault"
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
	for _, o := range operation.List() {
		given := inputs()[o.ID]
		if len(given) < 4 {
			t.Errorf("%s has %d requests here, want at least 4", o.ID, len(given))
		}
		for _, in := range given {
			in = strings.NewReplacer("ANSWER", answer, "LATER", later).Replace(in)
			t.Run(o.ID+" "+cut(in), func(t *testing.T) { sameOverAll(t, all, o, json.RawMessage(in)) })
		}
	}
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
