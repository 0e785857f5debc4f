package devcontext

import (
	"majordomus/pkg/budget"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// codeSecret is the index's finding of a secret in a file.
const codeSecret = "tracked_secret"

// secretPaths are the files the index found a secret in.
func secretPaths(a *budget.Answer) map[string]bool {
	out := map[string]bool{}
	for _, d := range a.Diagnostics {
		if d.Code == codeSecret {
			out[d.Path] = true
		}
	}
	return out
}

func hasSecret(s *index.Store, path string) bool {
	for _, d := range s.Diagnostics() {
		if d.Code == codeSecret && d.Path == path {
			return true
		}
	}
	return false
}

// judge looks for secrets in bodies the index has not seen.
type judge struct{ layer *layer.Config }

func newJudge() (*judge, error) {
	c, _, err := layer.Load(nil, nil, layer.Options{})
	return &judge{c}, err
}

// secret reports whether a body holds what looks like one, as the index would.
func (j *judge) secret(path string, data []byte) bool {
	p := j.layer.Parse(layer.Claim{File: layer.File{Path: path, Size: int64(len(data))}, Kind: object.Document, Form: layer.FormNode}, data)
	for _, d := range p.Diagnostics {
		if d.Code == codeSecret {
			return true
		}
	}
	return false
}
