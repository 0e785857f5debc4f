package walk

import (
	"fmt"
	"math"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/search"
	"majordomus/pkg/token"
)

// Above this cost, in tokens, the unit of an intent is a part of a file and not
// the file; a part without a symbol is so many lines.
const (
	bigFile   = 800
	pieceSize = 40
	bestHops  = 10 // hits from which one hop along imports and tests is taken
	mostSyms  = 8  // parts of one file that an intent takes
	topScore  = 0.99
)

// intent offers what the words of the request's intent hit: the only inference.
// Its confidence is the score, always below 1.
func (w *walker) intent() {
	text := w.seeds.Request.Intent
	if text == "" {
		return
	}
	hits := w.tables.words().index.Search(text)
	if len(hits) == 0 {
		return
	}
	best := hits[0].Score
	for k := range hits {
		score := search.Round6(hits[k].Score / best * topScore)
		if score <= 0 {
			break
		}
		w.hit(&hits[k], score)
		if k < bestHops {
			w.hop(hits[k].Doc, score)
		}
	}
}

// hit offers one document, or the parts of it that the words stand in.
func (w *walker) hit(h *search.Hit, score float64) {
	o := w.store.Object(h.Doc)
	f := offer{selector: SelIntent, confidence: score, depth: 1, tier: o.Kind.Tier(),
		reason: "its " + fieldNames(h.Fields) + " " + hold(h.Fields) + " " + quotedWords(h.Words)}
	f.relevance = search.Round6(relIntentFactor * score)
	f.weight = f.relevance
	if !o.Kind.IsFile() || token.CostOfSize(o.CostBytes()) <= bigFile {
		w.take(w.of(h.Doc), f)
		return
	}
	parts := matching(o, h.Words)
	if len(parts) == 0 {
		parts = []object.Symbol{firstPiece(o)}
	}
	for i := range parts {
		w.take(w.extra(o.URI+"#"+object.Escape(parts[i].Name), o, &parts[i]), f)
	}
}

// matching lists the symbols of a file whose names hold one of the words, the
// ones that hold most first, in the order of the file where they hold the same.
func matching(o *object.Object, words []string) []object.Symbol {
	if o.Meta == nil {
		return nil
	}
	want := map[string]bool{}
	for _, x := range words {
		want[x] = true
	}
	byCount := make([][]object.Symbol, len(words)+1)
	for _, s := range o.Meta.Symbols {
		seen := map[string]bool{}
		for _, x := range search.Words(s.Name) {
			if want[x] {
				seen[x] = true
			}
		}
		byCount[len(seen)] = append(byCount[len(seen)], s)
	}
	var out []object.Symbol
	for n := len(words); n > 0; n-- {
		out = append(out, byCount[n]...)
	}
	return out[:min(len(out), mostSyms)]
}

// firstPiece stands for a large file in which no symbol covers the hit.
func firstPiece(o *object.Object) object.Symbol {
	bytes := o.CostBytes()
	return object.Symbol{Name: fmt.Sprintf("L1-%d", pieceSize), Kind: "lines", Start: 1, End: pieceSize, Bytes: min(bytes, int64(math.Ceil(pieceSize*averageLine)))}
}

// averageLine is how many bytes a line of source has where nobody counted.
const averageLine = 36.0

func fieldNames(fs []search.Field) string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.String()
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func hold(fs []search.Field) string {
	if len(fs) == 1 && fs[0] != search.Headings && fs[0] != search.Tags && fs[0] != search.Symbols {
		return "holds"
	}
	return "hold"
}

func quotedWords(words []string) string {
	return "the words " + strings.Join(words, ", ") + " of the intent"
}

// hop offers, at a discount, what one of the best hits imports and what tests
// it, both ways.
func (w *walker) hop(u int32, score float64) {
	weights := theWeights()
	take := func(v int32, tag int32) {
		a := weights.arcs[tag]
		if a.kind != object.Imports && a.kind != object.TestedBy {
			return
		}
		s := search.Round6(score * a.weight)
		rel := search.Round6(relIntentFactor * s)
		w.take(w.of(v), offer{selector: SelIntent, relevance: rel, weight: rel, confidence: s, depth: 1, via: w.store.URI(u), edge: a.kind,
			reason: a.reason + ", where the intent hits best", tier: w.store.Kind(v).Tier()})
	}
	for l := range w.store.Out(u) {
		if tag, ok := weights.byKind[w.store.EdgeKind(l.Edge)]; ok && l.Other >= 0 {
			take(l.Other, tag)
		}
	}
	for _, l := range w.store.In(u) {
		if tag, ok := weights.byKind[w.store.EdgeKind(l.Edge)]; ok {
			take(l.Other, tag+1)
		}
	}
}
