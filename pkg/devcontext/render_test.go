package devcontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

func decodeJSON(s string, dst any) error { return json.Unmarshal([]byte(s), dst) }

// readers are the parsers of both forms.
func readers() map[Form]func(string) (prompted, error) {
	return map[Form]func(string) (prompted, error){Markdown: readMarkdown, XML: readXML}
}

// hostile bodies try to end their fence, to be markup, or cannot be carried.
func hostile() []string {
	return []string{"", "\n", "a", "a\n", "\n\n", "```\n", "````untrusted\n````\n", "~~~\nx\n~~~\n", "<!-- \n", "-->\n", "]]>", "]]]]><![CDATA[>", "<![CDATA[x]]>",
		"</body></entry></context>", "nul\x00", "bidi \u202e rev", "lone\rcr", "crlf\r\n", "\xff\xfe", "&amp;&#10;", "\ufeff bom", "\ufffe", "\x1b[2J", "## Left out\n\n- x\n",
		"\r```\r", strings.Repeat("`", 40) + "\n", "a\u2028b", "]]", "\n```", "```", "a```", "\t x \t"}
}

func TestEveryBodyComesBack(t *testing.T) {
	s := newSample(t)
	for i, b := range hostile() {
		s.add(t, fmt.Sprintf("majordomus://file/f%03d`<!--", i), fmt.Sprintf("f%03d\u202e`<b>]]>&\"", i), []byte(b), object.TierSource, .5, func(c *walk.Candidate) {
			c.DiscoveredBy[0].Reason = "words \"x\" <b> `y` \x01"
		})
	}
	for form, read := range readers() {
		out, err := Render(s.answer(t, 1<<30), s.open(t), RenderOptions{Form: form})
		if err != nil {
			t.Fatal(err)
		}
		p, err := read(string(out))
		if err != nil {
			t.Fatalf("%s: %v\n%s", form, err, out)
		}
		if len(p.bodies) != len(hostile()) {
			t.Fatalf("%s: %d bodies", form, len(p.bodies))
		}
		for i, g := range p.bodies {
			if string(g.data) != hostile()[i] {
				t.Errorf("%s: %q came back as %q", form, hostile()[i], g.data)
			}
			if g.path != s.walk.Candidates[i].Provenance.Path || g.uri != s.walk.Candidates[i].URI || len(g.reasons) != 1 {
				t.Errorf("%s: the header came back as %q %q %q", form, g.uri, g.path, g.reasons)
			}
		}
	}
}

func FuzzEveryBodyComesBack(f *testing.F) {
	for _, b := range hostile() {
		f.Add([]byte(b))
	}
	s := newSample(f)
	s.add(f, "majordomus://file/before", "before", []byte("```\n"), object.TierSource, .6)
	s.add(f, "majordomus://file/x", "x", nil, object.TierSource, .5)
	a := s.answer(f, 1<<30)
	f.Fuzz(func(t *testing.T, data []byte) {
		for form, read := range readers() {
			fm := map[Form]interface {
				open(*budget.Answer) string
				section(*section) string
				shut() string
				carries([]byte) bool
			}{Markdown: markdown{}, XML: xmlForm{}}[form]
			text := fm.open(a)
			for i, d := range [][]byte{[]byte("```\n"), data} {
				text += fm.section(&section{entry: &a.Selected[i], data: d, base64: !fm.carries(d)})
			}
			text += fm.shut()
			p, err := read(text)
			if err != nil || len(p.bodies) != 2 || !bytes.Equal(p.bodies[1].data, data) {
				t.Fatalf("%s: %v: %q came back as %+v", form, err, data, p.bodies)
			}
		}
	})
}

