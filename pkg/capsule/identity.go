package capsule

import (
	"fmt"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/object"
)

// evidenceID identifies a passage: where it stands and what it says.
func evidenceID(uri string, start, end int64, passageHash string) string {
	return canon.Hash(fmt.Appendf(nil, "%s\n%d-%d\n%s", uri, start, end, passageHash))
}

// docID names a file: its path from the root, escaped as in a uri.
func docID(path string) string { return object.Escape(path) }

// pathOf is the file of a docid.
func pathOf(docid string) string { return object.Unescape(docid) }

// digest is the hash of the canonical JSON of a value of ours, which always has
// one.
func digest(v any) string { return canon.Hash(canonical(v)) }

func canonical(v any) []byte {
	x, err := canon.Of(v)
	if err != nil {
		panic("capsule: a value of ours is not JSON: " + err.Error())
	}
	return x.Append(nil, canon.UTF16)
}

// lineageDigest covers a lineage without its digest.
func lineageDigest(effective string, sources []LineageSource) string {
	return digest(struct {
		EffectivePolicy string          `json:"effectivePolicy"`
		Sources         []LineageSource `json:"sources"`
	}{effective, sources})
}

func compare(a, b string) int { return strings.Compare(a, b) }
