package route

import (
	"majordomus/pkg/canon"
)

// model is the stage of types and fields; it gives the index it read, which
// counts only when nothing was reported.
func (c *check) model(root canon.Value) *Index {
	ix := &Index{}
	for i := range root.Len() {
		switch k := root.Key(i); k {
		case text("schema_version"), text("source_hash"), text(byPath), text(bySymbol):
		default:
			c.report(SchemaValidation, "", "unknown key", keyStep(k))
		}
	}
	if v, ok := root.Get("schema_version"); !ok || v.Kind() != canon.String || textOf(v) != SchemaVersion {
		c.report(SchemaValidation, "", `"v1" expected`, key("schema_version"))
	}
	ix.SourceHash = c.filled(root, "source_hash")
	f, ok := root.Get(byPath)
	if !ok {
		c.report(SchemaValidation, "", "the field is required", key(byPath))
	} else {
		ix.ByPath = c.field(f, byPath)
	}
	if f, _ := root.Get(bySymbol); f.Kind() != canon.Null {
		ix.BySymbol = c.field(f, bySymbol)
	}
	return ix
}

func text(s string) canon.Key { return canon.Key{Kind: canon.String, Text: s} }

func textOf(v canon.Value) string {
	s, _ := v.Str()
	return s
}

// filled reads a string that must not be blank, trimmed.
func (c *check) filled(rec canon.Value, name string, at ...Step) string {
	at = append(at[:len(at):len(at)], key(name))
	v, ok := rec.Get(name)
	s := canon.Trim(textOf(v))
	switch {
	case !ok:
		c.report(SchemaValidation, "", "the field is required", at...)
	case v.Kind() != canon.String:
		c.report(SchemaValidation, "", "a string expected, this is "+v.Kind().String(), at...)
	case s == "":
		c.report(SchemaValidation, "", "the string is empty", at...)
	}
	return s
}

func (c *check) field(f canon.Value, name string) []Route {
	if f.Kind() != canon.Map {
		c.report(SchemaValidation, "", "a mapping expected, this is "+f.Kind().String(), key(name))
		return nil
	}
	byKey := make(map[string][]Record, f.Len())
	for i := range f.Len() {
		k, list := f.Key(i), f.Item(i)
		canonical := canon.Trim(k.Text)
		if name == byPath {
			canonical, _ = Normalize(k.Text) // the raw stage has refused what fails
		}
		before, merged := byKey[canonical]
		if merged && name == bySymbol {
			c.report(SchemaValidation, "", "the symbol "+quote(canonical)+" stands here twice", key(name))
		}
		if list.Kind() != canon.List {
			c.report(SchemaValidation, "", "the route of "+quote(k.Text)+" must be a list, it is "+list.Kind().String(), key(name))
			continue
		}
		records := make([]Record, 0, len(before)+list.Len())
		records = append(records, before...)
		for j := range list.Len() {
			records = append(records, c.record(list.Item(j), key(name), keyStep(k), index(j)))
		}
		byKey[canonical] = records
	}
	return collect(byKey)
}

func (c *check) record(rec canon.Value, at ...Step) Record {
	if rec.Kind() != canon.Map {
		c.report(SchemaValidation, "", "a mapping expected, this is "+rec.Kind().String(), at...)
		return Record{}
	}
	for i := range rec.Len() {
		switch k := rec.Key(i); k {
		case text("node_id"), text("reason"), text("provenance"):
		default:
			c.report(SchemaValidation, "", "unknown key", append(at[:len(at):len(at)], keyStep(k))...)
		}
	}
	id, _ := rec.Get("node_id")
	return Record{
		NodeID:     canon.Trim(textOf(id)),
		Reason:     c.filled(rec, "reason", at...),
		Provenance: c.provenance(rec, at...),
	}
}

func (c *check) provenance(rec canon.Value, at ...Step) canon.Value {
	v, _ := rec.Get("provenance")
	if v.Kind() != canon.Map {
		return canon.Text(c.filled(rec, "provenance", at...))
	}
	at = append(at[:len(at):len(at)], key("provenance"))
	if v.Len() == 0 {
		c.report(SchemaValidation, "", "the mapping is empty", at...)
	}
	c.plainJSON(v, at)
	return v
}

// plainJSON reports what a mapping of JSON values must not hold.
func (c *check) plainJSON(v canon.Value, at []Step) {
	if !v.Finite() {
		c.report(SchemaValidation, "", "a number is not finite", at...)
	}
	for i := range v.Len() {
		if v.Kind() == canon.Map && v.Key(i).Kind != canon.String {
			c.report(SchemaValidation, "", "the key "+keyStep(v.Key(i)).String()+" is not a string", at...)
		}
		c.plainJSON(v.Item(i), at)
	}
}
