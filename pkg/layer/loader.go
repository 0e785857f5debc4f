package layer

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

// ManifestPath is where a layer's manifest stands.
const ManifestPath = ".ai/manifest.yaml"

// manifest is .ai/manifest.yaml with its paths read from the root.
type manifest struct {
	repo      string
	local     string
	sections  []section // in the order written
	documents []string  // base names that may be contracts
}

type section struct{ name, path string }

// loader reads the configuration files.
type loader struct {
	read   func(string) ([]byte, error)
	listed map[string]*File
	direct bool // there is no listing: what can be read is there
	sum    map[string]string
	recipe []string // files whose text Parse depends on
	notes  []object.Diagnostic
}

func (l *loader) index(files []File) {
	l.sum = map[string]string{}
	for i := range files {
		if p := files[i].Path; strings.HasSuffix(p, ".yaml") {
			l.listed[p] = &files[i]
		}
	}
}

func (l *loader) load(c *Config) error {
	r, err := l.open(c, ManifestPath)
	if err != nil {
		return err
	}
	if r == nil {
		c.builtin = builtinClasses(c)
		return nil
	}
	if c.manifest, err = readManifest(r); err != nil {
		return err
	}
	if err := l.check(ManifestPath, r); err != nil {
		return err
	}
	knowledge := c.manifest.section("knowledge", "knowledge")
	kinds, scope := path.Join(knowledge, "kinds.yaml"), c.manifest.section("scope", "scope.yaml")
	l.recipe = []string{kinds, scope}
	if err := l.kinds(c, kinds); err != nil {
		return err
	}
	if err := l.scope(c, scope); err != nil {
		return err
	}
	c.sourcesAt = path.Join(knowledge, "sources.yaml")
	if err := l.sources(c, c.sourcesAt); err != nil {
		return err
	}
	c.builtin = append(defaultClasses(c), builtinClasses(c)...)
	return nil
}

// open reads one configuration file as a record; nil when it is not listed.
func (l *loader) open(c *Config, at string) (*record, error) {
	if !l.direct && l.listed[at] == nil {
		return nil, nil
	}
	data, err := l.read(at)
	if l.direct && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, (&fault.Error{Class: fault.Config, Code: "unreadable", Message: "cannot be read", Err: err}).At(at, 0, 0)
	}
	sum := sha256.Sum256(data)
	l.sum[at] = hex.EncodeToString(sum[:])
	c.paths = append(c.paths, at)
	root, colons, bad := readYAML(data)
	if bad != nil {
		return nil, fault.New(fault.Config, malformedYAML, "%s", bad.Message).At(at, bad.Line, bad.Column)
	}
	for _, n := range colons {
		l.notes = append(l.notes, finding(object.Info, yamlPlainColon, at, "line %d: a plain value YAML refuses was read as text", n))
	}
	var notes []object.Diagnostic
	r := newRecord(root, 0, object.Error, &notes)
	return r, l.check(at, r)
}

// check turns the first violation a record noted into an error.
func (l *loader) check(at string, r *record) error {
	for _, d := range *r.notes {
		if d.Severity == object.Error {
			return fault.New(fault.Config, d.Code, "%s", d.Message).At(at, 0, 0)
		}
	}
	return nil
}

// keys warns of keys a configuration file does not know.
func (l *loader) keys(at string, r *record, known ...string) {
	for i, k := range r.keys {
		found := false
		for _, w := range known {
			found = found || w == k
		}
		if !found {
			hint := ""
			if near := nearestOf(k, known); near != "" {
				hint = "; did you mean " + quote(near) + "?"
			}
			l.notes = append(l.notes, finding(object.Warning, unknownKey, at, "line %d: the key %s is not known here%s", r.lines[i], quote(k), hint))
		}
	}
}

func configFault(at string, n *yaml.Node, code, format string, args ...any) error {
	return fault.New(fault.Config, code, format, args...).At(at, n.Line, n.Column)
}

func readManifest(r *record) (*manifest, error) {
	schema := r.get("schema")
	if schema == nil {
		return nil, fault.New(fault.Config, missingField, "schema is missing").At(ManifestPath, 1, 1).WithHint("schema: ai-repository/v1")
	}
	if schema.Value != "ai-repository/v1" {
		return nil, configFault(ManifestPath, schema, unsupportedVersion, "schema %s is not ai-repository/v1", quote(schema.Value))
	}
	m := &manifest{repo: ".ai/repo", local: ".ai/local", documents: []string{"README.md"}}
	var err error
	if m.repo, err = manifestPath(r, "repo", m.repo); err != nil {
		return nil, err
	}
	if m.local, err = manifestPath(r, "local", m.local); err != nil {
		return nil, err
	}
	if s := r.get("sections"); s != nil {
		sub := newRecord(s, 0, object.Error, r.notes)
		for _, name := range sub.keys {
			p, err := insideLayer(sub.get(name), sub.text(name))
			if err != nil {
				return nil, err
			}
			m.sections = append(m.sections, section{name, p})
		}
	}
	if s := r.get("context"); s != nil {
		if docs := newRecord(s, 0, object.Error, r.notes).list("documents"); docs != nil {
			m.documents = docs
		}
	}
	return m, nil
}

// manifestPath reads {path: …} or a plain path.
func manifestPath(r *record, key, fallback string) (string, error) {
	n := r.get(key)
	if n == nil {
		return fallback, nil
	}
	if n.Kind == yaml.MappingNode {
		sub := newRecord(n, 0, object.Error, r.notes)
		if n = sub.get("path"); n == nil {
			return fallback, nil
		}
	}
	return insideLayer(n, n.Value)
}

// insideLayer reads a path of the manifest, which is relative to .ai and may not
// leave it.
func insideLayer(n *yaml.Node, p string) (string, error) {
	clean := path.Join(".ai", p)
	if p == "" || strings.HasPrefix(p, "/") || hasDotDot(p) {
		return "", configFault(ManifestPath, n, schemaViolation, "the path %s leaves the layer or is empty", quote(p))
	}
	return clean, nil
}

// section is the path of a section, or its usual place below repo.
func (m *manifest) section(name, usual string) string {
	for _, s := range m.sections {
		if s.name == name {
			return s.path
		}
	}
	return path.Join(m.repo, usual)
}
