package code

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// goModules are the go.mod files by folder, and what their packages hold.
type goModules struct {
	byDir    map[string]*goModule
	byPrefix map[string]string // module path to folder
	packages map[string]*goPackage
}

type goModule struct {
	path     string
	replaces map[string]string // module path to folder
}

// goPackage is a folder's package without its tests.
type goPackage struct {
	name   string
	files  []int32
	names  map[string][]int32
	stands int32 // the file that stands for it, -1
}

// read takes a go.mod: only the lines module and replace matter.
func (g *goModules) read(c Config) string {
	if g.byDir == nil {
		g.byDir, g.byPrefix = map[string]*goModule{}, map[string]string{}
	}
	m := &goModule{replaces: map[string]string{}}
	dir, block := dirOf(c.Path), ""
	for line := range strings.Lines(string(c.Data)) {
		line, _, _ = strings.Cut(line, "//")
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		switch {
		case block != "" && f[0] == ")":
			block = ""
			continue
		case len(f) == 2 && f[1] == "(":
			block = f[0]
			continue
		case block != "":
			f = append([]string{block}, f...)
		}
		switch f[0] {
		case "module":
			if len(f) > 1 {
				m.path = strings.Trim(f[1], "\"`")
			}
		case "replace":
			m.replace(dir, f[1:])
		}
	}
	if m.path == "" {
		return "no module line"
	}
	g.byDir[dir] = m
	if old, ok := g.byPrefix[m.path]; !ok || dir < old {
		g.byPrefix[m.path] = dir
	}
	return ""
}

func (m *goModule) replace(dir string, f []string) {
	arrow := slices.Index(f, "=>")
	if arrow < 1 || arrow+1 >= len(f) {
		return
	}
	to := strings.Trim(f[arrow+1], "\"`")
	if !strings.HasPrefix(to, ".") {
		return
	}
	if p, ok := join(dir, to); ok {
		m.replaces[strings.Trim(f[0], "\"`")] = folder(p)
	}
}

// folder writes a path as a folder: with a slash, "" for the root.
func folder(p string) string {
	if p == "" || p == "." {
		return ""
	}
	return strings.TrimSuffix(p, "/") + "/"
}

// goFolder is the folder of an import path as seen from a file's folder.
func (r *Resolver) goFolder(dir, importPath string) (string, bool) {
	var m *goModule
	root := ""
	ancestors(dir, func(d string) bool {
		m, root = r.golang.byDir[d], d
		return m != nil
	})
	if m == nil {
		return r.goGopath(importPath)
	}
	if d := root + "vendor/" + importPath + "/"; len(r.byDir[d]) > 0 {
		return d, true
	}
	for prefix := importPath; prefix != "" && prefix != "."; prefix = path.Dir(prefix) {
		d, ok := root, prefix == m.path
		if !ok {
			d, ok = m.replaces[prefix]
		}
		if !ok {
			d, ok = r.golang.byPrefix[prefix]
		}
		if ok {
			return d + folder(strings.TrimPrefix(importPath[len(prefix):], "/")), true
		}
		if prefix == "/" {
			break
		}
	}
	return "", false
}

// goGopath finds a package in a tree without go.mod by the end of its path.
func (r *Resolver) goGopath(importPath string) (string, bool) {
	for rest := importPath; strings.Contains(rest, "/"); {
		_, rest, _ = strings.Cut(rest, "/")
		for _, d := range []string{rest + "/", "src/" + rest + "/", "vendor/" + importPath + "/"} {
			if len(r.byDir[d]) > 0 {
				return d, true
			}
		}
	}
	return "", false
}

// goPackageAt gathers the package of a folder, once.
func (r *Resolver) goPackageAt(dir string) *goPackage {
	if p, ok := r.golang.packages[dir]; ok {
		return p
	}
	if r.golang.packages == nil {
		r.golang.packages = map[string]*goPackage{}
	}
	p := &goPackage{stands: -1, names: map[string][]int32{}}
	r.golang.packages[dir] = p
	count := map[string]int{}
	for _, i := range r.byDir[dir] {
		if f := &r.files[i]; f.Language == Go && !f.Test && f.Facts != nil && f.Facts.Package != "" {
			count[f.Facts.Package]++
		}
	}
	for name, n := range count {
		if p.name == "" || goBetter(name, n, p.name, count[p.name]) {
			p.name = name
		}
	}
	for _, i := range r.byDir[dir] {
		f := &r.files[i]
		if f.Language != Go || f.Test || f.Facts == nil || f.Facts.Package != p.name || p.name == "" {
			continue
		}
		p.files = append(p.files, i)
		for _, n := range f.Facts.Declared {
			p.names[n] = append(p.names[n], i)
		}
	}
	r.goStands(p, dir)
	return p
}

// goBetter orders the package names of one folder: a library before programs
// and documentation, then the more frequent, then by name.
func goBetter(a string, n int, b string, m int) bool {
	other := func(s string) int {
		if s == "main" || s == "documentation" || s == "ignore" {
			return 1
		}
		return 0
	}
	return cmp.Or(other(b)-other(a), n-m, strings.Compare(b, a)) > 0
}

func (r *Resolver) goStands(p *goPackage, dir string) {
	for _, name := range []string{"doc.go", p.name + ".go", path.Base("/"+dir) + ".go"} {
		if i, ok := r.byPath[dir+name]; ok && slices.Contains(p.files, i) {
			p.stands = i
			return
		}
	}
	if len(p.files) > 0 {
		p.stands = p.files[0]
	}
}

func (r *Resolver) resolveGo(i int32) {
	f := &r.files[i]
	dir := dirOf(f.Path)
	for _, im := range f.Facts.Imports {
		d, ok := r.goFolder(dir, im.Path)
		if !ok {
			continue
		}
		p := r.goPackageAt(d)
		found := false
		for _, name := range im.Names {
			for _, to := range p.names[name] {
				r.linkGo(i, to, dir, d)
				found = true
			}
		}
		if !found && p.stands >= 0 {
			r.linkGo(i, p.stands, dir, d)
		}
	}
	if !f.Test || strings.HasSuffix(f.Facts.Package, "_test") {
		return
	}
	p := r.goPackageAt(dir)
	for _, name := range f.Facts.Uses {
		for _, to := range p.names[name] {
			r.link(i, to)
		}
	}
}

// linkGo: a test of a package tests that package; what it imports of others it
// only uses. Where tests have a folder of their own, they test what they import.
func (r *Resolver) linkGo(from, to int32, dir, target string) {
	if r.files[from].Test && dir != target && len(r.goPackageAt(dir).files) > 0 {
		r.links = append(r.links, Link{from, to, object.Imports})
		return
	}
	r.link(from, to)
}
