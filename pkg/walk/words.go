package walk

import (
	"runtime"
	"sync"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/object"
	"majordomus/pkg/search"
	"majordomus/pkg/token"
)

// bigFile is the cost in tokens above which the unit of an intent over a source
// file is the symbol.
const bigFile = 800

// worded is what an object has for the words of an intent. Objects are read
// from their lines and not kept: most of an index is never in reach.
type worded struct {
	Kind        object.Kind `json:"kind"`
	Identity    string      `json:"identity"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	Tags        []string    `json:"tags"`
	Provenance  struct {
		Path  string `json:"path"`
		Bytes int64  `json:"bytes"`
	} `json:"provenance"`
	Meta struct {
		Headings []string `json:"headings"`
		Symbols  []struct {
			Name string `json:"name"`
		} `json:"symbols"`
	} `json:"meta"`
}

// makeWords makes the index an intent is searched in: its documents are the
// objects, its units the symbols of large source files.
func (t *Tables) makeWords() *search.Index { return t.index(search.NewBuilder) }

// wordsFor is what one intent needs of it: a process that answers once has no
// use for the rest.
func (t *Tables) wordsFor(q *search.Query) *search.Index {
	return t.index(func() *search.Builder { return search.NewBuilderFor(q) })
}

// index reads the objects in parts, one a processor, and joins them in order.
func (t *Tables) index(builder func() *search.Builder) *search.Index {
	n, workers := t.store.Len(), runtime.GOMAXPROCS(0)
	parts := make([]*search.Builder, workers)
	var wg sync.WaitGroup
	for k := range parts {
		parts[k] = builder()
		wg.Go(func() {
			for i := n * k / workers; i < n*(k+1)/workers; i++ {
				parts[k].Next()
				o := t.worded(int32(i))
				o.each(parts[k].Add)
			}
		})
	}
	wg.Wait()
	for _, p := range parts[1:] {
		parts[0].Join(p)
	}
	return parts[0].Build()
}

func (t *Tables) worded(i int32) (o worded) {
	if err := gojson.Unmarshal(t.store.Line(i), &o); err != nil {
		panic("walk: a line that was checked does not decode: " + err.Error())
	}
	return o
}

// each calls add with every text of an object, and the field and unit it is of.
func (o *worded) each(add func(f search.Field, unit int32, text string)) {
	if o.Identity != o.Provenance.Path {
		add(search.Identity, search.Whole, o.Identity)
	}
	add(search.Path, search.Whole, o.Provenance.Path)
	add(search.Title, search.Whole, o.Title)
	add(search.Description, search.Whole, o.Description)
	for _, t := range o.Tags {
		add(search.Tags, search.Whole, t)
	}
	for _, h := range o.Meta.Headings {
		add(search.Headings, search.Whole, h)
	}
	split := o.Kind.IsFile() && token.CostOfSize(o.Provenance.Bytes) > bigFile
	for k, s := range o.Meta.Symbols {
		unit := search.Whole
		if split {
			unit = int32(k)
		}
		add(search.Symbols, unit, s.Name)
	}
}
