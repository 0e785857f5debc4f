package walk

import (
	"cmp"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// offer is one way a selector found a thing.
type offer struct {
	selector   Selector
	relevance  float64 // unrounded
	weight     float64 // of the discovery
	confidence float64
	depth      int
	onEdge     bool // held against the depth
	reason     string
	via        string
	edge       object.EdgeKind
	tier       object.Tier
}

// reached is a thing under collection.
type reached struct {
	object    *object.Object
	symbol    *object.Symbol // the part of the object it is, or nil
	uri       string
	relevance float64 // best of the accepted offers, unrounded
	depth     int
	tier      object.Tier
	found     []Discovery
	required  bool
	seed      bool
	replaced  string // contract that replaces it everywhere
	relation  bool   // an edge led here
	rejected  struct {
		some      bool
		relevance float64
		depth     int
		under     bool // the floor
		past      bool // the depth
		tier      object.Tier
	}
}

func (r *reached) inReach() bool { return len(r.found) > 0 }

// take adds an offer, or remembers the best of those that the limits refuse.
// An offer under the floor or past the depth leaves no discovery.
func (w *walker) take(r *reached, o offer) bool {
	under := Round3(o.relevance) < w.floor
	past := o.onEdge && o.depth > w.maxDepth
	if under || past {
		j := &r.rejected
		if !j.some || o.relevance > j.relevance || o.relevance == j.relevance && o.depth < j.depth {
			j.some, j.relevance, j.depth, j.under, j.past, j.tier = true, o.relevance, o.depth, under, past, o.tier
		}
		return false
	}
	first := len(r.found) == 0
	if first || o.relevance > r.relevance {
		r.relevance = o.relevance
	}
	if first || o.depth < r.depth {
		r.depth = o.depth
	}
	if first || o.tier.Rank() < r.tier.Rank() {
		r.tier = o.tier
	}
	r.relation = r.relation || o.onEdge
	r.fold(Discovery{Selector: o.selector, Reason: o.reason, Depth: o.depth, Confidence: Round3(o.confidence), Weight: Round3(o.weight),
		Via: o.via, Edge: o.edge})
	return true
}

// fold keeps one discovery for a (selector, edge, reason): the shallower, then
// the heavier, then the one with the smallest via.
func (r *reached) fold(d Discovery) {
	for i := range r.found {
		old := &r.found[i]
		if old.Selector != d.Selector || old.Edge != d.Edge || old.Reason != d.Reason {
			continue
		}
		if c := cmp.Or(cmp.Compare(d.Depth, old.Depth), cmp.Compare(old.Weight, d.Weight), strings.Compare(d.Via, old.Via)); c < 0 {
			d.Confidence = max(d.Confidence, old.Confidence)
			*old = d
		} else {
			old.Confidence = max(d.Confidence, old.Confidence)
		}
		return
	}
	r.found = append(r.found, d)
}

func (s Selector) rank() int {
	return slices.Index([]Selector{SelSeed, SelRelation, SelScopePath, SelContract, SelGovernance, SelSession, SelIntent}, s)
}

// sortDiscoveries orders them: confidence descending, depth, selector, reason,
// and edge where all else is the same.
func sortDiscoveries(ds []Discovery) {
	slices.SortFunc(ds, func(a, b Discovery) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Depth, b.Depth),
			cmp.Compare(a.Selector.rank(), b.Selector.rank()), strings.Compare(a.Reason, b.Reason), strings.Compare(string(a.Edge), string(b.Edge)))
	})
}
