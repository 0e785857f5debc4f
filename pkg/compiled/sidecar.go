package compiled

import (
	"bytes"
	"encoding/json"

	"majordomus/pkg/canon"
)

// sidecarFormat names the sidecar's own form.
const sidecarFormat = "gno:compiled-context-sidecar/1"

// sidecar is the private file beside an artifact: what it was made from and with.
type sidecar struct {
	Format          string         `json:"format"`
	SchemaVersion   string         `json:"schemaVersion"`
	RendererVersion string         `json:"rendererVersion"`
	Capsule         sidecarCapsule `json:"capsule"`
	Output          sidecarOutput  `json:"output"`
	Settings        settings       `json:"settings"`
}

// sidecarCapsule is where the Capsule stands, relative to the sidecar's folder
// where it can be, and the hash of its canonical form.
type sidecarCapsule struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
}

type sidecarOutput struct {
	Digest string `json:"digest"`
}

func (s *sidecar) text() []byte {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("compiled: a sidecar of ours is not JSON: " + err.Error())
	}
	return append(text, '\n')
}

// readSidecar reads one strictly; nil when it is none of ours.
func readSidecar(text []byte) *sidecar {
	if _, err := canon.Parse(text); err != nil {
		return nil
	}
	s := new(sidecar)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil || s.Format != sidecarFormat || s.SchemaVersion != SchemaVersion || s.RendererVersion != RendererVersion || s.Capsule.Path == "" {
		return nil
	}
	return s
}
