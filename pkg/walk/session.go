package walk

import (
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// session offers the sessions that touched what the work is about, those of
// the branch, and this checkout's newest handover and checkpoint.
func (w *walker) session() {
	changed := map[int32]bool{}
	for k := range w.works {
		w.tables.changes().under(&w.works[k], func(of int32) {
			changed[of] = true
			w.take(w.things.of(of), &offer{selector: SelSession, relevance: relSessionPath, confidence: 1, depth: 1, tier: object.TierKnowledge,
				reason: "it is a session that changed files the work is about", via: w.works[k].path})
		})
	}
	for _, i := range w.tables.branches()[w.store.Git().Branch] {
		if !changed[i] {
			w.take(w.things.of(i), &offer{selector: SelSession, relevance: relSessionHere, confidence: 1, depth: 1, tier: object.TierKnowledge,
				reason: "it is a session of this branch"})
		}
	}
	for i := range w.seeds.Locals {
		w.local(&w.seeds.Locals[i])
	}
}

// local offers a record of this checkout. One whose head git does not find
// before ours counts half; it is declared all the same, so its confidence stays.
func (w *walker) local(l *seed.Local) {
	relevance := relHandover
	if l.Object.Kind == object.Checkpoint {
		relevance = relCheckpoint
	}
	reason := "it is the newest " + string(l.Object.Kind) + " of this branch, written " + written(l.Divergence)
	if l.Divergence == seed.Diverged || l.Divergence == seed.Unknown {
		relevance *= relStaleFactor
		w.note(object.Warning, "stale_record", l.Object.Provenance.Path,
			"this "+string(l.Object.Kind)+" was written "+written(l.Divergence)+" and may be out of date")
	}
	t := w.things.ofPart(-1, &part{uri: l.Object.URI, local: &l.Object})
	w.take(t, &offer{selector: SelSession, relevance: relevance, confidence: 1, tier: object.TierKnowledge, reason: reason})
}

func written(d seed.Divergence) string {
	switch d {
	case seed.Exact:
		return "at our head"
	case seed.Advanced:
		return "before our head"
	case seed.Diverged:
		return "on a line that parted from ours"
	}
	return "at a head that git cannot place"
}
