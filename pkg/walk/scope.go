package walk

import (
	"majordomus/pkg/object"
)

// scopePath offers every object whose file lies at or under an effective path.
// A path inside another one adds nothing: of two discoveries that say the same
// the one with the smaller via is kept, and that is the outer path.
func (w *walker) scopePath() {
	outer := ""
	for k := range w.works {
		pl := &w.works[k]
		if outer != "" && within(pl.base, outer) {
			continue
		}
		if pl.glob == nil {
			outer = pl.base
		}
		for i := range pl.objects(w.store) {
			w.inScope(i, pl.path)
		}
	}
}

func (w *walker) inScope(i int32, path string) {
	k := w.store.Kind(i)
	o := offer{selector: SelScopePath, relevance: relScopeOther, confidence: 1, depth: 1, tier: k.Tier(), via: path,
		reason: "its file lies at or under a path the work is about"}
	if k.IsFile() {
		o.relevance, o.tier = relScopeSource, object.TierSource
	}
	w.take(w.things.of(i), &o)
}
