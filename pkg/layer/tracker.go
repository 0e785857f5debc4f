package layer

import (
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
)

// claimTracker finds the files of trackers that keep their issues in the
// repository: Backlog.md, beads, Task Master and spec-kit.
func claimTracker(f *File) (object.Kind, Form, string, bool) {
	dir, name := directory(f.Path), baseName(f.Path)
	switch ext := extension(name); {
	case ext == ".md" && specFolder().MatchString(dir):
		switch name {
		case "spec.md":
			return object.Milestone, FormSpec, "", true
		case "tasks.md":
			return object.Issue, FormSpecTasks, "", true
		}
	case ext == ".md":
		return claimBacklog(dir)
	case ext == ".jsonl" && (dir == ".beads" || strings.HasSuffix(dir, "/.beads")):
		if name == "issues.jsonl" || name == "beads.jsonl" {
			return object.Issue, FormBeads, "", true
		}
	case name == "tasks.json":
		if strings.HasSuffix("/"+dir, "/.taskmaster/tasks") || dir == "tasks" {
			return object.Issue, FormTaskMaster, "", true
		}
	}
	return "", "", "", false
}

var specFolder = pattern.Late(`(?:^|/)specs/\d{3,}-[^/]+$`)

func claimBacklog(dir string) (object.Kind, Form, string, bool) {
	_, rest, ok := strings.Cut("/"+dir, "/backlog/")
	if !ok {
		_, rest, ok = strings.Cut("/"+dir, "/.backlog/")
	}
	if !ok {
		return "", "", "", false
	}
	switch rest {
	case "tasks", "drafts", "completed", "archive/tasks", "archive/drafts":
		return object.Issue, FormBacklog, "", true
	case "milestones", "archive/milestones":
		return object.Milestone, FormBacklog, "", true
	case "decisions":
		return object.ADR, FormRecord, "", true
	}
	return "", "", "", false
}

// parseTracker reads a tracker's file as issues and milestones of ours.
func (c *Config) parseTracker(p *Parsed, cl Claim, data []byte) {
	switch cl.Form {
	case FormBacklog:
		c.parseBacklog(p, cl, data)
	case FormMapped:
		c.parseMapped(p, cl, data)
	case FormBeads:
		p.parseBeads(data)
	case FormTaskMaster:
		p.parseTaskMaster(data)
	case FormSpec:
		p.parseSpec(data)
	case FormSpecTasks:
		p.parseSpecTasks(data)
	}
}

// trackerSpec declares what the trackers' records have in common.
func trackerSpec(k object.Kind) *KindSpec {
	return &KindSpec{Kind: k, Identity: []string{"id"}, Title: []string{"title"}, Description: []string{"description"}}
}

// trackerDraft starts a record of a tracker; its status is carried as written.
func trackerDraft(r *record, k object.Kind) draft {
	d := draft{record: r, spec: trackerSpec(k)}
	d.obj.Kind = k
	d.obj.Title = d.loose("title")
	d.obj.Description = d.loose("description")
	d.obj.Status = d.loose("status")
	d.obj.Tags = d.words("labels", "tags")
	d.meta.Priority = d.loose("priority")
	return d
}

// quietPath notes a path a tracker mentions: an edge when it is indexed.
func (d *draft) quietPath(names ...string) {
	for _, n := range names {
		if p := insidePath(n); p != "" {
			d.refs = append(d.refs, Ref{Edge: object.RelatedTo, Name: p, Mode: ToPath, Quiet: true})
		}
	}
}
