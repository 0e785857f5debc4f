package capsule

import (
	"slices"
	"unicode/utf8"

	"majordomus/pkg/canon"
)

// check holds a Capsule against itself: fixed words, ranges, hashes, and that
// evidence, facets, coverage, omissions and lineage agree. v is its JSON, size
// the bytes of that in canonical form.
func (c *Capsule) check(v canon.Value, size int64) error {
	for _, step := range []func() error{c.checkFrame, c.checkTexts, c.checkBudget, c.checkEvidence, c.checkCoverage, c.checkOmissions, c.checkLineage} {
		if err := step(); err != nil {
			return err
		}
	}
	if c.Budget.UsedBytes != size {
		return invalid("budget.usedBytes says %d, the Capsule has %d bytes", c.Budget.UsedBytes, size)
	}
	if canon.Hash(bareOf(v).Append(nil, canon.UTF16)) != c.CapsuleID {
		return invalid("capsuleId is not that of the content")
	}
	return nil
}

func (c *Capsule) checkFrame() error {
	filtered := len(c.Scope.Filter) > 0
	switch {
	case c.SchemaVersion == VersionFiltered && !filtered:
		return invalid("schemaVersion %s without a metadata filter", VersionFiltered)
	case c.SchemaVersion == Version && filtered:
		return invalid("a metadata filter needs schemaVersion %s", VersionFiltered)
	case c.SchemaVersion != Version && c.SchemaVersion != VersionFiltered:
		return invalid("schemaVersion %q is unknown", c.SchemaVersion)
	case c.CoordinateSpace != CoordinateSpace:
		return invalid("coordinateSpace %q is unknown", c.CoordinateSpace)
	case c.Guidance != guidance():
		return invalid("the guidance does not mark the evidence as untrusted data")
	case !slices.Contains([]string{Fast, Balanced, Thorough}, c.Retrieval.DepthPolicy):
		return invalid("depthPolicy %q is unknown", c.Retrieval.DepthPolicy)
	case len(c.Scope.Collections) > maxCollections:
		return invalid("the scope has %d collections; %d are allowed", len(c.Scope.Collections), maxCollections)
	}
	if filtered {
		if _, err := ParseFilter(c.Scope.Filter); err != nil {
			return err
		}
	}
	return nil
}

func (c *Capsule) checkTexts() error {
	for _, t := range [][2]string{{"goal", c.Goal}, {"query", c.Query}} {
		if n := utf8.RuneCountInString(t[1]); n < 1 || n > maxText {
			return invalid("%s has %d characters; 1 to %d are allowed", t[0], n, maxText)
		}
		if !inForm(t[1]) {
			return invalid("%s is not in canonical form (NFC, LF)", t[0])
		}
	}
	return nil
}

func (c *Capsule) checkBudget() error {
	b := &c.Budget
	switch {
	case b.Authority != Authority:
		return invalid("budget.authority %q is unknown", b.Authority)
	case b.RequestedTokens < 1 || b.RequestedBytes < 1 || b.SafetyMarginTokens < 0 || b.SafetyMarginBytes < 0:
		return invalid("the budget has a figure below its least")
	case b.UsedBytes > b.RequestedBytes || b.UsedTokens > b.RequestedTokens:
		return invalid("the budget is used beyond what was requested")
	}
	switch b.Estimator {
	case Conservative:
		if b.TokenizerFingerprint != nil || b.UsedTokens != b.UsedBytes {
			return invalid("under %s a token is a byte and there is no tokenizer", Conservative)
		}
	case ActiveTokenizer:
		if b.TokenizerFingerprint == nil || *b.TokenizerFingerprint == "" {
			return invalid("%s needs a tokenizerFingerprint", ActiveTokenizer)
		}
	default:
		return invalid("budget.estimator %q is unknown", b.Estimator)
	}
	return nil
}

// checkCoverage: covered and unresolved facets partition the requested ones,
// each unresolved one has one gap, and what covers a facet says so.
func (c *Capsule) checkCoverage() error {
	v := &c.Coverage
	if !slices.Equal(v.RequestedFacets, c.Retrieval.Facets) {
		return invalid("coverage and retrieval name other facets")
	}
	state := map[string]string{}
	for _, f := range v.RequestedFacets {
		if state[f] != "" {
			return invalid("the facet %q is requested twice", f)
		}
		state[f] = "requested"
	}
	settle := func(f, as string) error {
		if state[f] != "requested" {
			return invalid("the facet %q is not a requested one, or is settled twice", f)
		}
		state[f] = as
		return nil
	}
	for _, f := range v.CoveredFacets {
		if err := settle(f.Facet, "covered"); err != nil {
			return err
		}
		if !slices.Equal(f.EvidenceIDs, c.covering(f.Facet)) || len(f.EvidenceIDs) == 0 {
			return invalid("the facet %q names other evidence than covers it", f.Facet)
		}
	}
	for _, f := range v.UnresolvedFacets {
		if err := settle(f, "unresolved"); err != nil {
			return err
		}
	}
	for _, g := range v.Gaps {
		if state[g.Facet] != "unresolved" || g.Code == "" {
			return invalid("a gap for the facet %q, which is not unresolved", g.Facet)
		}
		state[g.Facet] = "gap"
	}
	for f, s := range state {
		if s == "requested" || s == "unresolved" {
			return invalid("the facet %q is neither covered nor has it a gap", f)
		}
	}
	if v.Complete != (len(v.UnresolvedFacets) == 0) {
		return invalid("coverage.complete does not agree with the unresolved facets")
	}
	return nil
}

// covering lists the evidence that bears a facet, in order.
func (c *Capsule) covering(facet string) []string {
	var ids []string
	for i := range c.Evidence {
		if slices.Contains(c.Evidence[i].Facets, facet) {
			ids = append(ids, c.Evidence[i].EvidenceID)
		}
	}
	return ids
}

func (c *Capsule) checkOmissions() error {
	o := &c.Omissions
	var sum int64
	for r, n := range o.ReasonCounts {
		if !slices.Contains([]string{OmitDuplicate, OmitOverlap, OmitBudget, OmitRedundant, OmitShare, OmitFiltered}, r) || n < 1 {
			return invalid("omissions count %d of %q", n, r)
		}
		sum += n
	}
	if sum != o.Total || int64(len(o.Items)) > o.Total || o.Truncated != (int64(len(o.Items)) < o.Total) {
		return invalid("the omissions do not add up")
	}
	return nil
}

func (c *Capsule) checkLineage() error {
	l := &c.EgressLineage
	strictest := policyRank(Remote)
	last := ""
	for _, s := range l.Sources {
		r := policyRank(s.Policy)
		if r < 0 || s.Collection <= last {
			return invalid("the lineage names an unknown policy or is out of order")
		}
		last = s.Collection
		strictest = min(strictest, r)
	}
	if len(l.Sources) == 0 || policyRank(l.EffectivePolicy) != strictest || l.Digest != lineageDigest(l.EffectivePolicy, l.Sources) {
		return invalid("the lineage's policy or digest does not follow from its sources")
	}
	for i := range c.Evidence {
		if policyRank(c.Evidence[i].Egress) < strictest {
			return invalid("evidence %d is stricter than the lineage", i+1)
		}
	}
	return nil
}
