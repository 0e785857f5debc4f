package layer

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// mappable are the fields of ours that the key map of a source may fill.
func mappable() []string {
	return []string{"id", "title", "description", "status", "labels", "priority", "milestone", "depends_on", "parent", "scope", "references",
		"created_at", "updated_at", "ordinal"}
}

// fieldMap reads the key map of a source: for each field of ours, the key of
// the front matter that has it, or several of which the first that is there
// counts. It comes out as text, "ours=theirs" behind one another, for a claim.
func (l *loader) fieldMap(at string, n *yaml.Node, kind object.Kind, r *record) (string, error) {
	if kind != object.Issue && kind != object.Milestone {
		return "", configFault(at, n, schemaViolation, "map is for issues and milestones, not for the kind %s", quote(string(kind)))
	}
	if n = deref(n); n.Kind != yaml.MappingNode {
		return "", configFault(at, n, schemaViolation, "map is a mapping of our fields to their keys, not %s", shape(n))
	}
	sub := newRecord(n, 0, object.Error, r.notes)
	l.keys(at, sub, mappable()...)
	var out []string
	for _, ours := range sub.keys {
		if !slices.Contains(mappable(), ours) {
			continue
		}
		for _, theirs := range slices.Backward(sub.list(ours)) { // the first has the last word
			out = append(out, ours+"="+theirs)
		}
	}
	return strings.Join(out, "\x01"), nil
}

// rename lets a record be read under our names.
func (r *record) rename(fields string) {
	own := map[string]int{}
	for pair := range strings.SplitSeq(fields, "\x01") {
		ours, theirs, _ := strings.Cut(pair, "=")
		if i := r.find(theirs); i >= 0 && !isNull(r.values[i]) {
			own[ours] = i
		}
	}
	for ours, i := range own {
		r.index[ours] = i
	}
}

// parseMapped reads an issue or milestone of a tracker that a source of the
// layer maps to ours: front matter, or a file that is YAML whole. One without an
// id is named like its file.
func (c *Config) parseMapped(p *Parsed, cl Claim, data []byte) {
	var r *record
	var body *markdown
	if isYAML(cl.Path, &KindSpec{}) {
		root, colons, err := readYAML(data)
		if err != nil {
			p.syntax(object.Error, malformedYAML, err, 0)
			return
		}
		p.colons(colons, 0)
		r = newRecord(root, 0, object.Error, &p.Diagnostics)
	} else {
		front, fm, ok := p.front(Required, data)
		if !ok {
			return
		}
		r, body = front, readMarkdown(fm.body)
	}
	r.rename(cl.Fields)
	d := trackerDraft(r, cl.Kind)
	if r.has("id") {
		d.identify(r, placeOfFile())
	} else {
		d.naming = BySlug
	}
	if d.body = body; body != nil && d.obj.Title == "" {
		d.obj.Title = body.title()
	}
	d.work(cl.Kind)
	if !p.Excluded() {
		p.add(d)
	}
}
