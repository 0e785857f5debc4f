package task

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
)

// node is an established knowledge node.
func node(id string, more ...func(*Node)) Node {
	n := Node{ID: id, URI: object.URI(object.Knowledge, id), Kind: object.Knowledge, Title: id, Domain: "d", Status: "established",
		Confidence: 0.9, Hash: canon.Hash([]byte(id))[:40], Provenance: object.Provenance{Path: "k/" + id + ".md"}, Bytes: 40}
	for _, m := range more {
		m(&n)
	}
	return n
}

func status(s string) func(*Node)        { return func(n *Node) { n.Status = s } }
func tags(t ...string) func(*Node)       { return func(n *Node) { n.Tags = t } }
func confidence(c float64) func(*Node)   { return func(n *Node) { n.Confidence = c } }
func domain(d string) func(*Node)        { return func(n *Node) { n.Domain = d } }
func title(t string) func(*Node)         { return func(n *Node) { n.Title = t } }
func loadWith(ids ...string) func(*Node) { return func(n *Node) { n.LoadWith = ids } }
func mirrors(file string) func(*Node) {
	return func(n *Node) { n.Domain, n.SourceFile = mirrorDomain, file }
}
func edge(kind, to string) func(*Node) {
	return func(n *Node) { n.Edges = append(n.Edges, object.NodeEdge{To: to, Type: kind}) }
}

// paths makes an index of path routes: "src/a.go:n1".
func paths(t testing.TB, list ...string) *route.Index {
	return routes(t, "by_path", list)
}

func symbols(t testing.TB, list ...string) *route.Index {
	return routes(t, "by_symbol", list)
}

func routes(t testing.TB, field string, list []string) *route.Index {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "schema_version: v1\nsource_hash: h\n")
	if field == "by_symbol" {
		b.WriteString("by_path: {}\n")
	}
	b.WriteString(field + ":\n")
	last := ""
	for _, r := range list {
		k, id, _ := strings.Cut(r, "=")
		if k != last {
			fmt.Fprintf(&b, "  %q:\n", k)
		}
		last = k
		fmt.Fprintf(&b, "  - {node_id: %q, reason: why, provenance: p}\n", id)
	}
	ix, issues := route.Parse("r.yaml", []byte(b.String()))
	if issues != nil {
		t.Fatal(issues)
	}
	return ix
}

