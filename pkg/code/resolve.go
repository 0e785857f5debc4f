package code

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// File is a source file as the resolution of imports sees it.
type File struct {
	Path     string // slash-separated, from the root
	Language string
	Test     bool // as by IsTest
	Facts    *Facts
}

// Config is a file of a build tool, as bytes: see IsConfig.
type Config struct {
	Path string
	Data []byte
}

// Link is an edge between two of the files, by their positions in the list
// that was given.
type Link struct {
	From, To int32
	Kind     object.EdgeKind // object.Imports or object.TestedBy
}

// Resolve turns what the files import into edges between them, ordered by
// from, to (as paths) and kind, each once. An import of a package goes to those
// of its files that declare a name the importer uses, or to the one that stands
// for it. What a test imports is tested_by it; so is, where a language has tests
// inside the package, what they use of it. The order of files and configs does
// not matter; a config that cannot be read is left out with a warning. The only
// error is that of a context that ends.
func Resolve(ctx context.Context, files []File, configs []Config) ([]Link, []object.Diagnostic, error) {
	r := NewResolver(files, configs)
	links, err := r.Links(ctx)
	return links, r.diagnostics, err
}

// lookUp is the files after which a resolution looks whether it is called off.
const lookUp = 256

// IsConfig reports whether a file tells how imports resolve, by its name.
func IsConfig(file string) bool {
	base := path.Base(file)
	switch base {
	case "go.mod", "package.json", "composer.json", "Cargo.toml":
		return true
	}
	return (strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig")) && strings.HasSuffix(base, ".json")
}

// Resolver answers what imports mean among one set of files.
type Resolver struct {
	files       []File
	byPath      map[string]int32
	byDir       map[string][]int32 // source files of each folder, by path
	byBase      map[string][]int32 // by the last segment of the path
	links       []Link
	diagnostics []object.Diagnostic

	golang goModules
	script scriptConfigs
	crates map[string]crate // by folder
	python pythonRoots
	jvm    typeIndex
	csharp typeIndex
	php    typeIndex
	swift  typeIndex // by folder
	psr4   []psr4
}

// NewResolver indexes files and configs; neither may change afterwards.
func NewResolver(files []File, configs []Config) *Resolver {
	r := &Resolver{files: files, byPath: make(map[string]int32, len(files)), byDir: map[string][]int32{}, byBase: map[string][]int32{}}
	order := make([]int32, len(files))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(files[a].Path, files[b].Path) })
	for _, i := range order {
		p := files[i].Path
		r.byPath[p] = i
		dir := dirOf(p)
		r.byDir[dir] = append(r.byDir[dir], i)
		r.byBase[p[len(dir):]] = append(r.byBase[p[len(dir):]], i)
	}
	configs = slices.Clone(configs)
	slices.SortFunc(configs, func(a, b Config) int { return strings.Compare(a.Path, b.Path) })
	r.configure(configs)
	r.index(order)
	return r
}

// dirOf is the folder of a path with its slash, "" at the root.
func dirOf(p string) string { return p[:strings.LastIndexByte(p, '/')+1] }

// parentOf is the folder above a folder.
func parentOf(dir string) string { return dirOf(strings.TrimSuffix(dir, "/")) }

func (r *Resolver) configure(configs []Config) {
	r.golang = goModules{}
	r.script = newScriptConfigs()
	r.crates = map[string]crate{}
	for _, c := range configs {
		var problem string
		base := path.Base(c.Path)
		switch {
		case base == "go.mod":
			problem = r.golang.read(c)
		case base == "package.json":
			problem = r.script.readPackage(c)
		case base == "composer.json":
			problem = r.readComposer(c)
		case base == "Cargo.toml":
			r.readCargo(c)
		default:
			problem = r.script.readTS(c)
		}
		if problem != "" {
			r.diagnostics = append(r.diagnostics, object.Diagnostic{Severity: object.Warning, Code: "schema_violation",
				Message: "imports are resolved without it: " + problem, Path: c.Path})
		}
	}
	r.script.link()
}

// index gathers what whole languages are looked up by.
func (r *Resolver) index(order []int32) {
	r.python = newPythonRoots()
	r.jvm, r.csharp, r.php = typeIndex{}, typeIndex{}, typeIndex{}
	for _, i := range order {
		f := &r.files[i]
		switch f.Language {
		case Python:
			r.python.add(r, f.Path)
		case TypeScript:
			for _, n := range f.Facts.Declared {
				if n[0] == '"' {
					r.script.ambient[n[1:len(n)-1]] = append(r.script.ambient[n[1:len(n)-1]], i)
				}
			}
		case Java, Kotlin:
			r.jvm.add(f.Facts.Package, f.Facts.Declared, i)
		case CSharp:
			for _, im := range f.Facts.Imports {
				if im.Form == Module {
					r.csharp.add(im.Path, f.Facts.Declared, i)
				}
			}
		case PHP:
			r.php.add(f.Facts.Package, f.Facts.Declared, i)
		}
	}
}

