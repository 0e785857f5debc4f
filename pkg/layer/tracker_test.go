package layer

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

func TestTrackers(t *testing.T) {
	for _, c := range []struct {
		name  string
		files tree
		want  map[string]object.Object
		edges string
	}{
		{"Backlog.md", tree{
			"backlog/tasks/task-2 - Second.md": "---\nid: task-2\ntitle: Governance: Manifest\nstatus: In Progress\nassignee: []\ncreated_date: '2025-06-04'\nlabels: [cli]\n" +
				"dependencies: [TASK-1]\nparent_task_id: task-1\nmilestone: First release\npriority: high\n---\n\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nWhat to do.\n<!-- SECTION:DESCRIPTION:END -->\n\n## Notes\n",
			"backlog/completed/task-1 - First.md":       "---\nid: task-1\ntitle: First\nstatus: Done\n---\n",
			"backlog/milestones/m-0 - first-release.md": "---\nid: m-0\ntitle: First release\n---\n",
			"backlog/decisions/decision-1 - X.md":       "---\nid: decision-1\ntitle: X\nstatus: accepted\n---\n## Context\n",
		}, map[string]object.Object{
			"issue/task-2": {Title: "Governance: Manifest", Status: "In Progress", Description: "What to do.", Tags: []string{"cli"}},
			"issue/task-1": {Title: "First", Status: "Done"}, "milestone/m-0": {Title: "First release"}, "adr/decision-1": {Title: "X", Status: "accepted"},
		}, "issue/task-2 belongs_to milestone/m-0; issue/task-2 depends_on issue/task-1; issue/task-2 related_to issue/task-1"},
		{"beads", tree{".beads/issues.jsonl": `{"id":"bd-1","title":"Epic","issue_type":"epic","status":"open","priority":1}` + "\n\n" +
			`{"id":"bd-2","title":"Task \ud83d\ude00","status":"in_progress","priority":0,"labels":["x"],"created_at":"2025-10-01T00:00:00Z","dependencies":[{"issue_id":"bd-2","depends_on_id":"bd-1","type":"parent-child"},{"issue_id":"bd-2","depends_on_id":"bd-3","type":"blocks"},{"issue_id":"bd-2","depends_on_id":"bd-4","type":"discovered-from"}]}` + "\n" +
			`{"id":"bd-3","title":"T3"}` + "\n" + `{"id":"bd-4","title":"T4","status":"closed"}` + "\n" + `{"id":"bd-5","status":"tombstone"}` + "\n{broken\n"},
			map[string]object.Object{"milestone/bd-1": {Title: "Epic", Status: "open"}, "issue/bd-2": {Title: "Task 😀", Status: "in_progress", Tags: []string{"x"}},
				"issue/bd-3": {Title: "T3"}, "issue/bd-4": {Title: "T4", Status: "closed"}},
			"issue/bd-2 belongs_to milestone/bd-1; issue/bd-2 depends_on issue/bd-3; issue/bd-2 related_to issue/bd-4"},
		{"Task Master", tree{".taskmaster/tasks/tasks.json": "{\n  \"master\": {\n    \"tasks\": [\n      {\n        \"id\": 1,\n        \"title\": \"One\",\n        \"status\": \"done\",\n        \"dependencies\": []\n      },\n" +
			"      {\"id\": 2, \"title\": \"Two\", \"dependencies\": [1], \"priority\": \"high\",\n       \"subtasks\": [{\"id\": 1, \"title\": \"Sub\"}, {\"id\": 2, \"title\": \"Sub2\", \"dependencies\": [1]}]}\n    ],\n    \"metadata\": {}\n  },\n" +
			"  \"feature x\": {\"tasks\": [{\"id\": 1, \"title\": \"Other\"}]}\n}\n"},
			map[string]object.Object{"issue/1": {Title: "One", Status: "done"}, "issue/2": {Title: "Two"}, "issue/2.1": {Title: "Sub"}, "issue/2.2": {Title: "Sub2"}, "issue/feature-x.1": {Title: "Other"}},
			"issue/2 depends_on issue/1; issue/2.1 related_to issue/2; issue/2.2 depends_on issue/2.1; issue/2.2 related_to issue/2"},
		{"spec-kit", tree{
			"specs/001-login/spec.md":  "# Feature Specification: Login\n\n**Feature Branch**: `001-login`\n**Created**: 2025-09-10\n**Status**: Draft\n\n## User Scenarios\n",
			"specs/001-login/tasks.md": "# Tasks: Login\n\n- [x] T001 Create structure\n- [ ] T002 [P] [US1] Add src/models/user.py (depends on T001)\n- not a task\n",
			"specs/001-login/plan.md":  "# Plan\n",
		}, map[string]object.Object{"milestone/001-login": {Title: "Login", Status: "Draft"}, "issue/001-login.T001": {Title: "Create structure", Status: "done"},
			"issue/001-login.T002": {Title: "Add src/models/user.py (depends on T001)", Status: "open", Tags: []string{"P", "US1"}}, "document/specs/001-login/plan.md": {Title: "Plan"}},
			"issue/001-login.T001 belongs_to milestone/001-login; issue/001-login.T002 belongs_to milestone/001-login; issue/001-login.T002 depends_on issue/001-login.T001"},
	} {
		in := c.files.index(t)
		if len(in.objects) != len(c.want) {
			t.Errorf("%s: %d objects: %v", c.name, len(in.objects), in.objects)
		}
		for uri, want := range c.want {
			o, ok := in.objects[object.Scheme+uri]
			if !ok || o.Title != want.Title || o.Status != want.Status || o.Description != want.Description || !slices.Equal(o.Tags, want.Tags) {
				t.Errorf("%s: %s is %+v; %v", c.name, uri, o, in.ds)
			}
			if s := o.Provenance.Span; s != nil {
				lines := strings.SplitAfter(c.files[o.Provenance.Path], "\n")
				if n := len(strings.Join(lines[s.Start-1:s.End], "")); int64(n) != s.Bytes {
					t.Errorf("%s: %s spans %+v, those lines have %d bytes", c.name, uri, s, n)
				}
			}
		}
		got := in.lines()
		slices.Sort(got)
		if s := strings.Join(got, "; "); s != c.edges {
			t.Errorf("%s: edges\n%s\nwant\n%s", c.name, s, c.edges)
		}
	}
	one := tree{".taskmaster/tasks/tasks.json": "{\"tasks\": [\n{\"id\": 1,\n\"title\": \"a\"\n}]}\n"}.index(t)
	if s := one.objects["majordomus://issue/1"].Provenance.Span; s == nil || s.Start != 2 || s.End != 4 {
		t.Errorf("%+v", s)
	}
}

