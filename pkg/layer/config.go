package layer

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// Version of the recipe: what Parse makes of the same bytes. It changes with
// every change of a parser in this package.
const Version = "1"

// SourceKinds says what a path is as source code: its language and whether the
// language's convention makes it a test. ok is false for anything else.
type SourceKinds func(path string) (lang string, test bool, ok bool)

// Options are what Load does not find in the repository.
type Options struct {
	Sources SourceKinds // nil: no file is source code
}

// Config is a repository's layer: its manifest, sources, kinds and scope, or
// the built-in layer. It does not change after Load and is safe for use by
// several goroutines.
type Config struct {
	manifest  *manifest
	declared  []class // of sources.yaml
	builtin   []class // follow the declared ones, claim what is left, never warn
	kinds     map[object.Kind]*KindSpec
	scope     *scopeRules
	secrets   *Secrets
	owners    owners
	sources   SourceKinds
	sourcesAt string   // path of sources.yaml, "" without one
	paths     []string // configuration files that were read, and CODEOWNERS
	recipe    string
}

// Builtin reports whether no manifest was found and the built-in layer applies.
func (c *Config) Builtin() bool { return c.manifest == nil }

// Paths lists the configuration files and the CODEOWNERS file, sorted: with their content identities
// they enter the fingerprint. The built-in layer has no
// configuration.
func (c *Config) Paths() []string { return slices.Clone(c.paths) }

// Recipe names everything beside the bytes and a claim's facts that Parse
// depends on.
func (c *Config) Recipe() string { return c.recipe }

// LocalPath is the folder of local state, never indexed.
func (c *Config) LocalPath() string {
	if c.manifest == nil {
		return ".ai/local"
	}
	return c.manifest.local
}

// Kind is the declaration of a kind; ok is false when there is none.
func (c *Config) Kind(k object.Kind) (spec KindSpec, ok bool) {
	if s := c.kinds[k]; s != nil {
		return *s, true
	}
	return KindSpec{}, false
}

// Load reads the configuration out of the listed files: read gives the bytes of
// one. Findings that do not stop a run are returned; a configuration that is
// invalid is an error of class fault.Config.
func Load(files []File, read func(path string) ([]byte, error), o Options) (*Config, []object.Diagnostic, error) {
	return load(loader{read: read}, files, o)
}

func load(l loader, files []File, o Options) (*Config, []object.Diagnostic, error) {
	l.listed = make(map[string]*File, 8)
	c := &Config{kinds: builtinKinds(), scope: defaultScope(), secrets: NewSecrets(), sources: o.Sources}
	if c.sources == nil {
		c.sources = func(string) (string, bool, bool) { return "", false, false }
	}
	l.index(files)
	if err := l.load(c); err != nil {
		return nil, nil, err
	}
	if !l.direct {
		l.readOwners(c, sorted(files))
	}
	for _, k := range c.kinds {
		k.close()
	}
	h := sha256.New()
	h.Write([]byte(Version))
	for _, p := range l.recipe { // sources.yaml and the manifest only decide facts
		h.Write([]byte("\x00" + l.sum[p]))
	}
	c.recipe = "layer " + Version + " " + hex.EncodeToString(h.Sum(nil))
	slices.Sort(c.paths)
	return c, l.notes, nil
}

// class is one source class: what it claims and as what.
type class struct {
	id       string
	required bool
	egress   Egress // as declared; "" when it is not
	fields   string // of the key map; "" without one
	records  bool   // its globs take no README: that describes a folder and is no record in it
	specs    pathspecs
	claim    func(f *File) (k object.Kind, form Form, lang string, ok bool)
}

// takes reports whether a declared class claims a path.
func (c *class) takes(path string) bool {
	return c.specs.match(path) && !(c.records && isReadme(path))
}

// section is the manifest section with the longest path that holds the file.
func (c *Config) section(path string) string {
	if c.manifest == nil {
		return ""
	}
	best, name := -1, ""
	for _, s := range c.manifest.sections {
		if len(s.path) > best && under(path, s.path) {
			best, name = len(s.path), s.name
		}
	}
	return name
}

// isLocal reports whether a path is local state.
func (c *Config) isLocal(path string) bool {
	return under(path, c.LocalPath()) || strings.HasPrefix(path, ".ai/local/")
}
