package capsule

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"majordomus/pkg/code"
	"majordomus/pkg/object"
)

func TestMirror(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "\n\n": "", "a": "a\n", "a\n\n\n": "a\n", "\ufeffa\r\nb\rc\n": "a\nb\nc\n", "a \t\n b": "a\n b\n", "e\u0301\n": "é\n",
		"a\x00b\x1b[2Jc\td": "ab[2Jc\td\n", "a\u0085b\x7fc": "abc\n", "a\u2028b": "a\u2028b\n", "e\x01\u0301": "é\n", "\ufeff\ufeffa": "\ufeffa\n",
	} {
		if got, ok := Mirror([]byte(in)); got != want || !ok {
			t.Errorf("%q gives %q", in, got)
		}
	}
	if _, ok := Mirror([]byte("a\xff")); ok {
		t.Error("not UTF-8, and taken")
	}
}

func FuzzMirror(f *testing.F) {
	f.Add("a \r\n\u0301b\x00\n\n")
	f.Fuzz(func(t *testing.T, in string) {
		m, ok := Mirror([]byte(in))
		if ok != utf8.ValidString(in) {
			t.Fatal(ok)
		}
		if m != settle(m) || m != "" && (!strings.HasSuffix(m, "\n") || strings.HasSuffix(m, "\n\n")) {
			t.Fatalf("%q is not settled", m)
		}
		if !ok || m == "" {
			return
		}
		p := newPage(m)
		if p.span(1, p.lines())+"\n" != m {
			t.Fatalf("%q by lines", m)
		}
		for n := 1; n <= p.lines(); n++ {
			if l := p.line(n); settle(l) != l || strings.Contains(l, "\n") {
				t.Fatalf("line %d of %q: %q", n, m, l)
			}
		}
	})
}

// Every line with text stands in a passage, passages are trimmed whole lines,
// and of prose and pieces no two meet.
func checkPassages(t *testing.T, p *page, list []passage, apart bool) {
	t.Helper()
	owner := make([]int, p.lines()+1)
	for _, ps := range list {
		if ps.first < 1 || ps.last < ps.first || ps.last > p.lines() || p.line(ps.first) == "" || p.line(ps.last) == "" {
			t.Fatalf("%+v of %d lines", ps, p.lines())
		}
		for n := ps.first; n <= ps.last; n++ {
			owner[n]++
		}
	}
	for n := 1; n <= p.lines(); n++ {
		if owner[n] == 0 && p.line(n) != "" || apart && owner[n] > 1 {
			t.Fatalf("line %d %q stands in %d passages", n, p.line(n), owner[n])
		}
	}
}

func FuzzPassages(f *testing.F) {
	f.Add("# A\n\ntext\n\n```\n\n# no heading\n\n```\n\nB\n===\n\n"+strings.Repeat("word ", 400)+"\n\n"+strings.Repeat("line\n", 90), int16(3))
	f.Add("---\na: b\n---\nx\n\n~~~\ny\n", int16(1))
	f.Fuzz(func(t *testing.T, in string, cut int16) {
		m, ok := Mirror([]byte(in))
		if !ok || m == "" {
			return
		}
		p := newPage(m)
		checkPassages(t, &p, passages(&p, "a.md", nil, 1, p.lines()), true)
		checkPassages(t, &p, passages(&p, "a.conf", nil, 1, p.lines()), true)
		n := p.lines()
		a := 1 + int(uint16(cut))%n
		symbols := []object.Symbol{{Name: "T", Start: a, End: n}, {Name: "T.m", Start: a, End: a}, {Name: "f", Start: 1, End: min(n, 2)}}
		checkPassages(t, &p, passages(&p, "a.go", symbols, 1, n), false)
	})
}

func TestProse(t *testing.T) {
	long := strings.Repeat("Many words stand in this paragraph. ", 20)
	src := "---\ntitle: x\n---\nlead\n\n# One\n\nshort\n\n```sh\n# no heading\n\nstill the block\n```\n\nTwo\n---\n\n" + long + "\n\n" + long + "\n\n" + long + "\n\n### Three ###\nend\n"
	m, _ := Mirror([]byte(src))
	p := newPage(m)
	var got []string
	for _, ps := range passages(&p, "x.md", nil, 1, p.lines()) {
		got = append(got, fmt.Sprintf("%d-%d %s", ps.first, ps.last, ps.heading))
	}
	if s := strings.Join(got, "\n"); s != "1-3 \n4-4 \n6-14 One\n16-19 Two\n21-21 Two\n23-23 Two\n25-26 Three" {
		t.Errorf("%s", s)
	}
}

func TestSymbolsWithTheirComments(t *testing.T) {
	src := "package p\n\nimport \"x\"\n\n// F does.\n// Much.\nfunc F() {\n\tx.Y()\n}\n\nvar loose = 1\n\n// G too.\nfunc G() {}\n"
	facts := code.Parse("go", "p.go", []byte(src))
	p := newPage(src)
	found := map[string]string{}
	for _, ps := range passages(&p, "p.go", facts.Symbols, 1, p.lines()) {
		found[ps.heading] += p.span(ps.first, ps.last)
	}
	if !strings.HasPrefix(found["F"], "// F does.\n") || !strings.HasPrefix(found["G"], "// G too.\n") {
		t.Errorf("%q", found)
	}
}

func TestFacets(t *testing.T) {
	for goal, want := range map[string]string{
		`How does "dead letter" work?`:                        "dead letter",
		"compare retries with backoff":                        "retries|backoff",
		"Postgres vs SQLite for the queue":                    "Postgres|SQLite|queue",
		"What is the difference between a lock and a latch?":  "lock|latch",
		"Where is HTTPServer closed, and closing of servers?": "httpserver|closed|servers",
		"of the and": "",
	} {
		if got := strings.Join(facetsOf(goal), "|"); got != want {
			t.Errorf("%q gives %q, want %q", goal, got, want)
		}
	}
}

func TestFacetsStandByStemAndByParts(t *testing.T) {
	v := newVocabulary()
	terms := v.terms("HTTPServer closing")
	r := newReader(v)
	for body, want := range map[string]bool{
		"the HTTPServer closes": true, "an http server was closed": true, "httpserver close": true, "http close": false, "HTTPServer": false,
	} {
		counts := make([]uint16, len(v.stems))
		r.count(body, counts)
		if stands(terms, counts) != want {
			t.Errorf("%q: %v", body, !want)
		}
	}
}

func FuzzRuns(f *testing.F) {
	f.Add("Fix the HTTP-server's été_x \xff")
	f.Fuzz(func(t *testing.T, in string) {
		at := 0
		runs(in, func(run string) {
			i := strings.Index(in[at:], run)
			if run == "" || i < 0 {
				t.Fatalf("%q of %q", run, in)
			}
			at += i + len(run)
		})
	})
}
