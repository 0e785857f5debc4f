package walk

import "majordomus/pkg/object"

// governance offers the policy and the scope, and, when the request asks for
// them, all active blocking rules.
func (w *walker) governance() {
	for _, k := range []object.Kind{object.Policy, object.Scope} {
		for _, i := range w.store.OfKind(k) {
			w.take(w.of(i), offer{selector: SelGovernance, relevance: relGovernance, weight: relGovernance, confidence: 1,
				reason: "the " + string(k) + " governs all work in the repository", tier: object.TierGovernance})
		}
	}
	if !w.seeds.Request.AllBlockingRules {
		return
	}
	for _, i := range w.tables.blocking() {
		w.take(w.of(i), offer{selector: SelGovernance, relevance: relBlockingRule, weight: relBlockingRule, confidence: 1,
			reason: "every active blocking rule was asked for", tier: object.TierGovernance})
	}
}
