package capsule

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// The six identities a Capsule is held against today, by the word that says one
// changed. Each digests only what the Capsule depends on.
const (
	ScopeChanged     = "scope_changed"
	ConfigChanged    = "config_changed"
	ModelChanged     = "model_changed"
	IndexChanged     = "index_changed"
	TokenizerChanged = "tokenizer_changed"
	PolicyChanged    = "policy_changed"
)

// citation is one cited file as it is now; doc is nil when it cannot be cited.
type citation struct {
	docid string
	uris  []string
	doc   *document
}

// cited lists the files of a Capsule's evidence, by docid.
func (s *state) cited(c *Capsule) []citation {
	var out []citation
	at := map[string]int{}
	for i := range c.Evidence {
		e := &c.Evidence[i]
		n, ok := at[e.DocID]
		if !ok {
			n = len(out)
			at[e.DocID] = n
			out = append(out, citation{docid: e.DocID, doc: s.document(e.DocID)})
		}
		if !slices.Contains(out[n].uris, e.URI) {
			out[n].uris = append(out[n].uris, e.URI)
		}
	}
	slices.SortFunc(out, func(a, b citation) int { return compare(a.docid, b.docid) })
	return out
}

// configIdentity says which source class has each cited file.
func configIdentity(docs []citation) string {
	var rows [][]string
	for _, d := range docs {
		if d.doc != nil {
			rows = append(rows, []string{d.docid, d.doc.class.ID})
		}
	}
	return digest(rows)
}

// indexIdentity says what each cited file holds.
func indexIdentity(docs []citation) string {
	var rows [][]string
	for _, d := range docs {
		if d.doc != nil {
			rows = append(rows, []string{d.docid, d.doc.sourceHash, d.doc.mirrorHash})
		}
	}
	return digest(rows)
}

// changes lists the identities that are others today, in the order of the page.
func (s *state) changes(c *Capsule, docs []citation) ([]string, error) {
	out := []string{}
	add := func(changed bool, word string) {
		if changed {
			out = append(out, word)
		}
	}
	whole := !slices.ContainsFunc(docs, func(d citation) bool { return d.doc == nil })
	inside, err := s.inScope(c, docs)
	if err != nil {
		return nil, err
	}
	add(!inside, ScopeChanged)
	add(whole && configIdentity(docs) != c.Fingerprints.Config, ConfigChanged)
	add(c.Fingerprints.Models != nil, ModelChanged)
	add(!whole || !sameFiles(c, docs), IndexChanged)
	add(s.tokenizerChanged(c), TokenizerChanged)
	add(s.policyChanged(c, docs), PolicyChanged)
	return out, nil
}

// inScope reports whether what is cited still lies in the Capsule's scope.
func (s *state) inScope(c *Capsule, docs []citation) (bool, error) {
	b, err := s.bounds(c.Scope)
	if err != nil || c.Scope.IndexName != indexName {
		return false, err
	}
	for _, d := range docs {
		if d.doc == nil {
			continue
		}
		for _, uri := range d.uris {
			if o := d.doc.object(uri); o != nil && (!b.holds(o) || !b.matches(d.doc.metadata)) {
				return false, nil
			}
		}
	}
	return true, nil
}

func sameFiles(c *Capsule, docs []citation) bool {
	for i := range c.Evidence {
		e := &c.Evidence[i]
		d := docOf(docs, e.DocID)
		if d == nil || d.sourceHash != e.SourceHash || d.mirrorHash != e.MirrorHash || d.object(e.URI) == nil {
			return false
		}
	}
	return true
}

func docOf(docs []citation, docid string) *document {
	i, ok := slices.BinarySearchFunc(docs, docid, func(d citation, id string) int { return compare(d.docid, id) })
	if !ok {
		return nil
	}
	return docs[i].doc
}

// tokenizerChanged reports that another tokenizer is active than the recorded
// one.
func (s *state) tokenizerChanged(c *Capsule) bool {
	if s.Tokenizer == "" || c.Budget.TokenizerFingerprint == nil {
		return false
	}
	e, err := tokenizer(s.Tokenizer)
	return err == nil && e.Fingerprint() != *c.Budget.TokenizerFingerprint
}

// policyChanged reports that a cited class, or a passage, has another policy
// than the Capsule says.
func (s *state) policyChanged(c *Capsule, docs []citation) bool {
	for _, src := range c.EgressLineage.Sources {
		if cl, ok := s.classes[src.Collection]; ok && string(cl.Egress) != src.Policy {
			return true
		}
	}
	for i := range c.Evidence {
		e := &c.Evidence[i]
		d := docOf(docs, e.DocID)
		if d != nil && string(d.class.Egress) != e.Egress {
			return true
		}
	}
	return false
}

// effective is the strictest policy of a Capsule's sources, as recorded and as
// they are today.
func (s *state) effective(c *Capsule, docs []citation) string {
	rank := policyRank(c.EgressLineage.EffectivePolicy)
	for _, src := range c.EgressLineage.Sources {
		if cl, ok := s.classes[src.Collection]; ok {
			rank = min(rank, policyRank(string(cl.Egress)))
		}
	}
	for _, d := range docs {
		if d.doc == nil {
			rank = min(rank, s.gonePolicy(d.docid))
		} else {
			rank = min(rank, policyRank(string(d.doc.class.Egress)))
		}
	}
	return policies()[max(rank, 0)]
}

// gonePolicy is the policy of a file that cannot be cited: what its class would
// be if it stood there, the strictest when it would have none.
func (s *state) gonePolicy(docid string) int {
	if claim, ok := s.cfg.ClaimOf(fileOf(pathOf(docid), 0)); ok {
		return policyRank(string(s.classes[claim.Class].Egress))
	}
	return 0
}

// collection reports whether a name is a source class, or a folder or file of
// the repository.
func (s *state) collection(name string) bool {
	if _, ok := s.classes[name]; ok {
		return true
	}
	dir := path.Clean(strings.TrimSuffix(name, "/"))
	if dir == "." {
		return true
	}
	if !fs.ValidPath(dir) {
		return false
	}
	if s.Store != nil {
		for range s.Store.Under(shownPath(dir)) {
			return true
		}
		return false
	}
	_, err := s.Tree.Read(dir)
	return err == nil || !errors.Is(err, fs.ErrNotExist)
}

func shownPath(p string) string {
	if strings.ToValidUTF8(p, "") == p {
		return p
	}
	return object.Escape(p)
}

// goneCollections reports whether a collection of the scope or the lineage is
// no longer configured.
func (s *state) goneCollections(c *Capsule) bool {
	for _, src := range c.EgressLineage.Sources {
		if _, ok := s.classes[src.Collection]; !ok {
			return true
		}
	}
	return slices.ContainsFunc(c.Scope.Collections, func(n string) bool { return !s.collection(n) })
}
