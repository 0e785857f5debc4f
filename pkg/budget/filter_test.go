package budget

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
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
	f.Fuzz(func(t *testing.T, in []byte) {
		var lazy, whole bytes.Buffer
		_, err := Filter(stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{}), &lazy, Options{})
		if err != nil && lazy.Len() > 0 {
			t.Fatalf("%v, but %d bytes", err, lazy.Len())
		}
		_, err2 := filterWhole(stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{}), &whole, Options{})
		if err == nil && err2 == nil && !bytes.Equal(lazy.Bytes(), whole.Bytes()) {
			t.Fatalf("%s", around(lazy.String(), whole.String()))
		}
	})
}

// bigWalk is a saved walk of n things in reach, as large as real ones are.
func bigWalk(b *testing.B, n int) []byte {
	w := walked()
	w.Request.BudgetTokens = 24_000
	for i := range n {
		c := reached(object.URI(object.Implementation, fmt.Sprintf("pkg/module%04d/some_file_%06d.go", i/40, i)), object.TierSource, float64(250+i%700)/1000, int64(i%3000+1))
		c.Title, c.Version = "A title of usual length for this thing", "2025-01-02"
		c.Facts = map[string]string{"status": "accepted", "priority": "high", "tags": "one, two, three"}
		c.DiscoveredBy = append(c.DiscoveredBy, walk.Discovery{Selector: walk.SelScopePath, Reason: "lies under the path pkg/module that an issue of the work names", Depth: 1, Confidence: 1, Weight: .8},
			walk.Discovery{Selector: walk.SelRelation, Reason: "code that imports it", Depth: 2, Confidence: 1, Weight: .45, Via: "majordomus://implementation/pkg/module0001/other_file.go", Edge: object.Imports})
		w.Candidates = append(w.Candidates, c)
	}
	return saved(b, w, "dc-walk")
}

func BenchmarkFilter(b *testing.B) {
	in := bigWalk(b, 20_000)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		if _, err := Filter(stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{}), io.Discard, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadOnly(b *testing.B) {
	in := bigWalk(b, 20_000)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		r := stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{})
		for _, err := range r.Records() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkJq is the peer: what copying the same stream costs in jq.
func BenchmarkJq(b *testing.B) {
	jq, err := exec.LookPath("jq")
	if err != nil {
		b.Fatal("the peer, jq, is not installed: ", err)
	}
	in := bigWalk(b, 20_000)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		c := exec.Command(jq, "-c", ".")
		c.Stdin = bytes.NewReader(in)
		if err := c.Run(); err != nil {
			b.Fatal(err)
		}
	}
}