func resolve(t testing.TB, in Input) *Resolution {
	t.Helper()
	r, err := Resolve(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func picked(r *Resolution) string {
	var out []string
	for _, s := range r.Selections {
		out = append(out, s.NodeID+":"+string(s.Class[0]))
	}
	return strings.Join(out, " ")
}

func codes(r *Resolution) string {
	var out []string
	for _, d := range r.Diagnostics {
		out = append(out, d.Code)
	}
	return strings.Join(out, " ")
}

func role(t testing.TB, name string) Role {
	r, err := Builtin().Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		name   string
		nodes  []Node
		routes *route.Index
		task   Task
		role   string
		opt    Options
		want   string
		codes  string
	}{
		{name: "directory and glob match routes", nodes: []Node{node("a"), node("b"), node("c")}, routes: paths(t, "src/a.go=a", "src/x/b.go=b", "src=c"),
			task: Task{Scope: []string{"src/"}}, want: "a:r b:r"},
		{name: "a glob with stars matches the folder itself", nodes: []Node{node("a"), node("c")}, routes: paths(t, "src/a.go=a", "src=c"),
			task: Task{Scope: []string{"src/**"}}, want: "a:r c:r"},
		{name: "a changed file is exact whatever it is called", nodes: []Node{node("a"), node("b")}, routes: paths(t, "src/[x].go=a", "src/x.go=b"),
			task: Task{ChangedFiles: []string{"src/[x].go"}}, want: "a:r"},
		{name: "route keys are literal", nodes: []Node{node("a")}, routes: paths(t, "src/*=a"), task: Task{Scope: []string{"src/x"}}, want: ""},
		{name: "symbols are exact and case-sensitive", nodes: []Node{node("a"), node("b")}, routes: symbols(t, "T.M=a", "t.m=b"), task: Task{Symbols: []string{" T.M "}}, want: "a:r"},
		{name: "the role changes no required node", nodes: []Node{node("m", mirrors("a.go"))}, task: Task{Scope: []string{"a.go"}}, role: "physics_reviewer", want: "m:r"},
		{name: "a refused path is a diagnostic", nodes: nil, task: Task{Scope: []string{"../x", "/y", "ok"}, ChangedFiles: []string{""}}, codes: "invalid_path invalid_path invalid_path"},
		{name: "a mirror with a refused source", nodes: []Node{node("m", mirrors("../a.go"))}, task: Task{Scope: []string{"a.go"}}, codes: "invalid_path"},
		{name: "coactivated is one hop and what is required stays so", nodes: []Node{node("a", loadWith("b", "c", "a")), node("b", loadWith("d")), node("c"), node("d")},
			routes: paths(t, "x=a", "x=b"), task: Task{Scope: []string{"x"}}, want: "a:r b:r c:c d:c"},
		{name: "a reference can name the kind", nodes: []Node{node("a", loadWith("knowledge:b"))}, routes: paths(t, "x=a"), task: Task{Scope: []string{"x"}},
			want: "a:r", codes: "coactivated_node_unavailable"},
		{name: "a reference by kind", nodes: []Node{node("a", loadWith("knowledge:b")), node("b")}, routes: paths(t, "x=a"), task: Task{Scope: []string{"x"}}, want: "a:r b:c"},
		{name: "what cannot be loaded with it is a diagnostic", nodes: []Node{node("a", loadWith("gone", "old")), node("old", status("deprecated"))},
			routes: paths(t, "x=a"), task: Task{Scope: []string{"x"}}, want: "a:r", codes: "coactivated_node_unavailable coactivated_node_unavailable"},
		{name: "dead routes elsewhere do not block", nodes: []Node{node("a")}, routes: paths(t, "x=a", "y=gone"), task: Task{Scope: []string{"x"}}, want: "a:r", codes: "missing_graph_node"},
		{name: "pitfall nodes need no confidence, others do", nodes: []Node{node("a", tags("t"), confidence(.1), edge("pitfall", "b")), node("b", tags("t"), confidence(0)), node("c", tags("t"), confidence(.2))},
			task: Task{Tags: []string{"t"}}, want: "a:a b:a"},
		{name: "pitfalls come first, up to their cap", nodes: []Node{node("p1", tags("t"), confidence(.4), edge("pitfall", "p2")), node("p2", tags("t"), confidence(.5)), node("x", tags("t"))},
			task: Task{Tags: []string{"t"}}, opt: Options{MaxPitfalls: new(1)}, want: "p2:a x:a"},
		{name: "a preferred domain weighs half more", nodes: []Node{node("a", tags("t"), confidence(.6)), node("b", tags("t"), confidence(.5), domain("fft-galerkin"))},
			task: Task{Tags: []string{"t"}}, role: "physics_reviewer", want: "b:a a:a"},
		{name: "an excluded domain is left out and not walked through", nodes: []Node{node("a", tags("t"), edge("requires", "b")), node("b", domain("project-meta"), edge("requires", "c")), node("c")},
			task: Task{Tags: []string{"t"}}, role: "physics_reviewer", want: "a:a"},
		{name: "a role walks its own edges", nodes: []Node{node("a", tags("t"), edge("contradicts", "b"), edge("feeds-into", "c")), node("b"), node("c")},
			task: Task{Tags: []string{"t"}}, role: "physics_reviewer", want: "a:a b:a"},
		{name: "the walk ends at its depth", nodes: []Node{node("a", tags("t"), edge("requires", "b")), node("b", edge("requires", "c")), node("c", edge("requires", "d")), node("d")},
			task: Task{Tags: []string{"t"}}, want: "a:a b:a c:a"},
		{name: "depth 0 is the tagged nodes", nodes: []Node{node("a", tags("t"), edge("requires", "b")), node("b")}, task: Task{Tags: []string{"t"}}, opt: Options{MaxDepth: new(0)}, want: "a:a"},
		{name: "tags from titles, at word boundaries", nodes: []Node{node("a", title("Phase Field"), tags("t1")), node("b", title("eld"), tags("t2")), node("c", tags("t1")), node("d", tags("t2"))},
			task: Task{Title: "Extend the phase field, twice"}, want: "a:a c:a"},
		{name: "tags that stand in the text", nodes: []Node{node("a", tags("fft")), node("b", tags("ff"))}, task: Task{Steps: []string{"use FFT-galerkin"}}, want: "a:a"},
		{name: "tags from scope, by source and by content", nodes: []Node{
			node("m", mirrors("src/a.go"), tags("t1")), node("n1", tags("t1")),
			node("p", func(n *Node) { n.ContentRef = "src/doc.md#part" }, tags("t2")), node("n2", tags("t2")), node("n3", tags("t3"))},
			task: Task{Scope: []string{"src/"}}, want: "m:r n1:a n2:a p:a"},
		{name: "own tags switch the derived ones off", nodes: []Node{node("a", tags("fft")), node("b", tags("own"))}, task: Task{Tags: []string{"own"}, Title: "fft"}, want: "b:a"},
		{name: "tentative is advised, other words are not", nodes: []Node{node("a", tags("t"), status("tentative")), node("b", tags("t"), status("accepted")), node("c", tags("t"), status(""))},
			task: Task{Tags: []string{"t"}}, want: "a:a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := resolve(t, Input{Task: c.task, Routes: c.routes, Graph: NewGraph("gv", c.nodes), Role: role(t, c.role), Options: c.opt})
			if got := picked(r); got != c.want {
				t.Errorf("selected %q, want %q", got, c.want)
			}
			if got := codes(r); got != c.codes {
				t.Errorf("diagnostics %q, want %q", got, c.codes)
			}
			for _, s := range r.Selections {
				if len(s.Reasons) == 0 {
					t.Errorf("%s has no reason", s.NodeID)
				}
			}
		})
	}
}

