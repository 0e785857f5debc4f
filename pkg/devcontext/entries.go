package devcontext

import (
	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/walk"
)

// Tree is the tree the bodies are read from; it ends with the Bodies.
func (b *Bodies) Tree() *index.Tree { return b.tree }

// Entries gives a reader of the bodies of an answer's selected entries by uri,
// each as the answer was made of it: one that changed since is an error. why
// says what keeps a body from being given: a secret, or that it is gone.
func (b *Bodies) Entries(a *budget.Answer) func(uri string) (data []byte, why string, err error) {
	secrets := secretPaths(a)
	byURI := make(map[string]*walk.Entry, len(a.Selected))
	for i := range a.Selected {
		byURI[a.Selected[i].URI] = &a.Selected[i]
	}
	return func(uri string) ([]byte, string, error) {
		e := byURI[uri]
		if e == nil {
			return nil, "", fault.New(fault.NotFound, "uri_not_found", "the answer selects no %s", fault.Quote(uri))
		}
		if secrets[e.Provenance.Path] {
			return nil, "its file holds what looks like a secret", nil
		}
		now, err := b.read(&e.Provenance, e.Provenance.Hash)
		switch {
		case err != nil:
			return nil, "", err
		case now.gone && e.Provenance.Hash == "":
			return nil, "its file is not there", nil
		case now.changed || now.gone:
			return nil, "", changedBody(e)
		}
		return now.data, "", nil
	}
}
