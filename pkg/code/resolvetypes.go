package code

import (
	"path"
	"slices"
	"strings"
)

// typeIndex finds files by package (or namespace) and declared name.
type typeIndex map[string]map[string][]int32

func (t typeIndex) add(pkg string, names []string, file int32) {
	m := t[pkg]
	if m == nil {
		m = map[string][]int32{}
		t[pkg] = m
	}
	for _, n := range names {
		m[n] = append(m[n], file)
	}
}

// qualified finds the files of a.b.C, or of the type that a nested name or a
// member belongs to.
func (t typeIndex) qualified(name string, sep byte) []int32 {
	for {
		cut := strings.LastIndexByte(name, sep)
		pkg, last := "", name
		if cut >= 0 {
			pkg, last = name[:cut], name[cut+1:]
		}
		if files := t[pkg][last]; len(files) > 0 {
			return files
		}
		if cut < 0 {
			return nil
		}
		name = pkg
	}
}

// resolveJVM: imports by name, then the names of wildcard packages and of the
// file's own, which need no import.
func (r *Resolver) resolveJVM(i int32) {
	f := r.files[i].Facts
	taken := map[string]bool{}
	spaces := []string{f.Package}
	for _, im := range f.Imports {
		if im.Form == Wildcard {
			spaces = append(spaces, strings.TrimSuffix(im.Path, ".*"))
			continue
		}
		taken[im.Path[strings.LastIndexByte(im.Path, '.')+1:]] = true
		for _, to := range r.jvm.qualified(im.Path, '.') {
			r.link(i, to)
		}
	}
	r.linkUses(i, r.jvm, spaces, taken)
}

// linkUses links the names a file uses without a qualifier to the first of the
// packages that declares them.
func (r *Resolver) linkUses(i int32, index typeIndex, spaces []string, taken map[string]bool) {
	for _, name := range r.files[i].Facts.Uses {
		if taken[name] {
			continue
		}
		for _, s := range spaces {
			if files := index[s][name]; len(files) > 0 {
				for _, to := range files {
					r.link(i, to)
				}
				break
			}
		}
	}
}

// resolveCSharp: a name is looked for in the file's namespaces, those around
// them, and those it uses.
func (r *Resolver) resolveCSharp(i int32) {
	var spaces, used []string
	for _, im := range r.files[i].Facts.Imports {
		switch im.Form {
		case Module:
			for s := im.Path; s != ""; {
				spaces = append(spaces, s)
				cut := strings.LastIndexByte(s, '.')
				s = s[:max(cut, 0)]
			}
		case Static:
			for _, to := range r.csharp.qualified(im.Path, '.') {
				r.link(i, to)
			}
		default:
			used = append(used, im.Path)
		}
	}
	r.linkUses(i, r.csharp, append(spaces, used...), nil)
}

// psr4 maps the beginning of a PHP namespace to folders.
type psr4 struct {
	prefix string
	dirs   []string
}

// resolvePHP: use by declared name, else by PSR-4; the own namespace needs none.
func (r *Resolver) resolvePHP(i int32) {
	f := r.files[i].Facts
	taken := map[string]bool{}
	for _, im := range f.Imports {
		if im.Form == Sourced {
			if to, ok := r.sourced(i, im.Path); ok {
				r.link(i, to)
			}
			continue
		}
		taken[im.Path[strings.LastIndexByte(im.Path, '\\')+1:]] = true
		files := r.php.qualified(im.Path, '\\')
		if len(files) == 0 {
			files = r.byPSR4(im.Path)
		}
		for _, to := range files {
			r.link(i, to)
		}
	}
	r.linkUses(i, r.php, []string{f.Package}, taken)
}

