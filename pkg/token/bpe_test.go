package token

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

func peer(t testing.TB, name string) tokenizer.Codec {
	t.Helper()
	c, err := tokenizer.Get(tokenizer.Encoding(name))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var samples = []string{
	"", "a", " ", "\n", "hello world", "<|endoftext|>", "<|im_start|>user\n", "Don't SHE'LL we'ſ it'S 'RE",
	"  \n  x", "a\r\n\r\n  b", "中文字ABC中A", "\u0301ABC", "!\u0301a", "!!\u0301", "e\u0301\u0301X",
	"12345 6789", "path//\n/to/file", "://\n\n//x", "\u00a0x\u00a0\u00a0y", "  ", "\t\t\tif x {\n\t}\n",
	"🙂🙂🙂 👨‍👩‍👧", "مرحبا بالعالم", "ǅabc ǅ", "'", "''s", "x'", "x'l", "\xff\xfe a\xc3", "日本語です。", "ⅷ²³½", "a\u0085b",
}

func TestCountEqualsLibrary(t *testing.T) {
	for _, name := range []string{NameO200k, NameCl100k} {
		e, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		lib := peer(t, name)
		for _, s := range samples {
			for range 2 { // the second time from the cache
				want, _ := lib.Count(s)
				if got := e.Count([]byte(s)); got != want {
					t.Errorf("%s %q: %d, want %d", name, s, got, want)
				}
			}
		}
	}
}

func FuzzCount(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	o, c := peer(f, NameO200k), peer(f, NameCl100k)
	f.Fuzz(func(t *testing.T, b []byte) {
		if bytes.Contains(b, []byte(del)) {
			return // the library leaves it out
		}
		wantO, _ := o.Count(string(b))
		wantC, _ := c.Count(string(b))
		if got := o200k().Count(b); got != wantO {
			t.Fatalf("o200k %q: %d, want %d", b, got, wantO)
		}
		if got := cl100k().Count(b); got != wantC {
			t.Fatalf("cl100k %q: %d, want %d", b, got, wantC)
		}
		for _, e := range []Estimator{Bytes{}, o200k()} {
			n := e.Count(b)
			if Exceeds(e, b, n) || n > 0 && !Exceeds(e, b, n-1) {
				t.Fatalf("%s: Exceeds disagrees with Count %d on %q", e.Name(), n, b)
			}
		}
	})
}

func TestDeleteCharacterIsNeverFree(t *testing.T) {
	for text, want := range map[string]int{"\x7f": 1, "a\x7fb": 3, "!\x7f\x7f": 3, "\x7fhello": 2} {
		for _, e := range []Estimator{o200k(), cl100k()} {
			if got := e.Count([]byte(text)); got != want {
				t.Errorf("%s %q: %d, want %d", e.Name(), text, got, want)
			}
		}
	}
}

func TestConcurrentCount(t *testing.T) {
	text := []byte(strings.Repeat(strings.Join(samples, " "), 10))
	want := o200k().Count(text)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := o200k().Count(text); got != want {
				t.Errorf("%d, want %d", got, want)
			}
		})
	}
	wg.Wait()
}

func digest(c tokenizer.Codec, pattern string, ids uint) string {
	h := sha256.New()
	h.Write([]byte(pattern))
	for id := range ids {
		s, err := c.Decode([]uint{id})
		if err != nil {
			s = ""
		}
		h.Write(binary.AppendUvarint(nil, uint64(len(s))))
		h.Write([]byte(s))
	}
	return c.GetName() + "@sha256:" + hex.EncodeToString(h.Sum(nil))
}

const (
	patternO200k  = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	patternCl100k = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

func TestFingerprintsAreTheTables(t *testing.T) {
	for _, c := range []struct {
		e       Estimator
		pattern string
	}{{o200k(), patternO200k}, {cl100k(), patternCl100k}} {
		want := digest(peer(t, c.e.Name()), c.pattern, 201_000)
		if got := c.e.Fingerprint(); got != want {
			t.Errorf("%s: fingerprint %s, want %s", c.e.Name(), got, want)
		}
	}
}

// Texts whose counting is quadratic or worse in some tokenizers.
func BenchmarkCount(b *testing.B) {
	const n = 1 << 20
	fill := func(s string) []byte { return []byte(strings.Repeat(s, n/len(s)+1)[:n/len(s)*len(s)]) }
	for _, c := range []struct {
		name string
		text []byte
	}{
		{"code", fill("func (s *Store) Get(ctx context.Context, id uint64) (Item, error) {\n\treturn s.items[id], nil\n}\n")},
		{"log", logText(n)},
		{"a", fill("a")}, {"A", fill("A")}, {"spaces", fill(" ")}, {"digits", fill("7")},
		{"emoji", fill("🙂")}, {"marks", fill("\u0301")}, {"cjk", fill("漢字")}, {"newlines", fill("\n")}, {"blank lines", fill(" \n")}, {"base64", fill("iVBORw0KGgoAAAANSUhEUgAA")},
	} {
		b.Run("o200k/"+c.name, func(b *testing.B) {
			o200k().Count([]byte("warm"))
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				o200k().Count(c.text)
			}
		})
		if c.name == "code" || c.name == "log" {
			b.Run("library/"+c.name, func(b *testing.B) {
				lib := peer(b, NameO200k)
				b.SetBytes(int64(len(c.text)))
				for b.Loop() {
					_, _ = lib.Count(string(c.text))
				}
			})
		}
	}
}

func logText(n int) []byte {
	var sb strings.Builder
	for i := 0; sb.Len() < n; i++ {
		fmt.Fprintf(&sb, "2026-01-02T03:04:%02d.%03dZ INFO worker-%d handled request %x in %dms\n", i%60, i%1000, i%7, i*2654435761, i%913)
	}
	return []byte(sb.String())
}
