package terms

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

func sourceFile(body string, symbols ...object.Symbol) *object.Object {
	return &object.Object{URI: "majordomus://implementation/net/retry.go", Kind: object.Implementation, Identity: "net/retry.go", Title: "Retry",
		Provenance: object.Provenance{Path: "net/retry.go", Bytes: int64(len(body))}, Meta: &object.Meta{Symbols: symbols}}
}

func TestTextSaysWhereEachTermStands(t *testing.T) {
	body := "package net\n\n// Loop retries.\nfunc Loop() { retry(); retry() }\n"
	got := NewMaker().Text(sourceFile(body, object.Symbol{Name: "Loop", Start: 4, End: 4}), []byte(body))
	want := Text{URI: "majordomus://implementation/net/retry.go", Lengths: "p2 t1 s1 8", Passages: "1-4:63:8",
		Terms: "func:0 loop:s0,0*2 net:p,0 packag:0 retri:p,t,0*3"}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestADividedFileIsCutAtItsDeclarations(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "line %d of a file that is long enough to be divided into several passages\n", i+1)
	}
	o := sourceFile(b.String(), object.Symbol{Name: "A", Start: 6, End: 20}, object.Symbol{Name: "A.B", Start: 8, End: 10}, object.Symbol{Name: "C", Start: 23, End: 60})
	text := NewMaker().Text(o, []byte(b.String()))
	var ends []int
	at := 0
	var size int64
	for _, p := range text.Cut() {
		if p.Start != at+1 {
			t.Errorf("a passage starts at %d after line %d", p.Start, at)
		}
		at = p.End
		size += p.Bytes
		ends = append(ends, p.End)
	}
	// 5: above A. 10: A and B, whose beginning is too short alone. 20: the rest of A.
	// The two lines above C join it; what is longer than 25 lines falls into 12.
	if want := []int{5, 10, 20, 32, 44, 60, 72, 84, 100}; !slices.Equal(ends, want) || size != int64(b.Len()) {
		t.Errorf("ends %v, want %v; %d of %d bytes", ends, want, size, b.Len())
	}
	if text.Divisions() != len(ends) {
		t.Errorf("%d divisions", text.Divisions())
	}
	if places, _ := text.Find("lin"); places != "" {
		t.Errorf("no such term: %q", places)
	}
	if p, ok := text.Passage("L6-L10"); !ok || p.Start != 6 {
		t.Errorf("a passage by its lines: %+v %v", p, ok)
	}
	if _, ok := text.Passage("L6-L11"); ok {
		t.Error("lines that are no passage")
	}
}

func TestWithoutABodyThePassagesAreTheDeclarations(t *testing.T) {
	o := sourceFile("", object.Symbol{Name: "Loop", Start: 4, End: 9, Bytes: 99}, object.Symbol{Name: "Stop", Start: 8, End: 8, Bytes: 7})
	o.Provenance.Bytes = 4 * (bigFile + 1)
	got := NewMaker().Text(o, nil)
	if got.Passages != "4-9:99:0 8-8:7:0" || !strings.Contains(got.Terms, "stop:s1") {
		t.Errorf("%+v", got)
	}
	o.Provenance.Bytes = 4 * bigFile
	if got = NewMaker().Text(o, nil); got.Passages != "" || !strings.Contains(got.Terms, "stop:s") {
		t.Errorf("an undivided one: %+v", got)
	}
}

func TestBodiesThatAreNoText(t *testing.T) {
	for name, body := range map[string]string{"not UTF-8": "retry \xff\n", "empty": "", "a run of data": strings.Repeat("a", longestRun+1)} {
		o := sourceFile("")
		o.Title = ""
		if got := NewMaker().Text(o, []byte(body)); got.Terms != "net:p retri:p" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestATextDoesNotDependOnThoseBefore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	old := NewMaker()
	for range 100 {
		body := randomBody(r)
		o := sourceFile(body, object.Symbol{Name: "A", Start: 1 + r.IntN(4), End: 5 + r.IntN(9)})
		if a, b := old.Text(o, []byte(body)), NewMaker().Text(o, []byte(body)); a != b {
			t.Fatalf("%+v\n%+v", a, b)
		}
	}
}

func randomBody(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(900) {
		b.WriteString([]string{"alpha", "getName", "été", "x_1", "zz-top", "{", "\r\n", "\n", "0042"}[r.IntN(9)])
		b.WriteByte(" \n\t("[r.IntN(4)])
	}
	return b.String()
}

// Every term is found where All lists it, and nothing else is.
func TestFindIsAll(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	m := NewMaker()
	for range 50 {
		body := randomBody(r)
		text := m.Text(sourceFile(body), []byte(body))
		last := ""
		for term, places := range text.All() {
			if got, ok := text.Find(term); !ok || got != places {
				t.Fatalf("%q: %q, want %q", term, got, places)
			}
			for _, other := range []string{term + "x", term[:len(term)-1], term + "-"} {
				if got, ok := text.Find(other); ok && !strings.Contains(" "+text.Terms, " "+other+":"+got) {
					t.Fatalf("%q is found", other)
				}
			}
			if term <= last {
				t.Fatalf("%q after %q", term, last)
			}
			last = term
		}
		for _, other := range []string{"", "a", "zzzzzz", "~", ":", " "} {
			if _, ok := text.Find(other); ok {
				t.Fatalf("%q is found", other)
			}
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("p2 t1 8", "1-4:63:8 5-9:1:2", "func:0 loop:s0,0*2 net:p,0")
	f.Add(" ", "-:", "::*,,a: b:9999999999,p1,s,*3")
	f.Fuzz(func(t *testing.T, lengths, passages, list string) {
		text := Text{Lengths: lengths, Passages: passages, Terms: list}
		text.Words()
		if len(text.Cut()) > text.Divisions() {
			t.Fatalf("%d passages of %d", len(text.Cut()), text.Divisions())
		}
		for term, places := range text.All() {
			text.Find(term)
			for p := range Places(places) {
				if p.Count < 1 || p.Passage < -1 || p.Field >= Fields || p.Passage >= 0 && p.Field != Body && p.Field != Symbols {
					t.Fatalf("%q gives %+v", places, p)
				}
			}
		}
	})
}

func FuzzMaker(f *testing.F) {
	f.Add("func a() {}\n", 1, 1)
	f.Add("\xef\xbb\xbfx\r\n\x00é", 2, 9)
	f.Fuzz(func(t *testing.T, body string, start, end int) {
		o := sourceFile(strings.Repeat(body, 1+4000/(len(body)+1)), object.Symbol{Name: "A", Start: start, End: end})
		data := []byte(strings.Repeat(body, 1+4000/(len(body)+1)))
		text := NewMaker().Text(o, data)
		var size int64
		for _, p := range text.Cut() {
			size += p.Bytes
		}
		if len(text.Cut()) > 0 && text.Words()[Body] > 0 && size != int64(len(data)) {
			t.Fatalf("%d of %d bytes in %q", size, len(data), text.Passages)
		}
	})
}

func BenchmarkMaker(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 5))
	body := []byte(strings.Repeat(randomBody(r), 9))
	o := sourceFile(string(body))
	m := NewMaker()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		m.Text(o, body)
	}
}