func TestMaxTokensCountsEverything(t *testing.T) {
	s := rich(t)
	a, b := s.answer(t, 2000), s.open(t)
	for form, read := range readers() {
		whole, err := Render(a, b, RenderOptions{Form: form})
		if err != nil {
			t.Fatal(err)
		}
		size := int64(token.Bytes{}.Count(whole))
		last := -1
		seen := map[string]bool{}
		for limit := int64(1); limit <= size+5; limit += 5 {
			out, err := Render(a, b, RenderOptions{Form: form, MaxTokens: limit})
			if err != nil {
				if fault.As(err).Class != fault.OverBudget || out != nil || last >= 0 {
					t.Fatalf("%s, limit %d: %v", form, limit, err)
				}
				seen["refused"] = true
				continue
			}
			if n := int64(token.Bytes{}.Count(out)); n > limit {
				t.Fatalf("%s: %d tokens under a limit of %d", form, n, limit)
			}
			p, err := read(string(out))
			if err != nil {
				t.Fatal(err)
			}
			if p.counted > 0 {
				seen["counted"] = true
			}
			if len(p.bodies)+len(p.left)+p.counted != len(a.Selected)+len(a.Excluded) {
				t.Fatalf("%s, limit %d: %d bodies, %d left out and %d more", form, limit, len(p.bodies), len(p.left), p.counted)
			}
			if len(p.bodies) < last {
				t.Fatalf("%s: a limit of %d gives fewer bodies than a smaller one", form, limit)
			}
			last = len(p.bodies)
			checkPrefix(t, a, p)
		}
		if last != len(a.Selected) || !seen["refused"] || !seen["counted"] {
			t.Errorf("%s: %d bodies at the end, %v", form, last, seen)
		}
	}
}

// TestOmissionsCostNoBodies: of a large repository more is left out than a
// prompt could list, and the bodies are what it is for.
func TestOmissionsCostNoBodies(t *testing.T) {
	s := newSample(t)
	for i := range 400 {
		name := fmt.Sprintf("f%03d", i)
		s.add(t, "majordomus://file/"+name, name, bytes.Repeat([]byte("x"), 400), object.TierSource, .5)
	}
	a, b := s.answer(t, 4000), s.open(t)
	for form, read := range readers() {
		const limit = 4000
		out, err := Render(a, b, RenderOptions{Form: form, MaxTokens: limit})
		if err != nil {
			t.Fatal(err)
		}
		p, err := read(string(out))
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, g := range p.bodies {
			size += token.Bytes{}.Count(g.data)
		}
		if len(p.bodies) == 0 || size < limit/4 {
			t.Errorf("%s: %d bodies of %d tokens", form, len(p.bodies), size)
		}
		if len(p.left) < 4 || p.counted < 300 {
			t.Errorf("%s: %d listed, %d more", form, len(p.left), p.counted)
		}
		fell := "majordomus://file/" + fmt.Sprintf("f%03d", len(p.bodies))
		if !slices.Contains(p.left, fell) {
			t.Errorf("%s: the first body that fell is not listed: %v", form, p.left)
		}
		if n := len(out) / 4; n > limit || n < limit*9/10 {
			t.Errorf("%s: %d of %d tokens", form, n, limit)
		}
	}
}

// checkPrefix holds that what is in is all that is required and a beginning of
// the rest, in the answer's order.
func checkPrefix(t *testing.T, a *budget.Answer, p prompted) {
	t.Helper()
	in := map[string]bool{}
	var order []string
	for _, g := range p.bodies {
		in[g.uri] = true
		order = append(order, g.uri)
	}
	fallen := false
	var want []string
	for _, e := range a.Selected {
		if in[e.URI] {
			want = append(want, e.URI)
		}
		if e.Required && !in[e.URI] || !e.Required && in[e.URI] && fallen {
			t.Fatalf("%s is out of turn", e.URI)
		}
		fallen = fallen || !e.Required && !in[e.URI]
	}
	if !slices.Equal(order, want) {
		t.Fatalf("the order is %v, not %v", order, want)
	}
}

