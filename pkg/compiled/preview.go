package compiled

import (
	"context"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/token"
)

// PreviewCapsule renders a Capsule whose evidence still stands and which the
// caller may have. It writes nothing. The same Capsule and budgets give the same
// bytes. Errors: class Invalid for a Capsule or a budget that is none, Stale
// when a source, a policy or the tokenizer changed, Unverifiable when that
// cannot be judged or the caller is denied.
func PreviewCapsule(ctx context.Context, in PreviewInput, s capsule.Sources) (*Preview, error) {
	c, err := capsule.Parse(in.Capsule)
	if err != nil {
		return nil, err
	}
	a, err := verified(ctx, c, in, s)
	if err != nil {
		return nil, err
	}
	return a.preview(c), nil
}

// verified renders between two verifications: what changed meanwhile is stale.
func verified(ctx context.Context, c *capsule.Capsule, in PreviewInput, s capsule.Sources) (*artifact, error) {
	set, err := settingsOf(c, in)
	if err != nil {
		return nil, err
	}
	if err := stands(ctx, c, s); err != nil {
		return nil, err
	}
	e, err := estimator(c)
	if err != nil {
		return nil, err
	}
	a, err := newRenderer(c, set, e).make()
	if err != nil {
		return nil, err
	}
	if n := len(a.meta.line()) - 1; n > maxLine {
		return nil, fault.New(fault.Invalid, "invalid_capsule", "the metadata line has %d bytes; %d are allowed", n, maxLine)
	}
	return &a, stands(ctx, c, s)
}

// settingsOf holds the budgets against their bounds.
func settingsOf(c *capsule.Capsule, in PreviewInput) (settings, error) {
	set := settings{BudgetTokens: in.BudgetTokens, BudgetBytes: MaxBytes, Estimator: c.Budget.Estimator, TokenizerFingerprint: c.Budget.TokenizerFingerprint}
	if in.BudgetBytes != nil {
		set.BudgetBytes = *in.BudgetBytes
	}
	return set, set.check()
}

func (s settings) check() error {
	if s.BudgetTokens < 1 || s.BudgetTokens > MaxTokens {
		return fault.New(fault.Invalid, "invalid_input", "a budget of %d tokens; 1 to %d are allowed", s.BudgetTokens, MaxTokens)
	}
	if s.BudgetBytes < 1 || s.BudgetBytes > MaxBytes {
		return fault.New(fault.Invalid, "invalid_input", "a budget of %d bytes; 1 to %d are allowed", s.BudgetBytes, MaxBytes)
	}
	return nil
}

// estimator is the Capsule's own; there is no fallback.
func estimator(c *capsule.Capsule) (token.Estimator, error) {
	e, ok := capsule.Estimator(c)
	if !ok {
		return nil, fault.New(fault.Unverifiable, capsule.TokenizerAbsent, "the tokenizer that the Capsule recorded is not here").
			WithHint("build the Capsule anew")
	}
	return e, nil
}

// stands verifies a Capsule and turns what is not as it was into an error.
func stands(ctx context.Context, c *capsule.Capsule, s capsule.Sources) error {
	v, err := capsule.Verify(ctx, c, s)
	if err != nil {
		return err
	}
	switch {
	case v.Status == capsule.Unchanged:
		return nil
	case v.Status == capsule.Unverifiable:
		return fault.New(fault.Unverifiable, v.Obstacles[0], "the Capsule cannot be judged here: %s", strings.Join(v.Obstacles, ", ")).
			WithHint("build the Capsule anew")
	}
	return fault.New(fault.Stale, "stale", "the Capsule's evidence no longer stands: %s", strings.Join(staleness(v), ", ")).
		WithHint("build the Capsule anew")
}

// staleness are the reasons of a Capsule that no longer stands.
func staleness(v *capsule.Verification) []string {
	var out []string
	for _, s := range []struct{ status, reason string }{{capsule.Stale, SourceChanged}, {capsule.Missing, SourceMissing}} {
		for _, p := range v.Passages {
			if p.Status == s.status {
				out = append(out, s.reason)
				break
			}
		}
	}
	return append(out, v.FingerprintReasons...)
}

// preview is the artifact as an answer.
func (a *artifact) preview(c *capsule.Capsule) *Preview {
	p := &Preview{
		SchemaVersion: SchemaVersion, RendererVersion: RendererVersion, CapsuleID: c.CapsuleID, Markdown: string(a.text),
		Digest: canon.Hash(a.text), VerificationDigest: a.meta.VerificationDigest, LineageDigest: a.meta.LineageDigest,
		Budget: Budget{RequestedTokens: a.meta.BudgetTokens, RequestedBytes: a.meta.BudgetBytes, UsedTokens: a.meta.UsedTokens,
			UsedBytes: a.meta.UsedBytes, Estimator: a.meta.Estimator, TokenizerFingerprint: a.meta.TokenizerFingerprint},
		Coverage: a.coverage, EvidenceIDs: []string{}, Omissions: []Omission{},
	}
	next := 0
	for i := range c.Evidence {
		if next < len(a.chosen) && a.chosen[next] == i {
			next++
			p.EvidenceIDs = append(p.EvidenceIDs, c.Evidence[i].EvidenceID)
			continue
		}
		p.Omissions = append(p.Omissions, Omission{c.Evidence[i].EvidenceID, capsule.OmitBudget})
	}
	return p
}
