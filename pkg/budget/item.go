package budget

import (
	"cmp"
	"slices"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// item is a candidate on its way through the rules.
type item struct {
	*walk.Candidate
	ways    int    // discoveries
	onEdges bool   // every discovery followed an edge, so the depth is held against it
	raw     []byte // the members of the entry as JSON, where the candidate was read without decoding all of it
}

func newItem(c *walk.Candidate) *item {
	it := new(item)
	it.init(c)
	return it
}

func (it *item) init(c *walk.Candidate) {
	it.Candidate, it.ways, it.onEdges = c, len(c.DiscoveredBy), len(c.DiscoveredBy) > 0
	for i := range c.DiscoveredBy {
		it.onEdges = it.onEdges && c.DiscoveredBy[i].Selector == walk.SelRelation
	}
}

// compare is the total order: tier, relevance descending, uri.
func (it *item) compare(o *item) int {
	return compareEntries(&it.Entry, &o.Entry)
}

func compareEntries(a, b *walk.Entry) int {
	if a.Tier != b.Tier {
		return cmp.Compare(a.Tier.Rank(), b.Tier.Rank())
	}
	if a.Relevance != b.Relevance {
		return cmp.Compare(b.Relevance, a.Relevance)
	}
	return strings.Compare(a.URI, b.URI)
}

// file is the uri of the whole file's object when the item is a part of one.
func (it *item) file() (uri string, part bool) {
	uri, _, part = strings.Cut(it.URI, "#")
	return uri, part
}

// excluded is the row of an item that is not given.
func (it *item) excluded(r walk.Reason, detail string) Excluded {
	return Excluded{URI: it.URI, Kind: it.Kind, Tier: it.Tier, Reason: r, Detail: detail, CostTokens: it.CostTokens, Relevance: it.Relevance}
}

// sortedCommits lists what the item's record names, once each, as a row of the
// answer carries it.
func (it *item) sortedCommits() []object.Evidence {
	if len(it.Commits) == 0 {
		return nil
	}
	out := slices.Clone(it.Commits)
	slices.SortFunc(out, func(a, b object.Evidence) int {
		return cmp.Or(strings.Compare(a.Commit, b.Commit), strings.Compare(a.Covers, b.Covers))
	})
	return slices.Compact(out)
}
