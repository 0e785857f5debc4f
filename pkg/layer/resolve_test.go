package layer

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

// linked is a tree that declares every edge of spec/layer.md.
func linked() tree {
	return layered(tree{
		".ai/repo/project/milestones/m1.yaml": "id: m1\nslug: first\nclaims: [c1]\n",
		".ai/repo/project/milestones/m2.yaml": "id: m2\ndepends_on: [first]\n",
		".ai/repo/project/issues/i1.yaml":     "id: I1\nmilestone: first\ntracks: [lib/a.go, lib, 'lib/*.go', ./lib/b.go]\n",
		".ai/repo/project/issues/i2.yaml":     "id: I2\nmilestone: majordomus://milestone/m2\ndepends_on: [I1, I9]\n",
		".ai/repo/rules/r1.md":                "---\nid: r\nversion: 1\nstatus: active\n---\n",
		".ai/repo/rules/r2.md":                "---\nid: r\nversion: 2\nstatus: active\n---\n",
		".ai/repo/rules/r10.md":               "---\nid: r\nversion: 10\nstatus: deprecated\n---\n",
		".ai/repo/rules/s.md":                 "---\nid: s\nversion: 1\ndepends_on: [r, r@1]\n---\n",
		".ai/repo/adrs/0001-a.md":             "---\nid: adr-0001\nstatus: accepted\nsuperseded_by: adr-0002\nrelated: [rule:r, 'claim: c1', file:lib/a.go, test:lib/a_test.go, adr-0002, file:none.go]\n---\n",
		".ai/repo/adrs/0002-b.md":             "---\nid: adr-0002\nstatus: accepted\nsupersedes: [adr-0001]\nrelated:\n  - rule: s\n---\n",
		"lib/README.md":                       "---\nid: lib.c\nscope: directory\ntracks: [lib/a.go, gone.go]\n---\n[a](a.go) [x](../docs/x.md#part) [no](gone.md) [web](https://x.y/a.go) ![i](b.go)\n",
		"docs/CLAIMS.yaml":                    "claims:\n  - id: c1\n    source: docs/x.md#there\n    implementation: lib/a.go:12\n    test: [lib/a_test.go, lib/zz_test.go]\n  - id: c2\n    status: open\n",
		"docs/x.md":                           "# X\n[y](y.md) [again](y.md) [root](/lib/a.go) [self](#x) [me](x.md) [space](a%20b.md)\n",
		"docs/y.md":                           "# Y\n",
		"docs/a b.md":                         "# AB\n",
		"use-cases/taxonomy.yaml":             "taxonomy:\n  - id: t1\n    title: T\n",
		".ai/repo/use-cases/u.yaml":           "id: u\ncommands: [build]\ndoctrines: [s, nothing]\nclaims: [c1]\napplications: [app]\n",
		".ai/repo/applications/app.yaml":      "id: app\nuse_cases: [u, v]\ndoctrines: [s]\n",
		".ai/repo/use-cases/v.yaml":           "id: v\n",
		".ai/repo/skills/k.md":                "---\nname: k\nrelated: [docs/x.md, 'rule:s', 'command:build', lost, docs/CLAIMS.yaml, 'https://x.y/z', 'odd:1']\n---\n",
		".ai/repo/knowledge/curated/n.md":     "---\nid: n\nrelations: [p, {type: refines, to: k}, {rule: s}]\nload_with: [p]\nedges: [{to: q, type: requires}, {to: p, type: is_a}]\n---\n",
		".ai/repo/knowledge/curated/odd.md":   "---\nid: odd:1\n---\n",
		".ai/repo/knowledge/curated/p.md":     "---\nid: p\n---\n",
		".ai/repo/knowledge/curated/q.md":     "---\nid: q\n---\n",
		".ai/repo/sessions/z.md":              "---\nsession_id: z\nissues: [I1]\nmilestones: [m1]\n---\n",
		"AGENTS.md":                           "See @docs/y.md, not `@docs/x.md`.\n",
		"lib/a.go":                            "package lib\n", "lib/b.go": "package lib\n", "lib/a_test.go": "package lib\n",
	})
}