// Links resolves everything; see Resolve.
func (r *Resolver) Links(ctx context.Context) ([]Link, error) {
	r.links = r.links[:0]
	for i := range r.files {
		if i%lookUp == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.resolve(int32(i))
	}
	slices.SortFunc(r.links, func(a, b Link) int {
		if a.From != b.From {
			return strings.Compare(r.files[a.From].Path, r.files[b.From].Path)
		}
		if a.To != b.To {
			return strings.Compare(r.files[a.To].Path, r.files[b.To].Path)
		}
		return cmp.Compare(a.Kind, b.Kind)
	})
	return slices.Compact(r.links), nil
}

func (r *Resolver) resolve(i int32) {
	f := &r.files[i]
	if f.Facts == nil {
		return
	}
	switch f.Language {
	case Go:
		r.resolveGo(i)
	case Java, Kotlin:
		r.resolveJVM(i)
	case CSharp:
		r.resolveCSharp(i)
	case PHP:
		r.resolvePHP(i)
	case Swift:
		r.resolveSwift(i)
	default:
		for _, im := range f.Facts.Imports {
			for _, to := range r.named(i, im) {
				r.link(i, to)
			}
		}
	}
}

// Module gives the files that an import names, before the names used through
// it are followed into the files that declare them: for a package the one that
// stands for it. Only for languages whose imports name files (Python,
// JavaScript, TypeScript, Rust, C, C++, Ruby, shell).
func (r *Resolver) Module(from int32, im Import) []int32 {
	switch r.files[from].Language {
	case Python:
		return r.pythonModule(from, im)
	case JavaScript, TypeScript:
		return one(r.scriptModule(from, im.Path))
	case Rust:
		return one(r.rustModule(from, im))
	case C, CPP:
		return one(r.included(from, im.Path))
	case Ruby:
		return one(r.required(from, im))
	case Shell:
		return one(r.sourced(from, im.Path))
	}
	return nil
}

func one(i int32, ok bool) []int32 {
	if !ok {
		return nil
	}
	return []int32{i}
}

// named is Module with names followed.
func (r *Resolver) named(from int32, im Import) []int32 {
	switch r.files[from].Language {
	case Python:
		return r.pythonNamed(from, im)
	case JavaScript, TypeScript:
		return r.scriptNamed(from, im)
	case Rust:
		return r.rustNamed(from, im)
	}
	return r.Module(from, im)
}

// link adds the edge that an import from one file of another makes.
func (r *Resolver) link(from, to int32) {
	switch {
	case from == to:
	case r.files[from].Test && !r.files[to].Test:
		r.links = append(r.links, Link{to, from, object.TestedBy})
	default:
		r.links = append(r.links, Link{from, to, object.Imports})
	}
}

// declares reports whether a file declares a name for others.
func (r *Resolver) declares(i int32, name string) bool {
	_, ok := slices.BinarySearch(r.files[i].Facts.Declared, name)
	return ok
}

// ancestors calls visit with a folder and all above it, the root last, until
// it gives true.
func ancestors(dir string, visit func(dir string) bool) {
	for !visit(dir) && dir != "" {
		dir = parentOf(dir)
	}
}

// join is path.Join for folders with a slash at their end; ok is false when it
// leads out of the root.
func join(dir, rel string) (p string, ok bool) {
	depth := strings.Count(dir, "/")
	for s := range strings.SplitSeq(rel, "/") {
		switch s {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return "", false
			}
		default:
			depth++
		}
	}
	return path.Join("/", dir, rel)[1:], true
}

// nearest chooses among files the one whose folder shares most with dir; ok is
// false when two share as much.
func (r *Resolver) nearest(dir string, among []int32) (best int32, ok bool) {
	most, tie := -1, false
	for _, i := range among {
		n := shared(dir, dirOf(r.files[i].Path))
		if n > most {
			best, most, tie = i, n, false
		} else if n == most {
			tie = true
		}
	}
	return best, most >= 0 && !tie
}

// shared counts the leading segments two folders have in common.
func shared(a, b string) (n int) {
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// suffixed lists the files whose path is rel or ends in "/"+rel.
func (r *Resolver) suffixed(rel string) (all []int32) {
	for _, i := range r.byBase[rel[strings.LastIndexByte(rel, '/')+1:]] {
		if p := r.files[i].Path; p == rel || strings.HasSuffix(p, "/"+rel) {
			all = append(all, i)
		}
	}
	return all
}
