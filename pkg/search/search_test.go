package search

import (
	"fmt"
	"testing"
)

func build(docs ...[2]string) *Index {
	x := NewBuilder()
	for _, d := range docs {
		x.Next()
		x.Add(Title, Whole, d[0])
		x.Add(Description, Whole, d[1])
	}
	return x.Build()
}

// ranked lists all hits, the best first.
func (ix *Index) ranked(text string) []Hit {
	hits := ix.Search(NewQuery(text), Filter{})
	return hits.Top(len(hits.List))
}

func TestSearchRanksRareWordsAndWeightyFields(t *testing.T) {
	ix := build(
		[2]string{"common words", "common retry"},
		[2]string{"retry loop", "common common"},
		[2]string{"common", "nothing here"},
		[2]string{"common words", "nothing retry"},
	)
	hits := ix.ranked("the common retry")
	if len(hits) != 4 || hits[0].Doc != 1 {
		t.Fatalf("hits %+v: a rare word in the title comes first", hits)
	}
	if hits[3].Doc != 2 {
		t.Errorf("last is %d: it lacks the rare word", hits[3].Doc)
	}
	if f := hits[0].Fields.Fields(); len(f) != 2 || f[0] != Title {
		t.Errorf("fields %v", f)
	}
}

func TestSearchTiesByNumberAndCountsAWordOnce(t *testing.T) {
	ix := build([2]string{"cache", ""}, [2]string{"cache", ""}, [2]string{"other", ""})
	once, twice := ix.ranked("cache"), ix.ranked("cache CACHE cache")
	if len(once) != 2 || once[0].Doc != 0 || once[1].Doc != 1 {
		t.Errorf("hits %+v", once)
	}
	if once[0].Score != twice[0].Score {
		t.Errorf("%v once, %v thrice", once[0].Score, twice[0].Score)
	}
}

func TestSearchOfNothing(t *testing.T) {
	if h := build([2]string{"a", "b"}).ranked("of the"); len(h) != 0 {
		t.Errorf("hits %v", h)
	}
	if h := NewBuilder().Build().ranked("word"); len(h) != 0 {
		t.Errorf("hits %v", h)
	}
}

func TestAUnitIsTheHitWithWhatItsDocumentShares(t *testing.T) {
	x := NewBuilder()
	x.Next()
	x.Add(Path, Whole, "billing/invoice.go")
	x.Add(Symbols, 0, "Total")
	x.Add(Symbols, 1, "RetryPayment")
	x.Next()
	x.Add(Path, Whole, "billing/retry.go")
	ix := x.Build()
	found := ix.Search(NewQuery("billing retry"), Filter{})
	hits := found.Top(9)
	if len(hits) != 2 || hits[0].Doc != 1 || hits[1].Unit != 1 || len(found.Words(&hits[1])) != 2 {
		t.Errorf("hits %+v: the symbol that holds a word, and no other", hits)
	}
	if hits = ix.ranked("invoice"); len(hits) != 1 || hits[0].Unit != Whole {
		t.Errorf("hits %+v: no symbol holds it", hits)
	}
}

func TestScoresDoNotDependOnTheOrderOfWords(t *testing.T) {
	ix := build([2]string{"alpha beta", "gamma delta alpha"}, [2]string{"beta", "gamma"}, [2]string{"delta", "epsilon"})
	a, b := ix.ranked("alpha beta gamma"), ix.ranked("gamma alpha beta")
	for i := range a {
		if a[i].Doc != b[i].Doc || a[i].Score != b[i].Score {
			t.Errorf("%+v and %+v", a[i], b[i])
		}
	}
}

func TestAnIndexForOneQueryAnswersItAsTheWholeOne(t *testing.T) {
	docs := [][2]string{{"alpha beta", "gamma delta alpha"}, {"betaGamma", "gamma"}, {"delta", "epsilon alpha alpha"}, {"zeta", ""}}
	for _, q := range []string{"alpha", "beta gamma", "nothing", "delta of the alphaBeta", ""} {
		all, some := NewBuilder(), NewBuilderFor(NewQuery(q))
		for _, d := range docs {
			for _, x := range []*Builder{all, some} {
				x.Next()
				x.Add(Title, Whole, d[0])
				x.Add(Description, Whole, d[1])
			}
		}
		if a, b := all.Build().ranked(q), some.Build().ranked(q); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%q: %+v and %+v", q, a, b)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	text := "Fix the HTTPServer's retry_loop so that a slow reader cannot hold the queue, see pkg/walk/session.go and parseJSONBody"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	x := NewBuilder()
	for b.Loop() {
		x.Next()
		x.Add(Description, Whole, text)
	}
}

func TestWordsMeetByTheirStem(t *testing.T) {
	ix := build([2]string{"retries of connections", ""}, [2]string{"I0042", ""}, [2]string{"universe", ""})
	if hits := ix.ranked("retry the connection"); len(hits) != 1 || hits[0].Doc != 0 {
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
	ix := build(docs...)
	f := Filter{Holds: func(doc, _ int32, p []string) (Mask, bool) { return 1 << Title, Holds(docs[doc][0], p) }}
	plain, quoted := ix.Search(NewQuery(`connection refused`), f), ix.Search(NewQuery(`"connection refused"`), f)
	for i := range plain.List {
		a, b := plain.List[i], quoted.List[i]
		if want := a.Doc == 1 || a.Doc == 2; (b.Score > a.Score) != want || b.Phrase() != want {
			t.Errorf("document %d: %v and %v", a.Doc, a.Score, b.Score)
		}
	}
}

func TestQualifiersLeaveWhatFits(t *testing.T) {
	ix := build([2]string{"cache", ""}, [2]string{"cache", ""})
	hits := ix.Search(NewQuery("cache"), Filter{Fits: func(doc int32) bool { return doc == 1 }})
	if len(hits.List) != 1 || hits.List[0].Doc != 1 {
		t.Errorf("%+v", hits.List)
	}
}

func TestJoinedBuildersAreOne(t *testing.T) {
	docs := [][2]string{{"alpha beta", "gamma"}, {"", ""}, {"beta beta", "delta"}, {"gamma", "alpha"}, {"epsilon", "beta"}}
	for cut := range docs {
		one, a, b := NewBuilder(), NewBuilder(), NewBuilder()
		for i, d := range docs {
			part := a
			if i >= cut {
				part = b
			}
			for _, x := range []*Builder{one, part} {
				x.Next()
				x.Add(Title, Whole, d[0])
				x.Add(Symbols, 3, d[1])
			}
		}
		a.Join(b)
		want, got := one.Build(), a.Build()
		for _, q := range []string{"alpha", "beta gamma", "delta epsilon alpha"} {
			if x, y := fmt.Sprint(want.ranked(q)), fmt.Sprint(got.ranked(q)); x != y {
				t.Errorf("cut at %d, %q: %s and %s", cut, q, x, y)
			}
		}
	}
}
