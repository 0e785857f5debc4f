package code

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestGoAsParser holds the reading of Go to go/parser's over the standard
// library: every declaration with its lines, every import, the package.
func TestGoAsParser(t *testing.T) {
	files := 0
	for _, dir := range []string{"net/http", "go", "encoding", "runtime", "cmd/compile/internal/types2", "text", "cmd/go", "image", "os", "sort", "math"} {
		root := filepath.Join(runtime.GOROOT(), "src", dir)
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
				return err
			}
			src, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			fset := gotoken.NewFileSet()
			file, err := parser.ParseFile(fset, p, src, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil // broken on purpose
			}
			files++
			facts := Parse(Go, p, src)
			want, got := parserSymbols(fset, file), ownSymbols(facts)
			if !slices.Equal(want, got) {
				for _, w := range want {
					if !slices.Contains(got, w) {
						t.Errorf("%s: missing %s", p, w)
					}
				}
				for _, g := range got {
					if !slices.Contains(want, g) {
						t.Errorf("%s: invented %s", p, g)
					}
				}
			}
			if facts.Package != file.Name.Name || len(facts.Imports) != len(file.Imports) {
				t.Errorf("%s: package %s, %d imports", p, facts.Package, len(facts.Imports))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 1000 {
		t.Errorf("only %d files of the standard library were read", files)
	}
}

func ownSymbols(f *Facts) (all []string) {
	for _, s := range f.Symbols {
		name, _, _ := strings.Cut(s.Name, "~")
		all = append(all, name+" "+s.Kind+" "+strconv.Itoa(s.End))
	}
	slices.Sort(all)
	return all
}

func parserSymbols(fset *gotoken.FileSet, file *ast.File) (all []string) {
	add := func(name, kind string, n ast.Node) {
		if name != "_" {
			all = append(all, name+" "+kind+" "+strconv.Itoa(fset.PositionFor(n.End()-1, false).Line))
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name, kind := d.Name.Name, "function"
			if name == "_" {
				continue
			}
			if d.Recv != nil && len(d.Recv.List) > 0 {
				name, kind = receiver(d.Recv.List[0].Type)+"."+name, "method"
			}
			add(name, kind, d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name.Name, "type", s)
				case *ast.ValueSpec:
					kind := "variable"
					if d.Tok == gotoken.CONST {
						kind = "constant"
					}
					for _, n := range s.Names {
						add(n.Name, kind, s)
					}
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.ParenExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	}
	return "?"
}
