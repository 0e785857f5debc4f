package budget

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

// saved writes a walk as the stream a stage of ours writes.
func saved(t testing.TB, w *walk.Result, tool string) []byte {
	t.Helper()
	var b bytes.Buffer
	err := walk.Write(w, stream.Header{Tool: tool, Version: "test"}, func(h stream.Header) (*stream.Writer, error) { return stream.NewWriter(&b, h) })
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func filtered(t testing.TB, in []byte, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := Filter(stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{}), &b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// filterWhole is Filter without its short way: everything is decoded.
func filterWhole(r *stream.Reader, w io.Writer, o Options) error {
	result, err := walk.Read(r)
	if err != nil {
		return err
	}
	a, err := Spend(result, o)
	if err != nil {
		return err
	}
	out, err := Encode(a)
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}

func TestFilterGivesTheBytesOfASpend(t *testing.T) {
	for n := range uint64(200) {
		r := rand.New(rand.NewPCG(n, 3))
		w := anyWalk(r)
		for i := range w.Candidates {
			w.Candidates[i].Title = "a \"title\" \\ \u2028 <&> \x01 日本"
			w.Candidates[i].Facts = map[string]string{"b": "}", "a": `"]`, "c": `\\`}
			w.Candidates[i].URI += `"\`
		}
		limit := int64(1 + r.IntN(800))
		o := Options{BudgetTokens: &limit}
		a, err := Spend(w, o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Encode(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range []string{"dc-walk", "another"} {
			if got := filtered(t, saved(t, w, tool), o); !bytes.Equal(got, want) {
				t.Fatalf("walk %d, by %s:\n%s", n, tool, around(string(got), string(want)))
			}
		}
	}
}

func TestEncodeIsTheStreamsSpelling(t *testing.T) {
	for _, title := range []string{"plain", "\u2028", "\b\f\n\r\t\x01\x7f", "<&>", "\xff", `\u`, "\"\\/"} {
		w := walked(reached("majordomus://file/x", object.TierSource, .5, 1, func(c *walk.Candidate) { c.Title = title }))
		w.Request.Floor, w.Settings.Floor = 0.0000001, math.Copysign(0, -1)
		a := spend(t, w, 9)
		got, err := Encode(a)
		if err != nil {
			t.Fatal(err)
		}
		want, err := stream.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want)+"\n" {
			t.Errorf("%q: %s", title, around(string(got), string(want)))
		}
	}
}

func TestAWalkThatAnotherProgramMade(t *testing.T) {
	in := `{"record":"header","stream":"walk","schema":1,"tool":"mine","version":"1","git":{"working_tree":"clean"}}
{"record":"request","budget_tokens":100,"max_depth":3,"floor":0.3,"all_blocking_rules":false}
{"required":false,"record":"candidate","uri":"majordomus://file/x","kind":"file","provenance":{"directory":".","path":"x","source_class":"file","bytes":8},` +
		`"tier":"source","relevance":0.50,"confidence":1.0,"discovered_by":null,"depth":1,"cost_tokens":2e0,"cost_bytes":8,"in_reach":true,"title":null,"mine":[1]}
{"record":"end","stream":"walk","counts":{"request":1,"candidate":1},"fingerprint":"f"}
`
	got := string(filtered(t, []byte(in), Options{}))
	want := `"selected":[{"uri":"majordomus://file/x","kind":"file","provenance":{"path":"x","directory":".","source_class":"file","bytes":8},` +
		`"tier":"source","relevance":0.5,"confidence":1,"discovered_by":[],"depth":1,"cost_tokens":2,"cost_bytes":8,"required":false}],"excluded":[]`
	if !strings.Contains(got, want) || !strings.Contains(got, `"bytes_per_token":4,"estimator":"bytes"`) || strings.Contains(got, "null") {
		t.Error(got)
	}
	for name, broken := range map[string]string{
		"no request": strings.Replace(strings.Replace(in, `{"record":"request"`, `{"record":"other"`, 1), `"request":1`, `"other":1`, 1),
		"twice the same": strings.Replace(strings.Replace(in, `{"required"`, `{"record":"candidate","uri":"majordomus://file/x","tier":"source","cost_tokens":1,"in_reach":true}`+"\n"+`{"required"`, 1),
			`"candidate":1`, `"candidate":2`, 1),
		"a cost below 0": strings.Replace(in, "2e0", "-2", 1),
		"no such tier":   strings.Replace(in, `"tier":"source"`, `"tier":"sauce"`, 1),
	} {
		var b bytes.Buffer
		_, err := Filter(stream.NewReader(strings.NewReader(broken), "in", stream.ReaderOptions{}), &b, Options{})
		if err == nil || fault.As(err).Class != fault.Broken || b.Len() > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFilterAnswersNothingFromABrokenStream(t *testing.T) {
	whole := saved(t, anyWalk(rand.New(rand.NewPCG(1, 4))), "dc-walk")
	for _, in := range [][]byte{whole[:len(whole)/2], bytes.Replace(whole, []byte(`"cost_tokens":`), []byte(`"cost_tokens":1`), 1), nil} {
		var b bytes.Buffer
		_, err := Filter(stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{}), &b, Options{})
		if err == nil || fault.As(err).Class != fault.Broken || b.Len() > 0 {
			t.Errorf("%v, %d bytes written", err, b.Len())
		}
	}
}

func FuzzFilter(f *testing.F) {
	f.Add(saved(f, anyWalk(rand.New(rand.NewPCG(1, 5))), "dc-walk"))
	f.Add(saved(f, walked(reached("majordomus://file/x", object.TierSource, .5, 3)), "dc-walk"))
	f.Add([]byte(`{"record":"header","stream":"walk","schema":1,"tool":"x","version":"","git":{"working_tree":"clean"}}
{"record":"request","budget_tokens":9,"max_depth":3,"floor":0.3,"all_blocking_rules":false}
{"record":"candidate","uri":"a","kind":"file","title":"","facts":{"b":"","a":""},"provenance":{"path":"x","directory":".","source_class":"s","bytes":8},"tier":"source","relevance":0.5,` +
		`"confidence":1,"discovered_by":[{"selector":"relation","reason":"","depth":1,"confidence":1,"weight":1,"via":""}],"depth":1,"cost_tokens":2,"cost_bytes":8,"required":false,"in_reach":true,"out":"","commits":[]}
{"record":"end","stream":"walk","counts":{},"fingerprint":"f"}
`))
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, o := range []stream.ReaderOptions{{}, {Filtered: true}} {
			var lazy, whole bytes.Buffer
			_, err := Filter(stream.NewReader(bytes.NewReader(in), "in", o), &lazy, Options{})
			err2 := filterWhole(stream.NewReader(bytes.NewReader(in), "in", o), &whole, Options{})
			if (err == nil) != (err2 == nil) || err != nil && lazy.Len() > 0 {
				t.Fatalf("%v, in full %v; %d bytes", err, err2, lazy.Len())
			}
			if !bytes.Equal(lazy.Bytes(), whole.Bytes()) {
				t.Fatalf("%s", around(lazy.String(), whole.String()))
			}
		}
	})
}
