package index

import (
	"bytes"
	"fmt"
	"slices"
)

// verifyStore compares a kept index with the one just made and gives the first
// difference.
func verifyStore(kept, made *Store) error {
	if kept.fingerprint != made.fingerprint {
		return mismatch("the fingerprint")
	}
	if !slices.Equal(kept.uris, made.uris) {
		return mismatch("the objects")
	}
	for i := range kept.lines {
		if !bytes.Equal(kept.lines[i], made.lines[i]) {
			return mismatch(kept.uris[i])
		}
	}
	if kept.Edges() != made.Edges() {
		return mismatch(fmt.Sprintf("%d edges are kept, there are %d", kept.Edges(), made.Edges()))
	}
	for e := range int32(kept.Edges()) {
		if kept.Edge(e) != made.Edge(e) {
			return mismatch("the edges of " + made.Edge(e).From)
		}
	}
	if !slices.Equal(kept.diagnostics, made.diagnostics) {
		return mismatch("the diagnostics")
	}
	return nil
}
