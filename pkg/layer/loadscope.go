package layer

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

// scope reads scope.yaml onto the default scope: lists add to it, a rule set to
// false is switched off, a number replaces the limit. Rules about secrets can
// only be added to.
func (l *loader) scope(c *Config, at string) error {
	r, err := l.open(c, at)
	if err != nil || r == nil {
		return err
	}
	s := c.scope
	for _, p := range r.list("in") {
		s.in = append(s.in, p)
		s.inGlobs = append(s.inGlobs, NewGlob(scopeIn(p)))
	}
	n := r.get("out")
	if n == nil {
		return l.check(at, r)
	}
	if n.Kind != yaml.MappingNode {
		return configFault(at, n, schemaViolation, "out is a mapping of rules, not %s", shape(n))
	}
	out := newRecord(n, 0, object.Error, r.notes)
	l.keys(at, out, "paths", "binary", "max_bytes", "archive", "image", "video", "pdf", "database_dump", "generated", "secret",
		"fixtures", "lock_file", "description")
	for _, p := range out.list("paths") {
		s.outPath(p)
	}
	if s.maxBytes, err = limit(at, out, "max_bytes", s.maxBytes); err != nil {
		return err
	}
	for _, rule := range []string{"binary", "archive", "image", "video", "pdf", "database_dump", "generated", "lock_file"} {
		if err := s.switchRule(at, out, rule); err != nil {
			return err
		}
	}
	if err := s.readSecret(at, out); err != nil {
		return err
	}
	if err := s.readFixtures(at, out); err != nil {
		return err
	}
	return l.check(at, r)
}

// scopeIn reads an entry of in: a folder stands for everything under it.
func scopeIn(p string) string {
	p = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
	if p == "." || p == "" {
		return "**"
	}
	if HasGlob(p) {
		return p
	}
	return p + "/**"
}

// switchRule reads true, false, or a list of suffixes, names and globs that fall
// under the rule too.
func (s *scopeRules) switchRule(at string, out *record, rule string) error {
	n := out.get(rule)
	if n == nil {
		return nil
	}
	if n.Kind == yaml.ScalarNode {
		switch n.Value {
		case "true":
		case "false":
			s.off[rule] = true
		default:
			return configFault(at, n, schemaViolation, "%s must be true, false or a list, not %s", rule, quote(n.Value))
		}
		return nil
	}
	for _, p := range out.list(rule) {
		switch {
		case strings.HasPrefix(p, ".") && !HasGlob(p) && !strings.Contains(p, "/"):
			s.suffixes[strings.ToLower(p)] = rule
		case strings.Contains(p, "/"):
			s.paths = append(s.paths, scopePath{rule: p, glob: NewGlob(scopeGlob(p))})
		default:
			s.names.add(rule, p)
		}
	}
	return nil
}

func (s *scopeRules) readSecret(at string, out *record) error {
	n := out.get("secret")
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return configFault(at, n, schemaViolation, "secret is a mapping of paths and names, not %s", shape(n))
	}
	r := newRecord(n, 0, object.Error, out.notes)
	for _, p := range r.list("paths") {
		s.secret = append(s.secret, scopePath{rule: p, glob: NewGlob(scopeGlob(p))})
	}
	s.secrets.add("secret", r.list("names")...)
	return nil
}

func (s *scopeRules) readFixtures(at string, out *record) (err error) {
	n := out.get("fixtures")
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return configFault(at, n, schemaViolation, "fixtures is a mapping of paths, names and max_bytes, not %s", shape(n))
	}
	r := newRecord(n, 0, object.Error, out.notes)
	for _, p := range r.list("paths") {
		s.fixtures.paths = append(s.fixtures.paths, NewGlob(scopeGlob(p)))
	}
	s.fixtures.names.add("fixtures", r.list("names")...)
	s.fixtures.maxBytes, err = limit(at, r, "max_bytes", 0)
	return err
}

// limit reads a size in bytes, bare or with KiB, MiB or GiB behind it.
func limit(at string, r *record, key string, usual int64) (int64, error) {
	n := r.get(key)
	if n == nil {
		return usual, nil
	}
	text, factor := n.Value, int64(1)
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if body, ok := strings.CutSuffix(text, unit); ok {
			text, factor = strings.TrimSpace(body), 1<<(10*(i+1))
		}
	}
	v, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 40)
	if n.Kind != yaml.ScalarNode || err != nil || v < 0 {
		return 0, configFault(at, n, schemaViolation, "%s must be a number of bytes, not %s", key, shape(n))
	}
	return v * factor, nil
}
