package layer

import (
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
)

var sectionMark = pattern.Late(`(?m)^<!--.*-->$`)

// parseBacklog reads a task or milestone of Backlog.md: front matter and
// sections between comments. A file without front matter is no such one, but a
// page that lies in a folder of that name.
func (c *Config) parseBacklog(p *Parsed, cl Claim, data []byte) {
	if fm, err := splitFrontMatter(data); err == nil && !fm.present {
		c.parsePage(p, cl, data)
		return
	}
	r, fm, ok := p.front(Required, data)
	if !ok {
		return
	}
	d := trackerDraft(r, cl.Kind)
	d.identify(r, placeOfFile())
	d.body = readMarkdown(fm.body)
	d.work(cl.Kind)
	if !p.Excluded() {
		p.add(d)
	}
}

// work reads what a task or milestone in Markdown says beside its name.
func (d *draft) work(kind object.Kind) {
	if d.obj.Description == "" && d.body != nil {
		d.obj.Description = cutText(firstSection(d.body), maxDescription)
	}
	d.meta.CreatedAt = d.loose("created_date", "created_at")
	d.meta.UpdatedAt = d.loose("updated_date", "updated_at")
	d.meta.Order = d.integer("ordinal")
	d.meta.Scope = d.list("scope")
	if kind == object.Milestone {
		d.meta.Slug = d.obj.Title
	}
	if m := d.text("milestone"); m != "" {
		d.meta.Milestone = m
		d.refer(object.BelongsTo, object.Milestone, m)
	}
	d.refer(object.DependsOn, kind, d.list("dependencies", "depends_on")...)
	d.refer(object.RelatedTo, object.Issue, d.list("parent_task_id", "parent")...)
	d.quietPath(d.list("references")...)
	d.quietPath(d.list("documentation")...)
	d.quietPath(d.list("modified_files")...)
	if d.body == nil {
		return
	}
	for _, l := range d.body.links {
		d.refs = append(d.refs, Ref{Edge: object.RelatedTo, Name: l.to, Mode: ToLink})
	}
}

// firstSection is the text of the first section, without comments.
func firstSection(m *markdown) string {
	body := string(m.source)
	if len(m.headings) > 0 {
		end := len(body)
		if len(m.headings) > 1 {
			end = m.headings[1].line
		}
		body = body[m.headings[0].start:end]
	}
	return strings.TrimRight(strings.TrimSpace(sectionMark().ReplaceAllString(body, "")), "# \n")
}
