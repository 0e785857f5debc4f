package task

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/fault"
	gitpkg "majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// repository writes files and indexes them.
func repository(t testing.TB, files map[string]string) *Workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return workspace(t, dir)
}

func workspace(t testing.TB, dir string) *Workspace {
	t.Helper()
	s, err := index.Build(context.Background(), index.Options{Dir: dir, NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := index.OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() }) //nolint:errcheck // opened for reading
	roles, err := LoadRoles(tree)
	if err != nil {
		t.Fatal(err)
	}
	return &Workspace{Graph: FromStore(s), Store: s, Tree: tree, Root: dir, Roles: roles}
}

const lesson = "---\nid: %ID%\ntitle: %ID% title\nstatus: established\nconfidence: 0.8\ntags: [solver]\n%MORE%---\n# Lesson of %ID%\n\n````\nfenced\n````\n"

func lessonOf(id, more string) string {
	return strings.NewReplacer("%ID%", id, "%MORE%", more).Replace(lesson)
}

func files() map[string]string {
	return map[string]string{
		"knowledge/n1.md":    lessonOf("n1", "load_with: n2\n"),
		"knowledge/n2.md":    lessonOf("n2", ""),
		"knowledge/n3.md":    lessonOf("n3", "edges:\n- {to: n4, type: requires}\n"),
		"knowledge/n4.md":    strings.ReplaceAll(lessonOf("n4", ""), "tags: [solver]\n", ""),
		"knowledge/m.md":     lessonOf("m-solver", "domain: code-mirror\nsource_file: src/solver.go\n"),
		"src/solver.go":      "package src\n",
		"README.md":          "# Readme\n",
		"Makefile":           "all:\n",
		"logo":               "\x00\x01",
		"pictures/a.png":     "\x89PNG",
		"docs/adr/0001-x.md": "# 1. X\n\n## Status\n\nAccepted\n",
		RolesPath:            "version: 1\nroles:\n  quiet: {edge_types: []}\n",
	}
}

