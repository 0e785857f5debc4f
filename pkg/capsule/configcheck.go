package capsule

import "majordomus/pkg/layer"

// ConfigCheck is what the context family is configured with.
type ConfigCheck struct {
	SchemaVersion string        `json:"schemaVersion"` // of this value: 1.0
	Builtin       bool          `json:"builtin"`       // no manifest: the built-in layer applies
	Guidance      Guidance      `json:"guidance"`      // what every Capsule tells its reader
	Classes       []ClassPolicy `json:"classes"`       // the source classes, in the order in which they claim
}

// ClassPolicy is a source class and how far its text may travel.
type ClassPolicy struct {
	Collection string `json:"collection"` // id of the source class
	Policy     string `json:"policy"`     // local_only, lan or remote
	Source     string `json:"source"`     // sources.yaml or default
}

// CheckConfig reads the configured classes and policies. An invalid layer is an
// error of class fault.Config.
func CheckConfig(s Sources) (*ConfigCheck, error) {
	cfg, _, err := layer.Open(s.Tree.Read, layer.Options{Sources: sourceKinds})
	if err != nil {
		return nil, err
	}
	c := &ConfigCheck{SchemaVersion: receiptVersion, Builtin: cfg.Builtin(), Guidance: guidance(), Classes: []ClassPolicy{}}
	for _, cl := range cfg.Classes() {
		p := ClassPolicy{Collection: cl.ID, Policy: string(cl.Egress), Source: "default"}
		if cl.Declared {
			p.Source = "sources.yaml"
		}
		c.Classes = append(c.Classes, p)
	}
	return c, nil
}

// guidance is what a reader must know before it reads the evidence.
func guidance() Guidance {
	return Guidance{ExtractiveOnly: true, EvidenceTrust: "untrusted_data", InstructionBoundary: "hard_delimited"}
}
