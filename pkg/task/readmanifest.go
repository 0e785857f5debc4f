package task

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

// ReadManifest reads a manifest and holds it to its own rules. problems lists
// every one it breaks; m is nil when it cannot be read as a manifest at all.
func ReadManifest(data []byte) (m *Manifest, problems []string) {
	v, err := canon.Parse(data)
	if err != nil {
		return nil, []string{"it is not JSON: " + err.Error()}
	}
	if missing := missingKeys(v); len(missing) > 0 {
		return nil, []string{"it is no manifest: it has no " + strings.Join(missing, ", ")}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	m = new(Manifest)
	if err := d.Decode(m); err != nil {
		return nil, []string{"it is no manifest: " + err.Error()}
	}
	return m, m.problems(v)
}

// missingKeys lists the members that every manifest has.
func missingKeys(v canon.Value) []string {
	var out []string
	for _, k := range []string{"schema_version", "fingerprint", "inputs", "resolved_seeds", "selected_nodes", "settings", "settings_fingerprint", "digest"} {
		if _, ok := v.Get(k); !ok {
			out = append(out, k)
		}
	}
	return out
}

// problems are the rules that a manifest breaks; the hashes are taken on the
// JSON as it stands, so that no spelling of a value escapes them.
func (m *Manifest) problems(v canon.Value) []string {
	var out []string
	say := func(broken bool, format string, args ...any) {
		if broken {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	say(m.SchemaVersion != ManifestVersion, "schema_version is not %q", ManifestVersion)
	_, timed := v.Get("generated_at")
	say(timed && !isUTC(m.GeneratedAt), "generated_at is no time in UTC")
	say(m.Inputs.ResolverVersion != ResolverVersion, "resolver_version is not %q", ResolverVersion)
	inputs, _ := v.Get("inputs")
	settings, _ := v.Get("settings")
	say(hashOf(inputs) != m.Fingerprint, "fingerprint is not that of the inputs")
	say(hashOf(settings) != m.SettingsFingerprint, "settings_fingerprint is not that of the settings")
	say(digestOf(v) != m.Digest, "digest is not that of the manifest")
	return append(out, m.selectionProblems()...)
}

func (m *Manifest) selectionProblems() []string {
	var out []string
	seen := map[string]bool{}
	exact := map[string]bool{}
	for _, id := range slices.Concat(m.Seeds.Mirrors, m.Seeds.RoutedNodes) {
		exact[id] = true
	}
	required := map[string]bool{}
	for _, s := range m.Selected {
		if seen[s.NodeID] {
			out = append(out, fault.Quote(s.NodeID)+" is selected twice")
		}
		seen[s.NodeID] = true
		switch s.Class {
		case Required:
			required[s.NodeID] = true
		case Coactivated, Advisory:
		default:
			out = append(out, fault.Quote(s.NodeID)+" has the class "+fault.Quote(string(s.Class)))
		}
		if len(s.Reasons) == 0 || slices.Contains(s.Reasons, "") {
			out = append(out, fault.Quote(s.NodeID)+" has no reason")
		}
	}
	if !maps.Equal(exact, required) {
		out = append(out, "the required nodes are not the exact seeds")
	}
	if !slices.IsSortedFunc(m.Selected, compareSelected) {
		out = append(out, "selected_nodes are not in order")
	}
	for id := range exact {
		if len(m.Seeds.ExactReasons[id]) == 0 {
			out = append(out, "the seed "+fault.Quote(id)+" has no reason")
		}
	}
	slices.Sort(out)
	return out
}

// isUTC reports whether a text is a time of RFC 3339 in UTC.
func isUTC(text string) bool {
	t, err := time.Parse(time.RFC3339, text)
	_, offset := t.Zone()
	return err == nil && offset == 0
}