func TestEdges(t *testing.T) {
	in := linked().index(t)
	want := strings.Split(strings.TrimSpace(`
adr/adr-0001 put_in_force claim/c1
adr/adr-0001 put_in_force implementation/lib/a.go
adr/adr-0001 put_in_force none.go dangling
adr/adr-0001 put_in_force rule/r@2
adr/adr-0001 put_in_force test/lib/a_test.go
adr/adr-0001 related_to adr/adr-0002
adr/adr-0002 put_in_force rule/s@1
adr/adr-0002 supersedes adr/adr-0001
application/app governed_by rule/s@1
claim/c1 defined_in document/docs/x.md
claim/c1 implemented_by implementation/lib/a.go
claim/c1 tested_by lib/zz_test.go dangling
claim/c1 tested_by test/lib/a_test.go
context/AGENTS.md load_with document/docs/y.md
context/lib.c related_to document/docs/x.md
context/lib.c related_to implementation/lib/a.go
context/lib.c tracks gone.go dangling
context/lib.c tracks implementation/lib/a.go
document/docs/x.md related_to document/docs/a%20b.md
document/docs/x.md related_to document/docs/y.md
document/docs/x.md related_to implementation/lib/a.go
issue/I1 belongs_to milestone/m1
issue/I1 tracks implementation/lib/a.go
issue/I1 tracks implementation/lib/b.go
issue/I2 belongs_to milestone/m2
issue/I2 depends_on I9 dangling
issue/I2 depends_on issue/I1
knowledge/n is_a knowledge/p
knowledge/n load_with knowledge/p
knowledge/n related_to knowledge/p
knowledge/n related_to knowledge/q
knowledge/n related_to rule/s@1
knowledge/n related_to skill/k
milestone/m1 evidences claim/c1
milestone/m2 depends_on milestone/m1
rule/s@1 depends_on rule/r@1
rule/s@1 depends_on rule/r@2
session/z related_to issue/I1
session/z related_to milestone/m1
skill/k related_to document/docs/x.md
skill/k related_to knowledge/odd:1
skill/k related_to lost dangling
skill/k related_to rule/s@1
use-case/u evidences claim/c1
use-case/u exercises rule/s@1
use-case/u serves application/app
use-case/v serves application/app`), "\n")
	got := in.lines()
	slices.Sort(got)
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("missing: %s", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("too many: %s", g)
		}
	}
	for _, d := range in.ds {
		t.Errorf("%s %s: %s", d.Code, d.Path, d.Message)
	}
	for _, e := range in.edges {
		switch e.To {
		case "I9":
			if e.Hint != "I1" {
				t.Errorf("hint of I9: %q", e.Hint)
			}
		case "lib/zz_test.go":
			if e.Hint != "lib/a_test.go" {
				t.Errorf("hint: %q", e.Hint)
			}
		}
		if e.Kind == object.Supersedes && e.DeclaredIn != ".ai/repo/adrs/0001-a.md" {
			t.Errorf("declared in %s", e.DeclaredIn)
		}
	}
}

func TestMembersCostTheirLines(t *testing.T) {
	text := "# all claims\nclaims:\n  - id: a\n    note: |\n      long\n\n      text\n\n  # next\n  - id: b\n  -\n    id: c\n    x: [1,\n      2]\nother: 1\n"
	in := layered(tree{"docs/CLAIMS.yaml": text}).index(t)
	for id, want := range map[string]object.Span{"a": {Start: 3, End: 7}, "b": {Start: 10, End: 10}, "c": {Start: 11, End: 14}} {
		o := in.objects["majordomus://claim/"+id]
		if o.Provenance.Span == nil {
			t.Fatalf("%s: %+v %v", id, o, in.ds)
		}
		lines := strings.SplitAfter(text, "\n")
		want.Bytes = int64(len(strings.Join(lines[want.Start-1:want.End], "")))
		if *o.Provenance.Span != want || !o.Meta.Collection || o.Provenance.Bytes != int64(len(text)) {
			t.Errorf("%s: %+v, want %+v", id, *o.Provenance.Span, want)
		}
	}
	keyed := layered(tree{"docs/CLAIMS.yaml": "claims:\n  a:\n    status: open\n  b: {status: done}\n"}).index(t)
	if s := keyed.objects["majordomus://claim/a"].Provenance.Span; s == nil || s.Start != 2 || s.End != 3 {
		t.Errorf("keyed by id: %+v", keyed.objects)
	}
	bad := layered(tree{"docs/CLAIMS.yaml": "claims:\n  - id: a\n  - title: no id\n"}).index(t)
	if len(bad.objects) != 2 || !hasCode(bad, missingField) {
		t.Errorf("a bad member excludes itself alone: %v %v", bad.objects, bad.ds)
	}
}

