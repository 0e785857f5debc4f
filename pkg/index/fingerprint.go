package index

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"

	"majordomus/pkg/layer"
)

// noIdentity stands for what has no bytes to name.
const noIdentity = "-"

// fingerprint is that of spec/layer.md: over what is or holds an object, what an
// error excluded, the layer's configuration, the links and the boundaries.
func (d *discovery) fingerprint(cfg *layer.Config, p *parser) string {
	in := make([]bool, len(d.entries))
	for i := range d.entries {
		in[i] = d.entries[i].form == link
	}
	for i := range p.claims {
		in[p.at[i]] = p.why[i] != "" || len(p.parsed[i].Objects) > 0 || p.parsed[i].Excluded()
	}
	for _, path := range cfg.Paths() {
		in[d.entry(path)] = true
	}
	h := sha256.New()
	line := func(path, id string) {
		if id == "" {
			id = noIdentity
		}
		io.WriteString(h, path+"\x00"+id+"\n") //nolint:errcheck // a hash never fails
	}
	if cfg.Builtin() {
		line("builtin", layer.Version)
	}
	bounds := slices.Clone(d.boundaries)
	for i := range d.entries {
		e := &d.entries[i]
		for len(bounds) > 0 && strings.Compare(bounds[0], e.path) < 0 {
			line(bounds[0], "")
			bounds = bounds[1:]
		}
		if in[i] {
			line(e.path, e.blob)
		}
	}
	for _, b := range bounds {
		line(b, "")
	}
	return hex.EncodeToString(h.Sum(nil))
}
