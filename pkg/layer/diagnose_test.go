package layer

import (
	"errors"
	"strings"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

func sourcesText(entries ...string) string {
	s := "version: 1\nsources:\n"
	for _, e := range entries {
		s += "  - " + e + "\n"
	}
	return s
}

const sourcesPath = ".ai/repo/knowledge/sources.yaml"

func TestDiagnostics(t *testing.T) {
	issue := ".ai/repo/project/issues/a.yaml"
	rule := ".ai/repo/rules/a.md"
	for _, c := range []struct {
		name     string
		files    tree
		code     string
		severity object.Severity
		path     string
		says     string
	}{
		{"unknown kind", tree{sourcesPath: sourcesText("{id: x, kind: isue, pathspec: 'a/*'}")}, "unknown_kind", object.Error, sourcesPath, `did you mean "issue"`},
		{"broken yaml", tree{issue: "id: 'it's'\n"}, "malformed_yaml", object.Error, issue, "line 1, column 8"},
		{"duplicate key", tree{issue: "id: a\nid: b\n"}, "malformed_yaml", object.Error, issue, "line 2, column 1: duplicate key \"id\", first on line 1"},
		{"broken front matter", tree{rule: "---\nid: r\ntitle: 'user's'\n---\n"}, "malformed_front_matter", object.Error, rule, "line 3, column 13"},
		{"front matter that never ends", tree{rule: "---\nid: r\n"}, "malformed_front_matter", object.Error, rule, "never closed"},
		{"bracket at column 0", tree{rule: "---\nid: r\nversion: 1\ntags: [\na,\n]\n---\n"}, "malformed_front_matter", object.Error, rule, "line 5, column 1"},
		{"optional front matter", tree{"docs/a.md": "---\na: [\n---\n# A\n"}, "malformed_front_matter", object.Warning, "docs/a.md", "never closed"},
		{"front matter no mapping", tree{rule: "---\n- a\n---\n"}, "malformed_front_matter", object.Error, rule, "mapping"},
		{"no front matter", tree{rule: "# R\n"}, "missing_front_matter", object.Error, rule, "---"},
		{"version", tree{issue: "id: a\nschema: issue/v2\n"}, "unsupported_version", object.Error, issue, "line 2"},
		{"no id", tree{issue: "title: a\n"}, "missing_field", object.Error, issue, "issue needs id"},
		{"no rule version", tree{rule: "---\nid: r\n---\n"}, "missing_field", object.Error, rule, "version"},
		{"status of an issue", tree{issue: "id: a\nstatus: open\n"}, "schema_violation", object.Error, issue, "line 2, column 9"},
		{"a class nobody knows", tree{rule: "---\nid: r\nversion: 1\nclass: strict\n---\n"}, "schema_violation", object.Error, rule, "blocking"},
		{"white space in an id", tree{issue: "id: a b\n"}, "schema_violation", object.Error, issue, "white space"},
		{"a version in an id", tree{issue: "id: a@b\n"}, "schema_violation", object.Error, issue, "'@'"},
		{"a folder in an id", tree{issue: "id: a/b\n"}, "schema_violation", object.Error, issue, "'/'"},
		{"a list for a text", tree{issue: "id: a\ntitle: [x]\n"}, "schema_violation", object.Error, issue, "title must be one value"},
		{"a confidence of two", tree{"knowledge/a.md": "---\nid: a\ndomain: d\nconfidence: 2\n---\n"}, "schema_violation", object.Error, "knowledge/a.md", "from 0 to 1"},
		{"another kind", tree{issue: "id: a\nkind: milestone\n"}, "kind_mismatch", object.Error, issue, `"milestone"`},
		{"two of a name", tree{issue: "id: a\n", ".ai/repo/project/issues/b.yaml": "id: a\n"}, "duplicate_identity", object.Error, issue, "a.yaml, .ai/repo/project/issues/b.yaml"},
		{"nothing for a required source", tree{sourcesPath: sourcesText("{id: x, kind: issue, pathspec: 'a/*', required: true}")}, "required_source_empty", object.Error, sourcesPath, `"x"`},
		{"an unknown key", tree{issue: "id: a\nmilstone: m\n"}, "unknown_key", object.Warning, issue, `did you mean "milestone"`},
		{"claimed twice", tree{"a/x.md": "x", sourcesPath: sourcesText("{id: one, kind: document, pathspec: 'a'}", "{id: two, kind: document, pathspec: ':(glob)a/*.md'}")},
			"claimed_twice", object.Warning, "a/x.md", `"one"`},
		{"a record that is too long", tree{"a/x.md": strings.Repeat("x", defaultMaxBytes+1), sourcesPath: sourcesText("{id: one, kind: document, pathspec: 'a'}")},
			"oversized", object.Warning, "a/x.md", `"one"`},
		{"a secret", tree{"a.txt": "x\nghp_" + sample36 + "\n"}, "tracked_secret", object.Warning, "a.txt", "line 2 holds what looks like a GitHub token"},
		{"ambiguous", tree{issue: "id: a\nmilestone: m\n", ".ai/repo/project/milestones/1.yaml": "id: m\n", ".ai/repo/project/milestones/2.yaml": "id: m\n"},
			"ambiguous", object.Warning, issue, "milestones/1.yaml, .ai/repo/project/milestones/2.yaml"},
		{"not UTF-8", tree{"docs/a.md": "# A\n\xff\n"}, "invalid_utf8", object.Warning, "docs/a.md", "line 2"},
		{"out of scope", tree{"go.sum": "x"}, "out_of_scope", object.Info, "go.sum", "lock_file"},
		{"parse budget", tree{".ai/repo/scope.yaml": "out: {max_bytes: 8MiB}\n", "docs/a.md": "# A\n" + strings.Repeat("x\n", 3<<20)}, "parse_budget", object.Info, "docs/a.md", "headings only"},
		{"plain colon", tree{issue: "id: a\ntitle: b: c\n"}, "yaml_plain_colon", object.Info, issue, "line 2"},
		{"plain colon in front matter", tree{rule: "---\nid: r\nversion: 1\ntitle: b: c\n---\n"}, "yaml_plain_colon", object.Info, rule, "line 4"},
	} {
		in := layered(c.files).index(t)
		var hits []object.Diagnostic
		for _, d := range in.ds {
			if d.Code == c.code {
				hits = append(hits, d)
			}
		}
		if len(hits) == 0 {
			t.Errorf("%s: no %s in %v", c.name, c.code, in.ds)
			continue
		}
		if d := hits[0]; d.Severity != c.severity || d.Path != c.path || !strings.Contains(d.Message, c.says) {
			t.Errorf("%s: %+v", c.name, d)
		}
		if c.severity == object.Error && c.path != sourcesPath {
			for uri, o := range in.objects {
				if o.Provenance.Path == c.path {
					t.Errorf("%s: %s stands in spite of the error", c.name, uri)
				}
			}
		}
	}
}

func TestLinksAreListedAsLinks(t *testing.T) {
	tr := tree{"AGENTS.md": "# A\n", "docs/a.md": "[c](../CLAUDE.md)\n"}
	files := append(tr.files(), File{Path: "CLAUDE.md", Link: true, Target: "AGENTS.md"}, File{Path: "out", Link: true})
	c, _, err := Load(files, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	claims, ds := c.Classify(files)
	if len(claims) != 2 || len(ds) != 2 || ds[0].Code != "symlink" || ds[0].Path != "CLAUDE.md" {
		t.Errorf("%v %v", claims, ds)
	}
	var parsed []Parsed
	for _, cl := range claims {
		parsed = append(parsed, c.Parse(cl, []byte(tr[cl.Path])))
	}
	_, edges, _ := c.Resolve(parsed, files)
	if len(edges) != 1 || edges[0].To != "majordomus://context/AGENTS.md" {
		t.Errorf("a link to a link: %v", edges)
	}
}

func TestConfigurationFaults(t *testing.T) {
	for _, c := range []struct{ name, path, text, code string }{
		{"manifest version", ManifestPath, "schema: ai-repository/v9\n", "unsupported_version"},
		{"no schema", ManifestPath, "repo: {path: repo}\n", "missing_field"},
		{"manifest that leaves", ManifestPath, "schema: ai-repository/v1\nrepo: {path: ../x}\n", "schema_violation"},
		{"broken manifest", ManifestPath, "schema: 'a\n", "malformed_yaml"},
		{"pathspec that leaves", sourcesPath, sourcesText("{id: x, kind: rule, pathspec: '../x'}"), "schema_violation"},
		{"two ids", sourcesPath, sourcesText("{id: x, kind: rule, pathspec: a}", "{id: x, kind: rule, pathspec: b}"), "schema_violation"},
		{"no pathspec", sourcesPath, sourcesText("{id: x, kind: rule}"), "missing_field"},
		{"sources version", sourcesPath, "version: 2\n", "unsupported_version"},
		{"required maybe", sourcesPath, sourcesText("{id: x, kind: rule, pathspec: a, required: maybe}"), "schema_violation"},
		{"scope limit", ".ai/repo/scope.yaml", "out: {max_bytes: lots}\n", "schema_violation"},
		{"scope shape", ".ai/repo/scope.yaml", "out: [a]\n", "schema_violation"},
		{"kind name", ".ai/repo/knowledge/kinds.yaml", "kinds: [{kind: 'a b'}]\n", "schema_violation"},
		{"kind format", ".ai/repo/knowledge/kinds.yaml", "kinds: [{kind: a, format: toml}]\n", "schema_violation"},
	} {
		files := layered(tree{})
		files[c.path] = c.text
		_, _, err := Load(files.files(), func(p string) ([]byte, error) { return []byte(files[p]), nil }, Options{})
		var f *fault.Error
		if !errors.As(err, &f) || f.Class != fault.Config || f.Code != c.code || f.Path != c.path {
			t.Errorf("%s: %+v", c.name, err)
		}
	}
}

func TestDeclaredKinds(t *testing.T) {
	in := layered(tree{
		".ai/repo/knowledge/kinds.yaml": `
version: 1
kinds:
  - kind: playbook
    format: markdown
    front_matter: required
    identity: [name, rev]
    title: '@heading'
    description: gist
    fields: [name, rev, gist, steps]
  - kind: term
    format: yaml
    identity: [id]
    members: terms
`,
		sourcesPath:     sourcesText("{id: pb, kind: playbook, pathspec: ':(glob)books/*.md'}", "{id: terms, kind: term, pathspec: terms.yaml}"),
		"books/a.md":    "---\nname: a\nrev: 2\ngist: g\ntracks: [lib/x.go]\n---\n# A book\n",
		"terms.yaml":    "terms:\n  - id: one\n    title: One\n  - id: two\n",
		"lib/x.go":      "package x\n",
		"docs/other.md": "# O\n",
	}).index(t)
	o := in.objects["majordomus://playbook/a@2"]
	if o.Title != "A book" || o.Description != "g" || o.Provenance.SourceClass != "pb" {
		t.Errorf("%+v; %v", o, in.ds)
	}
	if m := in.objects["majordomus://term/one"]; m.Title != "One" || m.Provenance.Span == nil || *m.Provenance.Span != (object.Span{Start: 2, End: 3, Bytes: 27}) {
		t.Errorf("%+v %+v", m, m.Provenance.Span)
	}
	if got := in.lines(); len(got) != 1 || got[0] != "playbook/a@2 tracks implementation/lib/x.go" {
		t.Errorf("%q", got)
	}
	if o := in.objects["majordomus://document/docs/other.md"]; o.Provenance.SourceClass != "docs" {
		t.Errorf("what is left is claimed by the built-in classes: %+v", o)
	}
}

func TestAReadmeIsNoRecord(t *testing.T) {
	readme := tree{".ai/repo/rules/README.md": "---\nid: rules\nscope: directory\n---\n", sourcesPath: sourcesText("{id: rule, kind: rule, pathspec: ':(glob).ai/repo/rules/**/*.md'}")}
	in := layered(readme).index(t)
	if o, ok := in.objects["majordomus://context/rules"]; !ok || o.Provenance.SourceClass != "readme" || len(in.ds) != 0 {
		t.Errorf("%+v %v", o, in.ds)
	}
	in = layered(tree{"a/README.md": "---\nid: r\nversion: 1\n---\n", sourcesPath: sourcesText("{id: rule, kind: rule, pathspec: ':(glob)a/README.md'}")}).index(t)
	if _, ok := in.objects["majordomus://rule/r@1"]; !ok {
		t.Errorf("named by its source it is one: %v", in.ds)
	}
}
