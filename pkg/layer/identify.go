package layer

import (
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
)

// identify joins the identity fields. place is where an absent field is
// reported: the record itself, or the file for front matter.
func (d *draft) identify(place *record, root *yaml.Node) {
	if len(d.spec.Identity) == 0 {
		d.naming = ByPath
		return
	}
	parts := make([]string, 0, len(d.spec.Identity))
	for _, field := range d.spec.Identity {
		part, name := d.part(strings.Split(field, "|"))
		switch {
		case part != "":
			parts = append(parts, part)
		case d.spec.Fallback != ByField:
			d.naming = d.spec.Fallback
			return
		default:
			place.note(object.Error, missingField, deref(root), "%s needs %s", d.spec.Kind, name)
		}
	}
	d.naming = ByField
	d.obj.Identity = strings.Join(parts, "@")
}

// part is one identity part: the first of the fields that is present and fit.
func (d *draft) part(fields []string) (value, name string) {
	for i, f := range fields {
		s := d.text(f)
		if s == "" {
			continue
		}
		if !unfit(s) {
			return s, f
		}
		if i+1 == len(fields) && i > 0 { // a name in prose is a title
			continue
		}
		d.note(object.Error, schemaViolation, d.get(f), "%s %s holds '/', '@' or white space", f, quote(s))
		return s, f
	}
	return "", fields[0]
}

// unfit reports whether a text cannot be an identity part.
func unfit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r == '/' || r == '@' || unicode.IsSpace(r) })
}

var versionNumber = pattern.Late(`(?i)(?:^|/|\b)v?(\d+)(?:\.\d+)*$`)

// checkVersion holds the declared schema version against ours, which is 1 for
// every kind.
func (d *draft) checkVersion() {
	for _, field := range []string{d.spec.Version, "schema_version"} {
		if field == "" {
			continue
		}
		n := d.get(field)
		if n == nil || n.Kind != yaml.ScalarNode {
			continue
		}
		if m := versionNumber().FindStringSubmatch(strings.TrimSpace(n.Value)); m == nil || strings.TrimLeft(m[1], "0") != "1" {
			d.note(d.lax, unsupportedVersion, n, "%s %s is not version 1 of %s", field, quote(n.Value), d.spec.Kind)
		}
		return
	}
}

// checkKind holds a declared kind against the class's.
func (d *draft) checkKind() {
	n := d.get("kind")
	if n == nil || n.Kind != yaml.ScalarNode || n.Value == string(d.spec.Kind) {
		return
	}
	d.note(d.lax, kindMismatch, n, "the record says it is of kind %s, its source class holds %s", quote(n.Value), d.spec.Kind)
}

// checkKeys warns of keys a closed kind does not know.
func (d *draft) checkKeys() {
	if d.spec.known == nil {
		return
	}
	const most = 20
	unknown := 0
	for i, k := range d.keys {
		if d.spec.known[k] || strings.HasPrefix(k, "x-") || strings.HasPrefix(k, "x_") {
			continue
		}
		if unknown++; unknown > most {
			continue
		}
		hint := ""
		if near := nearestOf(k, d.spec.Known); near != "" {
			hint = "; did you mean " + quote(near) + "?"
		}
		*d.notes = append(*d.notes, finding(object.Warning, unknownKey, "", "line %d: %s does not know the key %s%s",
			d.lines[i]+d.shift, d.spec.Kind, quote(k), hint))
	}
	if unknown > most {
		*d.notes = append(*d.notes, finding(object.Warning, unknownKey, "", "%d keys more are not known", unknown-most))
	}
}
