package index

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"

	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// noIdentity stands for what has no bytes to name.
const noIdentity = "-"

// stands reports whether the file is or holds an object of the index.
func (s *slot) stands(excluded []string) bool {
	for i := range s.unit.Heads {
		if _, out := slices.BinarySearch(excluded, s.unit.Heads[i].URI); !out {
			return true
		}
	}
	return false
}

// fingerprint is that of spec/layer.md: over what is or holds an object, what an
// error excluded, the layer's configuration, the links and the boundaries.
func (d *discovery) fingerprint(cfg *layer.Config, p *parser, linked *layer.Linked) string {
	in := make([]bool, len(d.entries))
	for i := range d.entries {
		in[i] = d.entries[i].form == link
	}
	refused := make(map[string]bool) // paths an error of linking excluded
	for i := range linked.Diagnostics {
		if x := &linked.Diagnostics[i]; x.Severity == object.Error {
			refused[x.Path] = true
		}
	}
	for i := range p.claims {
		s := &p.slots[i]
		in[p.at[i]] = s.why != "" || s.excluded || s.stands(linked.Excluded) || len(refused) > 0 && refused[s.shown]
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
