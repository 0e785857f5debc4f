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

func TestSearchRanksRareWordsAndWeightyFields(t *testing.T) {
	ix := build(
		[2]string{"common words", "common retry"},
		[2]string{"retry loop", "common common"},
		[2]string{"common", "nothing here"},
		[2]string{"common words", "nothing retry"},
	)
	hits := ix.Search("the common retry").List
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
	once, twice := ix.Search("cache").List, ix.Search("cache CACHE cache").List
	if len(once) != 2 || once[0].Doc != 0 || once[1].Doc != 1 {
		t.Errorf("hits %+v", once)
	}
	if once[0].Score != twice[0].Score {
		t.Errorf("%v once, %v thrice", once[0].Score, twice[0].Score)
	}
}

func TestSearchOfNothing(t *testing.T) {
	if h := build([2]string{"a", "b"}).Search("of the").List; len(h) != 0 {
		t.Errorf("hits %v", h)
	}
	if h := NewBuilder().Build().Search("word").List; len(h) != 0 {
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
	found := ix.Search("billing retry")
	hits := found.List
	if len(hits) != 2 || hits[0].Doc != 1 || hits[1].Unit != 1 || len(found.Words(&hits[1])) != 2 {
		t.Errorf("hits %+v: the symbol that holds a word, and no other", hits)
	}
	if hits = ix.Search("invoice").List; len(hits) != 1 || hits[0].Unit != Whole {
		t.Errorf("hits %+v: no symbol holds it", hits)
	}
}

func TestScoresDoNotDependOnTheOrderOfWords(t *testing.T) {
	ix := build([2]string{"alpha beta", "gamma delta alpha"}, [2]string{"beta", "gamma"}, [2]string{"delta", "epsilon"})
	a, b := ix.Search("alpha beta gamma").List, ix.Search("gamma alpha beta").List
	for i := range a {
		if a[i].Doc != b[i].Doc || a[i].Score != b[i].Score {
			t.Errorf("%+v and %+v", a[i], b[i])
		}
	}
}

func TestAnIndexForOneQueryAnswersItAsTheWholeOne(t *testing.T) {
	docs := [][2]string{{"alpha beta", "gamma delta alpha"}, {"betaGamma", "gamma"}, {"delta", "epsilon alpha alpha"}, {"zeta", ""}}
	for _, q := range []string{"alpha", "beta gamma", "nothing", "delta of the alphaBeta", ""} {
		all, some := NewBuilder(), NewBuilderFor(q)
		for _, d := range docs {
			for _, x := range []*Builder{all, some} {
				x.Next()
				x.Add(Title, Whole, d[0])
				x.Add(Description, Whole, d[1])
			}
		}
		if a, b := all.Build().Search(q), some.Build().Search(q); fmt.Sprint(a) != fmt.Sprint(b) {
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