func TestEveryUnavailableNodeIsNamed(t *testing.T) {
	nodes := []Node{
		node("draft", status("draft")), node("old", status("deprecated")), node("mute", status("")), node("fine"), node("rejected", status("Rejected")),
		node("talk", func(n *Node) { n.Kind = object.Session }), node("m", mirrors("x"), status("draft")),
		node("adr", func(n *Node) { n.Kind, n.Status = object.ADR, "superseded" }), node("issue", func(n *Node) { n.Kind, n.Status = object.Issue, "" }),
	}
	ix := paths(t, "x=draft", "x=old", "x=mute", "x=fine", "x=gone", "x=talk", "x=adr", "x=issue", "x=rejected", "y=elsewhere")
	_, err := Resolve(Input{Task: Task{Scope: []string{"x"}}, Routes: ix, Graph: NewGraph("gv", nodes)})
	var e *fault.Error
	if !errors.As(err, &e) || e.Code != CodeUnavailable || e.Class != fault.NotFound {
		t.Fatal(err)
	}
	var got []string
	for _, u := range e.Detail.([]Unavailable) {
		got = append(got, u.NodeID)
		if u.Reason == "" || u.For == "" || !strings.Contains(e.Message, u.NodeID+" ("+u.Reason+")") {
			t.Errorf("%+v in %s", u, e.Message)
		}
	}
	if want := []string{"adr", "draft", "gone", "m", "mute", "old", "rejected", "talk"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestStrictRoutes(t *testing.T) {
	in := Input{Routes: paths(t, "y=gone"), Graph: NewGraph("gv", nil), Options: Options{StrictRoutes: true}}
	_, err := Resolve(in)
	if e := fault.As(err); e == nil || e.Code != "route_index_invalid" || len(e.Detail.([]route.Issue)) != 1 {
		t.Error(err)
	}
}

func TestDocumentationOnly(t *testing.T) {
	nodes := []Node{node("m", mirrors("docs/conf.py")), node("lesson")}
	ix := paths(t, "docs/conf.py=lesson")
	for _, c := range []struct {
		task Task
		want string
	}{
		{Task{Scope: []string{"docs/"}}, "lesson:r"},
		{Task{Scope: []string{"Docs/conf.py"}}, ""},
		{Task{Scope: []string{"docs/conf.py"}, Deliverables: []string{"README.x", "a/ReadMe", "b.RST"}}, "lesson:r"},
		{Task{Scope: []string{"docs/conf.py"}, Deliverables: []string{"src/a.go"}}, "lesson:r m:r"},
		{Task{Scope: []string{"docs/conf.py"}, Symbols: []string{"S"}}, "lesson:r m:r"},
		{Task{Scope: []string{"docs/conf.py"}, ChangedFiles: []string{"a.go"}}, "lesson:r m:r"},
		{Task{Scope: []string{"d*/conf.py"}}, "lesson:r m:r"},
	} {
		r := resolve(t, Input{Task: c.task, Routes: ix, Graph: NewGraph("gv", nodes)})
		if got := picked(r); got != c.want {
			t.Errorf("%+v: %q, want %q", c.task, got, c.want)
		}
		suppressed := len(r.Suppressed) == 1 && r.Suppressed[0].NodeID == "m" && r.Suppressed[0].SourceFile == "docs/conf.py" && r.Suppressed[0].Reason != ""
		if want := c.want == "lesson:r"; suppressed != want {
			t.Errorf("%+v: suppressed %+v", c.task, r.Suppressed)
		}
	}
}

func TestASuppressedMirrorThatIsRoutedIsRequired(t *testing.T) {
	r := resolve(t, Input{Task: Task{Scope: []string{"docs/"}}, Routes: paths(t, "docs/conf.py=m"), Graph: NewGraph("gv", []Node{node("m", mirrors("docs/conf.py"))})})
	if picked(r) != "m:r" || len(r.Suppressed) != 0 || len(r.Manifest.Seeds.Mirrors) != 0 {
		t.Errorf("%s %v", picked(r), r.Suppressed)
	}
}

func TestDeliverables(t *testing.T) {
	exists := func(p string) bool { return p == "Makefile" }
	for text, want := range map[string]bool{
		"a/b": true, `a\b`: true, "a*": true, "x.go": true, "Makefile": true, "Dockerfile": false, "a/b c": false, "prose": false, ".gitignore": false,
		"end.": false, " x.go ": true, "": false, "two words.go": false, "a\tb/c": false, "[x]": true, "v1.2": true,
	} {
		if got := isPath(text, exists); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestSpecsAreUniqueAndSorted(t *testing.T) {
	list, ds := specs(&Task{
		Scope: []string{"b", "./b", "a/", "*.c", `d\`, "src/*/"}, Deliverables: []string{"z/y", "Makefile"}, ChangedFiles: []string{"q/"},
	}, []string{"a*", "q"}, func(string) bool { return true })
	want := []Spec{
		{"a*", Exact, FromChanged}, {"q", Exact, FromChanged}, {"Makefile", Exact, FromDeliverable}, {"z/y", Exact, FromDeliverable},
		{"a", Directory, FromScope}, {"d", Directory, FromScope}, {"b", Exact, FromScope}, {"*.c", Glob, FromScope}, {"src/*", Glob, FromScope},
	}
	if !slices.Equal(list, want) || ds != nil {
		t.Errorf("%v %v", list, ds)
	}
}

func TestReview(t *testing.T) {
	g := NewGraph("gv", []Node{node("a"), node("b"), node("s", tags("t"))})
	ix := paths(t, "src/a.go=a", "src/b.go=b")
	in := Input{Task: Task{Scope: []string{"src/a.go"}, Tags: []string{"t"}}, Routes: ix, Graph: g, Role: role(t, "code_reviewer")}
	for _, c := range []struct {
		changed             []string
		before, after, only string
		fallback            bool
	}{
		{[]string{"src/b.go", "src/a.go"}, "a", "a b", "b", false},
		{[]string{"src/b.go"}, "a", "b", "b", false},
		{[]string{"none"}, "a", "", "", false},
		{nil, "a", "a", "", true},
		{[]string{"../x"}, "a", "a", "", true},
	} {
		in.Changed = c.changed
		r, err := ResolveReviewer(in)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(r.Before, " ") != c.before || strings.Join(r.After, " ") != c.after || strings.Join(r.Only, " ") != c.only || r.Fallback != c.fallback {
			t.Errorf("%q: %+v", c.changed, r)
		}
		said := slices.ContainsFunc(r.Diagnostics, func(d object.Diagnostic) bool { return d.Code == FallbackCode })
		if said != c.fallback {
			t.Errorf("%q: it says %v", c.changed, r.Diagnostics)
		}
		if _, problems := ReadManifest(r.Manifest.Text("")); problems != nil {
			t.Error(problems)
		}
	}
}

func TestParseTask(t *testing.T) {
	for _, c := range []struct{ name, text, code string }{
		{"t.yaml", "task_id: T-1\nscope: [a]\nphase: 3\nunknown: {x: 1}\n", ""},
		{"t.json", `{"title":" x ","scope":null}`, ""},
		{"t.yaml", "scope: a\n", CodeInvalidTask},
		{"t.yaml", "scope: [1]\n", CodeInvalidTask},
		{"t.yaml", "title: [x]\n", CodeInvalidTask},
		{"t.yaml", "title: a\ntitle: b\n", CodeInvalidTask},
		{"t.yaml", "- a\n", CodeInvalidTask},
		{"t.json", `{`, CodeInvalidTask},
		{"t.yaml", "task_id: ../x\n", CodeInvalidID},
		{"t.yaml", "task_id: ' '\n", CodeInvalidID},
		{"t.yaml", "task_id: a@1\n", CodeInvalidID},
		{"t.yaml", "task_id: [x]\n", CodeInvalidID},
		{"t.yaml", "phase: {}\n", CodeInvalidPhase},
	} {
		_, err := Parse(c.name, []byte(c.text))
		code := ""
		if err != nil {
			code = fault.As(err).Code
		}
		if code != c.code {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	_, err := Parse("t.yaml", []byte("title: 1\nscope: x\nsymbols: [a, 2]\n"))
	for _, word := range []string{"title", "scope", "symbols"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%s is not named: %v", word, err)
		}
	}
	if _, err := Load(t.TempDir() + "/none.yaml"); fault.As(err).Code != CodeTaskNotFound {
		t.Error(err)
	}
}

func TestDeclaredRoles(t *testing.T) {
	roles, err := ParseRoles("roles.yaml", []byte("version: 1\nroles:\n  sec:\n    edge_types: [contradicts]\n    ranking: confidence\n    excluded_domains: [d2]\n"))
	if err != nil {
		t.Fatal(err)
	}
	sec, err := roles.Get("sec")
	if err != nil {
		t.Fatal(err)
	}
	g := NewGraph("gv", []Node{node("a", tags("t"), edge("contradicts", "b")), node("b", confidence(.5), func(n *Node) { n.Activations = 9 }), node("c", tags("t"), domain("d2"))})
	if got := picked(resolve(t, Input{Task: Task{Tags: []string{"t"}}, Graph: g, Role: sec})); got != "a:a b:a" {
		t.Error(got)
	}
	for _, text := range []string{"roles: [a]", "roles: {x: 1}", "roles: {x: {ranking: y}}", "roles: {x: {edge: []}}", "roles: {'a b': {}}", "a: b: c"} {
		if _, err := ParseRoles("r.yaml", []byte(text)); err == nil || fault.As(err).Class != fault.Config {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := roles.Get("nobody"); fault.As(err).Code != CodeInvalidRole || !strings.Contains(fault.As(err).Hint, "sec") {
		t.Error(err)
	}
}

func FuzzTask(f *testing.F) {
	f.Add("t.json", `{"task_id":"T","scope":["a/","*.c","../x"],"deliverables":["x y"],"symbols":["S"],"phase":1}`)
	f.Add("t.yaml", "title: x\nscope: [a]\nakms_tags: [t]\n")
	g := NewGraph("gv", []Node{node("m", mirrors("a/b"), tags("t")), node("n", tags("x"), edge("pitfall", "m"))})
	f.Fuzz(func(t *testing.T, name, text string) {
		task, err := Parse(name, []byte(text))
		if err != nil {
			return
		}
		r, err := Resolve(Input{Task: task, Graph: g})
		if err != nil {
			t.Fatal(err)
		}
		m, problems := ReadManifest(r.Manifest.Text(""))
		if problems != nil {
			t.Fatal(problems)
		}
		again, err := resolveAgain(m, Input{Graph: g, Role: r.Manifest.Settings.Profile})
		if err != nil || again.Manifest.Digest != m.Digest {
			t.Fatalf("what the manifest names gives another: %v\n%s\n%s", err, m.Text(""), again.Manifest.Text(""))
		}
	})
}
