package walk

import "majordomus/pkg/object"

// governance offers the policy and the scope, and, when the request asks for
// them, all active blocking rules.
func (w *walker) governance() {
	for _, k := range []object.Kind{object.Policy, object.Scope} {
		for _, i := range w.store.OfKind(k) {
			w.take(w.things.of(i), &offer{selector: SelGovernance, relevance: relGovernance, confidence: 1, tier: object.TierGovernance,
				reason: "the " + string(k) + " governs all work in the repository"})
		}
	}
	if !w.seeds.Request.AllBlockingRules {
		return
	}
	for _, i := range w.tables.blocking() {
		w.take(w.things.of(i), &offer{selector: SelGovernance, relevance: relBlockingRule, confidence: 1, tier: object.TierGovernance,
			reason: "every active blocking rule was asked for"})
	}
}

// active reports whether something of that status holds today.
func active(status string) bool {
	switch status {
	case "", "active", "accepted", "established":
		return true
	}
	return false
}

// inactive reports a status that says the thing is no longer in force.
func inactive(status string) bool {
	switch status {
	case "deprecated", "superseded", "rejected":
		return true
	}
	return false
}

// isBlocking reports whether an object is an active blocking rule.
func isBlocking(o *object.Object) bool {
	return o.Kind == object.Rule && o.Meta != nil && o.Meta.Class == "blocking" && active(o.Status)
}
