package capsule

import (
	"context"
	"slices"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

// Verification says what became of a Capsule's evidence.
type Verification struct {
	SchemaVersion      string         `json:"schemaVersion"`      // of this value: 1.0
	CapsuleID          string         `json:"capsuleId"`          // of the Capsule that was verified
	Status             string         `json:"status"`             // unchanged, stale, missing; unverifiable when it cannot be judged here
	Passages           []PassageState `json:"passages"`           // in the Capsule's order
	FingerprintReasons []string       `json:"fingerprintReasons"` // identities that changed: scope_changed, config_changed, model_changed, index_changed, tokenizer_changed, policy_changed
	Obstacles          []string       `json:"obstacles"`          // why it cannot be judged: collection_gone, tokenizer_absent
	Receipt            Receipt        `json:"receipt"`            // what was found of the cited passages
	VerificationDigest string         `json:"verificationDigest"` // hash of the receipt
}

// PassageState is what became of one passage.
type PassageState struct {
	EvidenceID string `json:"evidenceId"` // as in the Capsule
	URI        string `json:"uri"`        // as in the Capsule
	StartLine  int64  `json:"startLine"`  // first line
	EndLine    int64  `json:"endLine"`    // last line
	Status     string `json:"status"`     // unchanged, stale, missing
}

// Why a Capsule cannot be judged.
const (
	CallerDenied    = "caller_denied"
	CollectionGone  = "collection_gone"
	TokenizerAbsent = "tokenizer_absent"
)

// Verify holds a Capsule against today's files, configuration and policies; no
// index is read or made. A caller that may not have the evidence gets the error
// of class Unverifiable, code caller_denied.
func Verify(ctx context.Context, c *Capsule, s Sources) (*Verification, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	st, err := s.open()
	if err != nil {
		return nil, err
	}
	docs := st.cited(c)
	if !s.Caller.MayRead(st.effective(c, docs)) {
		return nil, fault.New(fault.Unverifiable, CallerDenied, "the policy of a source does not let it travel to this caller").
			WithHint("declare egress for the source class in sources.yaml")
	}
	v := &Verification{SchemaVersion: receiptVersion, CapsuleID: c.CapsuleID, Receipt: c.receipt()}
	for i := range c.Evidence {
		p := &v.Receipt.Passages[i]
		p.judge(&c.Evidence[i], docOf(docs, c.Evidence[i].DocID))
		v.Passages = append(v.Passages, PassageState{p.EvidenceID, p.URI, p.StartLine, p.EndLine, p.Status})
	}
	if v.FingerprintReasons, err = st.changes(c, docs); err != nil {
		return nil, err
	}
	v.Obstacles = st.obstacles(c)
	v.settle()
	return v, nil
}

// judge fills in what the passage is today.
func (p *ReceiptPassage) judge(e *Evidence, d *document) {
	if d == nil || d.object(e.URI) == nil {
		p.Status, p.SourceHash, p.MirrorHash, p.PassageHash = Missing, "", "", ""
		return
	}
	p.SourceHash, p.MirrorHash, p.PassageHash, p.Egress = d.sourceHash, d.mirrorHash, "", string(d.class.Egress)
	if text, ok := d.passage(e); ok {
		p.PassageHash = canon.Hash([]byte(text))
	}
	if p.SourceHash != e.SourceHash || p.MirrorHash != e.MirrorHash || p.PassageHash != e.PassageHash {
		p.Status = Stale
	}
}

// passage is the text at an evidence's lines, with a line end where its own text
// has one.
func (d *document) passage(e *Evidence) (string, bool) {
	if e.EndLine > int64(d.page.lines()) {
		return "", false
	}
	text := d.page.span(int(e.StartLine), int(e.EndLine))
	if text+"\n" == e.Text {
		text = e.Text
	}
	return text, true
}

func (s *state) obstacles(c *Capsule) []string {
	out := []string{}
	if s.goneCollections(c) {
		out = append(out, CollectionGone)
	}
	if _, known := Estimator(c); !known || c.Budget.Estimator == ActiveTokenizer && !s.hasTokenizer() {
		out = append(out, TokenizerAbsent)
	}
	return out
}

// hasTokenizer reports whether a tokenizer is active: one by name, or by default
// whichever a Capsule recorded.
func (s *state) hasTokenizer() bool {
	if s.Tokenizer == "" {
		return true
	}
	_, err := tokenizer(s.Tokenizer)
	return err == nil
}

// settle draws the conclusion: the gravest of what was found.
func (v *Verification) settle() {
	has := func(status string) bool {
		return slices.ContainsFunc(v.Passages, func(p PassageState) bool { return p.Status == status })
	}
	v.Status = Unchanged
	switch {
	case len(v.Obstacles) > 0:
		v.Status = Unverifiable
	case has(Missing):
		v.Status = Missing
	case has(Stale) || len(v.FingerprintReasons) > 0:
		v.Status = Stale
	}
	v.VerificationDigest = v.Receipt.Digest()
}
