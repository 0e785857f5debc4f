package search

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/terms"
)

// titled makes documents of titles and descriptions.
func titled(docs ...[2]string) []Document {
	m := terms.NewMaker()
	out := make([]Document, len(docs))
	for i, d := range docs {
		t := m.Text(&object.Object{URI: fmt.Sprintf("majordomus://rule/%d", i), Kind: object.Rule, Title: d[0], Description: d[1]}, nil)
		out[i] = Document{Text: &t}
	}
	return out
}

// source makes a source file whose passages are its functions, ten lines each
// and filled up with words of its own, so that it is divided.
func source(path string, functions map[string]string) Document {
	o := &object.Object{URI: object.URI(object.Implementation, path), Kind: object.Implementation, Identity: path, Provenance: object.Provenance{Path: path}, Meta: &object.Meta{}}
	var body strings.Builder
	names := make([]string, 0, len(functions))
	for n := range functions {
		names = append(names, n)
	}
	slices.Sort(names)
	for i, n := range names {
		o.Meta.Symbols = append(o.Meta.Symbols, object.Symbol{Name: n, Start: 10*i + 1, End: 10*i + 10})
		fmt.Fprintf(&body, "func %s\n%s\n%s", n, functions[n], strings.Repeat(strings.Repeat("filler ", 100)+"\n", 8))
	}
	o.Provenance.Bytes = int64(body.Len())
	t := terms.NewMaker().Text(o, []byte(body.String()))
	return Document{Text: &t, Role: Source}
}

// ranked lists all hits, the best first.
func (x *Index) ranked(text string) []Hit {
	hits := x.Search(NewQuery(text), Filter{})
	return hits.Top(len(hits.List))
}

func TestSearchRanksRareWordsAndWeightyFields(t *testing.T) {
	x := New(titled([2]string{"common words", "common retry"}, [2]string{"retry loop", "common common"},
		[2]string{"common", "nothing here"}, [2]string{"common words", "nothing retry"}))
	hits := x.ranked("the common retry")
	if len(hits) != 4 || hits[0].Doc != 1 {
		t.Fatalf("hits %+v: a rare word in the title comes first", hits)
	}
	if hits[3].Doc != 2 {
		t.Errorf("last is %d: it lacks the rare word", hits[3].Doc)
	}
	if f := hits[0].Fields.Fields(); len(f) != 2 || f[0] != terms.Title {
		t.Errorf("fields %v", f)
	}
}

func TestSearchTiesByNumberAndCountsAWordOnce(t *testing.T) {
	x := New(titled([2]string{"cache", ""}, [2]string{"cache", ""}, [2]string{"other", ""}))
	once, twice := x.ranked("cache"), x.ranked("cache CACHE cache")
	if len(once) != 2 || once[0].Doc != 0 || once[1].Doc != 1 {
		t.Errorf("hits %+v", once)
	}
	if once[0].Score != twice[0].Score {
		t.Errorf("%v once, %v thrice", once[0].Score, twice[0].Score)
	}
}

func TestSearchOfNothing(t *testing.T) {
	if h := New(titled([2]string{"a", "b"})).ranked("of the"); len(h) != 0 {
		t.Errorf("hits %v", h)
	}
	if h := New(nil).ranked("word"); len(h) != 0 {
		t.Errorf("hits %v", h)
	}
}

func TestAPassageOfCodeIsTheHitAndItsFileOnlyWhereNoneIs(t *testing.T) {
	docs := append(titled([2]string{"other", ""}), source("billing/invoice.go", map[string]string{"Total": "sum the lines", "Tax": "a rate", "Pay": "retry the payment"}))
	x := New(docs)
	hits := x.ranked("retry payment")
	if len(hits) != 1 || hits[0].Unit != 0 || hits[0].Fields != terms.Mask(0).With(terms.Body) {
		t.Errorf("hits %+v: the passage of Pay, by its text", hits)
	}
	if hits = x.ranked("total of the invoice"); len(hits) != 1 || hits[0].Unit != 2 || hits[0].Fields != terms.Mask(0).With(terms.Path).With(terms.Symbols).With(terms.Body) {
		t.Errorf("hits %+v: the passage of Total, by its name, its text and its file's path", hits)
	}
	if hits = x.ranked("invoice"); len(hits) != 1 || hits[0].Unit != Whole {
		t.Errorf("hits %+v: no passage holds it", hits)
	}
	if hits = x.ranked("filler"); len(hits) != 3 {
		t.Errorf("%d hits of a word that all passages hold", len(hits))
	}
}

func TestATestComesAfterWhatItTestsAndDataLast(t *testing.T) {
	docs := []Document{source("retry/a.go", nil), source("retry/b.go", nil), source("retry/c.go", nil)}
	docs[0].Role, docs[1].Role = Data, Test
	hits := New(docs).ranked("retry")
	if len(hits) != 3 || hits[0].Doc != 2 || hits[1].Doc != 1 {
		t.Errorf("hits %+v", hits)
	}
}

func TestAWordSaidTwiceCountsMore(t *testing.T) {
	x := New(titled([2]string{"alpha", ""}, [2]string{"beta", ""}))
	if hits := x.ranked("alpha beta"); hits[0].Score != hits[1].Score {
		t.Errorf("said once: %+v", hits)
	}
	if hits := x.ranked("alpha beta; Beta"); hits[0].Doc != 1 || hits[0].Score <= hits[1].Score {
		t.Errorf("said twice: %+v", hits)
	}
}

