package layer

import (
	"reflect"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

func TestADRForms(t *testing.T) {
	later := "docs/adr/0005-later.md"
	for _, c := range []struct {
		name, text, status, date string
		tags                     []string
		edge                     string
	}{
		{"MADR 4 front matter", "---\nstatus: \"superseded by [ADR-0005](0005-later.md)\"\ndate: 2024-01-02\n---\n# Use X\n", "superseded", "2024-01-02", nil,
			"adr/0005-later supersedes adr/0002-x"},
		{"MADR 4 by number", "---\nstatus: superseded by ADR-0005\n---\n# Use X\n", "superseded", "", nil, "adr/0005-later supersedes adr/0002-x"},
		{"MADR 2 list", "# Use X\n\n* Status: accepted\n* Deciders: me\n* Date: 2020-09-27\n\n## Context\n", "accepted", "2020-09-27", nil, ""},
		{"bold line", "# Use X\n\n**Status**: Proposed\n\n**Date:** 2020-01-01\n", "proposed", "2020-01-01", nil, ""},
		{"bold with colon inside", "# Use X\n\n**Status:** Accepted\n", "accepted", "", nil, ""},
		{"Nygard", "# 2. Use X\n\nDate: 2016-02-12\n\n## Status\n\nAccepted\n\nSupersedes [5. Later](0005-later.md)\n\n## Context\n\nStatus: rejected\n", "accepted",
			"2016-02-12", nil, "adr/0002-x supersedes adr/0005-later"},
		{"adr-tools spelling", "# 2. Use X\n\n## Status\n\nSuperceded by [5. Later](0005-later.md)\n\n## Context\n", "superseded", "", nil,
			"adr/0005-later supersedes adr/0002-x"},
		{"accepted, then superseded", "# X\n\n## Status\n\nAccepted\n\nSuperseded by [5](./0005-later.md)\n", "superseded", "", nil,
			"adr/0005-later supersedes adr/0002-x"},
		{"log4brains", "# Use X\n\n- Status: superseded by [0005-later](0005-later.md)\n- Deciders: a, b\n- Date: 2021-01-01\n- Tags: dev-tools, doc\n\n## Context\n",
			"superseded", "2021-01-01", []string{"dev-tools", "doc"}, "adr/0005-later supersedes adr/0002-x"},
		{"setext section", "Use X\n=====\n\nStatus\n------\n\nDeprecated\n\nContext\n-------\n", "deprecated", "", nil, ""},
		{"front matter wins", "---\nstatus: rejected\n---\n# X\n\n## Status\n\nAccepted\n", "rejected", "", nil, ""},
		{"section wins over line", "# X\n\nStatus: draft\n\n## Status\n\nAccepted\n", "accepted", "", nil, ""},
		{"none", "# X\n\n## Context\n\nThe status: unclear.\n", "unknown", "", nil, ""},
		{"key", "---\nstatus: accepted\nsupersedes: [ADR-5]\n---\n# X\n", "accepted", "", nil, "adr/0002-x supersedes adr/0005-later"},
		{"key by id and other side", "---\nstatus: accepted\nsuperseded_by: 0005-later\n---\n# X\n", "accepted", "", nil, "adr/0005-later supersedes adr/0002-x"},
		{"log4brains, as its template leaves it", "# Use X\n\n- Status: [draft | proposed | rejected | accepted | deprecated | … | superseded by [xxx](yyyymmdd-xxx.md)] <!-- optional -->\n" +
			"- Date: [YYYY-MM-DD when the decision was last updated] <!-- optional. To customize the ordering -->\n- Tags: [space and/or comma separated list of tags] <!-- optional -->\n\n## Context\n",
			"unknown", "", nil, ""},
		{"MADR 4, as its template leaves it", "---\nstatus: \"{proposed | rejected | accepted | deprecated | … | superseded by ADR-0123\"\ndate: {YYYY-MM-DD when the decision was last updated}\n---\n# X\n", "unknown", "", nil, ""},
		{"comment behind", "# X\n\n- Status: accepted <!-- optional -->\n", "accepted", "", nil, ""},
		{"log of statuses", "# 1. X\n\n## Status\n\n2026-12-01 proposed\n\n2026-12-03 accepted\n\n## Context\n", "accepted", "", nil, ""},
		{"log that ends superseded", "# 1. X\n\n## Status\n\n- 2026-12-01 accepted\n- 2026-12-03 superseded by [5](0005-later.md)\n", "superseded", "", nil, "adr/0005-later supersedes adr/0002-x"},
		{"line of its own", "# X\n\n- Status: accepted\n- Supersedes: ADR-0005\n", "accepted", "", nil, "adr/0002-x supersedes adr/0005-later"},
	} {
		in := tree{"docs/adr/0002-x.md": c.text, later: "# Later\n\n## Status\n\nAccepted\n"}.index(t)
		o, ok := in.objects["majordomus://adr/0002-x"]
		if !ok {
			t.Errorf("%s: no object: %v", c.name, in.ds)
			continue
		}
		date := ""
		if o.Meta != nil {
			date = o.Meta.Date
		}
		if o.Status != c.status || date != c.date || !reflect.DeepEqual(o.Tags, c.tags) {
			t.Errorf("%s: status %q date %q tags %q", c.name, o.Status, date, o.Tags)
		}
		edges := ""
		for _, l := range in.lines() {
			if strings.Contains(l, "supersedes") {
				edges += l
			}
		}
		if edges != c.edge {
			t.Errorf("%s: %q, want %q", c.name, edges, c.edge)
		}
	}
}

func TestADRIdentities(t *testing.T) {
	in := tree{
		"docs/decisions/20230101-a.md": "# A\n", "docs/decisions/20230102-b.md": "# B\n",
		"docs/adr/0001-c.md":      "---\nid: ADR-0001\n---\n# C\n\nSee [b](../decisions/20230102-b.md) and [lib](../../lib/).\n",
		"docs/adr/README.md":      "# Index\n",
		"docs/adr/template.md":    "# T\n",
		"docs/adr/with space.md":  "# S\n",
		"adr/0001-other.md":       "# Other\n\n## Status\n\nSuperseded by ADR-1\n",
		"docs/adr/0009-unsure.md": "---\nsupersedes: [ADR-0042]\n---\n# U\n",
		"lib/x.go":                "package x\n",
	}.index(t)
	for _, id := range []string{"adr/20230101-a", "adr/20230102-b", "adr/ADR-0001", "adr/with-space", "document/docs/adr/README.md", "document/docs/adr/template.md"} {
		if _, ok := in.objects[object.Scheme+id]; !ok {
			t.Errorf("no %s", id)
		}
	}
	if links := in.objects["majordomus://adr/ADR-0001"].Meta.Links; !reflect.DeepEqual(links, []string{"docs/decisions/20230102-b.md", "lib"}) {
		t.Errorf("links %q", links)
	}
	got := strings.Join(in.lines(), "\n")
	for _, want := range []string{"adr/ADR-0001 related_to adr/20230102-b", "adr/0009-unsure supersedes ADR-0042 dangling"} {
		if !strings.Contains(got, want) {
			t.Errorf("no edge %s in\n%s", want, got)
		}
	}
	if !hasCode(in, "ambiguous") {
		t.Errorf("ADR-1 names two decisions: %v", in.ds)
	}
}

func hasCode(in indexed, code string) bool {
	for _, d := range in.ds {
		if d.Code == code {
			return true
		}
	}
	return false
}