func TestOfAnIndex(t *testing.T) {
	w := repository(t, files())
	in := ResolveInput{
		Task:   RawTask(`{"title":"solver work","scope":["src/solver.go"],"deliverables":["Makefile"]}`),
		Routes: []byte(`{"schema_version":"v1","source_hash":"h","by_path":{"src/solver.go":[{"node_id":"n1","reason":"why","provenance":"p"},{"node_id":"majordomus://document/README.md","reason":"why","provenance":"p"}]}}`),
	}
	out, err := w.Resolve(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := picked(&out.Resolution), "README.md:r m-solver:r n1:r n2:c n3:a n4:a"; got != want {
		t.Errorf("%q, want %q; %v", got, want, out.Diagnostics)
	}
	if d := out.Manifest.Inputs.Declared.Deliverables; len(d) != 1 || d[0].Value != "Makefile" {
		t.Errorf("%v", d)
	}
	for path, want := range map[string]bool{"Makefile": true, "src": true, "src/none": false, "logo": true, "pictures": true, "../x": false} {
		if w.exists(path) != want {
			t.Errorf("%s exists: %v", path, !want)
		}
	}
	required, coactivated := out.SeedURIs()
	if want := []string{"majordomus://document/README.md", "majordomus://knowledge/m-solver", "majordomus://knowledge/n1"}; !slices.Equal(required, want) ||
		!slices.Equal(coactivated, []string{"majordomus://knowledge/n2"}) {
		t.Errorf("%q %q", required, coactivated)
	}
	in.Role = "quiet"
	if out, err = w.Resolve(context.Background(), in); err != nil || strings.Contains(picked(&out.Resolution), "n4") {
		t.Errorf("a declared role: %v", err)
	}
	r, err := w.Review(context.Background(), ResolveInput{Task: in.Task, Changed: []string{"x"}})
	if err != nil || r.Role != "code_reviewer" || len(r.Before) != 1 || len(r.After) != 0 {
		t.Errorf("%+v %v", r, err)
	}
}

func TestVerifyAgainstARepository(t *testing.T) {
	w := repository(t, files())
	in := ResolveInput{Task: RawTask(`{"scope":["src/solver.go"]}`), Routes: []byte(`{"schema_version":"v1","source_hash":"h","by_path":{}}`)}
	out, err := w.Resolve(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	q := VerifyRequest{Manifest: out.Manifest.Text("2026-01-02T03:04:05Z"), Routes: in.Routes}
	for _, task := range []RawTask{nil, in.Task} {
		q.Task = task
		if v, err := w.Verify(context.Background(), q); err != nil || v.Status != Current {
			t.Errorf("%s: %+v %v", task, v, err)
		}
	}
	if v, err := w.Verify(context.Background(), VerifyRequest{Manifest: q.Manifest}); err != nil || strings.Join(v.Differs, " ") != "inputs.route_index_hash" {
		t.Errorf("without routes: %+v %v", v, err)
	}
	if err := os.WriteFile(filepath.Join(w.Root, "src/solver.go"), []byte("package other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if v, err := workspace(t, w.Root).Verify(context.Background(), q); err != nil || v.Status != Current {
		t.Errorf("after an edit of code: %+v %v", v, err)
	}
	if err := os.WriteFile(filepath.Join(w.Root, "knowledge/m.md"), []byte(lessonOf("m-solver", "domain: code-mirror\nsource_file: src/solver.go\nactivations: 2\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	v, err := workspace(t, w.Root).Verify(context.Background(), q)
	if err != nil || v.Status != Stale || strings.Join(v.Differs, " ") != "inputs.graph_version selected_nodes.m-solver" {
		t.Errorf("after an edit of a node: %+v %v", v, err)
	}
}

func TestChangedPathsFromGit(t *testing.T) {
	w := repository(t, files())
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", w.Root, "-c", "user.name=n", "-c", "user.email=e@x", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	git("mv", "src/solver.go", "src/new.go")
	git("commit", "-q", "-m", "two")
	if err := os.WriteFile(filepath.Join(w.Root, "une file"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	repo, err := gitpkg.Open(context.Background(), w.Root)
	if err != nil {
		t.Fatal(err)
	}
	w.Repo = repo
	for head, want := range map[string]string{"": "src/new.go src/solver.go une file", "HEAD": "src/new.go src/solver.go"} {
		out, err := w.Resolve(context.Background(), ResolveInput{Task: RawTask(`{}`), Base: "HEAD~1", Head: head})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range out.Manifest.Inputs.Changed {
			got = append(got, p.Value)
		}
		if strings.Join(got, " ") != want || picked(&out.Resolution) != "m-solver:r" {
			t.Errorf("to %q: %q %s", head, got, picked(&out.Resolution))
		}
	}
	if _, err := w.Resolve(context.Background(), ResolveInput{Task: RawTask(`{}`), Base: "none"}); codeOf(err) != "invalid_diff" {
		t.Error(err)
	}
}

func TestNamesOfNodes(t *testing.T) {
	tree := files()
	tree["knowledge/clash.md"] = lessonOf("README.md", "")
	tree["knowledge/twin1.md"] = lessonOf("twin", "")
	tree["knowledge/twin2.md"] = lessonOf("twin", "")
	g := repository(t, tree).Graph
	for name, want := range map[string]string{
		"n1": "n1", " n1 ": "n1", "majordomus://knowledge/n1": "n1", "knowledge:n1": "?no node",
		"src/solver.go": "src/solver.go", "majordomus://knowledge/README.md": "majordomus://knowledge/README.md",
		"majordomus://document/README.md": "majordomus://document/README.md",
		"README.md":                       "?ambiguous", "twin": "?ambiguous", "solver.go": "?no node", "majordomus://knowledge/none": "?no node",
	} {
		n, err := g.Find(name)
		if text, bad := strings.CutPrefix(want, "?"); bad {
			if err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || n.ID != want {
			t.Errorf("%s: %v %v", name, n, err)
		}
	}
}

func TestGraphVersion(t *testing.T) {
	base := repository(t, files()).Graph.Version
	if again := repository(t, files()).Graph.Version; again != base {
		t.Error("another folder, another version")
	}
	for name, same := range map[string]bool{"src/solver.go": true, "Makefile": true, "README.md": true, "knowledge/n1.md": false, "knowledge/m.md": false} {
		tree := files()
		tree[name] += "\nmore\n"
		if got := repository(t, tree).Graph.Version == base; got != same {
			t.Errorf("an edit of %s: the same is %v", name, got)
		}
	}
}

func TestRender(t *testing.T) {
	w := repository(t, files())
	in := ResolveInput{Task: RawTask(`{"title":"*solver* work\n# x","scope":["src/solver.go"]}`), Format: "md"}
	out, err := w.Resolve(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	text := out.Rendered
	last := 0
	for _, part := range []string{`- task: \*solver\* work \# x`, "## Required", "### m-solver", "- reason: mirror of src/solver.go", "- source: knowledge/m.md", "`````\n---\nid: m-solver",
		"## Coactivated\n\nNone.", "## Advisory", "### n1", "### n2", "### n3", "### n4"} {
		i := strings.Index(text[last:], part)
		if i < 0 {
			t.Fatalf("%q does not follow in\n%s", part, text)
		}
		last += i
	}
	if len(out.Omitted) != 0 || strings.Contains(text, "Left out") {
		t.Errorf("%v", out.Omitted)
	}
	one := int64(token.Cost(token.Bytes{}, []byte(lessonOf("n1", "load_with: n2\n"))))
	in.AdvisoryTokens = &one
	if out, err = w.Resolve(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	if len(out.Omitted) != 3 || !strings.Contains(out.Rendered, "### n1") || strings.Contains(out.Rendered, "### n2") || !strings.Contains(out.Rendered, "- n2: ") {
		t.Errorf("%v\n%s", out.Omitted, out.Rendered)
	}
	if !strings.Contains(out.Rendered, "### m-solver") {
		t.Error("the cap took a required node")
	}
	if err := os.WriteFile(filepath.Join(w.Root, "knowledge/m.md"), []byte("changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err = w.Resolve(context.Background(), in); fault.As(err).Class != fault.Stale {
		t.Errorf("a file that changed: %v", err)
	}
}

func TestNoTextLeavesItsFence(t *testing.T) {
	for _, text := range []string{"plain", "```\n# out\n```", "````````", "no end", "~~~\n"} {
		n := node("a")
		r := resolve(t, Input{Task: Task{Scope: []string{"x"}}, Routes: paths(t, "x=a"), Graph: NewGraph("gv", []Node{n})})
		c, err := r.Render(token.Bytes{}, func(*Node) (Body, error) { return Body{Text: []byte(text)}, nil })
		if err != nil {
			t.Fatal(err)
		}
		fence := fenceFor([]byte(text))
		parts := strings.Split(string(c.Text), "\n"+fence+"\n")
		if len(fence) < 3 || strings.Contains(text, fence) || len(parts) != 3 || parts[1] != strings.TrimSuffix(text, "\n") {
			t.Errorf("%q in\n%s", text, c.Text)
		}
	}
}

func TestSecretsAreWithheld(t *testing.T) {
	tree := files()
	token := "ghp_" + "Zq8Lw3Xn5Tb7Rk2Vm9Yc4Hd6Jf1Gs0Pa8Ue5"
	tree["knowledge/n1.md"] += "token = \"" + token + "\"\n"
	w := repository(t, tree)
	out, err := w.Resolve(context.Background(), ResolveInput{
		Task:   RawTask(`{"scope":["a"]}`),
		Routes: []byte(`{"schema_version":"v1","source_hash":"h","by_path":{"a":[{"node_id":"knowledge/n1.md","reason":"why","provenance":"p"}]}}`),
		Format: "md",
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.Rendered, token) || !strings.Contains(out.Rendered, "The text is left out: it holds what looks like a secret.") {
		t.Errorf("%s", out.Rendered)
	}
}

func TestChangedPaths(t *testing.T) {
	for text, want := range map[string][]string{
		"a\nb c\r\n\n": {"a", "b c"}, "a\x00b\nc\x00": {"a", "b\nc"}, `["a","b\nc"]`: {"a", "b\nc"}, "": {}, "[x].go\n": {"[x].go"}, "[]": {},
	} {
		got, err := ChangedList([]byte(text))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	if _, err := ChangedList([]byte("[1]")); fault.As(err).Code != CodeChanged {
		t.Error(err)
	}
	for _, c := range []struct {
		d    Diff
		code string
	}{
		{Diff{Paths: []string{}, Base: "x"}, CodeAmbiguous}, {Diff{Head: "x"}, CodeAmbiguous}, {Diff{Paths: []string{"a"}, Head: "x"}, CodeAmbiguous},
		{Diff{Base: "x"}, CodeNoGit}, {Diff{Paths: []string{"a"}}, ""}, {Diff{}, ""},
	} {
		_, err := Changed(context.Background(), nil, "", c.d)
		if code := codeOf(err); code != c.code {
			t.Errorf("%+v: %v", c.d, err)
		}
	}
}

func codeOf(err error) string {
	if err == nil {
		return ""
	}
	return fault.As(err).Code
}

func TestWithholdingOfOddBytes(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("1\n2\n3\xff\n4"), 0o644); err != nil {
		t.Fatal(err)
	}
	tree, err := index.OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close() //nolint:errcheck // opened for reading
	texts := &Texts{tree: tree, secrets: layer.NewSecrets()}
	n := Node{Provenance: object.Provenance{Path: "a"}}
	if b, err := texts.Body(&n); err != nil || b.Withheld == "" {
		t.Errorf("%v %v", b, err)
	}
	n.Provenance.Span = &object.Span{Start: 2, End: 2}
	if b, err := texts.Body(&n); err != nil || string(b.Text) != "2\n" {
		t.Errorf("%v %v", b, err)
	}
	n.Provenance.Span = &object.Span{Start: 4, End: 9}
	if b, err := texts.Body(&n); err != nil || string(b.Text) != "4" {
		t.Errorf("%v %v", b, err)
	}
	// A secret the index has not read is seen when its file is, whatever lines are asked for.
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("1\n2\nghp_"+"Zq8Lw3Xn5Tb7Rk2Vm9Yc4Hd6Jf1Gs0Pa8Ue5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	n.Provenance.Span = &object.Span{Start: 2, End: 2}
	if b, err := texts.Body(&n); err != nil || b.Withheld != holdsSecret {
		t.Errorf("%v %v", b, err)
	}
}
