package code

import (
	"path"
	"slices"
	"strings"
)

// suffixes are what a module's file may end in, for an importer's language.
func scriptSuffixes(lang string) []string {
	if lang == JavaScript {
		return []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".cts", ".d.ts"}
	}
	return []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}
}

// scriptFile probes for the file of a module path from the root.
func (r *Resolver) scriptFile(p, lang string) (int32, bool) {
	exact, ok := r.byPath[p]
	if ok = ok && r.isScript(exact); ok && (lang == JavaScript || r.files[exact].Language == TypeScript) {
		return exact, true
	}
	for _, s := range scriptSuffixes(lang) {
		if i, ok := r.byPath[p+s]; ok {
			return i, true
		}
	}
	for js, ts := range map[string][]string{".js": {".ts", ".tsx", ".d.ts", ".jsx"}, ".mjs": {".mts", ".d.mts"}, ".cjs": {".cts", ".d.cts"}, ".jsx": {".tsx"}} {
		if stem, ok := strings.CutSuffix(p, js); ok {
			for _, s := range ts {
				if i, ok := r.byPath[stem+s]; ok {
					return i, true
				}
			}
		}
	}
	return exact, ok
}

func (r *Resolver) isScript(i int32) bool {
	return r.files[i].Language == JavaScript || r.files[i].Language == TypeScript
}

// scriptPath probes for a file or a folder with a package.json or an index.
func (r *Resolver) scriptPath(p, lang string) (int32, bool) {
	p = strings.TrimSuffix(p, "/")
	if i, ok := r.scriptFile(p, lang); ok && p != "" {
		return i, true
	}
	if pkg := r.script.packages[folder(p)]; pkg != nil {
		if i, ok := r.scriptMain(folder(p), pkg, lang); ok {
			return i, true
		}
	}
	return r.scriptFile(folder(p)+"index", lang)
}

// scriptMain is the file a package's name stands for.
func (r *Resolver) scriptMain(dir string, pkg *scriptPackage, lang string) (int32, bool) {
	for _, m := range append(slices.Clone(pkg.exports["."]), pkg.Source, pkg.Types, pkg.Typings, pkg.Module, pkg.Main) {
		if i, ok := r.scriptTarget(dir, m, lang); ok {
			return i, true
		}
	}
	for _, m := range []string{"src/index", "index", "src/main", "lib/index"} {
		if i, ok := r.scriptFile(dir+m, lang); ok {
			return i, true
		}
	}
	return 0, false
}

// scriptTarget finds what a package.json names, or the source that is built
// into it: dist/x.js is made of src/x.ts.
func (r *Resolver) scriptTarget(dir, target, lang string) (int32, bool) {
	if target == "" {
		return 0, false
	}
	p, ok := join(dir, target)
	if !ok {
		return 0, false
	}
	if i, ok := r.scriptFile(p, lang); ok {
		return i, true
	}
	if i, ok := r.scriptFile(p+"/index", lang); ok {
		return i, true
	}
	rel := strings.TrimPrefix(path.Clean(target), "./")
	for _, built := range []string{"dist/esm/", "dist/cjs/", "dist/types/", "dist/", "lib/", "build/", "out/", "esm/", "cjs/"} {
		rest, ok := strings.CutPrefix(rel, built)
		if !ok {
			continue
		}
		stem := rest
		for _, s := range []string{".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs"} {
			if t, ok := strings.CutSuffix(rest, s); ok {
				stem = t
				break
			}
		}
		for _, src := range []string{"src/", ""} {
			if i, ok := r.scriptFile(dir+src+stem, lang); ok {
				return i, true
			}
		}
	}
	return 0, false
}

