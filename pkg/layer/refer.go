package layer

import (
	"path"
	"regexp"
	"strings"

	"majordomus/pkg/object"
)

// answer is what a reference leads to.
type answer struct {
	to     place
	found  bool
	rows   []nameRow // several claimants: ambiguous
	silent bool      // nothing to say: a folder, a kind of which nothing is held
	hint   string    // for a dangling edge
}

func found(at place) answer { return answer{to: at, found: true} }

// reference turns one reference into an edge, a dangling edge or nothing.
func (l *linker) reference(unit int32, r *Ref) {
	u := &l.units[unit]
	from := place{unit, r.From}
	if int(r.From) >= len(u.Heads) || l.excluded[from] {
		return
	}
	a := l.look(u, r)
	switch {
	case a.silent:
	case a.found && r.Reverse:
		l.edges.add(a.to, from, r.Edge, unit)
	case a.found:
		l.edges.add(from, a.to, r.Edge, unit)
	case len(a.rows) > 0:
		who := l.paths(a.rows)
		shown, _ := wirePath(u.Path)
		l.out.Diagnostics = append(l.out.Diagnostics, finding(object.Warning, ambiguous, shown, "the reference %s is ambiguous: %s", quote(r.Name), who))
		l.edges.dangle(from, r.Name, "ambiguous: "+who, r.Edge, unit)
	case !r.Quiet:
		l.edges.dangle(from, r.Name, a.hint, r.Edge, unit)
	}
}

func (l *linker) look(u *Unit, r *Ref) answer {
	if strings.HasPrefix(r.Name, object.Scheme) {
		return l.lookURI(r.Name)
	}
	switch r.Mode {
	case ToPath:
		return l.lookPath(r.Name)
	case ToLink:
		return l.lookLink(u, r.Name)
	case ToAny:
		return l.lookAny(u, r)
	case ToFolder:
		return l.lookKind(u, r.Kind, folderName(u.Path))
	case ToSibling:
		return l.lookKind(u, r.Kind, folderName(u.Path)+"."+r.Name)
	}
	name := r.Name
	if kind, rest, ok := kindPrefix(name); ok {
		if kind != r.Kind && l.kindless(kind) {
			return answer{silent: true}
		}
		return l.lookKind(u, kind, rest)
	}
	return l.lookKind(u, r.Kind, name)
}

var kindWord = regexp.MustCompile(`^[a-z][a-z-]*$`)

func isKindWord(s string) bool {
	switch object.Kind(s) {
	case object.Issue, object.Milestone, object.Project, object.ADR, object.Rule, object.Policy, object.Scope, object.Context,
		object.Profile, object.Prompt, object.Skill, object.UseCase, object.Application, object.Taxonomy, object.Claim,
		object.Knowledge, object.Session, object.Handover, object.Checkpoint, object.Document, object.Command, object.File,
		object.Implementation, object.Test, "path", "doctrine":
		return true
	}
	return false
}

// kindPrefix reads "rule:alpha"; the word must look like a kind, and what
// follows like a name.
func kindPrefix(name string) (object.Kind, string, bool) {
	word, rest, ok := strings.Cut(name, ":")
	rest = strings.TrimSpace(rest)
	if !ok || rest == "" || strings.HasPrefix(rest, "//") || !kindWord.MatchString(word) {
		return "", "", false
	}
	return object.Kind(word), rest, true
}

// kindless reports whether the index holds nothing of a kind that is named by
// its objects' identities.
func (l *linker) kindless(k object.Kind) bool { return !l.held[k] && !isPathKind(k) }

func isPathKind(k object.Kind) bool { return k.IsFile() || k == object.Document || k == "path" }

// lookKind finds a name among the objects of a kind.
func (l *linker) lookKind(u *Unit, k object.Kind, name string) answer {
	if isPathKind(k) {
		return l.lookPath(name)
	}
	if a, ok := l.pick(l.ids.named(name, k)); ok {
		return a
	}
	if a, ok := l.pick(l.others.named(name, k)); ok {
		return a
	}
	if k == object.Issue || k == object.Milestone {
		if a, ok := l.otherCase(k, name); ok {
			return a
		}
	}
	if k == object.ADR {
		if a, ok := l.lookADR(u, name); ok {
			return a
		}
	}
	if strings.ContainsAny(name, "/.") {
		if a := l.objectAt(u, name, k); a.found {
			return a
		}
	}
	if l.kindless(k) {
		return answer{silent: true}
	}
	return answer{hint: l.nearest(k, name)}
}

// otherCase finds a tracker's name in its other case: TASK-7 is task-7.
func (l *linker) otherCase(k object.Kind, name string) (answer, bool) {
	for _, n := range []string{strings.ToLower(name), strings.ToUpper(name)} {
		if n == name {
			continue
		}
		if a, ok := l.pick(l.ids.named(n, k)); ok {
			return a, true
		}
	}
	return answer{}, false
}

