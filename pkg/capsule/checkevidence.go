package capsule

import (
	"slices"
	"strconv"
	"strings"

	"majordomus/pkg/canon"
)

// maxID is the most characters of an evidenceId.
const maxID = 128

func (c *Capsule) checkEvidence() error {
	if len(c.Evidence) == 0 {
		return invalid("a Capsule without evidence")
	}
	seen := map[string]bool{}
	for i := range c.Evidence {
		e := &c.Evidence[i]
		at := "evidence " + strconv.Itoa(i+1)
		if err := e.check(at); err != nil {
			return err
		}
		if e.SelectionRank != int64(i+1) {
			return invalid("%s: its selectionRank does not follow the order", at)
		}
		if seen[e.EvidenceID] {
			return invalid("%s stands twice", at)
		}
		seen[e.EvidenceID] = true
		if err := c.checkInside(e, at); err != nil {
			return err
		}
	}
	return nil
}

// check holds one passage against itself.
func (e *Evidence) check(at string) error {
	switch {
	case e.Text == "" || e.PassageHash != canon.Hash([]byte(e.Text)):
		return invalid("%s: passageHash is not that of its text", at)
	case e.StartLine < 1 || e.EndLine < e.StartLine || !e.spans(e.Text):
		return invalid("%s: lines %d to %d are not as many as its text has", at, e.StartLine, e.EndLine)
	case !isName(e.EvidenceID):
		return invalid("%s: evidenceId is blank, too long or has other characters than letters, digits and -._:", at)
	case e.URI == "" || e.DocID == "" || docID(pathOf(e.DocID)) != e.DocID:
		return invalid("%s: its uri or docid names nothing", at)
	case e.RetrievalRank < 1:
		return invalid("%s: retrievalRank is below 1", at)
	case e.Trust != TrustUntrusted:
		return invalid("%s: trust %q", at, e.Trust)
	case policyRank(e.Egress) < 0:
		return invalid("%s: egress %q is unknown", at, e.Egress)
	case !isHash(e.SourceHash) || !isHash(e.MirrorHash):
		return invalid("%s: a hash is not 64 hex digits", at)
	case settle(e.Text) != e.Text:
		return invalid("%s: its text is not in canonical form", at)
	}
	return nil
}

// spans reports whether a text has as many lines as the span; a line end behind
// the last one may be there or not.
func (e *Evidence) spans(text string) bool {
	n := int64(strings.Count(text, "\n"))
	want := e.EndLine - e.StartLine
	return n == want || n == want+1 && strings.HasSuffix(text, "\n")
}

// checkInside: the passage lies in the scope and bears requested facets only.
func (c *Capsule) checkInside(e *Evidence, at string) error {
	if p := c.Scope.URIPrefix; p != nil && !strings.HasPrefix(e.URI, *p) {
		return invalid("%s lies outside the scope", at)
	}
	if len(c.Scope.Categories) > 0 && !slices.Contains(c.Scope.Categories, kindOf(e.URI)) {
		return invalid("%s lies outside the scope's categories", at)
	}
	for i, f := range e.Facets {
		if !slices.Contains(c.Coverage.RequestedFacets, f) || slices.Contains(e.Facets[:i], f) {
			return invalid("%s: the facet %q was not requested, or stands twice", at, f)
		}
	}
	return nil
}

func kindOf(uri string) string {
	_, rest, _ := strings.Cut(uri, "://")
	kind, _, _ := strings.Cut(rest, "/")
	return kind
}

func isName(s string) bool {
	return s != "" && len(s) <= maxID && strings.Trim(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._:") == ""
}

func isHash(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}
