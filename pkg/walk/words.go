package walk

import (
	"runtime"
	"slices"
	"sync"

	"majordomus/pkg/object"
	"majordomus/pkg/search"
	"majordomus/pkg/terms"
)

// makeWords makes the index an intent is searched in: its documents are the
// objects, by position.
func (t *Tables) makeWords() *search.Index { return search.New(t.documents()) }

// wordsOnce is for a process that answers once.
func (t *Tables) wordsOnce() *search.Index { return search.NewOnce(t.documents()) }

// documents are the objects as a search knows them. What a stream left out is
// made of the objects alone.
func (t *Tables) documents() []search.Document {
	docs := make([]search.Document, t.store.Len())
	var wg sync.WaitGroup
	n, workers := len(docs), runtime.GOMAXPROCS(0)
	for k := range workers {
		wg.Go(func() {
			var m *terms.Maker
			for i := n * k / workers; i < n*(k+1)/workers; i++ {
				text := t.store.Text(int32(i))
				if text == nil {
					if m == nil {
						m = terms.NewMaker()
					}
					own := m.Text(t.store.Object(int32(i)), nil)
					text = &own
				}
				docs[i] = search.Document{Text: text, Role: roleOf(t.store.Kind(int32(i)))}
			}
		})
	}
	wg.Wait()
	return docs
}

func roleOf(k object.Kind) search.Role {
	switch k {
	case object.Implementation:
		return search.Source
	case object.Test:
		return search.Test
	case object.File:
		return search.Data
	}
	return search.Record
}

// holds finds a phrase in what an object says of itself, or one of its passages
// of its declarations.
func (t *Tables) holds(h *search.Hit, phrase []string) (in terms.Mask, ok bool) {
	o := t.store.Object(h.Doc)
	held := func(f terms.Field, texts ...string) {
		if slices.ContainsFunc(texts, func(text string) bool { return terms.Holds(text, phrase) }) {
			in, ok = in.With(f), true
		}
	}
	held(terms.Identity, o.Identity)
	held(terms.Path, o.Provenance.Path)
	held(terms.Title, o.Title)
	held(terms.Description, o.Description)
	held(terms.Tags, o.Tags...)
	if o.Meta == nil {
		return in, ok
	}
	held(terms.Headings, o.Meta.Headings...)
	for _, s := range o.Meta.Symbols {
		if h.Unit == search.Whole || h.Lines.Start <= s.Start && s.Start <= h.Lines.End {
			held(terms.Symbols, s.Name)
		}
	}
	return in, ok
}

// passagePart is the part of a file that a passage is: the declaration that
// ends with it, if that is all of it but lines right above, else its lines.
func (t *Tables) passagePart(doc int32, p terms.Passage) *part {
	o := t.store.Object(doc)
	if o.Meta != nil {
		for i := range o.Meta.Symbols {
			s := &o.Meta.Symbols[i]
			if s.End == p.End && s.Start >= p.Start && s.Start-p.Start <= terms.Lead {
				return symbolPart(o, s)
			}
		}
	}
	return linesPart(o, p)
}
