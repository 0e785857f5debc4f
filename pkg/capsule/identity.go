package capsule

import (
	"fmt"

	"majordomus/pkg/canon"
)

// evidenceID identifies a passage: where it stands and what it says.
func evidenceID(uri string, start, end int64, passageHash string) string {
	return canon.Hash(fmt.Appendf(nil, "%s\n%d-%d\n%s", uri, start, end, passageHash))
}

// docID is a short name of a document.
func docID(uri string) string { return "#" + canon.Hash([]byte(uri))[:12] }

// lineageDigest covers a lineage without its digest.
func lineageDigest(l *EgressLineage) (string, error) {
	v, err := canon.Of(struct {
		EffectivePolicy string          `json:"effectivePolicy"`
		Sources         []LineageSource `json:"sources"`
	}{l.EffectivePolicy, l.Sources})
	if err != nil {
		return "", err
	}
	return canon.Hash(v.Append(nil, canon.UTF16)), nil
}
