// Package majordomus holds no code: its tests hold the layout of the house.
package majordomus

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// order is the direction of imports: a package imports only those before it. The
// command line comes last, since it starts the servers.
func order() []string {
	return strings.Fields(`
		fault pattern object canon token terms git ignore publish stream layer code index graph search route task
		seed walk budget devcontext fragment capsule compiled synth eval operation
		mcpserver httpserver cli`)
}

// domain are the packages that know no flags, no HTTP and no standard streams.
func domain() []string { return order()[:slices.Index(order(), "operation")] }

// jobs says what each module of others is for. A second one for the same job
// fails, and so does one without a job.
func jobs() map[string]string {
	return map[string]string{
		"github.com/jessevdk/go-flags":           "command lines",
		"github.com/goccy/go-json":               "JSON streams",
		"github.com/go-json-experiment/json":     "JSON of callers, token by token and byte for byte",
		"gopkg.in/yaml.v3":                       "YAML",
		"github.com/klauspost/compress":          "zstd",
		"github.com/modelcontextprotocol/go-sdk": "MCP",
		"github.com/google/jsonschema-go":        "JSON Schema",
		"github.com/go-git/go-git/v6":            "ignore rules without git",
		"github.com/bmatcuk/doublestar/v4":       "globs",
		"github.com/tiktoken-go/tokenizer":       "tokens",
		"github.com/dlclark/regexp2/v2":          "regular expressions of the tokenizer",
		"github.com/zeebo/xxh3":                  "hash tables",
		"github.com/blevesearch/snowballstem":    "stemming",
		"github.com/kljensen/snowball":           "stemming",
		"github.com/yuin/goldmark":               "Markdown",
		"github.com/fsnotify/fsnotify":           "watching",
		"github.com/schollz/progressbar/v3":      "progress",
		"github.com/prometheus/client_golang":    "metrics",
		"github.com/prometheus/common":           "metrics text",
		"github.com/prometheus/client_model":     "metrics model",
		"github.com/rivo/uniseg":                 "width of text",
		"golang.org/x/term":                      "terminals",
		"golang.org/x/sys":                       "system calls",
		"golang.org/x/sync":                      "waiting for goroutines",
		"golang.org/x/text":                      "Unicode",
		"golang.org/x/net":                       "protocol details",
		"golang.org/x/time":                      "rate limits",
	}
}

// source is one Go file that is no test.
type source struct {
	path string // slash-separated, from the root of the module
	file *ast.File
	set  *token.FileSet
}

// pkg is the package below pkg/ that a file or import path belongs to, "" for
// none.
func pkg(path string) string {
	_, rest, ok := strings.Cut("/"+path, "/pkg/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return name
}

func (s *source) imports() []string {
	var list []string
	for _, i := range s.file.Imports {
		list = append(list, strings.Trim(i.Path.Value, `"`))
	}
	return list
}

// sources are all Go files below cmd and pkg that are no tests.
func sources(t *testing.T) []*source {
	t.Helper()
	var list []*source
	for _, root := range []string{"cmd", "pkg"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return fs.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			list = append(list, &source{filepath.ToSlash(path), f, set})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(list) < 50 {
		t.Fatalf("only %d files found", len(list))
	}
	return list
}

func TestImportsPointOneWay(t *testing.T) {
	rank := map[string]int{}
	for i, name := range order() {
		rank[name] = i
	}
	for _, s := range sources(t) {
		from := pkg(s.path)
		if from == "" {
			continue
		}
		here, known := rank[from]
		if !known {
			t.Errorf("%s: package %s has no place in the order", s.path, from)
		}
		for _, path := range s.imports() {
			to, ours := pkg(path), strings.HasPrefix(path, "majordomus/")
			if ours && to != from && rank[to] >= here {
				t.Errorf("%s imports %s, which stands after it", s.path, path)
			}
		}
	}
}

func TestOneModuleForAJob(t *testing.T) {
	used := map[string]string{} // job → module
	for _, s := range sources(t) {
		for _, path := range s.imports() {
			first, _, _ := strings.Cut(path, "/")
			if !strings.Contains(first, ".") {
				continue
			}
			module, job := "", ""
			for m, j := range jobs() {
				if (path == m || strings.HasPrefix(path, m+"/")) && len(m) > len(module) {
					module, job = m, j
				}
			}
			switch other := used[job]; {
			case job == "":
				t.Errorf("%s imports %s: what is it for, and what does that job already?", s.path, path)
			case other != "" && other != module:
				t.Errorf("%s imports %s for %s, which %s does already", s.path, module, job, other)
			default:
				used[job] = module
			}
		}
	}
	for _, job := range []string{"command lines", "JSON streams", "YAML", "zstd"} {
		if used[job] == "" {
			t.Errorf("nothing is imported for %s", job)
		}
	}
}

func TestDomainPackagesKnowNoSurface(t *testing.T) {
	for _, s := range sources(t) {
		if !slices.Contains(domain(), pkg(s.path)) {
			continue
		}
		for _, path := range s.imports() {
			switch path {
			case "flag", "net/http", "github.com/jessevdk/go-flags", "log", "log/slog":
				t.Errorf("%s imports %s", s.path, path)
			}
		}
		for _, use := range processUses(s) {
			t.Errorf("%s uses %s", s.path, use)
		}
	}
}

func TestOneFileTouchesTheProcess(t *testing.T) {
	for _, s := range sources(t) {
		if pkg(s.path) == "cli" && s.path != "pkg/cli/process.go" {
			for _, use := range processUses(s) {
				t.Errorf("%s uses %s", s.path, use)
			}
		}
	}
}

// processUses are the mentions of the process's streams, arguments and end.
func processUses(s *source) []string {
	var uses []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "os" {
				switch sel.Sel.Name {
				case "Stdin", "Stdout", "Stderr", "Args", "Exit":
					uses = append(uses, "os."+sel.Sel.Name)
				}
			}
		}
		return true
	})
	return uses
}

func TestMainsAreOneStatement(t *testing.T) {
	mains := 0
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.path, "cmd/") {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				mains++
				if f.Name.Name != "main" || len(f.Body.List) != 1 {
					t.Errorf("%s: %s has %d statements", s.path, f.Name.Name, len(f.Body.List))
				}
			}
		}
	}
	if mains != 5 {
		t.Errorf("%d mains", mains)
	}
}

func TestEveryExportedNameIsDocumented(t *testing.T) {
	packages := map[string]bool{} // folder → has a package comment
	for _, s := range sources(t) {
		dir := filepath.Dir(s.path)
		packages[dir] = packages[dir] || s.file.Doc != nil
		for _, name := range undocumented(s.file) {
			t.Errorf("%s: %s has no comment", s.path, name)
		}
	}
	for dir, ok := range packages {
		if !ok {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

func undocumented(f *ast.File) []string {
	var names []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			// Error says what the standard library's interface says.
			if d.Name.IsExported() && d.Name.Name != "Error" && d.Doc == nil && (d.Recv == nil || ast.IsExported(receiver(d.Recv))) {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
						names = append(names, spec.Name.Name)
					}
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						if n.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
							names = append(names, n.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// receiver is the name of a method's type.
func receiver(r *ast.FieldList) string {
	expr := r.List[0].Type
	for {
		switch x := expr.(type) {
		case *ast.StarExpr:
			expr = x.X
		case *ast.IndexExpr:
			expr = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
