package route

import (
	"encoding/json"
	"errors"
	"testing"

	"majordomus/pkg/canon"
)

func TestCheck(t *testing.T) {
	const good = `{"schema_version":"v1","source_hash":"h","by_path":{"a":[{"node_id":"n","reason":"r","provenance":"p"}]}}`
	dead := func(string) error { return errors.New("there is none") }
	hashed := `{"schema_version":"v1","source_hash":"sha256:` + canon.Hash([]byte("x")) + `","by_path":{}}`
	for _, c := range []struct {
		name string
		in   CheckInput
		want string
	}{
		{"good", CheckInput{Text: good, NoGraph: true}, `{"ok":true,"issues":[],"hash":"H"}`},
		{"a value", CheckInput{Routes: []byte(good), NoGraph: true}, `{"ok":true,"issues":[],"hash":"H"}`},
		{"dead", CheckInput{Text: good, As: "json"}, `{"ok":false,"issues":[{"code":"missing_graph_node","location":["by_path","a",0,"node_id"],"message":"there is none","node_id":"n"}],"hash":"H"}`},
		{"a value with a key twice", CheckInput{Routes: []byte(`{"a":1,"a":2}`)}, `{"ok":false,"issues":[{"code":"duplicate_mapping_key","location":["route_index","a"],"message":"the key \"a\" stands twice in one mapping"}]}`},
		{"its registry", CheckInput{Text: hashed, Source: new("x")}, `{"ok":true,"issues":[],"hash":"H"}`},
		{"another registry", CheckInput{Text: hashed, Source: new("")}, `{"ok":false,"issues":[{"code":"schema_validation","location":["source_hash"],"message":"the registry has the hash sha256:` + canon.Hash(nil) + `"}],"hash":"H"}`},
	} {
		out, err := c.in.Check(dead)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if ix := out.Index(); ix != nil {
			if out.Hash != ix.Hash() {
				t.Errorf("%s: hash %s", c.name, out.Hash)
			}
			out.Hash = "H"
		}
		if got, _ := json.Marshal(out); string(got) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	for _, in := range []CheckInput{{}, {Text: "x", Routes: []byte("{}")}, {Text: "x", As: "toml"}} {
		if _, err := in.Check(nil); err == nil {
			t.Errorf("%+v is taken", in)
		}
	}
}
