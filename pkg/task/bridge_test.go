package task

import (
	"context"
	"reflect"
	"testing"

	"majordomus/pkg/route"
)

// The bridge finds in a stream what a resolution finds in a store.
func TestBridgeAgreesWithResolve(t *testing.T) {
	tree := files()
	tree["knowledge/clash.md"] = lessonOf("README.md", "")
	tree["knowledge/makefile.md"] = lessonOf("m-make", "domain: code-mirror\nsource_file: Makefile\n")
	tree["knowledge/twin1.md"] = lessonOf("twin", "")
	tree["knowledge/twin2.md"] = lessonOf("twin", "")
	w := repository(t, tree)
	bind := func(path, node string) string {
		return `{"schema_version":"v1","source_hash":"h","by_path":{"` + path + `":[{"node_id":"` + node + `","reason":"r","provenance":"p"}]},
			"by_symbol":{"S":[{"node_id":"n2","reason":"r","provenance":"p"}]}}`
	}
	for _, c := range []struct{ task, routes string }{
		{`{}`, `null`},
		{`{"scope":["src/"],"symbols":["S"]}`, bind("src/x", "n1")},
		{`{"scope":["src/x"]}`, bind("src/x", "src/solver.go")},
		{`{"scope":["src/x"]}`, bind("src/x", "README.md")},
		{`{"scope":["src/x"]}`, bind("src/x", "majordomus://knowledge/README.md")},
		{`{"scope":["src/x"]}`, bind("src/x", "twin")},
		{`{"scope":["src/x"]}`, bind("src/y", "gone")},
		{`{"scope":["src/x"]}`, bind("src/x", "gone")},
		{`{"deliverables":["Makefile","src","prose here"]}`, bind("src", "n1")},
		{`{"deliverables":["Dockerfile"],"changed_files":["../x"]}`, bind("Dockerfile", "n1")},
		{`{"scope":["docs/adr/"]}`, bind("docs/adr/x", "n1")},
	} {
		in, err := ResolveInput{Task: RawTask(c.task), Routes: []byte(c.routes)}.Input(context.Background(), w)
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := []string(nil), ""
		r, err := Resolve(in)
		if err != nil {
			wantErr = codeOf(err)
		} else {
			want, _ = r.SeedURIs()
		}
		var ix *route.Index
		if c.routes != "null" {
			ix = in.Routes
		}
		b := NewBridge(in.Task, ix)
		for i := int32(w.Store.Len()) - 1; i >= 0; i-- {
			if b.Wants(w.Store.URI(i), w.Store.Kind(i), w.Store.Path(i)) {
				b.Offer(w.Store.Object(i))
			}
		}
		got, ds, err := b.Seeds()
		if codeOf(err) != wantErr || !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s: %q %v, want %q %s", c.task, c.routes, got, err, want, wantErr)
		}
		if err == nil && len(ds) > 1 {
			t.Errorf("%s: %v", c.task, ds)
		}
	}
}
