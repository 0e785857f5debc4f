package walk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"sync"

	"majordomus/pkg/object"
)

// arcKind is one direction of one edge kind, by the tag of a graph.Arc: twice
// the position in the table, one more in reverse.
type arcKind struct {
	kind   object.EdgeKind
	weight float64
	reason string
	tier   object.Tier // that a thing reached so has; "" for its own
}

// weights are the edge policies as the walk uses them.
type weights struct {
	arcs   []arcKind
	byKind map[object.EdgeKind]int32 // tag of the forward direction
	digest string
}

// theWeights are made once: the table is constant.
var theWeights = sync.OnceValue(func() *weights {
	w := &weights{byKind: map[object.EdgeKind]int32{}}
	for i, e := range edgePolicies() {
		w.byKind[e.Kind] = int32(2 * i)
		back := arcKind{kind: e.Kind, weight: e.Reverse, reason: e.back}
		if e.Kind == object.BelongsTo {
			back.tier = object.TierHistory // siblings never outrank the rules
		}
		w.arcs = append(w.arcs, arcKind{kind: e.Kind, weight: e.Forward, reason: e.ahead}, back)
	}
	table, err := json.Marshal(PolicyTable())
	if err != nil {
		panic("walk: the policy does not encode: " + err.Error())
	}
	sum := sha256.Sum256(table)
	w.digest = hex.EncodeToString(sum[:])
	return w
})

// PolicyDigest identifies the policy table: SHA-256, lower-case hex.
func PolicyDigest() string { return theWeights().digest }

// Round3 rounds a relevance or confidence to three places, half away from
// zero.
func Round3(x float64) float64 { return math.Round(x*1000) / 1000 }
