package compiled

import (
	"slices"
	"testing"

	"majordomus/pkg/canon"
	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/token"
)

// The figures count the whole file, and are exact at the border: with what a
// file uses it fits, with one less another choice comes out, or with one passage
// a refusal.
func TestBudgetsAreExactAtTheBorder(t *testing.T) {
	for _, estimator := range []string{"", token.NameO200k, token.NameCl100k} {
		dir := library(t, "")
		_, raw := built(t, dir, capsule.Request{Estimator: estimator})
		parsed, err := capsule.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		e, _ := capsule.Estimator(parsed)
		make := func(tokens, bytes int64) (*Preview, error) {
			return PreviewCapsule(t.Context(), PreviewInput{Capsule: raw, BudgetTokens: tokens, BudgetBytes: &bytes}, onDisk(t, dir))
		}
		refusals := 0
		for tokens, bytes := int64(90_000), int64(90_000); refusals < 1; {
			p, err := make(tokens, bytes)
			if err != nil {
				if fault.As(err).Code != "budget_too_small" {
					t.Fatal(err)
				}
				refusals++
				break
			}
			if p.Budget.UsedBytes != int64(len(p.Markdown)) || p.Budget.UsedTokens != int64(e.Count([]byte(p.Markdown))) {
				t.Fatalf("%+v, the file has %d bytes, %d tokens", p.Budget, len(p.Markdown), e.Count([]byte(p.Markdown)))
			}
			if p.Digest != canon.Hash([]byte(p.Markdown)) || p.Budget.UsedTokens > tokens || p.Budget.UsedBytes > bytes {
				t.Fatalf("%+v under %d and %d", p.Budget, tokens, bytes)
			}
			if estimator != "" {
				atTheBorder(t, make, parsed, p)
				tokens = p.Budget.UsedTokens - 20
				continue
			}
			exact := fits(t, make, p.EvidenceIDs, p.Budget.UsedTokens, bytes, true)
			less, err := make(exact-1, bytes)
			if err == nil && slices.Equal(less.EvidenceIDs, p.EvidenceIDs) {
				t.Fatalf("%d tokens are enough, %d are used", exact-1, exact)
			}
			exactBytes := fits(t, make, p.EvidenceIDs, p.Budget.UsedBytes, tokens, false)
			less, err = make(tokens, exactBytes-1)
			if err == nil && slices.Equal(less.EvidenceIDs, p.EvidenceIDs) {
				t.Fatalf("%d bytes are enough, %d are used", exactBytes-1, exactBytes)
			}
			tokens = exact - 1
		}
	}
}

// atTheBorder: the digits of contentDigest, and so of the budget that the body
// names, fall into now more, now fewer tokens; a choice is given exactly where
// its own file fits.
func atTheBorder(t *testing.T, make func(int64, int64) (*Preview, error), c *capsule.Capsule, p *Preview) {
	t.Helper()
	e, _ := capsule.Estimator(c)
	for n := p.Budget.UsedTokens - 8; n <= p.Budget.UsedTokens+8; n++ {
		r := newRenderer(c, settings{n, 90_000, c.Budget.Estimator, c.Budget.TokenizerFingerprint}, e)
		var chosen []int
		for i := range c.Evidence {
			if slices.Contains(p.EvidenceIDs, c.Evidence[i].EvidenceID) {
				chosen = append(chosen, i)
			}
		}
		same := false
		if now, err := make(n, 90_000); err == nil {
			same = slices.Equal(now.EvidenceIDs, p.EvidenceIDs)
		}
		if needs := r.render(chosen).meta.UsedTokens; same != (needs <= n) {
			t.Fatalf("at %d: given %v, needs %d", n, same, needs)
		}
	}
}

