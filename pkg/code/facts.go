package code

import (
	"slices"

	"majordomus/pkg/object"
)

// Facts are what one source file says by itself. They follow from the language
// and the bytes alone and can be kept under the content identity: encode them
// as JSON or gob. Comments belongs to the parse, not to what is kept.
type Facts struct {
	Package   string          `json:"package,omitempty"` // as declared: Go, Java, Kotlin package, first C# or PHP namespace
	Symbols   []object.Symbol `json:"symbols,omitempty"` // by start, then longest first
	Imports   []Import        `json:"imports,omitempty"` // in the order of the source
	Declared  []string        `json:"declared,omitempty"`
	Uses      []string        `json:"uses,omitempty"`      // names used without a qualifier, sorted; only where the language finds files by them
	Truncated string          `json:"truncated,omitempty"` // why there are no symbols and imports: over the parse budget
	Comments  []Range         `json:"-"`                   // bytes of the comments, marks included, in order
}

// Diagnostic tells that the file was over its parse budget; ok is false when it
// was not.
func (f *Facts) Diagnostic(path string) (d object.Diagnostic, ok bool) {
	if f.Truncated == "" {
		return d, false
	}
	return object.Diagnostic{Severity: object.Info, Code: "parse_budget", Path: path,
		Message: "symbols and imports are left out: " + f.Truncated}, true
}

// Written lists the imports as the source has them, in its order, each once:
// what meta.imports holds. What only helps the resolution is left out.
func (f *Facts) Written() []string {
	var all []string
	for _, im := range f.Imports {
		if im.Form != Inline && im.Form != Module && !slices.Contains(all, im.Path) {
			all = append(all, im.Path)
		}
	}
	return all
}

// Import is one reference to another file or package.
type Import struct {
	Path  string   `json:"path"`            // as written, without quotes; <x.h> keeps its brackets
	Names []string `json:"names,omitempty"` // names used through it, sorted; none when that cannot be told
	Line  int      `json:"line"`
	Form  Form     `json:"form,omitempty"`
}

// Form is how an import is written, where that changes what it means.
type Form uint8

// The forms.
const (
	Plain    Form = iota
	From          // Python from … import: Names may be modules
	ReExport      // JavaScript export … from, Rust pub use: passes names on; without Names all of them
	Wildcard      // a.b.*
	Static        // Java import static: the last part is a member
	Module        // Rust mod x;, C# namespace in force: a part of this very file's package
	Relative      // Ruby require_relative: from the file's folder
	Sourced       // shell source, PHP require: a path whose beginning may be computed
	Inline        // Rust a::b::c in code, without a use
)

// Range is a run of bytes of a file.
type Range struct {
	Start, End int32
}
