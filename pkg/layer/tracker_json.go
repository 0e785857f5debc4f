package layer

import (
	"bytes"
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// parseBeads reads .beads/issues.jsonl: one issue a line, epics are milestones.
func (p *Parsed) parseBeads(data []byte) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for line, at := 1, 0; at < len(data); line++ {
		l, _, _ := bytes.Cut(data[at:], []byte("\n"))
		size := min(len(l)+1, len(data)-at)
		at += size
		if len(bytes.TrimSpace(l)) == 0 {
			continue
		}
		root, _, err := readJSON(l)
		if err != nil {
			p.syntax(object.Error, schemaViolation, err, line-1)
			continue
		}
		r := newRecord(root, line-1, object.Warning, &p.Diagnostics)
		if strings.EqualFold(r.text("status"), "tombstone") {
			continue
		}
		d := beadsDraft(r)
		d.obj.Identity = d.memberID(root)
		p.trackerMember(d, object.Span{Start: line, End: line, Bytes: int64(size)})
	}
}

func beadsDraft(r *record) draft {
	kind := object.Issue
	if r.text("issue_type", "type") == "epic" {
		kind = object.Milestone
	}
	d := trackerDraft(r, kind)
	d.obj.Description = cutText(d.obj.Description, maxDescription)
	d.meta.CreatedAt, d.meta.UpdatedAt = d.text("created_at"), d.text("updated_at")
	d.each("dependencies", func(n *yaml.Node, sub *record, text string) {
		if sub == nil {
			d.referAny(object.DependsOn, text)
			return
		}
		to := sub.text("depends_on_id", "id")
		switch kind := sub.text("type", "dependency_type"); {
		case to == "":
		case kind == "parent-child":
			d.referAny(object.BelongsTo, to)
			d.meta.Milestone = to
		case kind == "blocks" || kind == "":
			d.referAny(object.DependsOn, to)
		default:
			d.referAny(object.RelatedTo, to)
		}
	})
	return d
}

// memberID is the id of a member of a tracker's file, "" when it has none that
// can be an identity.
func (d *draft) memberID(at *yaml.Node) string {
	id := d.text("id")
	switch {
	case id == "":
		d.note(object.Error, missingField, at, "%s needs id (this member is left out)", d.obj.Kind)
	case unfit(id):
		d.note(object.Error, schemaViolation, d.get("id"), "id %s holds '/', '@' or white space (this member is left out)", quote(id))
		return ""
	}
	return id
}

// trackerMember adds a member of a tracker's file, unless it has no name.
func (p *Parsed) trackerMember(d draft, span object.Span) {
	if d.obj.Identity == "" {
		return
	}
	d.meta.Collection = true
	d.obj.Provenance.Span = &span
	p.add(d)
}

// parseTaskMaster reads tasks.json of Task Master: the tasks of every tag, and
// their subtasks as issues of their own. Tasks of the tag master keep their bare
// number.
func (p *Parsed) parseTaskMaster(data []byte) {
	root, ends, err := readJSON(data)
	if err != nil {
		p.syntax(object.Error, malformedYAML, err, 0)
		return
	}
	r := newRecord(root, 0, object.Warning, &p.Diagnostics)
	t := taskMaster{parsed: p, lines: newLineTable(data), ends: ends}
	if r.has("tasks") {
		t.tag(r, "")
		return
	}
	for i, tag := range r.keys {
		if r.values[i].Kind != yaml.MappingNode {
			continue
		}
		prefix := strings.Join(strings.Fields(strings.NewReplacer("/", "-", "@", "-").Replace(tag)), "-") + "."
		if tag == "master" {
			prefix = ""
		}
		t.tag(newRecord(r.values[i], 0, object.Warning, &p.Diagnostics), prefix)
	}
}

type taskMaster struct {
	parsed *Parsed
	lines  lineTable
	ends   map[*yaml.Node]int
}

func (t *taskMaster) tag(r *record, prefix string) {
	r.each("tasks", func(n *yaml.Node, sub *record, _ string) {
		if sub != nil {
			t.task(n, sub, prefix, "")
		}
	})
}

// task reads a task, or with a parent one of its subtasks.
func (t *taskMaster) task(n *yaml.Node, r *record, prefix, parent string) {
	d := trackerDraft(r, object.Issue)
	if id := d.memberID(n); id != "" {
		full := prefix + id
		if parent != "" && !strings.Contains(id, ".") {
			full = parent + "." + id
		}
		d.obj.Identity = full
	}
	for _, dep := range d.list("dependencies") {
		if parent != "" && !strings.Contains(dep, ".") {
			dep = parent + "." + dep
		} else {
			dep = prefix + dep
		}
		d.refer(object.DependsOn, object.Issue, dep)
	}
	if parent != "" {
		d.refer(object.RelatedTo, object.Issue, parent)
	}
	d.meta.UpdatedAt = d.text("updatedAt")
	end := max(t.ends[n], n.Line)
	span := object.Span{Start: n.Line, End: end, Bytes: int64(t.lines.starts[min(end, t.lines.count())] - t.lines.starts[n.Line-1])}
	t.parsed.trackerMember(d, span)
	if parent != "" || d.obj.Identity == "" {
		return
	}
	r.each("subtasks", func(n *yaml.Node, sub *record, _ string) {
		if sub != nil {
			t.task(n, sub, prefix, d.obj.Identity)
		}
	})
}
