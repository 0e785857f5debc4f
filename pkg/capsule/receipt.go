package capsule

// Receipt is what a verification found: the cited passages with their policy,
// and the tokenizer; nothing of the rest of the index.
type Receipt struct {
	SchemaVersion        string           `json:"schemaVersion"`        // of the receipt: 1.0
	CapsuleID            string           `json:"capsuleId"`            // of the Capsule that was verified
	Passages             []ReceiptPassage `json:"passages"`             // in the Capsule's order
	LineageDigest        string           `json:"lineageDigest"`        // of the Capsule's egress lineage
	TokenizerFingerprint *string          `json:"tokenizerFingerprint"` // null under unicode_conservative
}

// ReceiptPassage is one passage as it was found; a hash that could not be taken
// is empty.
type ReceiptPassage struct {
	EvidenceID  string `json:"evidenceId"`  // as in the Capsule
	URI         string `json:"uri"`         // as in the Capsule
	DocID       string `json:"docid"`       // as in the Capsule
	StartLine   int64  `json:"startLine"`   // as in the Capsule
	EndLine     int64  `json:"endLine"`     // as in the Capsule
	Status      string `json:"status"`      // unchanged, stale, missing
	SourceHash  string `json:"sourceHash"`  // of the file's bytes today
	MirrorHash  string `json:"mirrorHash"`  // of its canonical text today
	PassageHash string `json:"passageHash"` // of the lines today
	Egress      string `json:"egress"`      // policy of its source class today
}

// What a passage can be today.
const (
	Unchanged    = "unchanged"
	Stale        = "stale"
	Missing      = "missing"
	Unverifiable = "unverifiable" // of a whole Capsule: it cannot be judged here
)

const receiptVersion = "1.0"

// receipt is the Receipt of a Capsule nothing of which changed.
func (c *Capsule) receipt() Receipt {
	r := Receipt{SchemaVersion: receiptVersion, CapsuleID: c.CapsuleID, Passages: make([]ReceiptPassage, len(c.Evidence)),
		LineageDigest: c.EgressLineage.Digest, TokenizerFingerprint: c.Budget.TokenizerFingerprint}
	for i := range c.Evidence {
		e := &c.Evidence[i]
		r.Passages[i] = ReceiptPassage{e.EvidenceID, e.URI, e.DocID, e.StartLine, e.EndLine, Unchanged, e.SourceHash, e.MirrorHash, e.PassageHash, e.Egress}
	}
	return r
}

// Digest is the verification digest: the hash of the receipt's canonical JSON.
func (r Receipt) Digest() string { return digest(r) }

// VerificationDigest is the digest a verification gives while nothing changed.
func (c *Capsule) VerificationDigest() string { return c.receipt().Digest() }
