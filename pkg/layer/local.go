package layer

import (
	"strings"

	"majordomus/pkg/object"
)

// LocalClass is the source class of this checkout's own records.
const LocalClass = "local-state"

// ParseLocal reads a handover or checkpoint of the local state. path is relative
// to the root, and the identity; hash is the content identity of data. ok is
// false when the file is neither: what it is shows in its key kind, else in its
// name or folder. A broken front matter is a warning, as where it is optional.
// worktree is the folder the record says it was written in; it is in no field
// of the object.
func ParseLocal(path string, data []byte, hash string) (o object.Object, worktree string, ds []object.Diagnostic, ok bool) {
	var p Parsed
	r, fm, _ := p.front(Optional, data)
	body := readMarkdown(fm.body)
	if ext := extension(path); !fm.present && (ext == ".yaml" || ext == ".yml" || ext == ".json") {
		body = readMarkdown(nil)
		root, colons, err := readYAML(data)
		if err != nil {
			p.syntax(object.Warning, malformedYAML, err, 0)
		} else {
			p.colons(colons, 0)
			r = newRecord(root, 0, object.Warning, &p.Diagnostics)
		}
	}
	kind := localKind(path, r)
	if kind == "" {
		return o, "", nil, false
	}
	d := draft{record: r, spec: builtinKinds()[kind], body: body, naming: ByPath}
	d.obj.Kind = kind
	d.describe()
	fillSession(&d)
	p.add(d)
	p.Bind(Claim{File: File{Path: path, Size: int64(len(data)), Hash: hash}, Kind: kind, Class: LocalClass})
	return p.Objects[0], r.loose("worktree", "work_tree"), p.Diagnostics, true
}

func localKind(path string, r *record) object.Kind {
	said := r.loose("kind", "type")
	for _, k := range []object.Kind{object.Handover, object.Checkpoint} {
		if said == string(k) {
			return k
		}
	}
	if said != "" {
		return ""
	}
	at := max(strings.LastIndex(path, string(object.Handover)), strings.LastIndex(path, string(object.Checkpoint)))
	switch {
	case at < 0:
		return ""
	case strings.HasPrefix(path[at:], string(object.Handover)):
		return object.Handover
	}
	return object.Checkpoint
}
