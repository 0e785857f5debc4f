package code

import (
	"path"
	"slices"
	"strings"
)

// crate is a Cargo package: its name as code writes it, and its folder.
type crate struct {
	name string
	lib  string // the library's root file
}

// readCargo takes [package] name and [lib] name and path; a Cargo.toml is read
// by lines, which is all that these need.
func (r *Resolver) readCargo(c Config) {
	dir, section := dirOf(c.Path), ""
	k := crate{lib: dir + "src/lib.rs"}
	for line := range strings.Lines(string(c.Data)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[] ")
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"'`)
		switch section + "." + key {
		case "package.name":
			if k.name == "" {
				k.name = strings.ReplaceAll(value, "-", "_")
			}
		case "lib.name":
			k.name = strings.ReplaceAll(value, "-", "_")
		case "lib.path":
			if p, ok := join(dir, value); ok {
				k.lib = p
			}
		}
	}
	if k.name != "" {
		r.crates[dir] = k
	}
}

// rustHome is the folder of modules below a crate root, and the module path of
// a file inside it.
func (r *Resolver) rustHome(file string) (root string, modules []string) {
	dir := dirOf(file)
	stem := strings.TrimSuffix(file[len(dir):], ".rs")
	cargo := ""
	ancestors(dir, func(d string) bool {
		cargo = d
		_, ok := r.crates[d]
		return ok
	})
	root = cargo + "src/"
	if k, ok := r.crates[cargo]; ok && !strings.HasPrefix(dir, root) && strings.HasPrefix(dir, dirOf(k.lib)) {
		root = dirOf(k.lib)
	}
	if !strings.HasPrefix(dir, root) || strings.HasPrefix(dir, root+"bin/") {
		return r.rustStandalone(file, cargo)
	}
	if rel := strings.TrimSuffix(dir[len(root):], "/"); rel != "" {
		modules = strings.Split(rel, "/")
	}
	if stem != "mod" && (stem != "lib" && stem != "main" || len(modules) > 0) {
		modules = append(modules, stem)
	}
	return root, modules
}

// rustStandalone: tests, examples and programs are crates of their own, with
// their root in the folder below the package's.
func (r *Resolver) rustStandalone(file, cargo string) (root string, modules []string) {
	dir := dirOf(file)
	rel := strings.Split(strings.TrimSuffix(strings.TrimPrefix(dir, cargo), "/"), "/")
	root = cargo
	for k, s := range rel {
		if s == "" {
			continue
		}
		root += s + "/"
		if _, ok := r.byPath[root+"main.rs"]; ok || s == "tests" || s == "examples" || s == "benches" || s == "bin" {
			modules = rel[k+1:]
			break
		}
	}
	if stem := strings.TrimSuffix(file[len(dir):], ".rs"); stem != "mod" && stem != "main" && len(modules) > 0 {
		modules = append(slices.Clone(modules), stem)
	}
	return root, modules
}

// rustAt finds the file of the module that the leading segments name and how
// many of them do.
func (r *Resolver) rustAt(root, top string, segments []string) (file int32, used int, ok bool) {
	for n := len(segments); n > 0; n-- {
		p := root + strings.Join(segments[:n], "/")
		for _, end := range []string{".rs", "/mod.rs"} {
			if i, ok := r.byPath[p+end]; ok {
				return i, n, true
			}
		}
	}
	for _, name := range []string{top, root + "lib.rs", root + "main.rs", root + "mod.rs"} {
		if i, ok := r.byPath[name]; ok && name != "" {
			return i, 0, true
		}
	}
	return 0, 0, false
}

