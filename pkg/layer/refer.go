package layer

import (
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
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
	if strings.Contains(r.Name, "://") { // somewhere else altogether
		return answer{silent: true}
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
	if a, ok := l.pick(l.ids.named(name, r.Kind)); ok {
		return a
	}
	if kind, rest, ok := kindPrefix(name); ok {
		if kind != r.Kind && l.kindless(kind) {
			return answer{silent: true}
		}
		return l.lookKind(u, kind, rest)
	}
	return l.lookKind(u, r.Kind, name)
}

var kindWord = pattern.Late(`^[a-z][a-z-]*$`)

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
	if !ok || rest == "" || strings.HasPrefix(rest, "//") || !kindWord().MatchString(word) {
		return "", "", false
	}
	return object.Kind(word), rest, true
}

// kindless reports whether the index holds nothing of a kind that is named by
// its objects' identities.
func (l *linker) kindless(k object.Kind) bool { return !l.held[k] && !isPathKind(k) }

func isPathKind(k object.Kind) bool { return k.IsFile() || k == object.Document || k == "path" }

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