func TestChangedBodies(t *testing.T) {
	s := newSample(t)
	s.add(t, "majordomus://file/a", "a", []byte("one\n"), object.TierSource, .5)
	s.add(t, "majordomus://file/b", "b", []byte("two\n"), object.TierSource, .4)
	s.add(t, "majordomus://file/c", "c", []byte("three\n"), object.TierSource, .3)
	a := s.answer(t, 1000)
	if err := os.WriteFile(filepath.Join(s.dir, "b"), []byte("2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(s.dir, "c")); err != nil {
		t.Fatal(err)
	}
	if _, err := Render(a, s.open(t), RenderOptions{}); err == nil || fault.As(err).Code != "changed_body" {
		t.Errorf("a changed body: %v", err)
	}
	for form, read := range readers() {
		out, err := Render(a, s.open(t), RenderOptions{Form: form, AllowStale: true})
		if err != nil {
			t.Fatal(err)
		}
		p, err := read(string(out))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.bodies) != 2 || p.bodies[0].changed || !p.bodies[1].changed || string(p.bodies[1].data) != "2\n" || !slices.Equal(p.left, []string{"majordomus://file/c"}) {
			t.Errorf("%s: %+v", form, p)
		}
	}
}

func TestSpansAndSecrets(t *testing.T) {
	s := newSample(t)
	s.add(t, "majordomus://file/a#Two", "a", []byte("one\ntwo\nthree"), object.TierSource, .5, func(c *walk.Candidate) {
		c.Provenance.Span = &object.Span{Start: 2, End: 3, Bytes: 9}
	})
	s.add(t, "majordomus://file/env", "env", []byte("ghp_secret\n"), object.TierSource, .4)
	s.walk.Diagnostics = append(s.walk.Diagnostics, object.Diagnostic{Severity: object.Warning, Code: "tracked_secret", Path: "env", Message: "m"})
	// one the index has not read
	s.add(t, "majordomus://file/f", "f", []byte("one\ntoken ghp_a8Bc2dE4fG6hJ8kL0mN2pQ4rS6tU8vW0xY2z\n"), object.TierSource, .3, func(c *walk.Candidate) {
		c.Provenance.Span = &object.Span{Start: 1, End: 1, Bytes: 4}
	})
	for form, read := range readers() {
		out, err := Render(s.answer(t, 1000), s.open(t), RenderOptions{Form: form})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), "ghp_") {
			t.Errorf("%s shows a secret", form)
		}
		p, err := read(string(out))
		if err != nil || len(p.bodies) != 1 || string(p.bodies[0].data) != "two\nthree" || !slices.Equal(p.left, []string{"majordomus://file/env", "majordomus://file/f"}) {
			t.Errorf("%s: %v %+v", form, err, p)
		}
	}
}

func TestAChangedBodyIsJudgedAnew(t *testing.T) {
	s := newSample(t)
	s.add(t, "majordomus://file/a", "a", []byte("one\n"), object.TierSource, .5)
	a := s.answer(t, 1000)
	if err := os.WriteFile(filepath.Join(s.dir, "a"), []byte("token ghp_a8Bc2dE4fG6hJ8kL0mN2pQ4rS6tU8vW0xY2z\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := Render(a, s.open(t), RenderOptions{AllowStale: true})
	if err != nil || bytes.Contains(out, []byte("ghp_")) || !bytes.Contains(out, []byte("secret")) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestMaxTokensUnderATokenizer(t *testing.T) {
	s := rich(t)
	s.walk.Settings.Estimator = token.NameO200k
	a, b := s.answer(t, 2000), s.open(t)
	est, err := token.ByName(token.NameO200k)
	if err != nil {
		t.Fatal(err)
	}
	for limit := int64(200); limit < 1500; limit += 97 {
		out, err := Render(a, b, RenderOptions{MaxTokens: limit})
		if err == nil && int64(est.Count(out)) > limit {
			t.Errorf("%d tokens under a limit of %d", est.Count(out), limit)
		}
	}
}
