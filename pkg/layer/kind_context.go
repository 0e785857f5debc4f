package layer

import (
	"path"
	"strings"

	"majordomus/pkg/object"
)

// Reaches of a context.
const (
	reachDirectory = "directory"
	reachSubtree   = "subtree"
	reachExplicit  = "explicit"
)

// fillContext reads a contract: how far it reaches and how it composes with
// those above it.
func fillContext(d *draft) {
	fillCommon(d)
	d.meta.Reach = d.oneOf("scope", reachDirectory, reachSubtree, reachExplicit)
	d.meta.Paths = d.list("paths")
	d.meta.Composition = d.oneOf("composition", "extend", "replace", "final")
	d.meta.Order = d.integer("order")
}

// isContext tells context front matter from any other.
func isContext(r *record) bool {
	for _, key := range []string{"kind", "type"} {
		if k := r.get(key); k != nil && k.Value != "" {
			return k.Value == string(object.Context)
		}
	}
	if s := r.get("schema"); s != nil && strings.Contains(s.Value, "context") {
		return true
	}
	if s := r.get("scope"); s != nil {
		switch s.Value {
		case reachDirectory, reachSubtree, reachExplicit:
			return true
		}
	}
	return r.has("composition") || r.has("tracks") && r.has("id")
}

// reachOf completes a contract's reach from where it stands; nil when there is
// nothing to add. A contract that tools keep in a folder of their own speaks
// for the folder above it, which only explicit globs can say.
func reachOf(c Claim, o *object.Object, globs []string) *object.Meta {
	if o.Kind != object.Context {
		return nil
	}
	m := object.Meta{}
	if o.Meta != nil {
		m = *o.Meta
	}
	switch c.Form {
	case FormCursor, FormCopilot, FormApplyTo:
		m.Reach = reachExplicit
		m.Paths = rebase(toolFolder(c.Path), globs)
	case FormContract:
		if m.Reach == "" {
			m.Reach = reachSubtree
		}
	default:
		if m.Reach == "" {
			m.Reach = reachDirectory
		}
	}
	return &m
}

// toolFolder is the folder a tool's own folder stands in, "" for the root.
func toolFolder(p string) string {
	for _, mark := range []string{".cursor/rules/", ".github/"} {
		if strings.HasPrefix(p, mark) {
			return ""
		}
		if i := strings.LastIndex(p, "/"+mark); i >= 0 {
			return p[:i]
		}
	}
	return ""
}

// rebase reads the globs of a tool, which know braces and match a name at any
// depth when they hold no slash, as globs of ours from the root.
func rebase(dir string, globs []string) []string {
	var out []string
	for _, g := range globs {
		for _, one := range expandBraces(g) {
			one = strings.TrimPrefix(strings.TrimPrefix(one, "./"), "/")
			if !strings.Contains(one, "/") && one != "**" {
				one = "**/" + one
			}
			if dir != "" {
				one = path.Join(dir, one)
			}
			out = append(out, one)
		}
	}
	return out
}

// expandBraces gives the globs that {a,b} stands for; at most 64.
func expandBraces(g string) []string {
	out := []string{g}
	for i := 0; i < len(out) && len(out) <= 64; {
		open := strings.IndexByte(out[i], '{')
		if open < 0 {
			i++
			continue
		}
		end := strings.IndexByte(out[i][open:], '}')
		if end < 0 {
			i++
			continue
		}
		end += open
		head, tail := out[i][:open], out[i][end+1:]
		var parts []string
		for _, p := range strings.Split(out[i][open+1:end], ",") {
			parts = append(parts, head+p+tail)
		}
		out = append(append(append([]string{}, out[:i]...), parts...), out[i+1:]...)
	}
	return out
}
