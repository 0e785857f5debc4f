package layer

import (
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

// sources reads sources.yaml: the declared classes, in file order.
func (l *loader) sources(c *Config, at string) error {
	r, err := l.open(c, at)
	if err != nil || r == nil {
		c.sourcesAt = ""
		return err
	}
	l.keys(at, r, "version", "schema", "sources", "description")
	if v := r.get("version"); v != nil && v.Value != "1" {
		return configFault(at, v, unsupportedVersion, "version %s is not 1", quote(v.Value))
	}
	seen := map[string]int{}
	var bad error
	r.each("sources", func(n *yaml.Node, sub *record, text string) {
		if bad != nil {
			return
		}
		if sub == nil {
			bad = configFault(at, n, schemaViolation, "a source is a mapping, not %s", quote(text))
			return
		}
		bad = l.source(c, at, n, sub, seen)
	})
	if bad != nil {
		return bad
	}
	return l.check(at, r)
}

func (l *loader) source(c *Config, at string, n *yaml.Node, r *record, seen map[string]int) error {
	l.keys(at, r, "id", "kind", "discovery", "pathspec", "pathspecs", "required", "egress", "map", "description", "title")
	id, kind := r.text("id"), object.Kind(r.text("kind"))
	if id == "" {
		return configFault(at, n, missingField, "a source needs an id")
	}
	if first, dup := seen[id]; dup {
		return configFault(at, n, schemaViolation, "two sources have the id %s, the first on line %d", quote(id), first)
	}
	seen[id] = n.Line
	if d := r.get("discovery"); d != nil && d.Value != "vcs" && d.Value != "walk" && d.Value != "filesystem" {
		return configFault(at, d, schemaViolation, "discovery %s is neither vcs nor walk", quote(d.Value))
	}
	specs, err := newPathspecs(r.list("pathspec", "pathspecs"))
	if err != nil {
		return configFault(at, n, schemaViolation, "%s", err.Error())
	}
	if len(specs) == 0 {
		return configFault(at, n, missingField, "the source %s needs a pathspec", quote(id))
	}
	cl := class{id: id, specs: specs, required: r.oneOf("required", "true", "false") == "true",
		egress: Egress(r.oneOf("egress", string(LocalOnly), string(LAN), string(Remote)))}
	spec := c.kinds[kind]
	if spec == nil {
		hint := ""
		if near := nearestKind(string(kind), c.kinds); near != "" {
			hint = "; did you mean " + quote(near) + "?"
		}
		l.notes = append(l.notes, finding(object.Error, unknownKind, at, "line %d: the source %s is of kind %s, which nothing declares%s",
			n.Line, quote(id), quote(string(kind)), hint))
		return nil
	}
	cl.claim = c.claimAs(kind)
	if m := r.get("map"); m != nil {
		if cl.fields, err = l.fieldMap(at, m, kind, r); err != nil {
			return err
		}
		cl.claim = func(*File) (object.Kind, Form, string, bool) { return kind, FormMapped, "", true }
	}
	cl.records = kind != object.Context && kind != object.Document && kind != object.File &&
		!strings.Contains(strings.ToLower(strings.Join(r.list("pathspec", "pathspecs"), " ")), "readme")
	c.declared = append(c.declared, cl)
	return nil
}

// kinds reads kinds.yaml, which adds kinds to the built-in ones.
func (l *loader) kinds(c *Config, at string) error {
	r, err := l.open(c, at)
	if err != nil || r == nil {
		return err
	}
	l.keys(at, r, "version", "schema", "kinds", "description")
	if v := r.get("version"); v != nil && v.Value != "1" {
		return configFault(at, v, unsupportedVersion, "version %s is not 1", quote(v.Value))
	}
	list := r.get("kinds")
	if list == nil {
		return nil
	}
	for _, m := range listed(list) {
		v := deref(m.value)
		if v.Kind != yaml.MappingNode {
			return configFault(at, v, schemaViolation, "a kind is a mapping, not %s", shape(v))
		}
		sub := newRecord(v, 0, object.Error, r.notes)
		name := sub.text("kind", "id", "name")
		if m.key != nil {
			name = m.key.Value
		}
		if err := l.kind(c, at, v, name, sub); err != nil {
			return err
		}
	}
	return l.check(at, r)
}

func (l *loader) kind(c *Config, at string, n *yaml.Node, name string, r *record) error {
	l.keys(at, r, "kind", "id", "name", "format", "front_matter", "identity", "title", "description", "schema_version", "schema",
		"version", "members", "collection", "fields", "closed")
	if name == "" || strings.ContainsAny(name, "/@ \t#?%") {
		return configFault(at, n, schemaViolation, "%s is no name for a kind", quote(name))
	}
	s := &KindSpec{Kind: object.Kind(name), Format: Markdown, FrontMatter: Required, Title: []string{"title", "name", Heading},
		Description: []string{"description", "summary"}, fill: fillCommon}
	if old := c.kinds[s.Kind]; old != nil {
		copied := *old
		s = &copied
		if s.fill == nil {
			s.fill = fillCommon
		}
	}
	set(&s.Format, Format(r.oneOf("format", string(Markdown), string(YAML), string(Text))))
	set(&s.FrontMatter, Presence(r.oneOf("front_matter", string(Required), string(Optional), string(None))))
	set(&s.Version, r.text("schema_version", "schema", "version"))
	set(&s.Members, r.text("members", "collection"))
	setList(&s.Identity, r.list("identity"))
	setList(&s.Title, r.list("title"))
	setList(&s.Description, r.list("description"))
	if fields := r.list("fields"); r.text("closed") == "true" || fields != nil {
		s.Known = concat(common, fields, s.Known)
	}
	if err := l.check(at, r); err != nil {
		return err
	}
	if s.Members != "" && len(s.Identity) == 0 {
		return configFault(at, n, schemaViolation, "the collection kind %s needs identity fields", quote(name)).(*fault.Error).
			WithHint("identity: [id]")
	}
	c.kinds[s.Kind] = s
	return nil
}

func set[T ~string](to *T, v T) {
	if v != "" {
		*to = v
	}
}

func setList(to *[]string, v []string) {
	if v != nil {
		*to = v
	}
}
