package index

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"majordomus/pkg/ignore"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// files gives the entries as the layer wants them, in the order of d.entries,
// with what attributes gave.
func (d *discovery) files(attrs []layer.Attr) []layer.File {
	links := d.links()
	out := make([]layer.File, len(d.entries))
	for i := range d.entries {
		e := &d.entries[i]
		out[i] = layer.File{Path: e.path, Size: e.stamp.size, Hash: e.blob, Link: e.form == link}
		if attrs != nil {
			out[i].Attr = attrs[i]
		}
		if e.form == link {
			if to, ok := links.end(e.path); ok && d.holds(to) {
				out[i].Target = to
			}
		}
	}
	return out
}

// linkTable holds the listed links by path.
type linkTable map[string]string

func (d *discovery) links() linkTable {
	t := make(linkTable)
	for i := range d.entries {
		if e := &d.entries[i]; e.form == link && e.trust != lost {
			t[e.path] = e.target
		}
	}
	return t
}

// holds reports whether a path is listed or is the folder of one that is.
func (d *discovery) holds(path string) bool {
	if path == "." {
		return true
	}
	i := sort.Search(len(d.entries), func(i int) bool { return d.entries[i].path >= path })
	if i < len(d.entries) && d.entries[i].path == path {
		return true
	}
	below := path + "/"
	i = sort.Search(len(d.entries), func(i int) bool { return d.entries[i].path >= below })
	return i < len(d.entries) && strings.HasPrefix(d.entries[i].path, below)
}

// mostLinks is how many links one name may lead through, as for the kernel.
const mostLinks = 40

// end is the path that is no link at the end of the link at path, "" when the
// way leads out of the root or round in a circle.
func (t linkTable) end(path string) (string, bool) {
	for range mostLinks {
		at, text, below, ok := t.first(path)
		if !ok {
			return path, true
		}
		to, inside := resolve(at, text)
		if !inside {
			return "", false
		}
		if path = to; below != "" {
			path = strings.TrimPrefix(to+"/"+below, "./")
		}
	}
	return "", false
}

// first is the shortest leading part of path that is a link.
func (t linkTable) first(path string) (at, text, below string, ok bool) {
	for i := 0; i <= len(path); i++ {
		if i < len(path) && path[i] != '/' {
			continue
		}
		if text, ok = t[path[:i]]; ok {
			return path[:i], text, strings.TrimPrefix(path[i:], "/"), true
		}
	}
	return "", "", "", false
}

const attributesFile = ".gitattributes"

// attributes gives what the tree's .gitattributes say of each entry; nil when
// they say nothing that scope asks for.
func (d *discovery) attributes() []layer.Attr {
	own := make(map[string][]byte) // by folder
	c := newCursor(d.tree)
	defer c.close()
	asked := false
	for i := range d.entries {
		e := &d.entries[i]
		if e.form != file || e.path != attributesFile && !strings.HasSuffix(e.path, "/"+attributesFile) {
			continue
		}
		if data, _, err := c.read(e.path); err == nil {
			own[dirOf(e.path)] = bytes.Clone(data)
			asked = asked || asksScope(string(data))
		}
	}
	if !asked {
		return nil
	}
	out := make([]layer.Attr, len(d.entries))
	f := folders{own: own, top: ignore.TopAttributes(own[""])}
	for i := range d.entries {
		out[i] = f.of(d.entries[i].path)
	}
	return out
}

func asksScope(data string) bool {
	return slices.ContainsFunc([]string{"binary", "text", "diff", "linguist-", "[attr]"}, func(s string) bool {
		return strings.Contains(data, s)
	})
}

// folders keeps the attribute rules of the folder last asked for.
type folders struct {
	own  map[string][]byte
	top  *ignore.Attributes
	dir  string
	last *ignore.Attributes
}

func (f *folders) of(path string) layer.Attr {
	dir := dirOf(path)
	if f.last == nil || dir != f.dir {
		f.dir, f.last = dir, f.enter(dir)
	}
	v := f.last.Of(path[len(dir)+min(1, len(dir)):], "binary", "text", "diff", "linguist-generated", "linguist-vendored")
	var a layer.Attr
	if v[0] == ignore.Set || v[1] == ignore.Unset || v[2] == ignore.Unset {
		a |= layer.AttrBinary
	}
	if isOn(v[3]) {
		a |= layer.AttrGenerated
	}
	if isOn(v[4]) {
		a |= layer.AttrVendored
	}
	return a
}

func isOn(v string) bool { return v == ignore.Set || v == "true" }

func (f *folders) enter(dir string) *ignore.Attributes {
	at := f.top
	if dir == "" {
		return at
	}
	for end, rest := 0, dir; ; {
		name, below, deeper := strings.Cut(rest, "/")
		end += len(name)
		at = at.Enter(name, f.own[dir[:end]])
		if !deeper {
			return at
		}
		end++
		rest = below
	}
}

// shown is a path as records carry it.
func shown(path string) string {
	if p, encoded := wire(path); encoded {
		return p
	}
	return path
}

func wire(path string) (string, bool) {
	if strings.ToValidUTF8(path, "") == path {
		return path, false
	}
	return object.Escape(path), true
}
