package walk

import (
	"fmt"
	"slices"

	"majordomus/pkg/fault"
	"majordomus/pkg/graph"
	"majordomus/pkg/object"
)

// unresolved reports the references of what is in reach that lead to nothing:
// under the name the layer used, with the product they would have had.
func (w *walker) unresolved() {
	for i := range w.things.list {
		if t := &w.things.list[i]; !t.inReach() || t.part != nil {
			continue
		}
		for _, edge := range w.tables.card(w.things.list[i].object).dangling {
			e := w.store.Edge(edge)
			missing := w.things.missing(e.To)
			w.dangles(missing, &w.things.list[i], e)
		}
	}
}

// dangles adds one reference to a missing thing.
func (w *walker) dangles(missing, by *thing, e object.Edge) {
	way, _ := w.tables.weights.of(e.Kind)
	product := by.product
	if product == 0 {
		product = by.relevance
	}
	missing.raise(graph.Round(product*way.weight), int(by.depth)+1, by.tier)
	missing.fold(Discovery{Selector: SelRelation, Reason: way.reason, Depth: int(by.depth) + 1, Confidence: 1, Weight: way.weight, Via: e.From, Edge: e.Kind})
	message := fmt.Sprintf("%s names %s, which the index does not hold", e.From, fault.Quote(e.To))
	if e.Hint != "" {
		message += "; nearest is " + e.Hint
	}
	d := object.Diagnostic{Severity: object.Warning, Code: "unresolved_reference", Path: e.DeclaredIn, Message: message}
	if !slices.Contains(w.notes, d) {
		w.notes = append(w.notes, d)
	}
}
