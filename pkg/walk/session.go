package walk

import (
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// session offers the sessions that touched what the work is about, and this
// checkout's newest handover and checkpoint.
func (w *walker) session() {
	changed := map[int32]bool{}
	for _, e := range w.paths {
		w.eachPath(e.path, func(p string) {
			w.tables.changes().at(p, func(i int32) {
				changed[i] = true
				w.take(w.of(i), offer{selector: SelSession, relevance: relSessionPath, weight: relSessionPath, confidence: 1, depth: 1,
					reason: "a session that changed files at or under " + e.path, via: e.by, tier: object.TierKnowledge})
			})
		})
	}
	if branch := w.store.Git().Branch; branch != "" {
		for _, i := range w.tables.branches()[branch] {
			if !changed[i] {
				w.take(w.of(i), offer{selector: SelSession, relevance: relSessionHere, weight: relSessionHere, confidence: 1, depth: 1,
					reason: "a session of this branch", tier: object.TierKnowledge})
			}
		}
	}
	for i := range w.seeds.Locals {
		w.local(&w.seeds.Locals[i])
	}
}

func (w *walker) local(l *seed.Local) {
	rel := relHandover
	if l.Object.Kind == object.Checkpoint {
		rel = relCheckpoint
	}
	rel = half(rel, l.Divergence)
	r := w.extra(l.Object.URI, &l.Object, nil)
	w.take(r, offer{selector: SelSession, relevance: rel, weight: rel, confidence: 1, reason: localReason(l), tier: object.TierKnowledge})
	if l.Divergence == seed.Diverged || l.Divergence == seed.Unknown {
		w.note(object.Warning, "stale_record", l.Object.Provenance.Path, "this "+string(l.Object.Kind)+" was written at a head that is not before ours ("+string(l.Divergence)+")")
	}
}

func localReason(l *seed.Local) string {
	s := "the newest " + string(l.Object.Kind) + " of this branch, "
	switch l.Divergence {
	case seed.Exact:
		return s + "written at our head"
	case seed.Advanced:
		return s + "written before our head"
	case seed.Diverged:
		return s + "written on a line that parted from ours"
	}
	return s + "written at a head git cannot place"
}
