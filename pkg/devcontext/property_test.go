package devcontext

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"majordomus/pkg/budget"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
	"majordomus/pkg/synth"
	"majordomus/pkg/walk"
)

// contract is devcontext.schema.json, its two halves.
func contract(t testing.TB) (input, output *jsonschema.Schema) {
	t.Helper()
	c := jsonschema.NewCompiler()
	var whole map[string]any
	decodeGolden(t, "devcontext.schema.json", &whole)
	for _, half := range []string{"input", "output"} {
		if err := c.AddResource(half+".json", whole[half]); err != nil {
			t.Fatal(err)
		}
	}
	return c.MustCompile("input.json"), c.MustCompile("output.json")
}

func validate(t *testing.T, s *jsonschema.Schema, text []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if bytes.Contains(text, []byte(`:null`)) {
		t.Errorf("a null in %s", text)
	}
}

// TestPropertiesOverGeneratedRepositories asks every generated request of every
// generated repository.
func TestPropertiesOverGeneratedRepositories(t *testing.T) {
	input, output := contract(t)
	for n := range 24 {
		spec := synth.Spec{Objects: 10 + n*n, Seed: uint64(n)}
		store, err := synth.Store(spec)
		if err != nil {
			t.Fatal(err)
		}
		tables := walk.NewTables(store)
		for i, q := range synth.Requests(spec, 10) {
			c, err := Compile(context.Background(), q, Options{Store: store, Tables: tables, NoLocal: true, Root: "."})
			if err != nil {
				t.Fatalf("repository %d, request %d: %v", n, i, err)
			}
			text, err := budget.Encode(c.Answer)
			if err != nil {
				t.Fatal(err)
			}
			asked, err := json.Marshal(q)
			if err != nil {
				t.Fatal(err)
			}
			validate(t, input, asked)
			validate(t, output, text)
			checkReached(t, c)
			checkCuts(t, c)
			checkAgain(t, store, tables, q, c, rand.New(rand.NewPCG(uint64(n), uint64(i))))
			if piped := pipe(t, store, q); !bytes.Equal(piped, text) {
				t.Errorf("the pipe gives another answer:\n%s\nthan the compile:\n%s", piped, text)
			}
			if t.Failed() {
				t.Fatalf("repository %d, request %s", n, asked)
			}
		}
	}
}

// pipe sends an index through the four stages as streams.
func pipe(t *testing.T, s *index.Store, q seed.Request) []byte {
	t.Helper()
	var indexed, seeds, walked, answer bytes.Buffer
	w := writer(t, &indexed, stream.Header{Stream: stream.Index, Tool: "dc-index", Git: s.Git()})
	if err := index.WriteTo(s, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(s.Fingerprint()); err != nil {
		t.Fatal(err)
	}
	w = writer(t, &seeds, stream.Header{Stream: stream.Seeds, Tool: "dc-seed", Git: s.Git()})
	if err := seed.Filter(context.Background(), reader(&indexed), w, q, seed.Options{NoLocal: true}); err != nil {
		t.Fatal(err)
	}
	open := func(h stream.Header) (*stream.Writer, error) { return stream.NewWriter(&walked, h) }
	if err := walk.Filter(context.Background(), reader(&seeds), stream.Header{Tool: "dc-walk"}, walk.Options{}, open); err != nil {
		t.Fatal(err)
	}
	if _, err := budget.Filter(reader(&walked), &answer, budget.Options{}); err != nil {
		t.Fatal(err)
	}
	return answer.Bytes()
}

func writer(t *testing.T, b *bytes.Buffer, h stream.Header) *stream.Writer {
	t.Helper()
	w, err := stream.NewWriter(b, h)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func reader(b *bytes.Buffer) *stream.Reader {
	return stream.NewReader(b, "standard input", stream.ReaderOptions{})
}

// checkReached holds the sums, and that everything reached stands once.
func checkReached(t *testing.T, c *Compiled) {
	t.Helper()
	a := c.Answer
	var used int64
	standing := map[string]int{}
	for _, e := range a.Selected {
		used += e.CostTokens
		standing[e.URI]++
		best := 0.0
		for _, d := range e.DiscoveredBy {
			best = max(best, d.Confidence)
		}
		if best != e.Confidence || len(e.DiscoveredBy) == 0 {
			t.Errorf("%s has confidence %v, its discoveries at most %v", e.URI, e.Confidence, best)
		}
	}
	for _, x := range a.Excluded {
		standing[x.URI]++
	}
	for _, d := range a.Deduplicated {
		if d.Key == budget.KeyPath {
			for _, u := range d.Dropped {
				standing[u]++
			}
		}
	}
	for i := range c.Walk.Candidates {
		if n := standing[c.Walk.Candidates[i].URI]; n != 1 {
			t.Errorf("%s stands %d times in the answer", c.Walk.Candidates[i].URI, n)
		}
	}
	if used != a.Budget.Used || len(a.Budget.Tiers) != 6 {
		t.Errorf("%d tokens selected, %d used", used, a.Budget.Used)
	}
	for _, s := range a.Seeds {
		if strings.HasPrefix(s.URI, object.Scheme) && !gives(a, s.URI) {
			t.Errorf("the seed %s is lost", s.URI)
		}
	}
}

func gives(a *budget.Answer, uri string) bool {
	return slices.ContainsFunc(a.Selected, func(e walk.Entry) bool { return e.URI == uri })
}

// checkCuts holds that what a budget row names lets it in.
func checkCuts(t *testing.T, c *Compiled) {
	t.Helper()
	n := 0
	for _, x := range c.Answer.Excluded {
		if x.Reason != walk.OutBudget {
			continue
		}
		if n++; n > 8 {
			return
		}
		a, err := budget.Spend(c.Walk, budget.Options{BudgetTokens: &x.FitsAt})
		if err != nil || !gives(a, x.URI) {
			t.Errorf("%s is not in at %d: %v", x.URI, x.FitsAt, err)
		}
	}
}

// checkAgain holds that a saved walk, a saved answer and a fresh compile agree.
func checkAgain(t *testing.T, s *index.Store, tables *walk.Tables, q seed.Request, c *Compiled, r *rand.Rand) {
	t.Helper()
	limit := 1 + r.Int64N(c.Answer.Budget.Used*2+10)
	o := budget.Options{BudgetTokens: &limit}
	q.BudgetTokens = &limit
	fresh, err := Compile(context.Background(), q, Options{Store: s, Tables: tables, NoLocal: true, Root: "."})
	if err != nil {
		t.Fatal(err)
	}
	want, err := budget.Encode(fresh.Answer)
	if err != nil {
		t.Fatal(err)
	}
	for _, saved := range []*Saved{{Walk: c.Walk}, {Answer: c.Answer}, throughFile(t, c.Answer)} {
		a, err := Rebudget(saved, o)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := budget.Encode(a); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v: spent again under %d:\n%s\nfresh:\n%s", err, limit, got, want)
		}
	}
}

// throughFile writes an answer and reads it again.
func throughFile(t *testing.T, a *budget.Answer) *Saved {
	t.Helper()
	b, err := budget.Encode(a)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadSaved(bytes.NewReader(b), "answer")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