// rustPlace resolves a path to a file and the segments left over, which name
// something in it.
func (r *Resolver) rustPlace(from int32, im Import) (file int32, rest []string, ok bool) {
	f := r.files[from].Path
	if im.Form == Module {
		i, ok := r.rustChild(f, im.Path)
		return i, nil, ok
	}
	segments := strings.Split(strings.TrimPrefix(strings.TrimSuffix(im.Path, "::*"), "::"), "::")
	root, here := r.rustHome(f)
	top := ""
	switch segments[0] {
	case "crate":
		segments = segments[1:]
	case "self":
		segments = append(slices.Clone(here), segments[1:]...)
		top = f
	case "super":
		for len(segments) > 0 && segments[0] == "super" {
			segments = segments[1:]
			if len(here) > 0 {
				here = here[:len(here)-1]
			}
		}
		segments = append(slices.Clone(here), segments...)
	default:
		return r.rustExtern(from, root, here, segments)
	}
	if len(here) == 0 && top == "" && segments != nil && r.rustIsRoot(f) {
		top = f
	}
	i, used, ok := r.rustAt(root, top, segments)
	if !ok {
		return 0, nil, false
	}
	return i, segments[used:], true
}

// rustIsRoot reports whether a file is a crate root other than lib.rs: a test,
// an example, a program.
func (r *Resolver) rustIsRoot(file string) bool {
	base := path.Base(file)
	return base != "lib.rs" && base != "mod.rs"
}

// rustExtern resolves a path whose first segment is a crate of this repository
// or a module next to the file.
func (r *Resolver) rustExtern(from int32, root string, here, segments []string) (int32, []string, bool) {
	if i, used, ok := r.rustAt(root, "", append(slices.Clone(here), segments...)); ok && used > len(here) {
		return i, segments[used-len(here):], true
	}
	for _, dir := range sortedDirs(r.crates, segments[0]) {
		k := r.crates[dir]
		i, used, ok := r.rustAt(dirOf(k.lib), k.lib, segments[1:])
		if ok {
			return i, segments[1+used:], true
		}
	}
	return 0, nil, false
}

func sortedDirs(crates map[string]crate, name string) (dirs []string) {
	for d, k := range crates {
		if k.name == name {
			dirs = append(dirs, d)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// rustChild is the file of "mod name;" or of #[path = "name"].
func (r *Resolver) rustChild(file, name string) (int32, bool) {
	dir := dirOf(file)
	if strings.HasSuffix(name, ".rs") {
		p, ok := join(dir, name)
		if !ok {
			return 0, false
		}
		i, ok := r.byPath[p]
		return i, ok
	}
	stem := strings.TrimSuffix(file[len(dir):], ".rs")
	homes := []string{dir, dir + stem + "/"}
	if stem != "mod" && stem != "lib" && stem != "main" {
		homes = []string{dir + stem + "/", dir}
	}
	for _, h := range homes {
		for _, end := range []string{".rs", "/mod.rs"} {
			if i, ok := r.byPath[h+name+end]; ok {
				return i, true
			}
		}
	}
	return 0, false
}

func (r *Resolver) rustModule(from int32, im Import) (int32, bool) {
	i, _, ok := r.rustPlace(from, im)
	return i, ok
}

// rustNamed follows a name through the pub use of the module it is taken from.
func (r *Resolver) rustNamed(from int32, im Import) []int32 {
	i, rest, ok := r.rustPlace(from, im)
	if !ok || im.Form == Inline && len(rest) == 0 && strings.Count(im.Path, "::") == 0 {
		return nil
	}
	if len(rest) > 0 {
		i = r.rustName(i, rest[0], follow)
	}
	return []int32{i}
}

func (r *Resolver) rustName(module int32, name string, left int) int32 {
	if left == 0 || r.declares(module, name) {
		return module
	}
	star := int32(-1)
	for _, im := range r.files[module].Facts.Imports {
		if im.Form != ReExport {
			continue
		}
		last := im.Path[strings.LastIndexByte(im.Path, ':')+1:]
		if last != name && last != "*" {
			continue
		}
		i, rest, ok := r.rustPlace(module, im)
		if !ok || i == module {
			continue
		}
		if len(rest) > 0 {
			i = r.rustName(i, rest[0], left-1)
		} else if last == "*" {
			i = r.rustName(i, name, left-1)
		}
		if last == name {
			return i
		}
		if r.declares(i, name) {
			star = i
		}
	}
	if star >= 0 {
		return star
	}
	return module
}
