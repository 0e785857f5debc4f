package fragment

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// BM25's usual constants.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

// terms are the folded words of a query.
type terms struct {
	index map[string]int
	first [256]bool // bytes a term may begin with, in any case
}

func queryTerms(query string) *terms {
	t := &terms{index: map[string]int{}}
	text := []byte(query)
	for i := 0; i < len(text); {
		if !isWordByte(text[i]) {
			i++
			continue
		}
		end := wordEnd(text, i)
		word := foldWord(text[i:end])
		i = end
		if _, ok := t.index[word]; ok || !isWord(word) {
			continue
		}
		t.index[word] = len(t.index)
		if c := word[0]; c < utf8.RuneSelf {
			t.first[c] = true
			t.first[byte(unicode.ToUpper(rune(c)))] = true
		} else {
			for c := utf8.RuneSelf; c < 256; c++ {
				t.first[c] = true
			}
		}
	}
	return t
}

func isWord(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// foldWord folds case rune by rune, so that a term and a word agree.
func foldWord(w []byte) string {
	out := make([]byte, 0, len(w))
	for _, r := range string(w) {
		out = utf8.AppendRune(out, unicode.ToLower(r))
	}
	return string(out)
}

// count adds the occurrences of every term in text to tf.
func (t *terms) count(text []byte, tf []int32) {
	for i := 0; i < len(text); {
		c := text[i]
		if !wordBytes[c] {
			i++
			continue
		}
		if !t.first[c] && c < utf8.RuneSelf {
			for i < len(text) && wordBytes[text[i]] && text[i] < utf8.RuneSelf {
				i++
			}
			if i < len(text) && text[i] >= utf8.RuneSelf {
				i = wordEnd(text, i)
			}
			continue
		}
		end := wordEnd(text, i)
		if t.first[c] {
			if k, ok := t.index[foldWord(text[i:end])]; ok {
				tf[k]++
			}
		}
		i = end
	}
}

// rate is step 6: BM25 of every item over the batch, and of every piece over
// the pieces, both from 0 to 1. Length is measured in bytes.
func rate(items []*item, query string) {
	t := queryTerms(query)
	n := len(t.index)
	if n == 0 {
		return
	}
	df := make([]int, n)
	var docs, pieces []document
	for _, it := range items {
		doc := document{tf: make([]int32, n), size: len(it.out), relevance: &it.relevance}
		for _, p := range it.pieces {
			part := document{tf: make([]int32, n), size: p.end - p.start, relevance: &p.relevance}
			t.count(p.text(), part.tf)
			for k, c := range part.tf {
				doc.tf[k] += c
			}
			pieces = append(pieces, part)
		}
		if it.twin != nil {
			t.count(it.text, doc.tf)
		}
		for k, c := range doc.tf {
			if c > 0 {
				df[k]++
			}
		}
		docs = append(docs, doc)
	}
	idf := make([]float64, n)
	for k, d := range df {
		idf[k] = math.Log(1 + (float64(len(items)-d)+0.5)/(float64(d)+0.5))
	}
	score(docs, idf)
	score(pieces, idf)
}

// document is a text that is scored.
type document struct {
	tf        []int32
	size      int
	relevance *float64
}

// score writes each document's relevance: its BM25 over the best, to six
// places, so that every processor orders alike.
func score(docs []document, idf []float64) {
	total := 0
	for _, d := range docs {
		total += d.size
	}
	mean := max(1, float64(total)/float64(max(1, len(docs))))
	best := 0.0
	for _, d := range docs {
		sum := 0.0
		norm := bm25K1 * (1 - bm25B + float64(bm25B*float64(d.size)/mean))
		for k, tf := range d.tf {
			if tf > 0 {
				sum += float64(idf[k] * (float64(tf) * (bm25K1 + 1)) / (float64(tf) + norm))
			}
		}
		*d.relevance = sum
		best = max(best, sum)
	}
	for _, d := range docs {
		if best > 0 {
			*d.relevance = math.Round(*d.relevance/best*1e6) / 1e6
		}
	}
}
