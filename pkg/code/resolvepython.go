package code

import (
	"slices"
	"strings"
)

// follow is how far a name is followed through re-exports.
const follow = 8

// pythonRoots are the folders that absolute imports are looked up in.
type pythonRoots struct {
	list []string
	seen map[string]bool
}

func newPythonRoots() pythonRoots { return pythonRoots{seen: map[string]bool{}} }

func (p *pythonRoots) put(dir string) {
	if !p.seen[dir] {
		p.seen[dir] = true
		p.list = append(p.list, dir)
	}
}

// add notes the folder that holds the file's top package.
func (p *pythonRoots) add(r *Resolver, file string) {
	if strings.HasSuffix(file, "/__init__.py") && !r.isPackage(parentOf(dirOf(file))) {
		p.put(parentOf(dirOf(file)))
	}
}

func (r *Resolver) isPackage(dir string) bool {
	_, ok := r.byPath[dir+"__init__.py"]
	return ok && dir != ""
}

// pythonRoot is the folder above the top package that a folder lies in.
func (r *Resolver) pythonRoot(dir string) string {
	for r.isPackage(dir) {
		dir = parentOf(dir)
	}
	return dir
}

// place is where a dotted name leads: a module's file, or a package's folder.
type place struct {
	file int32 // the module, or the package's __init__; -1 for a namespace
	dir  string
}

// pythonAt looks a dotted name up below a folder.
func (r *Resolver) pythonAt(root, dotted string) (place, bool) {
	p := root + strings.ReplaceAll(dotted, ".", "/")
	for _, end := range []string{"/__init__.py", ".py", ".pyi", "/__init__.pyi"} {
		if dotted == "" && !strings.HasPrefix(end, "/") {
			continue
		}
		if i, ok := r.byPath[strings.TrimPrefix(strings.TrimSuffix(p, "/")+end, "/")]; ok {
			if strings.HasPrefix(end, "/") {
				return place{i, folder(p)}, true
			}
			return place{i, ""}, true
		}
	}
	if len(r.byDir[folder(p)]) > 0 && folder(p) != "" {
		return place{-1, folder(p)}, true
	}
	return place{-1, ""}, false
}

// pythonFind resolves a module as written from a file.
func (r *Resolver) pythonFind(from int32, name string) (place, bool) {
	dir := dirOf(r.files[from].Path)
	rest := strings.TrimLeft(name, ".")
	if level := len(name) - len(rest); level > 0 {
		for ; level > 1; level-- {
			if dir == "" {
				return place{}, false
			}
			dir = parentOf(dir)
		}
		return r.pythonAt(dir, rest)
	}
	var found place
	ok := false
	space := place{-1, ""}
	try := func(root string) bool {
		p, hit := r.pythonAt(root, rest)
		if hit && p.file < 0 {
			if space.dir == "" && strings.Contains(rest, ".") {
				space = p
			}
			return false
		}
		found, ok = p, hit
		return hit
	}
	ancestors(r.pythonRoot(dir), func(d string) bool { return try(d) || try(d+"src/") || try(d+"lib/") })
	if !ok && !slices.ContainsFunc(r.python.list, try) && space.dir != "" {
		return space, true
	}
	return found, ok
}

func (r *Resolver) pythonModule(from int32, im Import) []int32 {
	p, ok := r.pythonFind(from, im.Path)
	if !ok {
		if im.Form == Plain && strings.Contains(im.Path, ".") { // import a.b.Name of a C module, or a class
			im.Path = im.Path[:strings.LastIndexByte(im.Path, '.')]
			p, ok = r.pythonFind(from, im.Path)
		}
		if !ok {
			return nil
		}
	}
	var all []int32
	whole := im.Form != From
	for _, n := range im.Names {
		if sub, ok := r.pythonSub(p, n); ok && im.Form == From {
			all = append(all, sub.file)
		} else {
			whole = true
		}
	}
	if whole && p.file >= 0 {
		all = append(all, p.file)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// pythonSub is the module of a name inside a package.
func (r *Resolver) pythonSub(p place, name string) (place, bool) {
	if p.dir == "" || p.file >= 0 && r.declares(p.file, name) {
		return place{}, false
	}
	sub, ok := r.pythonAt(p.dir, name)
	return sub, ok && sub.file >= 0
}

// pythonNamed follows the names used through a package to the files that
// declare them.
func (r *Resolver) pythonNamed(from int32, im Import) []int32 {
	p, ok := r.pythonFind(from, im.Path)
	if !ok || p.dir == "" || len(im.Names) == 0 {
		return r.pythonModule(from, im)
	}
	var all []int32
	for _, n := range im.Names {
		if i, ok := r.pythonName(p, n, follow); ok {
			all = append(all, i)
		} else if p.file >= 0 {
			all = append(all, p.file)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// pythonName finds the file that declares a name of a package or module.
func (r *Resolver) pythonName(p place, name string, left int) (int32, bool) {
	if sub, ok := r.pythonSub(p, name); ok {
		return sub.file, true
	}
	if p.file < 0 || left == 0 {
		return 0, false
	}
	if r.declares(p.file, name) {
		return p.file, true
	}
	for _, im := range r.files[p.file].Facts.Imports {
		if im.Form != Wildcard && (im.Form != From || !slices.Contains(im.Names, name)) {
			continue
		}
		q, ok := r.pythonFind(p.file, im.Path)
		if !ok {
			continue
		}
		if i, ok := r.pythonName(q, name, left-1); ok {
			return i, true
		}
		if im.Form == From && q.file >= 0 {
			return q.file, true
		}
	}
	return 0, false
}