func TestTrackerFaults(t *testing.T) {
	in := tree{".taskmaster/tasks/tasks.json": "{\"tasks\": [\n  {\"id\": 1,}\n]}"}.index(t)
	if len(in.ds) != 1 || in.ds[0].Code != malformedYAML || !strings.Contains(in.ds[0].Message, "line 2, column 12") {
		t.Errorf("%v", in.ds)
	}
	in = tree{"backlog/tasks/task-1 - a.md": "---\nid: task-1\ntitle: 'user's'\n---\n"}.index(t)
	if len(in.ds) != 1 || in.ds[0].Code != malformedFrontMatter || !strings.Contains(in.ds[0].Message, "line 3, column 13") {
		t.Errorf("%v", in.ds)
	}
}

// TestTrackerMembersWithoutAFitID: such a member is left out alone, and said once.
func TestTrackerMembersWithoutAFitID(t *testing.T) {
	for name, f := range map[string]tree{
		"Task Master": {".taskmaster/tasks/tasks.json": `{"tasks": [{"id": "a/b", "title": "x", "subtasks": [{"id": 1}]}, {"id": 2, "subtasks": [{"id": "c d"}]}, {"title": "none"}, {"id": {}}]}`},
		"beads":       {".beads/issues.jsonl": "{\"id\":\"a/b\"}\n{\"id\":\"c d\"}\n{\"title\":\"none\"}\n{\"id\":\"2\"}\n{\"id\":[]}\n"},
	} {
		in := f.index(t)
		if _, ok := in.objects["majordomus://issue/2"]; !ok || len(in.objects) != 1 {
			t.Errorf("%s: %v", name, slices.Sorted(maps.Keys(in.objects)))
		}
		said := 0
		for _, d := range in.ds {
			if strings.HasSuffix(d.Message, "(this member is left out)") {
				said++
			}
		}
		if said != 4 {
			t.Errorf("%s: %v", name, in.ds)
		}
	}
}

// TestAPageInATrackersFolderIsADocument: a folder's name makes no task of it.
func TestAPageInATrackersFolderIsADocument(t *testing.T) {
	in := tree{
		"docs/backlog/tasks/how-we-work.md": "# How we work\n\nBy tasks.\n",
		"backlog/tasks/empty.md":            "",
		"backlog/milestones/plan.md":        "\xef\xbb\xbf# Plan\r\n",
		"backlog/tasks/task-1 - a.md":       "\xef\xbb\xbf---\r\nid: TASK-1\r\n---\r\n",
	}.index(t)
	want := []string{"majordomus://document/backlog/milestones/plan.md", "majordomus://document/backlog/tasks/empty.md",
		"majordomus://document/docs/backlog/tasks/how-we-work.md", "majordomus://issue/TASK-1"}
	if got := slices.Sorted(maps.Keys(in.objects)); !slices.Equal(got, want) || len(in.ds) != 0 {
		t.Errorf("%v\n%v", got, in.ds)
	}
	if got := in.objects["majordomus://document/docs/backlog/tasks/how-we-work.md"].Title; got != "How we work" {
		t.Errorf("title %q", got)
	}
}
