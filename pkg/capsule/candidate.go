package capsule

import (
	"bytes"
	"cmp"
	"slices"

	"majordomus/pkg/canon"
)

// candidate is a passage that may become evidence, with all that is known of it
// before the selection.
type candidate struct {
	evidence Evidence
	id       string
	must     int     // its object's place among the required ones, plus 1; 0: none
	selected bool    // of an object an answer selected
	score    float64 // of the search
	covers   []int   // facets
	head     []byte  // canonical JSON up to the selection rank
	tail     []byte  // and behind it
	reason   string  // why it is left out before anything is selected; "" for none
}

// perSelected is how many passages of one selected object are considered.
const perSelected = 3

// shortlist takes the hits that become candidates: the best passages of each
// selected object, required ones first, in the answer's order, then the best
// of all.
func shortlist(hits []hit, q Request) []hit {
	var chosen []int
	taken := make([]bool, len(hits))
	per := map[int]int{}
	for i := range hits {
		if at := hits[i].selected; at > 0 && per[at] < perSelected {
			per[at]++
			taken[i] = true
			chosen = append(chosen, i)
		}
	}
	slices.SortStableFunc(chosen, func(a, b int) int { return cmp.Compare(hits[a].selected, hits[b].selected) })
	n := int64(0)
	for i := range hits {
		if !taken[i] && hits[i].matched && n < q.Candidates {
			n++
			chosen = append(chosen, i)
		}
	}
	out := make([]hit, len(chosen))
	for i, at := range chosen {
		out[i] = hits[at]
	}
	return out
}

// candidates reads the passages of the shortlist as they are now. One whose
// file changed under the search is taken from the new bytes, or dropped.
func (b *build) candidates(hits []hit) {
	r := newReader(b.facetWords)
	seen := map[string]bool{}
	for i := range hits {
		h := &hits[i]
		doc := b.st.document(docID(h.path))
		if doc == nil || h.passage.last > doc.page.lines() || doc.object(h.object.URI) == nil || !b.st.Caller.MayRead(string(doc.class.Egress)) {
			b.moved = true
			continue
		}
		c := b.candidate(h, doc, int64(len(b.list)+1))
		c.covers = b.covered(r, c.evidence.Text)
		for _, f := range c.covers {
			c.evidence.Facets = append(c.evidence.Facets, b.facets[f])
		}
		if seen[c.evidence.PassageHash] {
			c.reason = OmitDuplicate
		}
		seen[c.evidence.PassageHash] = true
		c.encode()
		b.list = append(b.list, c)
	}
}

func (b *build) candidate(h *hit, doc *document, rank int64) *candidate {
	text := doc.page.span(h.passage.first, h.passage.last)
	e := Evidence{
		URI: h.object.URI, DocID: doc.docid, Title: oneForm(h.object.Title), StartLine: int64(h.passage.first), EndLine: int64(h.passage.last),
		Text: text, SourceHash: doc.sourceHash, MirrorHash: doc.mirrorHash, PassageHash: canon.Hash([]byte(text)), RetrievalRank: rank,
		RetrievalSources: []string{}, Facets: []string{}, Trust: TrustUntrusted, Egress: string(doc.class.Egress),
	}
	if e.Title == "" {
		e.Title = doc.docid
	}
	if h.passage.heading != "" {
		heading := oneForm(h.passage.heading)
		e.Heading = &heading
	}
	e.EvidenceID = evidenceID(e.URI, e.StartLine, e.EndLine, e.PassageHash)
	if h.matched {
		e.RetrievalSources = append(e.RetrievalSources, "bm25")
	}
	c := &candidate{id: e.EvidenceID[:16], score: h.score}
	if h.selected > 0 {
		c.selected = true
		e.RetrievalSources = append(e.RetrievalSources, "devcontext")
		if int64(h.selected) <= b.q.SelectedFirst {
			c.must = h.selected
		}
	}
	c.evidence = e
	b.classOf[doc.docid] = doc.class
	return c
}

// size is the bytes of its canonical JSON, the rank left out.
func (c *candidate) size() int { return len(c.head) + len(c.tail) }

// encode keeps the canonical JSON around the selection rank. The mark cannot
// stand in a string, where its quotes would be escaped.
func (c *candidate) encode() {
	const rankMark = `"selectionRank":1,`
	e := c.evidence
	e.SelectionRank = 1
	text := canonical(e)
	at := bytes.Index(text, []byte(rankMark)) + len(rankMark) - 2
	c.head, c.tail = text[:at], text[at+1:]
}

// covered lists the facets whose words all stand in a text.
func (b *build) covered(r *reader, text string) []int {
	counts := make([]uint16, len(b.facetWords.stems))
	r.count(text, counts)
	var out []int
	for i, terms := range b.facetTerms {
		if stands(terms, counts) {
			out = append(out, i)
		}
	}
	return out
}

func stands(terms []term, counts []uint16) bool {
	for _, t := range terms {
		if counts[t.whole] == 0 && (len(t.parts) == 0 || slices.ContainsFunc(t.parts, func(p int32) bool { return counts[p] == 0 })) {
			return false
		}
	}
	return len(terms) > 0
}
