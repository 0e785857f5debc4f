package layer

import (
	"path"
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
)

var lineSuffix = pattern.Late(`:\d+(?:[-:]\d+)*$`)

// lookPath finds the object at a path from the root. A folder or glob with
// something listed under it, and a file of members, lead nowhere in silence.
func (l *linker) lookPath(name string) answer {
	for _, prefix := range []string{":(glob)", "file:", "test:", "path:"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if a, ok := l.pathAnswer(strings.TrimSpace(name)); ok {
		return a
	}
	bare, _, _ := strings.Cut(name, "#")
	if a, ok := l.pathAnswer(lineSuffix().ReplaceAllString(bare, "")); ok {
		return a
	}
	return answer{hint: l.nearestPath(name)}
}

func (l *linker) pathAnswer(p string) (answer, bool) {
	if p == "" {
		return answer{}, false
	}
	if HasGlob(p) {
		if _, ok := l.fileAt(p); !ok {
			return answer{silent: true}, l.globListed(p)
		}
	}
	if p = path.Clean(p); p == "." {
		return answer{silent: true}, true
	}
	if a := l.at(p, ""); a.found || a.silent {
		return a, true
	}
	i, ok := l.fileAt(p)
	if ok {
		if f := &l.files[i]; f.Link && f.Target != "" && f.Target != p {
			if a := l.at(f.Target, ""); a.found {
				return a, true
			}
		}
		return answer{hint: "listed, but not in the index"}, true
	}
	i, _ = l.fileAt(p + "/")
	return answer{silent: true}, i < len(l.files) && strings.HasPrefix(l.files[i].Path, p+"/")
}

// globListed reports whether a glob matches anything listed.
func (l *linker) globListed(pattern string) bool {
	g := NewGlob(strings.TrimPrefix(pattern, "./"))
	for i, _ := l.fileAt(g.prefix); i < len(l.files) && strings.HasPrefix(l.files[i].Path, g.prefix); i++ {
		if g.Match(l.files[i].Path) {
			return true
		}
	}
	return false
}

// at is the object whose file stands at a path; of a kind when one is asked.
func (l *linker) at(p string, k object.Kind) answer {
	i, ok := l.unitAt(p)
	if !ok {
		return answer{}
	}
	u := &l.units[i]
	if u.Collection && len(u.Heads) > 0 {
		return answer{silent: true}
	}
	for h := range u.Heads {
		if (k == "" || u.Heads[h].Kind == k) && !l.excluded[place{int32(i), int32(h)}] {
			return found(place{int32(i), int32(h)})
		}
	}
	return answer{}
}

// objectAt reads a name as a path from the root, then from the file's folder.
func (l *linker) objectAt(u *Unit, name string, k object.Kind) answer {
	name, _, _ = strings.Cut(name, "#")
	if name == "" {
		return answer{}
	}
	if a := l.at(path.Clean(strings.TrimPrefix(name, "/")), k); a.found {
		return a
	}
	if strings.HasPrefix(name, "/") {
		return answer{}
	}
	return l.at(path.Join(directory(u.Path), name), k)
}

// lookLink follows a Markdown destination: it leads to an indexed file or
// nowhere.
func (l *linker) lookLink(u *Unit, dest string) answer {
	p := fromRoot(u.Path, dest)
	if a := l.at(p, ""); a.found {
		return a
	}
	if i, ok := l.fileAt(p); ok && l.files[i].Link && l.files[i].Target != "" {
		if a := l.at(l.files[i].Target, ""); a.found {
			return a
		}
	}
	return answer{silent: true}
}
