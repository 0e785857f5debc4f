package layer

import (
	"bytes"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
)

// parseSpec reads spec.md of spec-kit as a milestone named like its folder.
func (p *Parsed) parseSpec(data []byte) {
	body := readMarkdown(data)
	r := newRecord(nil, 0, object.Warning, &p.Diagnostics)
	d := draft{record: r, spec: trackerSpec(object.Milestone), body: body, naming: ByFolder}
	d.obj.Kind = object.Milestone
	d.obj.Title = strings.TrimSpace(strings.TrimPrefix(body.title(), "Feature Specification:"))
	for _, l := range strings.Split(string(body.source), "\n") {
		if m := specLine().FindStringSubmatch(l); m != nil {
			switch value := strings.Trim(m[2], "`* "); strings.ToLower(m[1]) {
			case "status":
				d.obj.Status = value
			case "created":
				d.meta.CreatedAt = value
			case "feature branch":
				d.meta.Branch = value
			}
		}
		if strings.HasPrefix(l, "## ") {
			break
		}
	}
	d.meta.Headings = body.headingTexts()
	for _, l := range body.links {
		d.refs = append(d.refs, Ref{Edge: object.RelatedTo, Name: l.to, Mode: ToLink})
	}
	p.add(d)
}

var (
	specLine    = pattern.Late(`(?i)^\**(status|created|feature branch)\**:\**\s*(.*?)\s*$`)
	specTask    = pattern.Late(`^\s*[-*] \[([ xX])\] \**(T\d+)\**:?\s+((?:\[[^\]]*\]\s*)*)(.*)$`)
	specDepends = pattern.Late(`(?i)depends? on\s+((?:T\d+(?:\s*,\s*(?:and\s+)?|\s+and\s+)?)+)`)
	specTaskID  = pattern.Late(`T\d+`)
	specPath    = pattern.Late("[\\w.@-]+(?:/[\\w.@-]+)+/?")
)

// parseSpecTasks reads tasks.md of spec-kit: one issue a checkbox, named by its
// feature's folder and its number.
func (p *Parsed) parseSpecTasks(data []byte) {
	for line, at := 1, 0; at < len(data); line++ {
		l, _, _ := bytes.Cut(data[at:], []byte("\n"))
		size := min(len(l)+1, len(data)-at)
		at += size
		m := specTask().FindSubmatch(bytes.TrimRight(l, "\r"))
		if m == nil {
			continue
		}
		d := draft{record: newRecord(nil, 0, object.Warning, &p.Diagnostics), spec: trackerSpec(object.Issue), naming: InFolder}
		d.obj.Kind = object.Issue
		d.obj.Identity, d.meta.Slug = string(m[2]), string(m[2])
		d.obj.Title = cutText(string(m[4]), maxDescription)
		d.obj.Status = "open"
		if m[1][0] != ' ' {
			d.obj.Status = "done"
		}
		for _, tag := range strings.FieldsFunc(string(m[3]), func(r rune) bool { return strings.ContainsRune("[] ", r) }) {
			d.obj.Tags = append(d.obj.Tags, tag)
		}
		d.meta.Scope = specPath().FindAllString(string(m[4]), -1)
		for _, dep := range specDepends().FindAllStringSubmatch(string(m[4]), -1) {
			for _, id := range specTaskID().FindAllString(dep[1], -1) {
				d.refs = append(d.refs, Ref{Edge: object.DependsOn, Name: id, Mode: ToSibling, Kind: object.Issue})
			}
		}
		d.refs = append(d.refs, Ref{Edge: object.BelongsTo, Mode: ToFolder, Kind: object.Milestone})
		d.meta.Collection = true
		d.obj.Provenance.Span = &object.Span{Start: line, End: line, Bytes: int64(size)}
		p.add(d)
	}
}
