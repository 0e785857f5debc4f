package layer

import (
	"reflect"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

const manifestText = "schema: ai-repository/v1\nrepo: {path: repo}\nsections:\n  rules: repo/rules\n  knowledge: repo/knowledge\n"

// layered adds a manifest to files, so that the usual places hold records.
func layered(files tree) tree {
	files[ManifestPath] = manifestText
	return files
}

func ptr(f float64) *float64 { return &f }

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		path, text string
		uri        string
		want       object.Object // what is asked of it: the fields that are set
	}{
		{".ai/repo/project/issues/a.yaml", `
id: I7
title: Do it
description: As asked
milestone: m
priority: high
profile: dev
scope: [lib, "src/**"]
tags: [a, b]
updated_at: 2024-01-02
evidence: [{commit: abc, covers: [x, y]}, def]
`, "issue/I7", object.Object{Title: "Do it", Description: "As asked", Tags: []string{"a", "b"}, Meta: &object.Meta{
			Milestone: "m", Priority: "high", Profile: "dev", Scope: []string{"lib", "src/**"}, UpdatedAt: "2024-01-02",
			Evidence: []object.Evidence{{Commit: "abc", Covers: "x, y"}, {Commit: "def"}}}}},
		{".ai/repo/project/milestones/m.yaml", "id: m\nslug: first\norder: 3\nscope: lib\nstatus: Active\n", "milestone/m",
			object.Object{Status: "active", Meta: &object.Meta{Slug: "first", Order: 3, Scope: []string{"lib"}}}},
		{".ai/repo/project/project.yaml", "name: thing\ntitle: The thing\n", "project/thing", object.Object{Title: "The thing"}},
		{".ai/repo/rules/x/r.md", "---\nid: r\nversion: 1.10\nclass: blocking\nstatus: active\n---\n# The rule\n\nText.\n", "rule/r@1.10",
			object.Object{Title: "The rule", Description: "Text.", Status: "active", Version: "1.10", Meta: &object.Meta{Class: "blocking"}}},
		{".ai/repo/policy.yaml", "title: P\n", "policy/.ai/repo/policy.yaml", object.Object{Title: "P"}},
		{".ai/repo/scope.yaml", "in: ['**']\n", "scope/.ai/repo/scope.yaml", object.Object{}},
		{"lib/README.md", "---\nid: lib.c\nscope: explicit\npaths: ['a/*']\ntracks: [x.go]\ncomposition: final\norder: 2\nstatus: active\n---\n# Lib\n",
			"context/lib.c", object.Object{Title: "Lib", Status: "active", Meta: &object.Meta{Reach: "explicit", Paths: []string{"a/*"},
				Tracks: []string{"x.go"}, Composition: "final", Order: 2}}},
		{"doc/README.md", "---\nkind: context\n---\n# D\n", "context/doc/README.md", object.Object{Title: "D", Meta: &object.Meta{Reach: "directory"}}},
		{"other/README.md", "---\ntitle: O\n---\n# D\n\nLead.\n", "document/other/README.md",
			object.Object{Title: "O", Description: "Lead.", Meta: &object.Meta{Headings: []string{"D"}}}},
		{"sub/AGENTS.md", "# Agents\n", "context/sub/AGENTS.md", object.Object{Title: "Agents", Meta: &object.Meta{Reach: "subtree"}}},
		{"CLAUDE.md", "x\n", "context/CLAUDE.md", object.Object{Description: "x", Meta: &object.Meta{Reach: "subtree"}}},
		{"GEMINI.md", "---\nscope: directory\n---\n", "context/GEMINI.md", object.Object{Meta: &object.Meta{Reach: "directory"}}},
		{".cursor/rules/go.mdc", "---\ndescription: Go\nglobs: \"*.go,src/**/*.{ts,tsx}\"\nalwaysApply: false\n---\nx\n", "context/.cursor/rules/go.mdc",
			object.Object{Description: "Go", Meta: &object.Meta{Reach: "explicit", Paths: []string{"**/*.go", "src/**/*.ts", "src/**/*.tsx"}}}},
		{"a/.cursor/rules/x.mdc", "---\nglobs:\nalwaysApply: true\n---\n# All\n", "context/a/.cursor/rules/x.mdc",
			object.Object{Title: "All", Meta: &object.Meta{Reach: "explicit", Paths: []string{"a/**"}}}},
		{".cursor/rules/bare.mdc", "---\ndescription: d\nglobs: *.py\n---\n", "context/.cursor/rules/bare.mdc",
			object.Object{Description: "d", Meta: &object.Meta{Reach: "explicit", Paths: []string{"**/*.py"}}}},
		{".github/copilot-instructions.md", "# C\n", "context/.github/copilot-instructions.md",
			object.Object{Title: "C", Meta: &object.Meta{Reach: "explicit", Paths: []string{"**"}}}},
		{".github/instructions/ts.instructions.md", "---\napplyTo: '**/*.ts, **/*.tsx'\n---\n# T\n", "context/.github/instructions/ts.instructions.md",
			object.Object{Title: "T", Meta: &object.Meta{Reach: "explicit", Paths: []string{"**/*.ts", "**/*.tsx"}}}},
		{".ai/repo/knowledge/curated/n.md", `---
id: n1
title: Node
domain: code-mirror
status: Established
confidence: 0.9
load_with: other
reading_priority: full
content_ref: a.md
source_file: lib/a.go
node_origin: code-mirror
activations: 3
class: lesson
edges: [{to: z, type: requires, weight: 0.5, note: why}]
---
`, "knowledge/n1", object.Object{Title: "Node", Status: "established", Meta: &object.Meta{Domain: "code-mirror", Confidence: ptr(.9),
			LoadWith: []string{"other"}, Reading: "full", ContentRef: "a.md", SourceFile: "lib/a.go", NodeOrigin: "code-mirror", Activations: 3,
			Class: "lesson", NodeEdges: []object.NodeEdge{{To: "z", Type: "requires", Weight: ptr(.5), Note: "why"}}}}},
		{"knowledge/deep/n.md", "---\nid: n2\ndomain: d\n---\n# N\n", "knowledge/n2", object.Object{Title: "N", Meta: &object.Meta{Domain: "d"}}},
		{"knowledge/plain.md", "# Plain\n", "document/knowledge/plain.md", object.Object{Title: "Plain", Meta: &object.Meta{Headings: []string{"Plain"}}}},
		{".ai/repo/sessions/s.md", "---\nsession_id: s1\nbranch: b\nhead: abc\ncreated_at: 2024-01-01\nchanged_files: [a, b]\ncommits: [c]\ntask: T\n---\n",
			"session/s1", object.Object{Meta: &object.Meta{Branch: "b", Head: "abc", CreatedAt: "2024-01-01", ChangedFiles: []string{"a", "b"},
				Commits: []string{"c"}, Task: "T"}}},
		{".ai/repo/sessions/h.md", "---\nkind: handover\nbranch: b\n---\n", "handover/.ai/repo/sessions/h.md", object.Object{Meta: &object.Meta{Branch: "b"}}},
		{".ai/repo/use-cases/u.yaml", "id: u\ntitle: U\n", "use-case/u", object.Object{Title: "U"}},
		{".ai/repo/applications/a.md", "---\nid: app\n---\n# A\n", "application/app", object.Object{Title: "A"}},
		{".ai/repo/skills/s/SKILL.md", "---\nname: my-skill\ndescription: D\n---\n", "skill/my-skill", object.Object{Title: "my-skill", Description: "D"}},
		{".ai/repo/prompts/p.md", "# P\n", "prompt/p", object.Object{Title: "P"}},
		{".ai/repo/profiles/dev.yaml", "id: dev\ntitle: Dev\n", "profile/dev", object.Object{Title: "Dev"}},
		{"docs/guide.md", "# Guide\n\nHow *to* `go`\non.\n\n## Next\n\nSetext\n---\n", "document/docs/guide.md",
			object.Object{Title: "Guide", Description: "How to go on.", Meta: &object.Meta{Headings: []string{"Guide", "Next", "Setext"}}}},
		{"docs/a.rst", "=====\nTitle\n=====\n\nLead text.\n\nPart\n----\n", "document/docs/a.rst",
			object.Object{Title: "Title", Description: "Lead text.", Meta: &object.Meta{Headings: []string{"Title", "Part"}}}},
		{"docs/a.adoc", "= Title\n:toc:\n\nLead.\n\n----\n== no\n----\n\n== Part\n", "document/docs/a.adoc",
			object.Object{Title: "Title", Description: "Lead.", Meta: &object.Meta{Headings: []string{"Title", "Part"}}}},
		{"lib/x.go", "package x\n", "implementation/lib/x.go", object.Object{Meta: &object.Meta{Language: "go"}}},
		{"lib/x_test.go", "package x\n", "test/lib/x_test.go", object.Object{Meta: &object.Meta{Language: "go"}}},
		{"data.csv", "a,b\n", "file/data.csv", object.Object{}},
	} {
		in := layered(tree{c.path: c.text}).index(t)
		got, ok := in.objects[object.Scheme+c.uri]
		if !ok {
			t.Errorf("%s: no %s; %v", c.path, c.uri, in.ds)
			continue
		}
		for _, d := range in.ds {
			if d.Severity == object.Error {
				t.Errorf("%s: %s %s", c.path, d.Code, d.Message)
			}
		}
		if got.Title != c.want.Title || got.Description != c.want.Description || got.Status != c.want.Status ||
			got.Version != c.want.Version || !reflect.DeepEqual(got.Tags, c.want.Tags) || !reflect.DeepEqual(got.Meta, c.want.Meta) {
			t.Errorf("%s:\n got %+v %+v\nwant %+v %+v", c.path, got, got.Meta, c.want, c.want.Meta)
		}
		if p := got.Provenance; p.Path != c.path || p.Bytes != int64(len(c.text)) || got.Hash != blobID(c.text) || p.Directory != directory(c.path) {
			t.Errorf("%s: provenance %+v hash %s", c.path, p, got.Hash)
		}
	}
}

