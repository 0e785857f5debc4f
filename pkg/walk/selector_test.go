package walk_test

import (
	"context"
	"strings"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

func TestScopePathByKind(t *testing.T) {
	tr := newTree()
	tr.add("implementation/src/a.go", "")
	tr.add("test/src/a_test.go", "")
	tr.add("file/src/a.txt", "")
	tr.add("document/src/a.md", "")
	tr.add("rule/r@1", "src/r.md", class("blocking"), status("active"))
	tr.add("claim/c1", "src/CLAIMS.yaml", func(o *object.Object) { o.Meta.Collection = true })
	tr.add("implementation/srcx/b.go", "")
	r := run(t, tr.store(t), paths("src"), walk.Options{})
	expect(t, r, map[string]string{
		"implementation/src/a.go":  "source 0.8 depth 1: scope_path via src 0.8 @1",
		"test/src/a_test.go":       "source 0.8 depth 1: scope_path via src 0.8 @1",
		"file/src/a.txt":           "source 0.8 depth 1: scope_path via src 0.8 @1",
		"document/src/a.md":        "history 0.7 depth 1: scope_path via src 0.7 @1",
		"rule/r@1":                 "governance 0.7 depth 1 required: scope_path via src 0.7 @1",
		"claim/c1":                 "history 0.7 depth 1: scope_path via src 0.7 @1",
		"implementation/srcx/b.go": "not there",
	})
}

func TestAPathSeedIsAnEntryAndAStart(t *testing.T) {
	tr := newTree()
	tr.add("implementation/a.go", "")
	tr.add("test/a_test.go", "")
	tr.add("claim/c1", "CLAIMS.yaml", func(o *object.Object) { o.Meta.Collection = true })
	tr.edge("implementation/a.go", object.TestedBy, "test/a_test.go")
	tr.edge("claim/c1", object.DefinedIn, "implementation/a.go")
	r := run(t, tr.store(t), paths("./a.go"), walk.Options{})
	expect(t, r, map[string]string{
		"implementation/a.go": "task 1 depth 0 required: seed 1 @0; scope_path via a.go 0.8 @1; relation tested_by via test/a_test.go 0.85 @2; relation defined_in via claim/c1 0.8 @2",
		"test/a_test.go":      "source 0.85 depth 1: relation tested_by via implementation/a.go 0.85 @1",
	})
	if len(r.Seeds) != 1 || r.Seeds[0].Kind != "path" || r.Seeds[0].URI != "./a.go" {
		t.Errorf("seeds %+v", r.Seeds)
	}
	r = run(t, tr.store(t), paths("CLAIMS.yaml"), walk.Options{})
	if got := short(find(r, "claim/c1")); got != "history 0.7 depth 1: scope_path via CLAIMS.yaml 0.7 @1" {
		t.Errorf("a member of a collection: %s", got)
	}
	if got := ways(find(r, "implementation/a.go")); got != "not there" {
		t.Errorf("the walk starts at a member: %s", got)
	}
}

func TestASymbolSeedHasTheEdgesOfItsFile(t *testing.T) {
	tr := newTree()
	tr.add("implementation/a.go", "", func(o *object.Object) {
		o.Meta.Symbols = []object.Symbol{{Name: "Run", Kind: "function", Start: 3, End: 9, Bytes: 41}, {Name: "Run~2", Kind: "function", Start: 11, End: 12, Bytes: 20}}
	})
	tr.add("test/a_test.go", "")
	tr.edge("implementation/a.go", object.TestedBy, "test/a_test.go")
	r := run(t, tr.store(t), uris("implementation/a.go#Run"), walk.Options{})
	expect(t, r, map[string]string{
		"implementation/a.go#Run": "task 1 depth 0 required: seed 1 @0",
		"test/a_test.go":          "source 0.85 depth 1: relation tested_by via implementation/a.go#Run 0.85 @1",
		"implementation/a.go":     "source 0.723 depth 2: relation tested_by via test/a_test.go 0.85 @2",
	})
	c := find(r, "implementation/a.go#Run")
	if c.CostBytes != 41 || c.CostTokens != 11 || c.Provenance.Span == nil || c.Provenance.Span.Start != 3 || c.Provenance.Bytes != 100 || c.Title != "Run" {
		t.Errorf("the symbol is %+v", c)
	}
}

func TestSessions(t *testing.T) {
	tr := newTree()
	tr.add("implementation/lib/a.go", "")
	tr.add("session/touched", "s/1.md", changed("lib/a.go", "lib/b.go"), branch("master"))
	tr.add("session/here", "s/2.md", changed("web/x"), branch("master"))
	tr.add("session/elsewhere", "s/3.md", changed("web/x", "lib-old/a.go"), branch("topic"))
	r := run(t, tr.store(t), paths("lib"), walk.Options{})
	expect(t, r, map[string]string{
		"session/touched":   "knowledge 0.75 depth 1: session_state via lib 0.75 @1",
		"session/here":      "knowledge 0.5 depth 1: session_state 0.5 @1",
		"session/elsewhere": "not there",
	})
}

func TestLocalRecords(t *testing.T) {
	s := newTree().store(t)
	local := func(kind object.Kind, d seed.Divergence) seed.Local {
		p := ".ai/local/state/" + string(kind) + ".md"
		return seed.Local{Object: object.Object{URI: object.URI(kind, p), Kind: kind, Identity: p, Hash: "h",
			Provenance: object.Provenance{Path: p, Directory: ".ai/local/state", SourceClass: "local-state", Bytes: 9}}, Divergence: d}
	}
	for d, want := range map[seed.Divergence][3]string{
		seed.Exact: {"0.95", "0.8", ""}, seed.Advanced: {"0.95", "0.8", ""},
		seed.Diverged: {"0.475", "0.4", "stale_record"}, seed.Unknown: {"0.475", "0.4", "stale_record"},
	} {
		in := resolved(t, s, seed.Request{})
		in.Locals = []seed.Local{local(object.Handover, d), local(object.Checkpoint, d)}
		r, err := walk.Walk(context.Background(), s, in, walk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"handover/.ai/local/state/handover.md", "checkpoint/.ai/local/state/checkpoint.md"} {
			if got := short(find(r, name)); got != "knowledge "+want[i]+" depth 0: session_state "+want[i]+" @0" {
				t.Errorf("%s: %s", d, got)
			}
			if c := find(r, name); c.Confidence != 1 || c.Provenance.SourceClass != "local-state" || c.CostTokens != 3 {
				t.Errorf("%s: %+v", d, c)
			}
		}
		if strings.Contains(codes(r), "warning stale_record .ai/local/state/handover.md") != (want[2] != "") {
			t.Errorf("%s: %s", d, codes(r))
		}
		if len(r.Settings.Locals) != 2 || r.Settings.Locals[0].Divergence != string(d) || r.Settings.Locals[0].Hash != "h" {
			t.Errorf("settings %+v", r.Settings.Locals)
		}
	}
}

func TestBlockingRulesAreRequiredWhereverTheyComeFrom(t *testing.T) {
	tr := newTree()
	tr.add("issue/1", "i.yaml")
	tr.add("rule/near@1", "near.md", class("blocking"), status("active"))
	tr.add("rule/far@1", "far.md", class("blocking"), status("active"))
	tr.add("rule/old@1", "old.md", class("blocking"), status("deprecated"))
	tr.add("rule/mild@1", "mild.md", class("advisory"), status("active"))
	tr.edge("issue/1", object.RelatedTo, "rule/near@1")
	tr.edge("issue/1", object.RelatedTo, "rule/mild@1")
	expect(t, run(t, tr.store(t), issue("1"), walk.Options{}), map[string]string{
		"rule/near@1": "governance 0.7 depth 1 required: relation related_to via issue/1 0.7 @1",
		"rule/mild@1": "governance 0.7 depth 1: relation related_to via issue/1 0.7 @1",
		"rule/far@1":  "not there",
	})
	q := issue("1")
	q.AllBlockingRules = new(true)
	expect(t, run(t, tr.store(t), q, walk.Options{}), map[string]string{
		"rule/near@1": "governance 0.7 depth 0 required: governance 0.6 @0; relation related_to via issue/1 0.7 @1",
		"rule/far@1":  "governance 0.6 depth 0 required: governance 0.6 @0",
		"rule/old@1":  "not there",
	})
	q.Floor = new(.65)
	expect(t, run(t, tr.store(t), q, walk.Options{}), map[string]string{
		"rule/near@1": "governance 0.7 depth 1 required: relation related_to via issue/1 0.7 @1",
		"rule/far@1":  "out relevance 0.6 depth 0", // only what is in reach can be required
	})
}

func TestNothingNamedGivesPolicyAndScope(t *testing.T) {
	r := run(t, workedTree().store(t), seed.Request{}, walk.Options{})
	if len(r.Candidates) != 2 || r.Candidates[0].Kind != object.Policy || r.Candidates[1].Kind != object.Scope {
		t.Errorf("%d candidates", len(r.Candidates))
	}
}

func TestLimits(t *testing.T) {
	tr := newTree()
	tr.add("issue/1", "i/1.yaml", scope("lib"))
	tr.add("issue/2", "i/2.yaml")
	tr.add("issue/3", "i/3.yaml")
	tr.add("milestone/m", "m.yaml")
	tr.add("implementation/lib/a.go", "")
	tr.edge("issue/1", object.DependsOn, "issue/2")
	tr.edge("issue/2", object.DependsOn, "issue/3")
	tr.edge("issue/1", object.BelongsTo, "milestone/m")
	q := issue("1")
	q.MaxDepth = new(1)
	expect(t, run(t, tr.store(t), q, walk.Options{}), map[string]string{
		"issue/3": "out depth 0.81 depth 2", "milestone/m": "task 0.95 depth 1 required: relation belongs_to via issue/1 0.95 @1"})
	q.Floor = new(.93)
	expect(t, run(t, tr.store(t), q, walk.Options{}), map[string]string{
		"issue/2": "out relevance 0.9 depth 1", "issue/3": "not there", // nothing is walked from what is out
		"implementation/lib/a.go": "out relevance 0.8 depth 0"}) // no hop would help
	q.MaxDepth = new(0)
	expect(t, run(t, tr.store(t), q, walk.Options{}), map[string]string{
		"issue/2": "out relevance 0.9 depth 1", "milestone/m": "out depth 0.95 depth 1"})
	q.Floor = new(.8)
	expect(t, run(t, tr.store(t), q, walk.Options{}), map[string]string{
		"implementation/lib/a.go": "source 0.8 depth 1: scope_path via lib 0.8 @1"}) // only edges are held against the depth
}

func TestUnresolvedReferences(t *testing.T) {
	tr := newTree()
	tr.add("issue/1", "i/1.yaml")
	tr.add("issue/2", "i/2.yaml")
	tr.edge("issue/1", object.DependsOn, "issue/2")
	tr.edges = append(tr.edges,
		object.Edge{From: object.Scheme + "issue/1", To: "I0099", Kind: object.DependsOn, DeclaredIn: "i/1.yaml", Dangling: true, Hint: "I0009"},
		object.Edge{From: object.Scheme + "issue/2", To: "I0099", Kind: object.DependsOn, DeclaredIn: "i/2.yaml", Dangling: true})
	r := run(t, tr.store(t), issue("1"), walk.Options{})
	c := find(r, "I0099")
	if c == nil || c.Out != walk.OutUnresolved || c.InReach || c.Relevance != .9 || c.Tier != object.TierTask || c.CostTokens != 0 || c.Depth != 1 {
		t.Fatalf("the row is %+v", c)
	}
	if len(c.DiscoveredBy) != 1 || c.DiscoveredBy[0].Via != object.Scheme+"issue/1" {
		t.Errorf("named by %+v", c.DiscoveredBy)
	}
	if codes(r) != "warning unresolved_reference i/1.yaml\nwarning unresolved_reference i/2.yaml" || !strings.Contains(r.Diagnostics[0].Message, "I0009") {
		t.Errorf("%+v", r.Diagnostics)
	}
}

func TestAnUnresolvedRowHasTheProductItWouldHaveHad(t *testing.T) {
	tr := newTree()
	tr.add("issue/1", "i/1.yaml", scope("lib"))
	tr.add("implementation/lib/a.go", "")
	tr.add("implementation/lib/b.go", "")
	tr.edge("issue/1", object.Serves, "implementation/lib/a.go") // .5, though its file counts .8
	dangles := func(from, to string) {
		tr.edges = append(tr.edges, object.Edge{From: object.Scheme + from, To: to, Kind: object.TestedBy, DeclaredIn: "x", Dangling: true})
	}
	dangles("implementation/lib/a.go", "test:a")
	dangles("implementation/lib/b.go", "test:b")
	r := run(t, tr.store(t), issue("1"), walk.Options{})
	if a, b := find(r, "test:a"), find(r, "test:b"); a.Relevance != .425 || b.Relevance != .68 || a.Tier != object.TierSource {
		t.Errorf("%+v and %+v", a, b)
	}
}

func TestDiagnosticsThatAnAnswerShows(t *testing.T) {
	tr := newTree()
	tr.add("implementation/lib/a.go", "")
	tr.add("policy/p.yaml", "")
	d := func(s object.Severity, code, path string) {
		tr.diagnostics = append(tr.diagnostics, object.Diagnostic{Severity: s, Code: code, Path: path, Message: code})
	}
	d(object.Warning, "tracked_secret", "lib/a.go")
	d(object.Info, "yaml_plain_colon", "p.yaml")
	d(object.Error, "malformed_yaml", "lib/b.yaml")
	d(object.Error, "malformed_yaml", "web/c.yaml")
	d(object.Error, "missing_field", "web/d.yaml")
	d(object.Info, "out_of_scope", "lib-old/x.png")
	d(object.Info, "out_of_scope", "web/x.png")
	r := run(t, tr.store(t), paths("lib"), walk.Options{})
	want := "warning index_degraded \nwarning malformed_yaml lib/b.yaml\nwarning tracked_secret lib/a.go\ninfo yaml_plain_colon p.yaml"
	if got := codes(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if m := r.Diagnostics[0].Message; !strings.Contains(m, "3 errors") || !strings.Contains(m, "malformed_yaml 2, missing_field 1") {
		t.Errorf("message %q", m)
	}
}

func TestFrontierIsCutAtTheMostRelevant(t *testing.T) {
	tr := newTree()
	tr.add("issue/1", "i.yaml")
	for _, n := range []string{"a", "b", "c", "d"} {
		tr.add("knowledge/"+n, n+".md")
		tr.edge("issue/1", object.RelatedTo, "knowledge/"+n)
	}
	tr.add("knowledge/e", "e.md")
	tr.edge("issue/1", object.Tracks, "knowledge/e")
	tr.add("knowledge/0", "0.md")
	tr.edge("issue/1", object.Serves, "knowledge/0")
	q := issue("1")
	q.Floor = new(.75)
	r := run(t, tr.store(t), q, walk.Options{Frontier: 3})
	var got []string
	for _, c := range r.Candidates {
		if !c.InReach {
			got = append(got, strings.TrimPrefix(c.URI, object.Scheme+"knowledge/"))
		}
	}
	if strings.Join(got, "") != "abc" {
		t.Errorf("listed %v: of seven at .7 the first by uri", got)
	}
	if codes(r) != "info frontier_cut " || !strings.Contains(r.Diagnostics[0].Message, "3 more things") {
		t.Errorf("%+v", r.Diagnostics)
	}
}

func TestWhatADecisionSupersedesIsNamedReachedOrNot(t *testing.T) {
	r := run(t, workedTree().store(t), uris("adr/adr-0001"), walk.Options{})
	a, b := find(r, "adr/adr-0001"), find(r, "adr/adr-0002")
	if len(a.SupersededBy) != 1 || a.SupersededBy[0] != (walk.Superseder{URI: object.Scheme + "adr/adr-0002", Status: "accepted"}) || len(b.Supersedes) != 1 {
		t.Errorf("%+v and %+v", a.SupersededBy, b.Supersedes)
	}
	if c := find(r, "rule/alpha@1"); c.FamilyOf != "rule/alpha" || c.FamilyVer != "1" {
		t.Errorf("family %q %q", c.FamilyOf, c.FamilyVer)
	}
}
