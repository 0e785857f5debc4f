package layer

import (
	"strings"
	"unicode/utf8"

	"majordomus/pkg/object"
)

// Attr is what git attributes say of a file.
type Attr uint8

// The attributes scope reads.
const (
	AttrBinary    Attr = 1 << iota // binary, -text or -diff
	AttrGenerated                  // linguist-generated
	AttrVendored                   // linguist-vendored
)

// File is one listed file, as discovery hands it in. Path is raw bytes,
// slash-separated and relative to the root.
type File struct {
	Path   string
	Size   int64
	Hash   string // content identity
	Link   bool   // a symbolic link; it holds no object of its own
	Target string // of a link: the path it names when that lies inside the root
	Attr   Attr
}

// Claim is a file in scope, with the class that has it and what its path
// decides about it.
type Claim struct {
	File
	Kind    object.Kind // what the class says; a README or a node can turn out otherwise when read
	Class   string      // id of the source class
	Section string      // manifest section with the longest matching prefix; "" without one
	Form    Form        // how the file is read
	Lang    string      // language of a source file; "" elsewhere
	Fields  string      // of FormMapped: which of our fields is which key of theirs
	Owners  []string    // who owns it by CODEOWNERS; nil: nobody
}

// Form says how a file is read.
type Form string

// The forms. The built-in classes need more of them than a kind's format can
// say: what a README is only shows when it is read.
const (
	FormRecord     Form = ""           // as the kind declares
	FormPlain      Form = "plain"      // a file or a source file: its path and its bytes
	FormDocument   Form = "document"   // Markdown
	FormText       Form = "text"       // reStructuredText or AsciiDoc
	FormReadme     Form = "readme"     // a document, or a contract when it has context front matter
	FormNode       Form = "node"       // a document, or a knowledge node when it has node front matter
	FormContract   Form = "contract"   // AGENTS.md and its kin
	FormCursor     Form = "cursor"     // .cursor/rules/*.mdc
	FormCopilot    Form = "copilot"    // .github/copilot-instructions.md
	FormApplyTo    Form = "applyto"    // .github/instructions/*.md
	FormBacklog    Form = "backlog"    // Backlog.md task or milestone
	FormMapped     Form = "mapped"     // front matter whose keys a source maps to ours
	FormBeads      Form = "beads"      // .beads/*.jsonl
	FormTaskMaster Form = "taskmaster" // tasks.json of Task Master
	FormSpecTasks  Form = "spectasks"  // spec-kit tasks.md
	FormSpec       Form = "spec"       // spec-kit spec.md
)

// Facts is everything of a claim that Parse reads beside the bytes: with the
// content identity and Config.Recipe it is a cache key. Two claims of equal
// facts and bytes differ only in what Parsed.Bind fills in.
func (c Claim) Facts() string {
	return strings.Join([]string{string(c.Kind), string(c.Form), c.Lang, extension(c.Path), c.Fields}, "\x00")
}

// extension is the lower-case suffix of a path with its dot, "" without one.
func extension(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return strings.ToLower(name[i:])
	}
	return ""
}

// wirePath is a path as records carry it, and whether it had to be escaped.
func wirePath(path string) (string, bool) {
	if utf8.ValidString(path) {
		return path, false
	}
	return object.Escape(path), true
}

// directory of a file; "." at the root.
func directory(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

// stem is the file name without its suffix.
func stem(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	return name
}