func TestScoresDoNotDependOnTheOrderOfWords(t *testing.T) {
	x := New(titled([2]string{"alpha beta", "gamma delta alpha"}, [2]string{"beta", "gamma"}, [2]string{"delta", "epsilon"}))
	a, b := x.ranked("alpha beta gamma"), x.ranked("gamma alpha beta")
	for i := range a {
		if a[i].Doc != b[i].Doc || a[i].Score != b[i].Score {
			t.Errorf("%+v and %+v", a[i], b[i])
		}
	}
}

// words are for texts at random.
var words = strings.Fields("alpha beta gamma deltaEpsilon zeta eta_theta iota kappa Lambda mu nu xi")

func randomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.IntN(n) {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteByte(" \n"[r.IntN(2)])
	}
	return b.String()
}

func TestAnIndexMadeForOneQueryAnswersAsOneForMany(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		var docs []Document
		for i := range 1 + r.IntN(6) {
			docs = append(docs, titled([2]string{randomText(r, 5), randomText(r, 9)})...)
			docs = append(docs, source(fmt.Sprintf("%d/%s.go", i, words[r.IntN(12)]), map[string]string{"A": randomText(r, 30), "B": randomText(r, 30)}))
		}
		many, once := New(docs), NewOnce(docs)
		for range 5 {
			q := randomText(r, 6)
			if a, b := many.ranked(q), once.ranked(q); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Fatalf("seed %d, %q: %+v and %+v", seed, q, a, b)
			}
			if a, b := many.ranked(q), many.ranked(q); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Fatalf("seed %d, %q: the second time %+v, not %+v", seed, q, b, a)
			}
		}
	}
}

func TestWordsMeetByTheirStem(t *testing.T) {
	x := New(titled([2]string{"retries of connections", ""}, [2]string{"I0042", ""}, [2]string{"universe", ""}))
	if hits := x.ranked("retry the connection"); len(hits) != 1 || hits[0].Doc != 0 {
		t.Errorf("hits %+v", hits)
	}
}

func TestQueryReadsPhrasesAndQualifiers(t *testing.T) {
	q := NewQuery(`why does "connection refused" stop path:src/net kind:rule the connections "one" path:"docs"`)
	if got := fmt.Sprint(q.Words, q.Phrases, q.Paths, q.Kinds); got != "[connection refused stop one] [[connect refus]] [src/net docs] [rule]" {
		t.Errorf("%s", got)
	}
}

func TestAPhraseRanksWhereItStandsTogether(t *testing.T) {
	docs := [][2]string{{"refused by the connection", ""}, {"connection refused", ""}, {"connections were refused", ""}, {"connection", ""}}
	x := New(titled(docs...))
	f := Filter{Holds: func(h *Hit, p []string) (terms.Mask, bool) {
		return terms.Mask(0).With(terms.Title), terms.Holds(docs[h.Doc][0], p)
	}}
	plain, quoted := x.Search(NewQuery(`connection refused`), f), x.Search(NewQuery(`"connection refused"`), f)
	for i := range plain.List {
		a, b := plain.List[i], quoted.List[i]
		if want := a.Doc == 1 || a.Doc == 2; (b.Score > a.Score) != want || b.Phrase() != want {
			t.Errorf("document %d: %v and %v", a.Doc, a.Score, b.Score)
		}
	}
}

func TestQualifiersLeaveWhatFits(t *testing.T) {
	x := New(titled([2]string{"cache", ""}, [2]string{"cache", ""}))
	hits := x.Search(NewQuery("cache"), Filter{Fits: func(doc int32) bool { return doc == 1 }})
	if len(hits.List) != 1 || hits.List[0].Doc != 1 {
		t.Errorf("%+v", hits.List)
	}
}

// TestCoresDoNotChangeHits: one search for one query divides its work, others
// do not.
func TestCoresDoNotChangeHits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var docs []Document
	for i := range 1000 {
		docs = append(docs, source(fmt.Sprintf("%d/%s.go", i, words[r.IntN(12)]), map[string]string{"A": randomText(r, 20), "B": randomText(r, 20)}))
		if i%3 == 1 {
			docs[i].Role = Record
		}
	}
	docs[0] = source("alpha.go", map[string]string{"Alpha": "alpha epsilon lambda", "B": "alpha"}) // the best by far stands in the first share
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	q, f := NewQuery("alpha epsilon lambda alpha"), Filter{Fits: func(doc int32) bool { return doc%7 != 1 }}
	want := New(docs).Search(q, f)
	for _, cores := range []int{1, 2, 3, 7} {
		runtime.GOMAXPROCS(cores)
		x := NewOnce(docs)
		for range 2 { // the second time with the memory of the first
			if got := x.Search(q, f); !reflect.DeepEqual(got, want) {
				t.Fatalf("%d cores: %d hits, want %d", cores, len(got.List), len(want.List))
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var docs []Document
	for i := range 2000 {
		docs = append(docs, source(fmt.Sprintf("%d/%s.go", i, words[r.IntN(12)]), map[string]string{"A": randomText(r, 90), "B": randomText(r, 90), "C": ""}))
	}
	for name, x := range map[string]*Index{"many": New(docs), "once": NewOnce(docs)} {
		b.Run(name, func(b *testing.B) {
			q := NewQuery("alpha epsilon lambda")
			for b.Loop() {
				x.Search(q, Filter{})
			}
		})
	}
}