// scriptModule is the file that a module specifier names.
func (r *Resolver) scriptModule(from int32, spec string) (int32, bool) {
	f := &r.files[from]
	dir := dirOf(f.Path)
	if q := strings.IndexByte(spec, '?'); q > 0 {
		spec = spec[:q]
	}
	if spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") {
		p, ok := join(dir, spec)
		if !ok {
			return 0, false
		}
		if strings.HasSuffix(spec, "/") || spec == "." || spec == ".." || strings.HasSuffix(spec, "/..") {
			return r.scriptPath(p+"/", f.Language)
		}
		return r.scriptPath(p, f.Language)
	}
	if i, ok := r.scriptMapped(dir, spec, f.Language); ok {
		return i, true
	}
	if strings.HasPrefix(spec, "#") {
		return r.scriptPrivate(dir, spec, f.Language)
	}
	if i, ok := r.scriptWorkspace(spec, f.Language); ok {
		return i, true
	}
	return r.nearest(dir, r.script.ambient[spec])
}

// scriptMapped asks the nearest tsconfig for paths and baseUrl.
func (r *Resolver) scriptMapped(dir, spec, lang string) (int32, bool) {
	var t *tsConfig
	ancestors(dir, func(d string) bool {
		t = r.script.nearest[d]
		return t != nil
	})
	if t == nil {
		return 0, false
	}
	for _, target := range expand(t.paths, spec) {
		if p, ok := join(t.root, target); ok {
			if i, ok := r.scriptPath(p, lang); ok {
				return i, true
			}
		}
	}
	if t.base == nil {
		return 0, false
	}
	return r.scriptPath(*t.base+spec, lang)
}

// scriptPrivate resolves "#name" by the imports of the nearest package.json.
func (r *Resolver) scriptPrivate(dir, spec, lang string) (i int32, ok bool) {
	ancestors(dir, func(d string) bool {
		pkg := r.script.packages[d]
		if pkg == nil {
			return false
		}
		for _, target := range expand(pkg.imports, spec) {
			if i, ok = r.scriptTarget(d, target, lang); ok {
				break
			}
		}
		return true
	})
	return i, ok
}

// scriptWorkspace resolves the name of a package of this repository.
func (r *Resolver) scriptWorkspace(spec, lang string) (int32, bool) {
	name, sub := spec, ""
	n := 1
	if strings.HasPrefix(spec, "@") {
		n = 2
	}
	if parts := strings.SplitN(spec, "/", n+1); len(parts) > n {
		name, sub = strings.Join(parts[:n], "/"), parts[n]
	}
	dir, ok := r.script.names[name]
	if !ok {
		return 0, false
	}
	pkg := r.script.packages[dir]
	if sub == "" {
		return r.scriptMain(dir, pkg, lang)
	}
	for _, target := range expand(pkg.exports, "./"+sub) {
		if i, ok := r.scriptTarget(dir, target, lang); ok {
			return i, true
		}
	}
	if i, ok := r.scriptPath(dir+sub, lang); ok {
		return i, true
	}
	return r.scriptPath(dir+"src/"+sub, lang)
}

// scriptNamed follows the names taken from an index file through what it
// exports from others.
func (r *Resolver) scriptNamed(from int32, im Import) []int32 {
	to, ok := r.scriptModule(from, im.Path)
	if !ok {
		return nil
	}
	base := r.files[to].Path[len(dirOf(r.files[to].Path)):]
	if !strings.HasPrefix(base, "index.") || len(im.Names) == 0 || im.Form == ReExport {
		return []int32{to}
	}
	var all []int32
	for _, n := range im.Names {
		i, ok := r.scriptName(to, n, follow)
		if !ok {
			i = to
		}
		all = append(all, i)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// scriptName finds the file that declares a name a module exports.
func (r *Resolver) scriptName(module int32, name string, left int) (int32, bool) {
	for _, im := range r.files[module].Facts.Imports {
		if left == 0 || im.Form != ReExport || len(im.Names) > 0 && !slices.Contains(im.Names, name) {
			continue
		}
		to, ok := r.scriptModule(module, im.Path)
		if !ok {
			continue
		}
		if i, ok := r.scriptName(to, name, left-1); ok {
			return i, true
		}
		if len(im.Names) > 0 {
			return to, true
		}
	}
	return module, r.declares(module, name)
}
