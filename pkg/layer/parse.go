package layer

import (
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// Parse reads one file: its objects, the references they make and what is wrong
// with it. The result depends on data, c's facts and the recipe alone, but for
// what Bind fills in from c, which is done already. It never fails and never
// panics; a file that cannot be read as its kind gives no object and an error
// among the diagnostics.
func (c *Config) Parse(cl Claim, data []byte) Parsed {
	p := c.parse(cl, data)
	p.Bind(cl)
	return p
}

func (c *Config) parse(cl Claim, data []byte) (p Parsed) {
	if isOwned(data) {
		return Parsed{Owned: true, Diagnostics: []object.Diagnostic{outside("owned", "opens with this program's metadata comment")}}
	}
	declared := cl.Form != FormPlain && cl.Form != FormDocument && cl.Form != FormText
	if rule, why := c.scope.bytesOut(cl.Path, data, declared); rule != "" {
		return Parsed{Out: rule, Diagnostics: []object.Diagnostic{outside(rule, why)}}
	}
	if withheld, ok := c.withhold(cl, data); ok {
		return withheld
	}
	switch cl.Form {
	case FormRecord:
		c.parseRecord(&p, c.kinds[cl.Kind], cl, data)
	case FormPlain:
		p.add(plainObject(cl.Kind, cl.Lang))
	case FormText:
		p.parseText(cl, data)
	case FormBacklog, FormMapped, FormBeads, FormTaskMaster, FormSpec, FormSpecTasks:
		c.parseTracker(&p, cl, data)
	default:
		c.parsePage(&p, cl, data)
	}
	return p
}

// NeedsBytes reports whether a file must be read to know what it declares or
// whether it is text at all. Of a plain file of a known suffix only those who use
// its text need the bytes, and with them what scope says of generated, owned and
// secret content.
func (c *Claim) NeedsBytes() bool {
	return c.Form != FormPlain || c.Lang == "" && !textSuffix(extension(c.Path))
}

// Unread is the Parse of a file that does not need its bytes.
func (c *Config) Unread(cl Claim) Parsed {
	var p Parsed
	p.add(plainObject(cl.Kind, cl.Lang))
	p.Bind(cl)
	return p
}

// plainObject is a file known by its path alone.
func plainObject(k object.Kind, lang string) draft {
	d := draft{naming: ByPath}
	d.obj.Kind = k
	d.meta.Language = lang
	return d
}

// add takes a finished draft.
func (p *Parsed) add(d draft) {
	at := int32(len(p.Objects))
	if !emptyMeta(&d.meta) {
		m := d.meta
		d.obj.Meta = &m
	}
	for i := range d.refs {
		d.refs[i].From = at
	}
	if d.rooted != nil {
		p.Rooted = d.rooted
	}
	if d.naming == InFolder {
		for len(p.Names) < len(p.Objects) {
			p.Names = append(p.Names, "")
		}
		p.Names = append(p.Names, d.obj.Identity)
	}
	p.Objects = append(p.Objects, d.obj)
	p.Naming = append(p.Naming, d.naming)
	p.Refs = append(p.Refs, d.refs...)
}

func (p *Parsed) note(s object.Severity, code, format string, args ...any) {
	p.Diagnostics = append(p.Diagnostics, finding(s, code, "", format, args...))
}

func (p *Parsed) syntax(s object.Severity, code string, e *syntaxError, shift int) {
	p.note(s, code, "line %d, column %d: %s", e.Line+shift, e.Column, e.Message)
}

// colons notes the lines whose plain values were taken as text.
func (p *Parsed) colons(lines []int, shift int) {
	const most = 20
	for i, l := range lines {
		if i == most {
			p.note(object.Info, yamlPlainColon, "line %d: plain values YAML refuses were read as text here and on %d lines more", l+shift, len(lines)-i-1)
			return
		}
		p.note(object.Info, yamlPlainColon, "line %d: a plain value YAML refuses was read as text", l+shift)
	}
}

// parseRecord reads a file as its kind declares.
func (c *Config) parseRecord(p *Parsed, spec *KindSpec, cl Claim, data []byte) {
	switch {
	case spec.Members != "":
		c.parseCollection(p, spec, data)
	case isYAML(cl.Path, spec):
		root, colons, err := readYAML(data)
		if err != nil {
			p.syntax(object.Error, malformedYAML, err, 0)
			return
		}
		p.colons(colons, 0)
		r := newRecord(root, 0, object.Error, &p.Diagnostics)
		p.finish(spec, r, root, nil)
	case spec.Format == Text && spec.FrontMatter != Required:
		p.add(plainObject(spec.Kind, ""))
	default:
		c.parseMarkdown(p, spec, data)
	}
}

// isYAML tells a record that is YAML whole from one with front matter; the
// suffix counts before the kind's usual format.
func isYAML(path string, spec *KindSpec) bool {
	switch extension(path) {
	case ".yaml", ".yml", ".json":
		return true
	case ".md", ".mdc", ".markdown", ".mdx":
		return false
	}
	return spec.Format == YAML
}

// parseMarkdown reads a record with front matter.
func (c *Config) parseMarkdown(p *Parsed, spec *KindSpec, data []byte) {
	r, fm, ok := p.front(spec.FrontMatter, data)
	if !ok {
		return
	}
	if spec.Kind == object.Session {
		spec = c.sessionKind(spec, r)
	}
	if spec.FrontMatter == None {
		r = newRecord(nil, 0, object.Error, &p.Diagnostics)
	}
	p.finish(spec, r, nil, readMarkdown(fm.body))
}

// front reads the front matter of a Markdown file. Where it is optional a
// broken one is a warning and reads as absent.
func (p *Parsed) front(presence Presence, data []byte) (*record, frontMatter, bool) {
	severity := object.Error
	if presence != Required {
		severity = object.Warning
	}
	none := newRecord(nil, 0, severity, &p.Diagnostics)
	fm, err := splitFrontMatter(data)
	if err != nil {
		p.syntax(severity, malformedFrontMatter, err, 0)
		return none, fm, severity != object.Error
	}
	if !fm.present {
		if presence == Required {
			p.note(object.Error, missingFrontMatter, "line 1, column 1: the kind needs front matter, and the file does not open with ---")
			return none, fm, false
		}
		return none, fm, true
	}
	root, colons, err := readYAML(fm.text)
	if err != nil {
		p.syntax(severity, malformedFrontMatter, err, frontLine-1)
		return none, fm, severity != object.Error
	}
	p.colons(colons, frontLine-1)
	if root != nil && deref(root).Kind != yaml.MappingNode {
		p.syntax(severity, malformedFrontMatter, &syntaxError{root.Line, root.Column, "front matter must be a mapping"}, frontLine-1)
		return none, fm, severity != object.Error
	}
	return newRecord(root, frontLine-1, severity, &p.Diagnostics), fm, true
}

// finish reads a record's own fields as its kind declares and adds the object,
// unless an error excludes it. root is nil for front matter.
func (p *Parsed) finish(spec *KindSpec, r *record, root *yaml.Node, body *markdown) {
	d := draft{record: r, spec: spec, body: body}
	d.obj.Kind = spec.Kind
	if root == nil {
		root = placeOfFile()
		r = &record{notes: r.notes, lax: r.lax} // place of the file itself
	}
	d.identify(r, root)
	d.checkVersion()
	d.checkKind()
	d.describe()
	if spec.fill != nil {
		spec.fill(&d)
	}
	d.checkKeys()
	if !p.Excluded() {
		p.add(d)
	}
}

// describe reads title, description, status, version and tags.
func (d *draft) describe() {
	d.obj.Title = d.first(d.spec.Title)
	d.obj.Description = d.first(d.spec.Description)
	if d.obj.Description == "" && d.body != nil {
		d.obj.Description = d.body.lead
	}
	d.obj.Status = strings.ToLower(d.loose("status"))
	if d.find("version") >= 0 {
		d.obj.Version = d.loose("version")
	}
	d.obj.Tags = d.words("tags", "labels")
	if d.body != nil && d.body.cut {
		*d.notes = append(*d.notes, finding(object.Info, parseBudget, "", "the body is over its parse budget of %d bytes: headings only", maxMarkdown))
	}
}

func (d *draft) first(fields []string) string {
	for _, f := range fields {
		if f == Heading {
			if d.body != nil && d.body.title() != "" {
				return d.body.title()
			}
			continue
		}
		if s := d.text(f); s != "" {
			return s
		}
	}
	return ""
}
