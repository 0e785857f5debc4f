package compiled

import (
	"bytes"
	"context"

	"majordomus/pkg/canon"
	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
)

// CheckArtifact judges an artifact against its Capsule and today's sources. It
// reads only, and tells nothing of an artifact that is not current. An error is
// a failure of this program or a context that ended; whatever is wrong with the
// inputs is a status.
func CheckArtifact(ctx context.Context, in CheckInput, s capsule.Sources) (*Check, error) {
	return judge(ctx, evidenceOf{capsule: in.Capsule, markdown: []byte(in.Markdown)}, s)
}

// evidenceOf is what a check is made with.
type evidenceOf struct {
	capsule  []byte
	markdown []byte
	sidecar  *sidecar // nil: there is none to hold it against
}

// judge decides in the order of the page; the first that is not as it should be
// counts.
func judge(ctx context.Context, in evidenceOf, s capsule.Sources) (*Check, error) {
	if len(in.markdown) > MaxBytes {
		return not(Unverifiable, ArtifactOversized), nil
	}
	c, err := capsule.Parse(in.capsule)
	if err != nil {
		return not(Unverifiable, CapsuleUnread), nil
	}
	digest := canon.Hash(in.markdown)
	if in.sidecar != nil && in.sidecar.Output.Digest != digest {
		return not(Conflict, DigestMismatch), nil
	}
	m, body, reason := readMetadata(in.markdown)
	if reason != "" {
		return not(Unverifiable, reason), nil
	}
	if m.CapsuleID != c.CapsuleID || in.sidecar != nil && in.sidecar.Capsule.Digest != canonicalDigest(c) {
		return not(Unverifiable, CapsuleMismatch), nil
	}
	if reason, status := intact(c, m, body, in); status != "" {
		return not(status, reason), nil
	}
	v, err := capsule.Verify(ctx, c, s)
	if err != nil {
		return refused(err)
	}
	switch v.Status {
	case capsule.Unverifiable:
		return not(Unverifiable, v.Obstacles...), nil
	case capsule.Unchanged:
		return &Check{SchemaVersion: SchemaVersion, Status: Current, Reasons: []string{}, Digest: &digest, CapsuleID: &c.CapsuleID}, nil
	}
	return not(Stale, staleness(v)...), nil
}

// intact holds the bytes against what the Capsule renders to.
func intact(c *capsule.Capsule, m metadata, body []byte, in evidenceOf) (reason string, status Status) {
	set := settings{m.BudgetTokens, m.BudgetBytes, m.Estimator, m.TokenizerFingerprint}
	own := settings{m.BudgetTokens, m.BudgetBytes, c.Budget.Estimator, c.Budget.TokenizerFingerprint}
	switch {
	case m.ContentDigest != canon.Hash(body):
		return ContentChanged, Conflict
	case set.check() != nil || !set.equal(own) || in.sidecar != nil && !set.equal(in.sidecar.Settings):
		return SettingsChanged, Conflict
	}
	e, ok := capsule.Estimator(c)
	if !ok { // without it nothing shows that the bytes are ours
		return capsule.TokenizerAbsent, Unverifiable
	}
	a, err := newRenderer(c, set, e).make()
	if err != nil || !bytes.Equal(a.text, in.markdown) {
		return RenderDiffers, Conflict
	}
	return "", ""
}

func not(s Status, reasons ...string) *Check {
	return &Check{SchemaVersion: SchemaVersion, Status: s, Reasons: reasons}
}

// refused turns a verification that could not be made into a status where that
// is the answer.
func refused(err error) (*Check, error) {
	f := fault.As(err)
	switch {
	case f.Class == fault.Unverifiable:
		return not(Unverifiable, f.Code), nil
	case f.Class == fault.Config:
		return not(Unverifiable, ConfigInvalid), nil
	}
	return nil, err
}

func canonicalDigest(c *capsule.Capsule) string {
	text, err := c.Canonical()
	if err != nil {
		panic("compiled: a parsed Capsule is not JSON: " + err.Error())
	}
	return canon.Hash(text)
}
