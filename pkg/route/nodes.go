package route

import (
	"encoding/hex"
	"strings"

	"majordomus/pkg/canon"
)

// ValidateNodes reports every record whose node find refuses, in canonical
// order; the error says why. find is asked once for a node.
func ValidateNodes(ix *Index, find func(id string) error) []Issue {
	known := map[string]error{}
	ask := func(id string) error {
		err, ok := known[id]
		if !ok {
			err = find(id)
			known[id] = err
		}
		return err
	}
	var c check
	for _, f := range []struct {
		name string
		list []Route
	}{{byPath, ix.ByPath}, {bySymbol, ix.BySymbol}} {
		for _, r := range f.list {
			for i, rec := range r.Records {
				if err := ask(rec.NodeID); err != nil {
					c.report(MissingNode, rec.NodeID, err.Error(), key(f.name), key(r.Key), index(i), key("node_id"))
				}
			}
		}
	}
	return c.issues
}

// VerifySource holds the index against the bytes of the registry it was made
// from. verified is false when source_hash is not "sha256:" and 64 hexadecimal
// digits, so that there is nothing to hold.
func VerifySource(ix *Index, registry []byte) (verified bool, issues []Issue) {
	want, ok := strings.CutPrefix(ix.SourceHash, "sha256:")
	if sum, err := hex.DecodeString(want); !ok || err != nil || len(sum) != 32 {
		return false, nil
	}
	if got := canon.Hash(registry); !strings.EqualFold(got, want) {
		var c check
		c.report(SchemaValidation, "", "the registry has the hash sha256:"+got, key("source_hash"))
		return true, c.issues
	}
	return true, nil
}
