package capsule

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"majordomus/pkg/canon"
)

const (
	maxText        = 16_384 // characters of a goal or query
	maxCollections = 128
)

// Policies, the strictest first.
const (
	LocalOnly = "local_only"
	LAN       = "lan"
	Remote    = "remote"
)

func policyRank(p string) int { return slices.Index([]string{LocalOnly, LAN, Remote}, p) }

// check holds a Capsule against itself: fixed words, ranges, hashes, and that
// evidence, facets, coverage, omissions and lineage agree.
func (c *Capsule) check() error {
	for _, step := range []func() error{c.checkFrame, c.checkTexts, c.checkBudget, c.checkEvidence, c.checkCoverage, c.checkOmissions, c.checkLineage, c.checkIdentity} {
		if err := step(); err != nil {
			return err
		}
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
	case !c.Guidance.ExtractiveOnly || c.Guidance.EvidenceTrust != "untrusted_data" || c.Guidance.InstructionBoundary != "hard_delimited":
		return invalid("the guidance does not mark the evidence as untrusted data")
	case !slices.Contains([]string{"fast", "balanced", "thorough"}, c.Retrieval.DepthPolicy):
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
	for name, s := range map[string]string{"goal": c.Goal, "query": c.Query} {
		if n := utf8.RuneCountInString(s); n < 1 || n > maxText {
			return invalid("%s has %d characters; 1 to %d are allowed", name, n, maxText)
		}
		if !norm.NFC.IsNormalString(s) || strings.ContainsRune(s, '\r') {
			return invalid("%s is not in canonical form (NFC, LF)", name)
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
	text, err := c.Canonical()
	if err != nil {
		return err
	}
	if b.UsedBytes != int64(len(text)) {
		return invalid("budget.usedBytes says %d, the Capsule has %d bytes", b.UsedBytes, len(text))
	}
	return nil
}

func (c *Capsule) checkEvidence() error {
	if len(c.Evidence) == 0 {
		return invalid("a Capsule without evidence")
	}
	seen := map[string]bool{}
	for i := range c.Evidence {
		e := &c.Evidence[i]
		at := "evidence " + strconv.Itoa(i+1)
		switch {
		case e.Text == "" || e.PassageHash != canon.Hash([]byte(e.Text)):
			return invalid("%s: passageHash is not that of its text", at)
		case e.StartLine < 1 || e.EndLine < e.StartLine || e.EndLine-e.StartLine+1 != int64(strings.Count(strings.TrimSuffix(e.Text, "\n"), "\n"))+1:
			return invalid("%s: lines %d to %d are not as many as its text has", at, e.StartLine, e.EndLine)
		case e.EvidenceID != evidenceID(e.URI, e.StartLine, e.EndLine, e.PassageHash):
			return invalid("%s: evidenceId is not its own", at)
		case e.DocID != docID(e.URI):
			return invalid("%s: docid is not its own", at)
		case seen[e.EvidenceID]:
			return invalid("%s stands twice", at)
		case e.SelectionRank != int64(i+1) || e.RetrievalRank < 1:
			return invalid("%s: its ranks do not follow the order", at)
		case e.Trust != TrustUntrusted:
			return invalid("%s: trust %q", at, e.Trust)
		case policyRank(e.Egress) < 0:
			return invalid("%s: egress %q is unknown", at, e.Egress)
		case !isHash(e.SourceHash) || !isHash(e.MirrorHash):
			return invalid("%s: a hash is not 64 hex digits", at)
		}
		if text, ok := Mirror([]byte(e.Text)); !ok || strings.TrimSuffix(text, "\n") != strings.TrimRight(e.Text, "\n") {
			return invalid("%s: its text is not in canonical form", at)
		}
		if p := c.Scope.URIPrefix; p != nil && !strings.HasPrefix(e.URI, *p) {
			return invalid("%s lies outside the scope", at)
		}
		for _, f := range e.Facets {
			if !slices.Contains(c.Coverage.RequestedFacets, f) {
				return invalid("%s: the facet %q was not requested", at, f)
			}
		}
		seen[e.EvidenceID] = true
	}
	return nil
}

func isHash(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
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
	strictest := len([]string{LocalOnly, LAN, Remote}) - 1
	last := ""
	for _, s := range l.Sources {
		r := policyRank(s.Policy)
		if r < 0 || s.Collection <= last {
			return invalid("the lineage names an unknown policy or is out of order")
		}
		last = s.Collection
		strictest = min(strictest, r)
	}
	digest, err := lineageDigest(l)
	if err != nil {
		return err
	}
	if len(l.Sources) == 0 || policyRank(l.EffectivePolicy) != strictest || l.Digest != digest {
		return invalid("the lineage's policy or digest does not follow from its sources")
	}
	for i := range c.Evidence {
		if policyRank(c.Evidence[i].Egress) < strictest {
			return invalid("evidence %d is stricter than the lineage", i+1)
		}
	}
	return nil
}

func (c *Capsule) checkIdentity() error {
	id, err := c.ID()
	if err != nil {
		return err
	}
	if id != c.CapsuleID {
		return invalid("capsuleId is not that of the content")
	}
	return nil
}
