package code

import "strings"

// through gathers the names used through imports that bind a whole module:
// "a.b" bound, then a.b.Name used.
type through struct {
	byFirst map[string][]bound
	names   map[int]map[string]struct{} // by import
}

type bound struct {
	parts []string
	at    int // the import
}

func (r *reader) newThrough() *through {
	return &through{byFirst: map[string][]bound{}, names: map[int]map[string]struct{}{}}
}

// add binds a local name, dotted in Python, to an import.
func (t *through) add(local string, at int) {
	if local == "" {
		return
	}
	parts := strings.Split(local, ".")
	if len(t.byFirst[parts[0]]) < 64 {
		t.byFirst[parts[0]] = append(t.byFirst[parts[0]], bound{parts, at})
	}
}

// collect looks through the whole file once and sets the names of the imports.
func (t *through) collect(r *reader) {
	if len(t.byFirst) == 0 {
		return
	}
	for i := range r.toks {
		if !r.op(i+1, '.') || r.op(i-1, '.') {
			continue
		}
		for _, b := range t.byFirst[r.wordAt(i)] {
			if name := t.uses(r, i, b); name != "" {
				if t.names[b.at] == nil {
					t.names[b.at] = map[string]struct{}{}
				}
				t.names[b.at][name] = struct{}{}
			}
		}
	}
	for at, set := range t.names {
		im := &r.facts.Imports[at]
		im.Names = cloned(append(im.Names, sortedNames(set)...))
	}
}

// uses is the name behind the bound parts at token i, or "".
func (t *through) uses(r *reader, i int, b bound) string {
	for _, p := range b.parts[1:] {
		if !r.op(i+1, '.') || !r.is(i+2, p) {
			return ""
		}
		i += 2
	}
	if !r.op(i+1, '.') {
		return ""
	}
	return r.wordAt(i + 2)
}
