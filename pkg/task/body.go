package task

import (
	"bytes"
	"errors"
	"io/fs"
	"unicode/utf8"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// Texts reads the text of nodes from the tree an index was made of, and refuses
// what changed since: a rendering never mixes two versions.
type Texts struct {
	tree     *index.Tree
	secrets  *layer.Secrets
	withheld map[string]string // by path: why no text is served
}

const holdsSecret = "it holds what looks like a secret"

// NewTexts reads from tree what an index says; the tree must stay open.
func NewTexts(tree *index.Tree, s *index.Store) *Texts {
	t := &Texts{tree: tree, secrets: layer.NewSecrets(), withheld: map[string]string{}}
	for _, d := range s.Diagnostics() {
		if d.Code == "tracked_secret" {
			t.withheld[d.Path] = holdsSecret
		}
	}
	return t
}

// Body gives the text of a node: its file, or its lines of it.
func (t *Texts) Body(n *Node) (Body, error) {
	p := &n.Provenance
	if why := t.withheld[p.Path]; why != "" {
		return Body{Withheld: why}, nil
	}
	path := p.Path
	if p.PathEncoded {
		path = object.Unescape(path)
	}
	data, err := t.tree.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Body{}, moved(p.Path)
	}
	if err != nil {
		return Body{}, fault.Wrap(err, "read the node").At(p.Path, 0, 0)
	}
	if n.Hash != "" && git.Blob(data) != n.Hash {
		return Body{}, moved(p.Path)
	}
	if t.secrets.In(data) {
		return Body{Withheld: holdsSecret}, nil
	}
	if p.Span != nil {
		data = span(data, p.Span)
	}
	if !utf8.Valid(data) {
		return Body{Withheld: "it is not UTF-8"}, nil
	}
	return Body{Text: data}, nil
}

func moved(path string) error {
	return fault.New(fault.Stale, "stale", "the file changed since it was indexed").At(path, 0, 0).WithHint("run it again")
}

// span cuts whole lines out of a file.
func span(data []byte, s *object.Span) []byte {
	for range s.Start - 1 {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return nil
		}
		data = data[i+1:]
	}
	end := 0
	for range s.End - s.Start + 1 {
		i := bytes.IndexByte(data[end:], '\n')
		if i < 0 {
			return data
		}
		end += i + 1
	}
	return data[:end]
}
