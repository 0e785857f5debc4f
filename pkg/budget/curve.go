package budget

import (
	"slices"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// CurveLine is one entry in spending order: the limit at which it and all
// before it fit, and what the answer at that limit uses.
type CurveLine struct {
	URI        string                `json:"uri"`
	Tier       object.Tier           `json:"tier"`
	Required   bool                  `json:"required"`
	CostTokens int64                 `json:"cost_tokens"`
	Limit      int64                 `json:"limit_tokens"`
	Tiers      map[object.Tier]int64 `json:"tiers"` // tokens used by tier, all six
}

// Curve is the spending order of an answer: the required entries first, then
// the others, each by tier, relevance descending, uri. All required ones fit at
// one limit, their sum.
func Curve(a *Answer) []CurveLine {
	var entries []*walk.Entry
	for i := range a.Selected {
		entries = append(entries, &a.Selected[i])
	}
	for i := range a.Excluded {
		if a.Excluded[i].Entry != nil {
			entries = append(entries, a.Excluded[i].Entry)
		}
	}
	slices.SortFunc(entries, func(x, y *walk.Entry) int {
		if c := boolFirst(x.Required, y.Required); c != 0 {
			return c
		}
		return compareEntries(x, y)
	})
	used := map[object.Tier]int64{}
	for _, t := range object.Tiers() {
		used[t] = 0
	}
	var total int64
	for _, e := range entries {
		if e.Required {
			used[e.Tier] += e.CostTokens
			total += e.CostTokens
		}
	}
	out := make([]CurveLine, len(entries))
	for i, e := range entries {
		if !e.Required {
			used[e.Tier] += e.CostTokens
			total += e.CostTokens
		}
		out[i] = CurveLine{URI: e.URI, Tier: e.Tier, Required: e.Required, CostTokens: e.CostTokens, Limit: total, Tiers: clone(used)}
	}
	return out
}

func clone(m map[object.Tier]int64) map[object.Tier]int64 {
	out := make(map[object.Tier]int64, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}