func TestClaimants(t *testing.T) {
	in := layered(tree{".ai/repo/rules/a.md": "---\nid: r\nversion: 1\n---\n", ".ai/repo/rules/b.md": "---\nid: r\nversion: 1\n---\n"}).index(t)
	n := 0
	for _, d := range in.ds {
		if k, id, files, ok := Claimants(d); ok {
			n++
			if k != object.Rule || id != "r@1" || files != ".ai/repo/rules/a.md, .ai/repo/rules/b.md" {
				t.Errorf("%q %q %q", k, id, files)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d claimants: %v", n, in.ds)
	}
	if _, _, _, ok := Claimants(object.Diagnostic{Code: duplicateIdentity, Message: "x"}); ok {
		t.Error("a finding of another form")
	}
}

// TestResolveIgnoresOrder shuffles what resolution is given.
func TestResolveIgnoresOrder(t *testing.T) {
	tr := linked()
	tr[".ai/repo/project/issues/twin.yaml"] = "id: I1\n"
	files := tr.files()
	c, _, err := Load(files, func(p string) ([]byte, error) { return []byte(tr[p]), nil }, Options{Sources: shellSources})
	if err != nil {
		t.Fatal(err)
	}
	claims, _ := c.Classify(files)
	var first string
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		var parsed []Parsed
		for _, i := range r.Perm(len(claims)) {
			parsed = append(parsed, c.Parse(claims[i], []byte(tr[claims[i].Path])))
		}
		r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		objects, edges, ds := c.Resolve(parsed, files)
		var uris []string
		for _, o := range objects {
			uris = append(uris, o.URI)
		}
		all := fmt.Sprint(uris, edges, ds)
		if first == "" {
			first = all
		}
		if all != first {
			t.Fatalf("order %d gives\n%s\nnot\n%s", seed, all, first)
		}
	}
	if !strings.Contains(first, "duplicate_identity") || !strings.Contains(first, "ambiguous: .ai/repo/project/issues/i1.yaml, .ai/repo/project/issues/twin.yaml") {
		t.Error(first)
	}
}

// TestBindServesEqualFacts binds one parse to two places.
func TestBindServesEqualFacts(t *testing.T) {
	text := map[string]string{"docs/adr/0001-a.md": "# A\n[x](../x.md)\n", "a/.cursor/rules/r.mdc": "---\nglobs: '*.go'\n---\n", "specs/001-a/tasks.md": "- [ ] T001 x\n"}
	for first, other := range map[string]string{"docs/adr/0001-a.md": "docs/decisions/0002-b.md", "a/.cursor/rules/r.mdc": "b/.cursor/rules/s.mdc", "specs/001-a/tasks.md": "specs/002-b/tasks.md"} {
		c, _, _ := Load(nil, nil, Options{})
		claim := func(p string) Claim {
			claims, _ := c.Classify([]File{{Path: p, Size: 3, Hash: "h"}})
			return claims[0]
		}
		if claim(first).Facts() != claim(other).Facts() {
			t.Fatalf("%s and %s differ in facts", first, other)
		}
		p := c.Parse(claim(first), []byte(text[first]))
		p.Bind(claim(other))
		if q := c.Parse(claim(other), []byte(text[first])); !reflect.DeepEqual(p, q) {
			t.Errorf("bound: %+v\nparsed: %+v", p, q)
		}
	}
}

func TestPathsThatAreNotUTF8(t *testing.T) {
	in := tree{"docs/\xff.md": "# X\n", "docs/%20.md": "# Y\n"}.index(t)
	o, ok := in.objects["majordomus://document/docs/%FF.md"]
	if !ok || o.Identity != "docs/%FF.md" || !o.Provenance.PathEncoded || o.Provenance.Path != "docs/%FF.md" {
		t.Errorf("%+v %v", o, in.objects)
	}
	if o, ok := in.objects["majordomus://document/docs/%2520.md"]; !ok || o.Provenance.PathEncoded || o.Provenance.Path != "docs/%20.md" {
		t.Errorf("%+v", o)
	}
}

func BenchmarkLink(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			units, files := make([]Unit, n), make([]File, n)
			for i := range n {
				p := fmt.Sprintf(".ai/repo/project/issues/d%03d/I%07d.yaml", i/1000, i) // by path, as claims come
				files[i].Path = p
				units[i] = Unit{Path: p, Heads: []Head{{Kind: object.Issue, Identity: fmt.Sprintf("I%07d", i), URI: object.URI(object.Issue, fmt.Sprintf("I%07d", i))}},
					Refs: []Ref{{Edge: object.DependsOn, Kind: object.Issue, Name: fmt.Sprintf("I%07d", i/2)}}}
			}
			c := &Config{}
			b.ReportAllocs()
			for b.Loop() {
				c.Link(units, files)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/object")
		})
	}
}
