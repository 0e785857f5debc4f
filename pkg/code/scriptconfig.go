package code

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// scriptConfigs are the package.json and tsconfig.json files by folder.
type scriptConfigs struct {
	packages map[string]*scriptPackage // by folder
	names    map[string]string         // package name to folder
	ts       map[string]*tsConfig      // by path
	nearest  map[string]*tsConfig      // by folder: its tsconfig.json or jsconfig.json
	ambient  map[string][]int32        // files that describe a module by "declare module"
}

// scriptPackage is what a package.json says of where its parts lie.
type scriptPackage struct {
	Name    string              `json:"name"`
	Main    string              `json:"main"`
	Module  string              `json:"module"`
	Types   string              `json:"types"`
	Typings string              `json:"typings"`
	Source  string              `json:"source"`
	Exports json.RawMessage     `json:"exports"`
	Imports json.RawMessage     `json:"imports"`
	exports map[string][]string // subpath, with at most one *, to targets in order
	imports map[string][]string
}

type tsConfig struct {
	Extends         json.RawMessage `json:"extends"`
	CompilerOptions struct {
		BaseURL *string             `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
	} `json:"compilerOptions"`
	path  string
	base  *string             // folder that non-relative names start at
	paths map[string][]string // to patterns from the root
	root  string              // the folder paths count from
	done  bool
}

func newScriptConfigs() scriptConfigs {
	return scriptConfigs{map[string]*scriptPackage{}, map[string]string{}, map[string]*tsConfig{}, map[string]*tsConfig{}, map[string][]int32{}}
}

func (s *scriptConfigs) readPackage(c Config) string {
	p := &scriptPackage{}
	if err := json.Unmarshal(bytes.TrimPrefix(c.Data, []byte("\ufeff")), p); err != nil {
		return err.Error()
	}
	dir := dirOf(c.Path)
	p.exports, p.imports = targets(p.Exports, "."), targets(p.Imports, "#")
	s.packages[dir] = p
	if _, ok := s.names[p.Name]; !ok && p.Name != "" {
		s.names[p.Name] = dir
	}
	return ""
}

// targets reads exports and imports: a target, a list, conditions, or a map of
// subpaths to those.
func targets(raw json.RawMessage, first string) map[string][]string {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	out := map[string][]string{}
	if m, ok := v.(map[string]any); ok {
		for k, t := range m {
			if strings.HasPrefix(k, first) {
				out[k] = conditions(t, nil, 0)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	out[first] = conditions(v, nil, 0)
	return out
}

// conditions lists the targets under any condition, the source and the types
// first, since those are what a repository holds.
func conditions(v any, all []string, depth int) []string {
	switch v := v.(type) {
	case string:
		return append(all, v)
	case []any:
		for _, e := range v {
			all = conditions(e, all, depth+1)
		}
	case map[string]any:
		if depth > 16 {
			return all
		}
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b string) int {
			if d := conditionRank(a) - conditionRank(b); d != 0 {
				return d
			}
			return strings.Compare(a, b)
		})
		for _, k := range keys {
			all = conditions(v[k], all, depth+1)
		}
	}
	return all
}

func conditionRank(c string) int {
	if i := slices.Index([]string{"source", "development", "types", "import", "module", "node", "require", "default"}, c); i >= 0 {
		return i
	}
	return 5
}

func (s *scriptConfigs) readTS(c Config) string {
	t := &tsConfig{path: c.Path}
	if err := json.Unmarshal(plainJSON(bytes.TrimPrefix(c.Data, []byte("\ufeff"))), t); err != nil {
		return err.Error()
	}
	s.ts[c.Path] = t
	if base := path.Base(c.Path); base == "tsconfig.json" || base == "jsconfig.json" && s.nearest[dirOf(c.Path)] == nil {
		s.nearest[dirOf(c.Path)] = t
	}
	return ""
}

// link lets each tsconfig take over what those it extends say.
func (s *scriptConfigs) link() {
	for _, p := range slices.Sorted(maps.Keys(s.ts)) { // in order, for cycles
		s.complete(s.ts[p], 0)
	}
}

func (s *scriptConfigs) complete(t *tsConfig, depth int) {
	if t.done || depth > 16 {
		return
	}
	t.done = true
	dir := dirOf(t.path)
	for _, e := range stringsOf(t.Extends) {
		p, ok := join(dir, e)
		if !ok || !strings.HasPrefix(e, ".") {
			continue
		}
		for _, end := range []string{"", ".json", "/tsconfig.json"} {
			if parent := s.ts[p+end]; parent != nil {
				s.complete(parent, depth+1)
				t.base, t.paths, t.root = parent.base, parent.paths, parent.root
				break
			}
		}
	}
	if b := t.CompilerOptions.BaseURL; b != nil {
		if p, ok := join(dir, *b); ok {
			p = folder(p)
			t.base = &p
			t.root = p
		}
	}
	if t.CompilerOptions.Paths != nil {
		t.paths = t.CompilerOptions.Paths
		if t.CompilerOptions.BaseURL == nil && t.base == nil {
			t.root = dir
		}
	}
}

func stringsOf(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var many []string
	if json.Unmarshal(raw, &many) != nil {
		return nil
	}
	return many
}

// expand gives what a map of patterns with one * makes of a name: the targets
// of the exact key, else of the key with the longest part before the *.
func expand(patterns map[string][]string, name string) []string {
	if t, ok := patterns[name]; ok {
		return t
	}
	best, star := "", ""
	for k := range patterns {
		before, after, ok := strings.Cut(k, "*")
		if !ok || len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
			continue
		}
		if b, _, _ := strings.Cut(best, "*"); best == "" || len(before) > len(b) || len(before) == len(b) && k < best {
			best, star = k, name[len(before):len(name)-len(after)]
		}
	}
	var out []string
	if best != "" {
		for _, t := range patterns[best] {
			out = append(out, strings.ReplaceAll(t, "*", star))
		}
	}
	return out
}
