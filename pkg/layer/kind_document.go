package layer

import (
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// fillDocument reads a page: its headings and where it links to.
func fillDocument(d *draft) {
	fillCommon(d)
	if d.body != nil {
		d.meta.Headings = d.body.headingTexts()
	}
}

// parsePage reads a Markdown file of a built-in class, whose kind shows when it
// is read.
func (c *Config) parsePage(p *Parsed, cl Claim, data []byte) {
	r, fm, _ := p.front(Optional, data)
	body := readMarkdown(fm.body)
	kind := object.Document
	switch {
	case cl.Form == FormReadme && isContext(r):
		kind = object.Context
	case cl.Form == FormNode && isNode(r):
		kind = object.Knowledge
	case isContractForm(cl.Form):
		kind = object.Context
	}
	if kind != object.Document {
		r.lax = c.severityOf(kind, cl)
	}
	p.finishPage(c.kinds[kind], cl.Form, r, body)
}

// isContractForm tells the forms whose path alone makes a file a contract.
func isContractForm(f Form) bool {
	return f == FormContract || f == FormCursor || f == FormCopilot || f == FormApplyTo
}

// severityOf is how a fault in the front matter of a page weighs: once a README
// says that it is a contract, it must be a valid one.
func (c *Config) severityOf(k object.Kind, cl Claim) object.Severity {
	if cl.Form == FormReadme || k == object.Knowledge {
		return object.Error
	}
	return object.Warning
}

func (p *Parsed) finishPage(spec *KindSpec, f Form, r *record, body *markdown) {
	d := draft{record: r, spec: spec, body: body}
	d.obj.Kind = spec.Kind
	d.naming = ByPath
	switch {
	case spec.Kind == object.Context && f != FormCursor && f != FormApplyTo, spec.Kind == object.Knowledge:
		d.identify(r, placeOfFile())
		d.checkVersion()
	}
	d.describe()
	spec.fill(&d)
	switch f {
	case FormCursor:
		if p.Rooted = d.words("globs"); d.text("alwaysApply") == "true" {
			p.Rooted = []string{"**"}
		}
	case FormApplyTo:
		p.Rooted = d.words("applyTo")
	case FormCopilot:
		p.Rooted = []string{"**"}
	case FormContract:
		d.imports()
	}
	if !p.Excluded() {
		p.add(d)
	}
}

// placeOfFile is where an absent field is reported.
func placeOfFile() *yaml.Node { return &yaml.Node{Line: 1, Column: 1} }

// imports are the files an instruction file pulls in: a word @path at the start
// of a line or behind a blank, outside of code.
func (d *draft) imports() {
	fenced := false
	for _, l := range strings.Split(string(d.body.source), "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), "```") {
			fenced = !fenced
		}
		if fenced || !strings.Contains(l, "@") {
			continue
		}
		for i, part := range strings.Split(l, "`") {
			if i%2 == 1 {
				continue
			}
			for _, w := range strings.Fields(part) {
				if name := strings.TrimRight(strings.TrimPrefix(w, "@"), ".,;:)"); w[0] == '@' && name != "" {
					d.refs = append(d.refs, Ref{Edge: object.LoadWith, Name: name, Mode: ToLink})
				}
			}
		}
	}
}
