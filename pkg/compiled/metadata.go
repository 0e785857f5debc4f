package compiled

import (
	"bytes"
	"encoding/json"
	"strings"

	"majordomus/pkg/canon"
)

// maxLine is the most bytes of the metadata line, its line end left out.
const maxLine = 4096

const (
	opening = "<!-- gno:compiled-context "
	closing = " -->"
)

// metadata is the owned comment an artifact begins with.
type metadata struct {
	SchemaVersion        string  `json:"schemaVersion"`
	RendererVersion      string  `json:"rendererVersion"`
	CapsuleID            string  `json:"capsuleId"`
	VerificationDigest   string  `json:"verificationDigest"`
	LineageDigest        string  `json:"lineageDigest"`
	ContentDigest        string  `json:"contentDigest"` // of everything after the first line end
	UsedTokens           int64   `json:"usedTokens"`
	UsedBytes            int64   `json:"usedBytes"`
	BudgetTokens         int64   `json:"budgetTokens"`
	BudgetBytes          int64   `json:"budgetBytes"`
	Estimator            string  `json:"estimator"`
	TokenizerFingerprint *string `json:"tokenizerFingerprint"`
}

func (m *metadata) used() figures { return figures{m.UsedBytes, m.UsedTokens} }

// line is the comment with its line end.
func (m *metadata) line() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // it would escape & too
	if err := e.Encode(m); err != nil {
		panic("compiled: metadata of ours is not JSON: " + err.Error())
	}
	text := strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(strings.TrimSuffix(b.String(), "\n"))
	return []byte(opening + text + closing + "\n")
}

// readMetadata reads the first line of an artifact and gives what follows it.
// The reason is empty, or why there is no metadata.
func readMetadata(markdown []byte) (m metadata, body []byte, reason string) {
	if !bytes.HasPrefix(markdown, []byte(opening)) {
		return m, nil, MetadataMissing
	}
	end := bytes.IndexByte(markdown[:min(len(markdown), maxLine+1)], '\n')
	if end < 0 {
		return m, nil, MetadataUnread
	}
	text, ok := bytes.CutSuffix(markdown[len(opening):end], []byte(closing))
	if !ok {
		return m, nil, MetadataUnread
	}
	if _, err := canon.Parse(text); err != nil { // no key twice, no half of a pair
		return m, nil, MetadataUnread
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return m, nil, MetadataUnread
	}
	if m.SchemaVersion != SchemaVersion || m.RendererVersion != RendererVersion {
		return m, nil, MetadataForeign
	}
	return m, markdown[end+1:], ""
}
