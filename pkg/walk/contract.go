package walk

import (
	"majordomus/pkg/object"
)

// contract offers the contracts that reach an effective path, and marks those
// that others replace wherever they reach.
func (w *walker) contract() {
	table := w.tables.contracts()
	stands := map[int32]bool{}
	replaced := map[int32]string{}
	for _, e := range w.paths {
		w.eachPath(e.path, func(p string) {
			chain := table.reach(p, len(w.store.AtPath(p)) > 0)
			by, final := standing(chain)
			for i, h := range chain {
				w.take(w.of(h.c.of), offer{selector: SelContract, relevance: relContract, weight: relContract, confidence: 1, depth: 1,
					reason: h.reason, via: e.by, tier: object.TierGovernance})
				if by[i] == "" {
					stands[h.c.of] = true
				} else if old := replaced[h.c.of]; old == "" || by[i] < old {
					replaced[h.c.of] = by[i]
				}
			}
			for _, f := range final {
				w.note(object.Warning, "final_contract", w.store.Path(f.of), "the contract "+f.uri+" is final: a contract below it that replaces those above stops there")
			}
		})
	}
	for i, by := range replaced {
		if !stands[i] {
			w.of(i).replaced = by
		}
	}
}

func (w *walker) note(s object.Severity, code, path, message string) {
	w.notes = append(w.notes, object.Diagnostic{Severity: s, Code: code, Path: path, Message: message})
}
