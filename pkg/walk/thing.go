package walk

import (
	"cmp"
	"slices"
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/object"
)

// offer is one way a selector other than relation found a thing.
type offer struct {
	selector   Selector
	relevance  float64 // not rounded
	confidence float64
	depth      int
	tier       object.Tier
	reason     string
	via        string
	edge       object.EdgeKind
}

// part is a thing that is no object of the index: a symbol or a piece of a file,
// or a local record.
type part struct {
	uri   string
	title string
	span  object.Span    // of a symbol or piece
	local *object.Object // the record, of a local one
}

// thing is what the selectors collect of one candidate.
type thing struct {
	object    int32 // position in the store; of a part its file, -1 for a local record
	depth     int32
	part      *part   // nil for an object
	relevance float64 // best of the accepted offers, rounded
	product   float64 // of the walk along edges, not rounded; 0 when none led here
	tier      object.Tier
	seed      bool
	required  bool
	missing   bool // a name that something in reach uses and the index does not hold
	found     []Discovery
	replaced  string // contract that replaces it everywhere
	refused   refusal
}

// refusal is the best of the offers that the limits refuse: the most relevant,
// then the one of fewest hops.
type refusal struct {
	any       bool
	under     bool    // the floor; else it is past the depth
	relevance float64 // rounded
	hops      int32   // along edges; 0 for a selector that follows none
	tier      object.Tier
}

func (t *thing) inReach() bool { return len(t.found) > 0 }

// raise makes the thing at least as relevant, as near and of as strong a tier.
func (t *thing) raise(relevance float64, depth int, tier object.Tier) {
	if len(t.found) == 0 {
		t.relevance, t.depth, t.tier = relevance, int32(depth), tier
		return
	}
	t.relevance, t.depth = max(t.relevance, relevance), min(t.depth, int32(depth))
	if tier.Rank() < t.tier.Rank() {
		t.tier = tier
	}
}

// fold keeps one discovery for a (selector, edge, reason): the shallower, then
// the heavier, then the one with the smallest via.
func (t *thing) fold(d Discovery) {
	for i := range t.found {
		old := &t.found[i]
		if old.Selector != d.Selector || old.Edge != d.Edge || old.Reason != d.Reason {
			continue
		}
		sure := max(old.Confidence, d.Confidence)
		if cmp.Or(cmp.Compare(d.Depth, old.Depth), cmp.Compare(old.Weight, d.Weight), strings.Compare(d.Via, old.Via)) < 0 {
			*old = d
		}
		old.Confidence = sure
		return
	}
	t.found = append(t.found, d)
}

func (t *thing) refuse(r refusal) {
	r.any = true
	if !t.refused.any || cmp.Or(cmp.Compare(r.relevance, t.refused.relevance), cmp.Compare(t.refused.hops, r.hops),
		cmp.Compare(t.refused.tier.Rank(), r.tier.Rank())) > 0 {
		t.refused = r
	}
}

// take adds an offer, or remembers the best of those under the floor: these
// leave no discovery and make nothing required.
func (w *walker) take(t *thing, o *offer) bool {
	relevance := graph.Round(o.relevance)
	if relevance < w.seeds.Request.Floor {
		t.refuse(refusal{under: true, relevance: relevance, tier: o.tier})
		return false
	}
	t.raise(relevance, o.depth, o.tier)
	t.fold(Discovery{Selector: o.selector, Reason: o.reason, Depth: o.depth, Confidence: graph.Round(o.confidence), Weight: relevance,
		Via: o.via, Edge: o.edge})
	return true
}

func (s Selector) rank() int {
	return slices.Index([]Selector{SelSeed, SelRelation, SelScopePath, SelContract, SelGovernance, SelSession, SelIntent}, s)
}

// sortDiscoveries orders them: confidence descending, depth, selector, reason,
// and edge where all else is the same.
func sortDiscoveries(ds []Discovery) {
	if len(ds) < 2 {
		return
	}
	slices.SortFunc(ds, func(a, b Discovery) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Depth, b.Depth),
			cmp.Compare(a.Selector.rank(), b.Selector.rank()), strings.Compare(a.Reason, b.Reason), strings.Compare(string(a.Edge), string(b.Edge)))
	})
}