// fits is the least budget that gives the same choice: what the file uses, but
// for the digits of the budget that it names itself.
func fits(t *testing.T, make func(int64, int64) (*Preview, error), ids []string, used, other int64, tokens bool) int64 {
	t.Helper()
	for budget := used - 8; budget <= used+8; budget++ {
		a, b := budget, other
		if !tokens {
			a, b = other, budget
		}
		p, err := make(a, b)
		if err != nil || !slices.Equal(p.EvidenceIDs, ids) {
			continue
		}
		now := p.Budget.UsedBytes
		if tokens {
			now = p.Budget.UsedTokens
		}
		if now != budget {
			t.Fatalf("it fits %d and uses %d", budget, now)
		}
		return budget
	}
	t.Fatalf("nothing near %d fits", used)
	return 0
}

func TestPreviewTwiceIsTheSameBytes(t *testing.T) {
	dir := library(t, "")
	_, raw := built(t, dir, capsule.Request{})
	a, b := previewed(t, dir, raw), previewed(t, dir, []byte(indent(t, string(raw))))
	if a.Markdown != b.Markdown || a.Digest != b.Digest {
		t.Error("the layout of the Capsule shows")
	}
}

func TestBudgetsOutOfBounds(t *testing.T) {
	dir := library(t, "")
	_, raw := built(t, dir, capsule.Request{})
	for _, in := range []PreviewInput{{BudgetTokens: 0}, {BudgetTokens: MaxTokens + 1}, {BudgetTokens: 1}, {BudgetTokens: 9000, BudgetBytes: new(int64)}, {BudgetTokens: -1}} {
		in.Capsule = raw
		if _, err := PreviewCapsule(t.Context(), in, onDisk(t, dir)); fault.As(err).Class != fault.Invalid {
			t.Errorf("%d %v: %v", in.BudgetTokens, in.BudgetBytes, err)
		}
	}
	if _, err := PreviewCapsule(t.Context(), PreviewInput{Capsule: make([]byte, capsule.MaxBytes+1), BudgetTokens: 9000}, onDisk(t, dir)); fault.As(err).Class != fault.Invalid {
		t.Error(err)
	}
}

func TestCallersAndPolicies(t *testing.T) {
	for _, x := range []struct {
		egress string
		caller capsule.Caller
		ok     bool
	}{
		{"", capsule.CallerLocal, true}, {"", capsule.CallerLAN, false}, {"", capsule.CallerRemote, false},
		{"lan", capsule.CallerLocal, true}, {"lan", capsule.CallerLAN, true}, {"lan", capsule.CallerRemote, false},
		{"remote", capsule.CallerLocal, true}, {"remote", capsule.CallerLAN, true}, {"remote", capsule.CallerRemote, true},
	} {
		dir := library(t, x.egress)
		_, raw := built(t, dir, capsule.Request{})
		s := onDisk(t, dir)
		s.Caller = x.caller
		_, err := PreviewCapsule(t.Context(), PreviewInput{Capsule: raw, BudgetTokens: 9000}, s)
		if (err == nil) != x.ok || err != nil && fault.As(err).Code != capsule.CallerDenied {
			t.Errorf("%q for caller %d: %v", x.egress, x.caller, err)
		}
		// A build gives a caller only what it may have.
		s = indexed(t, dir)
		s.Caller = x.caller
		_, err = capsule.Build(t.Context(), capsule.Request{Goal: "failed delivery", BudgetTokens: 90_000}, s)
		if (err == nil) != x.ok {
			t.Errorf("build: %q for caller %d: %v", x.egress, x.caller, err)
		}
	}
}

// A Capsule that says its sources may travel is held against the classes they
// are really of.
func TestAForgedPolicyIsNoPolicy(t *testing.T) {
	dir := library(t, "remote")
	_, raw := built(t, dir, capsule.Request{})
	declare(t, dir, "local_only")
	s := onDisk(t, dir)
	s.Caller = capsule.CallerRemote
	if _, err := PreviewCapsule(t.Context(), PreviewInput{Capsule: raw, BudgetTokens: 9000}, s); fault.As(err).Code != capsule.CallerDenied {
		t.Error(err)
	}
	c, err := CheckArtifact(t.Context(), CheckInput{Capsule: raw, Markdown: "x"}, s)
	if err != nil || c.Status != Unverifiable {
		t.Error(c, err)
	}
}