func (r *Resolver) byPSR4(name string) []int32 {
	for _, p := range r.psr4 {
		rest, ok := strings.CutPrefix(name, p.prefix)
		if !ok {
			continue
		}
		for _, d := range p.dirs {
			if i, ok := r.byPath[d+strings.ReplaceAll(rest, `\`, "/")+".php"]; ok {
				return []int32{i}
			}
		}
	}
	return nil
}

// included finds the file of an #include.
func (r *Resolver) included(from int32, name string) (int32, bool) {
	dir := dirOf(r.files[from].Path)
	angle := strings.HasPrefix(name, "<")
	name = strings.Trim(name, "<>")
	if strings.HasPrefix(name, "/") || name == "" {
		return 0, false
	}
	if !angle {
		if p, ok := join(dir, name); ok {
			if i, ok := r.byPath[p]; ok {
				return i, true
			}
		}
	}
	if strings.HasPrefix(name, "../") {
		return 0, false
	}
	found, ok := int32(0), false
	ancestors(dir, func(d string) bool {
		for _, inc := range []string{"include/", "src/", "", "inc/"} {
			if angle && inc == "" && !strings.Contains(name, "/") {
				continue
			}
			if p, in := join(d+inc, name); in {
				if found, ok = r.byPath[p]; ok {
					return true
				}
			}
		}
		return false
	})
	if ok {
		return found, true
	}
	name = path.Clean(name)
	if angle && !strings.Contains(name, "/") {
		return 0, false
	}
	return r.nearest(dir, r.suffixed(name))
}

// required finds the file of a Ruby require.
func (r *Resolver) required(from int32, im Import) (int32, bool) {
	dir := dirOf(r.files[from].Path)
	name := im.Path
	if !strings.HasSuffix(name, ".rb") {
		name += ".rb"
	}
	if im.Form == Relative || strings.HasPrefix(name, ".") {
		p, ok := join(dir, name)
		if !ok {
			return 0, false
		}
		i, ok := r.byPath[p]
		return i, ok
	}
	found, ok := int32(0), false
	ancestors(dir, func(d string) bool {
		for _, lib := range []string{"lib/", "", "app/", "spec/", "test/"} {
			if found, ok = r.byPath[d+lib+name]; ok {
				return true
			}
		}
		return false
	})
	if ok {
		return found, true
	}
	return r.nearest(dir, slices.DeleteFunc(r.suffixed(name), func(i int32) bool {
		return !strings.HasSuffix(r.files[i].Path, "lib/"+name)
	}))
}

// sourced finds a file named by a path whose beginning may be computed:
// "$DIR/lib.sh", "$(dirname $0)/../x.sh", __DIR__ . '/x.php'.
func (r *Resolver) sourced(from int32, name string) (int32, bool) {
	dir := dirOf(r.files[from].Path)
	computed := strings.LastIndexAny(name, "$})`")
	if computed >= 0 {
		slash := strings.IndexByte(name[computed:], '/')
		if slash < 0 {
			return 0, false
		}
		name = name[computed+slash:]
	} else if strings.HasPrefix(name, "/") && r.files[from].Language == Shell {
		return 0, false
	}
	name = strings.TrimLeft(name, "/")
	if name == "" {
		return 0, false
	}
	found, ok := int32(0), false
	ancestors(dir, func(d string) bool {
		p, in := join(d, name)
		if in {
			found, ok = r.byPath[p]
		}
		return ok
	})
	if ok || computed >= 0 || strings.HasPrefix(name, "..") {
		return found, ok // what a variable stands for is not known: only the place tells, never the name alone
	}
	return r.nearest(dir, r.suffixed(path.Clean(name)))
}

// resolveSwift: an imported module is the folder of its name; the names used
// of it choose among its files.
func (r *Resolver) resolveSwift(i int32) {
	f := r.files[i].Facts
	for _, im := range f.Imports {
		for _, root := range []string{"Sources/", "Source/", ""} {
			dir := root + im.Path + "/"
			if root == "Source/" && len(r.byDir[dir]) == 0 {
				dir = root
			}
			if r.linkModule(i, dir, f.Uses) {
				break
			}
		}
	}
}

// linkModule links the files below a folder that declare a used name; false
// where there are none below it.
func (r *Resolver) linkModule(i int32, dir string, uses []string) bool {
	m, ok := r.swift[dir]
	if !ok {
		m = map[string][]int32{}
		for k := range r.files {
			if f := &r.files[k]; f.Language == Swift && !f.Test && f.Facts != nil && strings.HasPrefix(f.Path, dir) {
				for _, n := range f.Facts.Declared {
					m[n] = append(m[n], int32(k))
				}
			}
		}
		if r.swift == nil {
			r.swift = typeIndex{}
		}
		r.swift[dir] = m
	}
	for _, n := range uses {
		for _, to := range m[n] {
			r.link(i, to)
		}
	}
	return len(m) > 0
}
