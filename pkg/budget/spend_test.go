package budget

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// reached is a candidate in reach, found along one declared way.
func reached(uri string, tier object.Tier, relevance float64, cost int64, change ...func(*walk.Candidate)) walk.Candidate {
	kind, id, _, _ := object.ParseURI(uri)
	c := walk.Candidate{InReach: true, Entry: walk.Entry{URI: uri, Kind: kind, Tier: tier, Relevance: relevance, Confidence: 1, Depth: 1,
		CostTokens: cost, CostBytes: cost * 4, Provenance: object.Provenance{Path: "p/" + id, Directory: "p", SourceClass: "s", Bytes: cost * 4, Hash: "h"},
		DiscoveredBy: []walk.Discovery{{Selector: walk.SelRelation, Reason: "r", Depth: 1, Confidence: 1, Weight: relevance}}}}
	for _, f := range change {
		f(&c)
	}
	return c
}

func required(c *walk.Candidate)            { c.Required = true }
func asked(c *walk.Candidate)               { c.Seed, c.Required = true, true }
func status(s string) func(*walk.Candidate) { return func(c *walk.Candidate) { c.Status = s } }
func at(path string) func(*walk.Candidate) {
	return func(c *walk.Candidate) { c.Provenance.Path = path }
}
func depth(d int) func(*walk.Candidate) { return func(c *walk.Candidate) { c.Depth = d } }
func out(r walk.Reason) func(*walk.Candidate) {
	return func(c *walk.Candidate) { c.InReach, c.Out = false, r }
}
func version(of, v string) func(*walk.Candidate) {
	return func(c *walk.Candidate) { c.FamilyOf, c.FamilyVer = of, v }
}

func walked(cs ...walk.Candidate) *walk.Result {
	return &walk.Result{Fingerprint: "f", Git: object.Git{Branch: "master", Head: "c0", WorkingTree: "clean"}, Candidates: cs,
		Request:  seed.Resolved{BudgetTokens: 1000, MaxDepth: 3, Floor: .25},
		Settings: walk.Settings{Floor: .25, MaxDepth: 3, Frontier: 500, Estimator: "bytes", BytesPerToken: 4, Policy: "p"}}
}

func spend(t *testing.T, w *walk.Result, limit int64) *Answer {
	t.Helper()
	a, err := Spend(w, Options{BudgetTokens: &limit})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func selectedURIs(a *Answer) string {
	var out []string
	for _, e := range a.Selected {
		out = append(out, strings.TrimPrefix(e.URI, object.Scheme))
	}
	return strings.Join(out, " ")
}

func encode(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRequiredFirstThenFirstFitInOrder(t *testing.T) {
	w := walked(
		reached("majordomus://issue/a", object.TierTask, .5, 60),
		reached("majordomus://issue/b", object.TierTask, .9, 50),
		reached("majordomus://rule/c@1", object.TierGovernance, .3, 40, required),
		reached("majordomus://file/d", object.TierSource, .8, 10),
		reached("majordomus://file/e", object.TierSource, .8, 1),
	)
	for limit, want := range map[int64]string{
		1:   "rule/c@1",
		39:  "rule/c@1",
		40:  "rule/c@1",
		41:  "rule/c@1 file/e",
		50:  "rule/c@1 file/d",
		90:  "issue/b rule/c@1",
		100: "issue/b rule/c@1 file/d",
		150: "issue/b issue/a rule/c@1",
		161: "issue/b issue/a rule/c@1 file/d file/e",
	} {
		a := spend(t, w, limit)
		if got := selectedURIs(a); got != want {
			t.Errorf("limit %d: %s, not %s", limit, got, want)
		}
		if a.Budget.OverBudget != (limit < 40) {
			t.Errorf("limit %d: over budget %v", limit, a.Budget.OverBudget)
		}
	}
}

func TestAnswerKeysAndNulls(t *testing.T) {
	got := encode(t, spend(t, walked(), 5))
	if strings.Contains(got, "null") {
		t.Errorf("a null in %s", got)
	}
	at := -1
	for _, key := range []string{"schema", "fingerprint", "request", "request_digest", "walk", "git", "seeds", "selected", "excluded",
		"deduplicated", "conflicts", "budget", "diagnostics"} {
		i := bytes.Index([]byte(got), []byte(`"`+key+`":`))
		if i < at {
			t.Errorf("%s is absent or out of order in %s", key, got)
		}
		at = i
	}
}

func TestLimitsThatMeanNothing(t *testing.T) {
	zero, low, high, below := int64(0), -.1, 1.1, .2
	for _, o := range []Options{{BudgetTokens: &zero}, {Floor: &low}, {Floor: &high}, {Floor: &below}} {
		_, err := Spend(walked(), o)
		if err == nil || fault.As(err).Class != fault.Invalid {
			t.Errorf("%s: %v", encode(t, o), err)
		}
	}
}
