package walk

import (
	"strings"

	"majordomus/pkg/graph"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/terms"
)

// start takes the object seeds and gives the objects the walk starts at. Its
// further starts are the request's paths and the seeds that are symbols.
func (w *walker) start() []int32 {
	var from []int32
	for i := range w.seeds.Seeds {
		s := &w.seeds.Seeds[i]
		if s.Kind == "path" || s.Kind == "intent" {
			continue
		}
		if i, ok := w.store.Lookup(s.URI); ok {
			w.ask(w.things.of(i), reasonOf(s))
			from = append(from, i)
		} else if i, p, ok := partOf(w.store, s.URI); ok {
			w.ask(w.things.ofPart(i, p), reasonOf(s))
			w.virtual = append(w.virtual, graph.Virtual{Name: s.URI, Edges: i})
		}
	}
	for _, p := range w.seeds.Request.Paths {
		for _, i := range w.store.AtPath(p) {
			if o := w.store.Object(i); o.Meta == nil || !o.Meta.Collection {
				w.ask(w.things.of(i), reasonNamed)
				from = append(from, i)
			}
		}
	}
	for _, p := range w.seeds.Request.Paths {
		w.virtual = append(w.virtual, graph.Virtual{Name: p, Edges: -1})
	}
	return from
}

// Why a seed is in.
const (
	reasonNamed = "the request names it"
	reasonTask  = "a route or a mirror of the task requires it"
)

func reasonOf(s *seed.Seed) string {
	if s.From == seed.FromTask {
		return reasonTask
	}
	return reasonNamed
}

// ask takes a seed. What was asked for is required.
func (w *walker) ask(t *thing, reason string) {
	t.seed, t.required = true, true
	w.take(t, &offer{selector: SelSeed, relevance: relSeed, confidence: 1, tier: object.TierTask, reason: reason})
}

// partOf finds the declaration or passage that a uri with a '#' names, and its
// file.
func partOf(s *index.Store, uri string) (file int32, p *part, ok bool) {
	whole, name, ok := strings.Cut(uri, "#")
	if !ok {
		return -1, nil, false
	}
	i, ok := s.Lookup(whole)
	if !ok {
		return -1, nil, false
	}
	o := s.Object(i)
	name = object.Unescape(name)
	if sym, ok := o.Symbol(name); ok {
		return i, symbolPart(o, sym), true
	}
	if p, ok := s.Text(i).Passage(name); ok {
		return i, linesPart(o, p), true
	}
	return -1, nil, false
}

func symbolPart(o *object.Object, s *object.Symbol) *part {
	return &part{uri: o.URI + "#" + object.Escape(s.Name), title: s.Name, span: object.Span{Start: s.Start, End: s.End, Bytes: s.Bytes}}
}

func linesPart(o *object.Object, p terms.Passage) *part {
	span := object.Span{Start: p.Start, End: p.End, Bytes: p.Bytes}
	return &part{uri: o.URI + "#" + object.LinesName(span), title: o.LinesTitle(span), span: span}
}
