// Command docgen collects the doc comments of the exported types of the module
// into one JSON file, which pkg/operation embeds to describe its schemas.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

type word struct {
	Word string `json:"word"`
	Doc  string `json:"doc"`
}

type typeDocs struct {
	Doc    string            `json:"doc,omitempty"`
	Schema string            `json:"schema,omitempty"`
	Fields map[string]string `json:"fields,omitempty"`
	Words  []word            `json:"words,omitempty"`
}

func main() {
	out := flag.String("o", "docs.json", "file to write")
	flag.Parse()
	if err := run(*out, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

func run(out, module string) error {
	types := map[string]*typeDocs{}
	dirs, err := filepath.Glob(filepath.Join(module, "pkg", "*"))
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if err := collect(dir, types); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(map[string]any{"types": types}); err != nil {
		return err
	}
	return os.WriteFile(out, b.Bytes(), 0o644)
}

func collect(dir string, types map[string]*typeDocs) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				declaration(f.Name.Name, g, types)
			}
		}
	}
	return nil
}

func declaration(pkg string, g *ast.GenDecl, types map[string]*typeDocs) {
	for _, spec := range g.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			doc := s.Doc
			if doc == nil {
				doc = g.Doc
			}
			named(entry(types, pkg+"."+s.Name.Name), s, doc)
		case *ast.ValueSpec:
			constant(pkg, s, types)
		}
	}
}

func entry(types map[string]*typeDocs, key string) *typeDocs {
	if types[key] == nil {
		types[key] = &typeDocs{}
	}
	return types[key]
}

// named records a type; a "Schema: Name." sentence in its doc comment renames
// it in schemas.
func named(t *typeDocs, s *ast.TypeSpec, doc *ast.CommentGroup) {
	t.Doc = text(doc)
	if before, after, ok := strings.Cut(t.Doc, "Schema: "); ok {
		name, rest, _ := strings.Cut(after, ".")
		t.Schema, t.Doc = name, strings.TrimSpace(before+rest)
	}
	st, ok := s.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range st.Fields.List {
		c := text(f.Doc)
		if c == "" {
			c = text(f.Comment)
		}
		for _, n := range f.Names {
			if c != "" && n.IsExported() {
				if t.Fields == nil {
					t.Fields = map[string]string{}
				}
				t.Fields[n.Name] = c
			}
		}
	}
}

func constant(pkg string, s *ast.ValueSpec, types map[string]*typeDocs) {
	id, ok := s.Type.(*ast.Ident)
	if !ok || len(s.Values) != 1 {
		return
	}
	lit, ok := s.Values[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return
	}
	value, err := strconv.Unquote(lit.Value)
	if err != nil {
		return
	}
	doc := text(s.Comment)
	if doc == "" {
		doc = text(s.Doc)
	}
	t := entry(types, pkg+"."+id.Name)
	t.Words = append(t.Words, word{Word: value, Doc: doc})
}

func text(c *ast.CommentGroup) string {
	return strings.Join(strings.Fields(c.Text()), " ")
}
