package layer

import "majordomus/pkg/object"

// Egress is how far the text of a source class may travel (spec/compiled.md).
type Egress string

// The policies, the strictest first. A class that declares none is LocalOnly.
const (
	LocalOnly Egress = "local_only"
	LAN       Egress = "lan"
	Remote    Egress = "remote"
)

// Class is a source class as it is configured.
type Class struct {
	ID       string
	Egress   Egress
	Declared bool // egress is written in sources.yaml
	Builtin  bool // not of sources.yaml
}

// Classes lists the source classes in the order in which they claim.
func (c *Config) Classes() []Class {
	out := make([]Class, 0, len(c.declared)+len(c.builtin))
	seen := map[string]bool{}
	for i := range c.declared {
		d := &c.declared[i]
		seen[d.id] = true
		cl := Class{ID: d.id, Egress: d.egress, Declared: d.egress != ""}
		if cl.Egress == "" {
			cl.Egress = LocalOnly
		}
		out = append(out, cl)
	}
	for i := range c.builtin {
		if b := &c.builtin[i]; !seen[b.id] {
			seen[b.id] = true
			out = append(out, Class{ID: b.id, Egress: LocalOnly, Builtin: true})
		}
	}
	return out
}

// ClaimOf judges one file as Classify would; ok is false for a link, local
// state, an artifact of this program and whatever scope leaves out.
func (c *Config) ClaimOf(f File) (cl Claim, ok bool) {
	if c.isLocal(f.Path) {
		return Claim{}, false
	}
	if _, skip := c.skip(&f); skip {
		return Claim{}, false
	}
	cl, _ = c.claim(&f, make([]int, len(c.declared)))
	return cl, true
}

// Open reads the configuration straight from its files, without a listing: read
// gives the bytes of one, or an error that is fs.ErrNotExist. Otherwise it is
// Load.
func Open(read func(path string) ([]byte, error), o Options) (*Config, []object.Diagnostic, error) {
	return load(loader{read: read, direct: true}, nil, o)
}
