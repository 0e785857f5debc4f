package fragment

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"majordomus/pkg/token"
)

func corpusBytes(fragments []Fragment) (n int64) {
	for _, f := range fragments {
		n += int64(len(*f.Content))
	}
	return n
}

// freshProse makes a corpus in which nothing repeats, so that every byte has to
// be classified, cut and counted.
func freshProse(n int) []Fragment {
	c := corpus{rng: newGen(5).Rand}
	var out []Fragment
	for size := 0; size < n; {
		text := c.file(len(out)) + c.prose()
		size += len(text)
		out = append(out, textFragment(text, "", ""))
	}
	return out
}

func BenchmarkCompile(b *testing.B) {
	session := Corpus(1, 600)
	fresh := freshProse(4 << 20)
	for _, c := range []struct {
		name      string
		fragments []Fragment
		estimator string
	}{
		{"session/bytes", session, "bytes"}, {"session/o200k", session, "o200k_base"},
		{"fresh/bytes", fresh, "bytes"}, {"fresh/o200k", fresh, "o200k_base"}, {"fresh/cl100k", fresh, "cl100k_base"},
	} {
		req := &Request{Query: "why does the build of store3 fail", Fragments: c.fragments, TokenBudget: MaxBudget,
			Policy: &Policy{Estimator: c.estimator, NormalizeLogTimestamps: true}}
		whole, err := Estimate(context.Background(), req, Options{})
		if err != nil {
			b.Fatal(err)
		}
		req.TokenBudget = whole.Tokens / 10
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(corpusBytes(c.fragments))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile(context.Background(), req, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	var texts [][]byte
	for _, f := range fresh {
		texts = append(texts, []byte(*f.Content))
	}
	b.Run("peer/o200k", func(b *testing.B) {
		e, _ := token.ByName("o200k_base")
		b.SetBytes(corpusBytes(fresh))
		for b.Loop() {
			for _, text := range texts {
				e.Count(text)
			}
		}
	})
	b.Run("peer/library", func(b *testing.B) {
		lib, _ := tokenizer.Get(tokenizer.O200kBase)
		b.SetBytes(corpusBytes(fresh))
		for b.Loop() {
			for _, text := range texts {
				_, _ = lib.Count(string(text))
			}
		}
	})
}

func BenchmarkLatency(b *testing.B) {
	all := Corpus(3, 1000)
	for _, n := range []int{10, 100, 1000} {
		req := &Request{Query: "store", Fragments: all[:n], TokenBudget: 8000}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Compile(context.Background(), req, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	raw, err := json.Marshal(&Request{Fragments: Corpus(3, 1000), TokenBudget: 8000})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, _, err := Decode(raw); err != nil {
			b.Fatal(err)
		}
	}
}
