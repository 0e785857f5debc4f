package layer

import (
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
)

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

var bareNumber = pattern.Late(`(?i)^(?:adr)?[-_ #]*\d+$`)

// onlyNumber is a name that is nothing but a number; a longer name that merely
// opens with one names something else.
func onlyNumber(name string) string {
	if bareNumber().MatchString(name) {
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
	if strings.Contains(r.Name, ":") { // an identity may hold one
		if a, ok := l.pick(l.ids.named(r.Name, "")); ok {
			return a
		}
	}
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