func TestTwinsWithBOMAndCRLF(t *testing.T) {
	for path, text := range map[string]string{
		".ai/repo/rules/r.md":            "---\nid: r\nversion: 1\ntitle: >\n  two\n  lines\nclass: blocking\n---\n# H\n\nLead\nmore.\n\n## K\n",
		".ai/repo/project/issues/i.yaml": "id: I1\ndescription: |\n  a\n  b\ntitle: x: y\n",
		"docs/d.md":                      "# T\n\nLead\nmore.\n\n- [x](other.md)\n",
		"docs/adr/0001-a.md":             "# A\n\n## Status\n\nAccepted\n\n## Context\n",
		"docs/r.rst":                     "Title\n=====\n\nLead\nmore.\n",
		"backlog/tasks/task-1 - x.md":    "---\nid: task-1\ntitle: T\nstatus: To Do\n---\n\n## Description\n\nD\n",
	} {
		plain := layered(tree{path: text}).index(t)
		twin := layered(tree{path: "\xef\xbb\xbf" + strings.ReplaceAll(text, "\n", "\r\n")}).index(t)
		for uri, o := range plain.objects {
			w, ok := twin.objects[uri]
			if !ok {
				t.Errorf("%s: the twin has no %s: %v", path, uri, twin.ds)
				continue
			}
			if o.Title != w.Title || o.Description != w.Description || o.Status != w.Status || !reflect.DeepEqual(o.Meta, w.Meta) {
				t.Errorf("%s: %+v %+v\ntwin: %+v %+v", path, o, o.Meta, w, w.Meta)
			}
			if o.Provenance.Path == path && o.Hash == w.Hash {
				t.Errorf("%s: the hash is not of the raw bytes", path)
			}
		}
	}
}
