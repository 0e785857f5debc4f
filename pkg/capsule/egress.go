package capsule

import (
	"slices"

	"majordomus/pkg/layer"
)

// Policies, the strictest first.
const (
	LocalOnly = string(layer.LocalOnly)
	LAN       = string(layer.LAN)
	Remote    = string(layer.Remote)
)

func policies() []string { return []string{LocalOnly, LAN, Remote} }

// policyRank is how far a policy lets evidence travel; -1 when it is none.
func policyRank(p string) int { return slices.Index(policies(), p) }

// Caller is where an answer goes to.
type Caller uint8

// The callers: stdio and loopback are local, a private address is LAN, any
// other remote. The zero Caller is local.
const (
	CallerLocal Caller = iota
	CallerLAN
	CallerRemote
)

// MayRead reports whether a caller may be given text under a policy.
func (c Caller) MayRead(policy string) bool { return policyRank(policy) >= int(c) }

// lineage is what a Capsule says of the policies of the classes it cites.
func lineage(cited map[string]layer.Class) EgressLineage {
	l := EgressLineage{EffectivePolicy: Remote, Sources: []LineageSource{}}
	for _, c := range cited {
		src := LineageSource{Collection: c.ID, Policy: string(c.Egress), Source: "default"}
		if c.Declared {
			src.Source = "sources.yaml"
		}
		l.Sources = append(l.Sources, src)
	}
	slices.SortFunc(l.Sources, func(a, b LineageSource) int { return compare(a.Collection, b.Collection) })
	for _, s := range l.Sources {
		if policyRank(s.Policy) < policyRank(l.EffectivePolicy) {
			l.EffectivePolicy = s.Policy
		}
	}
	l.Digest = lineageDigest(l.EffectivePolicy, l.Sources)
	return l
}
