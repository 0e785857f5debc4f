package fragment

import (
	"context"
	"math"
	"slices"
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
	// For each such byte a bit for the length of every ASCII term it begins, that
	// of 63 for all longer ones. Few other words have both.
	lengths [256]uint64
	longest int // bytes that a word may have and still be a term
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
		word := string(foldWord(nil, text[i:end]))
		i = end
		if _, ok := t.index[word]; ok || !isWord(word) {
			continue
		}
		t.index[word] = len(t.index)
		t.longest = max(t.longest, 3*len(word)) // a rune may grow when folded back
		if c := word[0]; c < utf8.RuneSelf {
			t.first[c] = true
			t.first[byte(unicode.ToUpper(rune(c)))] = true
			t.lengths[c] |= lengthBit(len(word))
			t.lengths[byte(unicode.ToUpper(rune(c)))] |= lengthBit(len(word))
		} else {
			for c := utf8.RuneSelf; c < 256; c++ {
				t.first[c] = true
			}
		}
	}
	return t
}

func lengthBit(n int) uint64 { return 1 << min(n, 63) }

func isWord(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// foldWord folds case rune by rune, so that a term and a word agree. It appends
// to dst.
func foldWord(dst, w []byte) []byte {
	for i := 0; i < len(w); {
		c := w[i]
		if c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(w[i:])
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
		i += n
	}
	return dst
}

// count adds the occurrences of every term in text to tf.
func (t *terms) count(text []byte, tf []int32) {
	var room [64]byte
	buf := room[:0]
	for i := 0; i < len(text); {
		c := text[i]
		if !wordBytes[c] {
			i++
			continue
		}
		end := asciiEnd(text, i)
		may := t.lengths[c]&lengthBit(end-i) != 0
		if end < len(text) && text[end] >= utf8.RuneSelf {
			end = wordEnd(text, i)
			may = t.first[c] && end-i <= t.longest
		}
		if may {
			buf = foldWord(buf[:0], text[i:end])
			if k, ok := t.index[string(buf)]; ok {
				tf[k]++
			}
		}
		i = end
	}
}

// asciiEnd is where the ASCII part of the word at i ends.
func asciiEnd(text []byte, i int) int {
	for i < len(text) && wordBytes[text[i]] && text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// rate is step 6: BM25 of every item over the batch, and of every piece over
// the pieces, both from 0 to 1. Length is measured in bytes.
func rate(ctx context.Context, items []*item, query string) error {
	t := queryTerms(query)
	n := len(t.index)
	if n == 0 {
		return nil
	}
	docs := make([]document, len(items))
	parts := make([][]document, len(items))
	err := each(ctx, items, func(it *item) { docs[it.index], parts[it.index] = t.read(it) })
	if err != nil {
		return err
	}
	df := make([]int, n)
	for _, doc := range docs {
		for k, c := range doc.tf {
			if c > 0 {
				df[k]++
			}
		}
	}
	idf := make([]float64, n)
	for k, d := range df {
		idf[k] = math.Log(1 + (float64(len(items)-d)+0.5)/(float64(d)+0.5))
	}
	score(docs, idf)
	score(slices.Concat(parts...), idf)
	return nil
}

// read counts the terms in an item and in each of its pieces.
func (t *terms) read(it *item) (document, []document) {
	n := len(t.index)
	counts := make([]int32, n*(1+len(it.pieces)))
	doc := document{tf: counts[:n], size: len(it.out), relevance: &it.relevance}
	if it.twin != nil {
		t.count(it.text, doc.tf)
	}
	pieces := make([]document, len(it.pieces))
	for i, p := range it.pieces {
		tf := counts[n*(i+1) : n*(i+2)]
		t.count(p.text(), tf)
		for k, c := range tf {
			doc.tf[k] += c
		}
		pieces[i] = document{tf: tf, size: p.end - p.start, relevance: &p.relevance}
	}
	return doc, pieces
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
