package layer

import (
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// Classify judges scope by name, size and attributes and gives every file in
// scope to the first class that claims it. Claims come by path; files may come
// in any order. Links, local state and this program's own artifacts get none.
func (c *Config) Classify(files []File) (claims []Claim, ds []object.Diagnostic) {
	files = sorted(files)
	taken := make([]int, len(c.declared))
	claims = make([]Claim, 0, len(files))
	for i := range files {
		f := &files[i]
		if c.isLocal(f.Path) {
			continue
		}
		if d, skip := c.skip(f); skip {
			if d.Code != "" {
				d.Path, _ = wirePath(f.Path)
				ds = append(ds, d)
			}
			continue
		}
		cl, more := c.claim(f, taken)
		claims = append(claims, cl)
		ds = append(ds, more...)
	}
	for i, cl := range c.declared {
		if cl.required && taken[i] == 0 {
			ds = append(ds, finding(object.Error, requiredSourceEmpty, c.sourcesAt, "the required source %s has no files", quote(cl.id)))
		}
	}
	return claims, ds
}

func sorted(files []File) []File {
	byPath := func(a, b File) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(files, byPath) {
		files = slices.Clone(files)
		slices.SortFunc(files, byPath)
	}
	return files
}

// skip tells what becomes of a file that is not claimed.
func (c *Config) skip(f *File) (object.Diagnostic, bool) {
	name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
	switch {
	case f.Link && f.Target != "":
		return finding(object.Info, symlink, "", "a link to %s, which is indexed where it stands", quote(f.Target)), true
	case f.Link:
		return finding(object.Info, symlink, "", "a link out of the repository, or to nothing"), true
	case ownedName(name):
		return outside("owned", "an artifact of this program"), true
	}
	rule, why := c.scope.nameOut(f)
	if rule == "max_bytes" {
		for i := range c.declared {
			if d := &c.declared[i]; d.takes(f.Path) {
				return finding(object.Warning, oversized, "", "a record of the source %s is left out: %s", quote(d.id), why), true
			}
		}
	}
	if rule != "" {
		return outside(rule, why), true
	}
	return object.Diagnostic{}, false
}

// claim finds the first class of a file; later declared ones warn.
func (c *Config) claim(f *File, taken []int) (cl Claim, ds []object.Diagnostic) {
	cl = Claim{File: *f, Section: c.section(f.Path), Owners: c.owners.of(f.Path)}
	for i := range c.declared {
		d := &c.declared[i]
		if !d.takes(f.Path) {
			continue
		}
		if cl.Class != "" {
			shown, _ := wirePath(f.Path)
			ds = append(ds, finding(object.Warning, claimedTwice, shown, "the source %s has this file, %s claims it too", quote(cl.Class), quote(d.id)))
			continue
		}
		cl.Kind, cl.Form, cl.Lang, _ = d.claim(f)
		cl.Class, cl.Fields = d.id, d.fields
		taken[i]++
	}
	for i := range c.builtin {
		if cl.Class != "" {
			break
		}
		b := &c.builtin[i]
		if len(b.specs) > 0 && !b.specs.match(f.Path) {
			continue
		}
		if k, form, lang, ok := b.claim(f); ok {
			cl.Kind, cl.Form, cl.Lang, cl.Class = k, form, lang, b.id
		}
	}
	return cl, ds
}
