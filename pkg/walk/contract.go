package walk

import (
	"cmp"
	"slices"
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/object"
)

// hit is a contract that reaches a path, and the ways it does.
type hit struct {
	c       *contract
	reasons []string
}

// contract offers the contracts that reach an effective path, and marks those
// that others replace wherever they reach.
func (w *walker) contract() {
	if graph.Round(relContract) < w.seeds.Request.Floor {
		w.refuseContracts()
		return
	}
	stands := map[int32]bool{}
	replaced := map[int32]string{}
	for k := range w.works {
		chain := w.tables.contracts().chain(w.store, &w.works[k])
		w.offerChain(chain, w.works[k].path)
		for i, by := range w.compose(chain) {
			of := chain[i].c.of
			if by == "" {
				stands[of] = true
			} else if old, ok := replaced[of]; !ok || by < old {
				replaced[of] = by
			}
		}
	}
	for of := range stands {
		w.imports(of)
	}
	for of, by := range replaced {
		if !stands[of] {
			w.things.of(of).replaced = by
		}
	}
}

// mostImports is how many hops of imports are followed, as many as agents do.
const mostImports = 5

// imports offers what a contract that stands loads with it.
func (w *walker) imports(contract int32) {
	seen := map[int32]bool{contract: true}
	for at, hop := []int32{contract}, 1; len(at) > 0 && hop <= mostImports; hop++ {
		var next []int32
		for _, from := range at {
			for l := range w.store.Out(from) {
				if l.Other < 0 || w.store.EdgeKind(l.Edge) != object.LoadWith || seen[l.Other] {
					continue
				}
				seen[l.Other] = true
				next = append(next, l.Other)
				w.take(w.things.of(l.Other), &offer{selector: SelContract, relevance: relContract, confidence: 1, depth: 1 + hop,
					tier: object.TierGovernance, reason: whyImport, via: w.store.URI(from), edge: object.LoadWith})
			}
		}
		at = next
	}
}

// refuseContracts is contract under a floor that no contract reaches: what is
// not offered composes nothing.
func (w *walker) refuseContracts() {
	for k := range w.works {
		w.offerChain(w.tables.contracts().chain(w.store, &w.works[k]), w.works[k].path)
	}
}

func (w *walker) offerChain(chain []hit, path string) {
	for _, h := range chain {
		for _, reason := range h.reasons {
			w.take(w.things.of(h.c.of), &offer{selector: SelContract, relevance: relContract, confidence: 1, depth: 1,
				tier: object.TierGovernance, reason: reason, via: path})
		}
	}
}

// compose tells of each contract of a chain which one replaces it, "" when it
// stands: a replacing one excludes those above it as far as, and without, the
// nearest final one.
func (w *walker) compose(chain []hit) []string {
	by := make([]string, len(chain))
	for i := range chain {
		if chain[i].c.composition != "replace" {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if above := chain[j].c; above.composition == "final" {
				w.note(object.Warning, "final_contract", w.store.Path(chain[i].c.of),
					chain[i].c.uri+" replaces the contracts above it, but "+above.uri+" is final: it and those above it stand")
				break
			}
			by[j] = chain[i].c.uri
		}
	}
	return by
}

// order is the order of a chain: by folder depth, then order, then uri.
func (h hit) order(o hit) int {
	return cmp.Or(cmp.Compare(h.c.depth, o.c.depth), cmp.Compare(h.c.order, o.c.order), strings.Compare(h.c.uri, o.c.uri))
}

func (h *hit) say(reason string) {
	if !slices.Contains(h.reasons, reason) {
		h.reasons = append(h.reasons, reason)
	}
}
