package task

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
)

// SpecKind is how a path spec matches.
type SpecKind string

// Closed marks the kinds as all there are.
func (SpecKind) Closed() {}

// The kinds.
const (
	Directory SpecKind = "directory" // everything below the value
	Exact     SpecKind = "exact"     // the value
	Glob      SpecKind = "glob"      // what the pattern matches
)

// Source is the part of a task a path spec comes from.
type Source string

// The sources.
const (
	FromChanged     Source = "changed_file" // it has changed
	FromDeliverable Source = "deliverable"  // the task produces it
	FromScope       Source = "scope"        // the task works in it
)

// Spec is a path of a task, normalised.
type Spec struct {
	Value  string
	Kind   SpecKind
	Source Source
}

// Path is a Spec as a manifest lists it.
type Path struct {
	Kind  SpecKind `json:"kind"`  // how it matches
	Value string   `json:"value"` // normalised
}

func compareSpecs(a, b Spec) int {
	return cmp.Or(strings.Compare(string(a.Source), string(b.Source)), strings.Compare(string(a.Kind), string(b.Kind)),
		strings.Compare(a.Value, b.Value))
}

// specs are the paths of a task and the paths that changed beside its own,
// unique and in order; what is refused is reported. exists tells whether the
// repository has an entry of that path.
func specs(t *Task, changed []string, exists func(string) bool) (list []Spec, ds []object.Diagnostic) {
	add := func(text string, s Source) {
		spec, err := newSpec(text, s)
		if err != nil {
			ds = append(ds, object.Diagnostic{Severity: object.Warning, Code: string(route.InvalidPath),
				Message: string(s) + " " + fault.Quote(text) + " is refused: " + err.Error()})
			return
		}
		list = append(list, spec)
	}
	for _, p := range slices.Concat(t.ChangedFiles, changed) {
		add(p, FromChanged)
	}
	for _, p := range t.Deliverables {
		if isPath(p, exists) {
			add(p, FromDeliverable)
		}
	}
	for _, p := range t.Scope {
		add(p, FromScope)
	}
	slices.SortFunc(list, compareSpecs)
	return slices.Compact(list), ds
}

func newSpec(text string, s Source) (Spec, error) {
	value, err := route.Normalize(text)
	if err != nil {
		return Spec{}, err
	}
	kind := Exact
	switch slashed := strings.ReplaceAll(canon.Trim(text), `\`, "/"); {
	case s == FromChanged:
	case route.IsGlob(slashed):
		kind = Glob
	case strings.HasSuffix(slashed, "/"):
		kind = Directory
	}
	return Spec{value, kind, s}, nil
}

// isPath tells a deliverable that is a path from prose.
func isPath(text string, exists func(string) bool) bool {
	text = canon.Trim(text)
	switch {
	case text == "" || strings.ContainsFunc(text, canon.IsSpace):
		return false
	case strings.ContainsAny(text, `/\`) || route.IsGlob(text) || suffix(text) != "":
		return true
	}
	return exists != nil && exists(text)
}

// suffix is the file suffix of a name: what follows its last dot, unless the
// name begins or ends there.
func suffix(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 && i < len(name)-1 {
		return name[i:]
	}
	return ""
}

// isDocumentation reports whether a spec is about prose alone.
func (s Spec) isDocumentation() bool {
	value := strings.ToLower(s.Value)
	first, _, _ := strings.Cut(value, "/")
	base := path.Base(value)
	switch {
	case first == "doc" || first == "docs" || first == "documentation":
		return true
	case base == "readme" || strings.HasPrefix(base, "readme."):
		return true
	}
	switch suffix(base) {
	case ".md", ".mdx", ".rst", ".adoc", ".asciidoc":
		return true
	}
	return false
}

// onlyDocumentation reports whether a task is about prose alone.
func onlyDocumentation(list []Spec, symbols []string) bool {
	return len(list) > 0 && len(symbols) == 0 && !slices.ContainsFunc(list, func(s Spec) bool { return !s.isDocumentation() })
}
