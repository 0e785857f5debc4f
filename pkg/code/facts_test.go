package code

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
)

// TestFactsKeep: what is kept of a parse comes back as it was, in either form.
func TestFactsKeep(t *testing.T) {
	for _, c := range nasty {
		want := Parse(c.lang, "x", []byte(c.src))
		want.Comments = nil
		line, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got := &Facts{}
		if err := json.Unmarshal(line, got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: JSON gives %+v, %v", c.name, got, err)
		}
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(want); err != nil {
			t.Fatal(err)
		}
		got = &Facts{}
		if err := gob.NewDecoder(&buf).Decode(got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: gob gives %+v, %v", c.name, got, err)
		}
	}
}

// TestWritten: what meta.imports holds is what the source says, once.
func TestWritten(t *testing.T) {
	f := Parse(Rust, "a.rs", []byte("mod m;\nuse a::b;\nuse a::b;\nfn f() { c::d(); }\n"))
	if got := f.Written(); !slices.Equal(got, []string{"a::b"}) {
		t.Errorf("%q", got)
	}
}

func TestDiagnostic(t *testing.T) {
	f := Parse(Go, "x.go", bytes.Repeat([]byte("x"), MaxBytes+1))
	d, ok := f.Diagnostic("x.go")
	if !ok || d.Code != "parse_budget" || d.Path != "x.go" || d.Severity != "info" {
		t.Errorf("%+v, %v", d, ok)
	}
	if _, ok := (&Facts{}).Diagnostic("x.go"); ok {
		t.Error("a file within its budget has a diagnostic")
	}
}