// lookADR reads the other spellings of a decision's name.
func (l *linker) lookADR(u *Unit, name string) (answer, bool) {
	base := stemOfADR(name)
	for _, n := range []string{base, strings.ToLower(base)} {
		if a, ok := l.pick(l.ids.named(n, object.ADR)); ok {
			return a, true
		}
		if a, ok := l.pick(l.others.named(n, object.ADR)); ok {
			return a, true
		}
	}
	if n := decisionNumber(base); n != "" && n == decisionNumber(onlyNumber(base)) {
		return l.pick(l.others.named(n, object.ADR))
	}
	return answer{}, false
}

func stemOfADR(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.TrimSuffix(name, ".md")
}

var bareNumber = regexp.MustCompile(`(?i)^(?:adr)?[-_ #]*\d+$`)

// onlyNumber is a name that is nothing but a number; a longer name that merely
// opens with one names something else.
func onlyNumber(name string) string {
	if bareNumber.MatchString(name) {
		return name
	}
	return ""
}

// pick judges the rows a name gave: none; one; versions of one thing, of which
// the highest active one counts; or an ambiguity.
func (l *linker) pick(rows []nameRow) (answer, bool) {
	if len(rows) == 0 {
		return answer{}, false
	}
	var best *Head
	var at place
	standing, families := 0, map[string]bool{}
	for i := range rows {
		h := l.ids.head(rows[i].at)
		if l.excluded[rows[i].at] {
			continue
		}
		standing++
		families[string(h.Kind)+"/"+h.family()] = true
		if best == nil || higher(h, best) {
			best, at = h, rows[i].at
		}
	}
	if standing == 0 || len(families) > 1 || standing > 1 && best.family() == best.Identity {
		return answer{rows: rows}, true
	}
	return found(at), true
}

// higher reports whether a is the better of two versions.
func higher(a, b *Head) bool {
	if x, y := active(a.Status), active(b.Status); x != y {
		return x
	}
	_, v, _ := strings.Cut(a.Identity, "@")
	_, w, _ := strings.Cut(b.Identity, "@")
	return compareVersions(v, w) > 0
}

func active(status string) bool {
	switch status {
	case "", "active", "accepted", "established":
		return true
	}
	return false
}

// lookAny finds a name of any kind: with its kind in front, an identity, a path
// or one of the other names, in this order. A kind in r is asked first.
func (l *linker) lookAny(u *Unit, r *Ref) answer {
	if kind, rest, ok := kindPrefix(r.Name); ok {
		if l.kindless(kind) {
			return answer{silent: true}
		}
		return l.lookKind(u, kind, rest)
	}
	if r.Kind != "" && l.held[r.Kind] {
		if a := l.lookKind(u, r.Kind, r.Name); a.found || a.rows != nil {
			return a
		}
	}
	if a, ok := l.pick(l.ids.named(r.Name, "")); ok {
		return a
	}
	if a := l.objectAt(u, r.Name, ""); a.found {
		return a
	}
	if a := l.lookPath(r.Name); a.found || a.silent {
		return a
	}
	if a, ok := l.pick(l.others.named(r.Name, "")); ok {
		return a
	}
	return answer{hint: l.nearest(r.Kind, r.Name)}
}

// lookURI finds an object by its exact uri.
func (l *linker) lookURI(uri string) answer {
	kind, id, symbol, ok := object.ParseURI(uri)
	if !ok {
		return answer{}
	}
	whole := object.URI(kind, id)
	if i, ok := l.unitAt(id); ok {
		for h := range l.units[i].Heads {
			if l.units[i].Heads[h].URI == whole && !l.excluded[place{int32(i), int32(h)}] {
				return found(place{int32(i), int32(h)})
			}
		}
	}
	_ = symbol // a symbol is no object: the edge goes to its file
	if a, ok := l.pick(l.ids.named(id, kind)); ok {
		return a
	}
	if l.kindless(kind) && !isKindWord(string(kind)) {
		return answer{silent: true}
	}
	return answer{hint: l.nearest(kind, id)}
}

var lineSuffix = regexp.MustCompile(`:\d+(?:[-:]\d+)*$`)

// lookPath finds the object at a path from the root. A folder or glob with
// something listed under it, and a file of members, lead nowhere in silence.
func (l *linker) lookPath(name string) answer {
	for _, prefix := range []string{"file:", "test:", "path:"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if a, ok := l.pathAnswer(strings.TrimSpace(name)); ok {
		return a
	}
	bare, _, _ := strings.Cut(name, "#")
	if a, ok := l.pathAnswer(lineSuffix.ReplaceAllString(bare, "")); ok {
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
