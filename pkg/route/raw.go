package route

import (
	"strings"

	"majordomus/pkg/canon"
)

const (
	byPath   = "by_path"
	bySymbol = "by_symbol"
)

// check collects the issues of a stage.
type check struct{ issues []Issue }

func (c *check) report(code Code, node, message string, at ...Step) {
	c.issues = append(c.issues, Issue{Code: code, Location: at, Message: message, NodeID: node})
}

// raw is the stage of paths, symbols and records: what has the wrong type there
// is left to the model stage.
func (c *check) raw(root canon.Value) {
	for _, name := range []string{byPath, bySymbol} {
		f, _ := root.Get(name)
		if f.Kind() != canon.Map {
			continue
		}
		seen := bindings{}
		for i := range f.Len() {
			k := f.Key(i)
			name, at := key(name), keyStep(k)
			canonical, ok := c.key(k, name, at)
			under := seen
			if !ok { // no canonical key to stand under twice
				under = nil
			}
			c.records(f.Item(i), under, canonical, name, at)
		}
	}
}

// key checks a key and gives its canonical form.
func (c *check) key(k canon.Key, field, at Step) (string, bool) {
	if field.String() == byPath {
		if k.Kind != canon.String {
			c.report(InvalidPath, "", "a path is a string", field, at)
			return "", false
		}
		p, err := Normalize(k.Text)
		if err != nil {
			c.report(InvalidPath, "", err.Error(), field, at)
		}
		return p, err == nil
	}
	s := canon.Trim(k.Text)
	switch {
	case k.Kind != canon.String:
		c.report(InvalidSymbol, "", "a symbol is a string", field, at)
	case s == "":
		c.report(InvalidSymbol, "", "the symbol is empty", field, at)
	default:
		return s, true
	}
	return "", false
}

// bindings are what was said so far, by canonical key and node.
type bindings map[[2]string]map[string]bool

func (c *check) records(list canon.Value, seen bindings, canonical string, at ...Step) {
	if list.Kind() != canon.List {
		return
	}
	for i := range list.Len() {
		rec := list.Item(i)
		if rec.Kind() != canon.Map {
			continue
		}
		here := append(at[:len(at):len(at)], index(i))
		v, _ := rec.Get("node_id")
		id, _ := v.Str()
		if id = canon.Trim(id); id == "" {
			c.report(MissingNodeID, "", "a record needs a node_id", append(here, key("node_id"))...)
			continue
		}
		c.again(seen, [2]string{canonical, id}, said(rec), here)
	}
}

// again reports a record of a node that has one under the key already.
func (c *check) again(seen bindings, where [2]string, said string, here []Step) {
	if seen == nil {
		return
	}
	earlier := seen[where]
	switch node := where[1]; {
	case earlier == nil:
		earlier = map[string]bool{}
		seen[where] = earlier
	case earlier[said]:
		c.report(DuplicateRecord, node, "the record of "+quote(node)+" stands here a second time", here...)
	default:
		c.report(ConflictingRecord, node, quote(node)+" is bound here with another reason or provenance already", here...)
	}
	earlier[said] = true
}

// said is what a record says of its node, in one spelling.
func said(rec canon.Value) string {
	var b strings.Builder
	for _, name := range []string{"reason", "provenance"} {
		v, _ := rec.Get(name)
		if s, ok := v.Str(); ok {
			v = canon.Text(canon.Trim(s))
		}
		b.Write(v.Append(nil, canon.CodePoint))
		b.WriteByte(0)
	}
	return b.String()
}
