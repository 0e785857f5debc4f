package devcontext

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/seed"
	"majordomus/pkg/token"
)

func TestCostsUnderATokenizerAreCounts(t *testing.T) {
	dir := repository(t, workedExample)
	o := Options{Index: index.Options{Dir: dir, NoCache: true}, Estimator: token.NameO200k}
	c, err := Compile(context.Background(), seed.Request{Issue: new("I0001")}, o)
	if err != nil {
		t.Fatal(err)
	}
	est, err := token.ByName(token.NameO200k)
	if err != nil {
		t.Fatal(err)
	}
	b := c.Answer.Budget
	if b.Estimator != token.NameO200k || b.TokenizerFingerprint != est.Fingerprint() || b.BytesPerToken != 4 {
		t.Errorf("the budget says %+v", b)
	}
	for _, e := range c.Answer.Selected {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(e.Provenance.Path)))
		if err != nil {
			t.Fatal(err)
		}
		if e.CostTokens != int64(est.Count(data)) || e.CostBytes != int64(len(data)) {
			t.Errorf("%s costs %d tokens and %d bytes, not %d and %d", e.URI, e.CostTokens, e.CostBytes, est.Count(data), len(data))
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "lib", "thing.sh"), []byte("changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Store = c.Store
	if _, err := Compile(context.Background(), seed.Request{Issue: new("I0001")}, o); err == nil || fault.As(err).Code != "changed_body" {
		t.Errorf("a file changed since it was indexed: %v", err)
	}
	o.Estimator = "words"
	if _, err := Compile(context.Background(), seed.Request{}, o); err == nil || fault.As(err).Class != fault.Invalid {
		t.Errorf("an unknown estimator: %v", err)
	}
}

func TestLocalRecordsAreServedAndRendered(t *testing.T) {
	dir := repository(t, workedExample)
	const at = ".ai/local/state/handovers/h1.md"
	head := compile(t, dir, seed.Request{}).Answer.Git.Head
	body := []byte("---\nkind: handover\nid: h1\nbranch: master\nhead: " + head + "\ncreated_at: 2026-01-02\n---\n\nWhere I stopped.\n")
	if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(at)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, at), body, 0o644); err != nil {
		t.Fatal(err)
	}
	c := compile(t, dir, seed.Request{})
	uri := "majordomus://handover/" + at
	if !gives(c.Answer, uri) {
		t.Fatalf("the handover is not in:\n%s", Text(c.Answer, TextOptions{Width: 120}))
	}
	text, err := budget.Encode(c.Answer)
	if err != nil || strings.Contains(string(text), dir) {
		t.Errorf("%v: the answer names the absolute folder", err)
	}
	b, err := OpenBodies(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	out, err := Render(c.Answer, b, RenderOptions{})
	if err != nil || !bytes.Contains(out, body) {
		t.Errorf("%v: the handover is not rendered", err)
	}
	seeds, err := seed.Resolve(context.Background(), c.Store, seed.Request{}, seed.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Of(&seeds.Locals[0].Object); err != nil || seeds.Locals[0].Object.URI != uri || !bytes.Equal(got, body) {
		t.Errorf("%v: %s is %q", err, seeds.Locals[0].Object.URI, got)
	}
	if e, err := Explain(c.Answer, c.Store, uri); err != nil || e.Standing != Selected {
		t.Errorf("%v %+v", err, e)
	}
}

func TestRequestFailuresComeThrough(t *testing.T) {
	dir := repository(t, workedExample)
	for name, x := range map[string]struct {
		q     seed.Request
		class fault.Class
	}{
		"no such issue":    {seed.Request{Issue: new("I0009")}, fault.NotFound},
		"no such uri":      {seed.Request{URIs: []string{"majordomus://issue/x"}}, fault.NotFound},
		"a budget of 0":    {seed.Request{BudgetTokens: new(int64(0))}, fault.Invalid},
		"a floor above 1":  {seed.Request{Floor: new(1.5)}, fault.Invalid},
		"an absolute path": {seed.Request{Paths: []string{"/etc"}}, fault.Invalid},
	} {
		_, err := Compile(context.Background(), x.q, Options{Index: index.Options{Dir: dir, NoCache: true}})
		if err == nil || fault.As(err).Class != x.class {
			t.Errorf("%s: %v", name, err)
		}
	}
}
