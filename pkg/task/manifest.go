package task

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"majordomus/pkg/canon"
)

// ManifestVersion is the only schema version there is.
const ManifestVersion = "v1"

// Manifest proves which inputs and settings a selection came from.
type Manifest struct {
	SchemaVersion       string     `json:"schema_version"`           // v1
	GeneratedAt         string     `json:"generated_at,omitempty"`   // UTC, RFC 3339; in the written file alone, and in no hash
	Fingerprint         string     `json:"fingerprint"`              // of inputs, SHA-256 in hex
	Inputs              Inputs     `json:"inputs"`                   // what the result came from
	Seeds               Seeds      `json:"resolved_seeds"`           // what the selection grew from
	Selected            []Selected `json:"selected_nodes"`           // by class, then id
	Settings            Settings   `json:"settings"`                 // everything else that can change the selection
	SettingsFingerprint string     `json:"settings_fingerprint"`     // of settings, SHA-256 in hex
	ContextDigest       string     `json:"context_digest,omitempty"` // SHA-256 of what was rendered with it
	Digest              string     `json:"digest"`                   // of everything here but itself and generated_at
}

// Selected is a selection as a manifest keeps it.
type Selected struct {
	NodeID      string   `json:"node_id"`         // the identity, or the uri where two kinds share it
	Class       Class    `json:"selection_class"` // how much the task needs it
	Reasons     []string `json:"reasons"`         // at least one
	ContentHash string   `json:"content_hash"`    // content identity of its file
}

func (r *resolution) manifest(selections []Selection) Manifest {
	m := Manifest{
		SchemaVersion: ManifestVersion, Fingerprint: r.inputs.Fingerprint(), Inputs: r.inputs, Seeds: r.seeds,
		Selected: []Selected{}, Settings: r.settings, SettingsFingerprint: r.settings.Fingerprint(),
	}
	m.Seeds.ExactReasons = map[string][]string{}
	for _, s := range selections {
		m.Selected = append(m.Selected, Selected{s.NodeID, s.Class, s.Reasons, s.node.Hash})
		if s.Class == Required {
			m.Seeds.ExactReasons[s.NodeID] = s.Reasons
		}
	}
	slices.SortFunc(m.Selected, compareSelected)
	m.seal()
	return m
}

func compareSelected(a, b Selected) int {
	return cmp.Or(cmp.Compare(a.Class.rank(), b.Class.rank()), strings.Compare(a.NodeID, b.NodeID))
}

// seal sets the digest.
func (m *Manifest) seal() {
	v, err := canon.Of(m)
	if err != nil {
		panic("task: a manifest that does not encode: " + err.Error())
	}
	m.Digest = digestOf(v)
}

// digestOf is the digest of a manifest as JSON.
func digestOf(v canon.Value) string {
	var members []canon.Member
	for i := range v.Len() {
		if k := v.Key(i); k.Text != "digest" && k.Text != "generated_at" {
			members = append(members, canon.Member{Key: k, Value: v.Item(i)})
		}
	}
	return canon.Hash(canon.Mapping(members).Append(nil, canon.CodePoint))
}

// Of binds a rendered context to a copy of the manifest.
func (m Manifest) Of(context []byte) Manifest {
	m.ContextDigest = canon.Hash(context)
	m.seal()
	return m
}

// Text is the manifest as it is written, with the time it was made, which is
// left out when it is "".
func (m Manifest) Text(generatedAt string) []byte {
	m.GeneratedAt = generatedAt
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		panic("task: a manifest that does not encode: " + err.Error())
	}
	return []byte(b.String())
}
