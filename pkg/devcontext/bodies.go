package devcontext

import (
	"bytes"
	"errors"
	"io/fs"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// Bodies reads what objects stand for, and nothing outside the tree.
type Bodies struct {
	tree    *index.Tree
	secrets *layer.Secrets
}

// OpenBodies opens the root of a repository. Close it after use.
func OpenBodies(root string) (*Bodies, error) {
	t, err := index.OpenTree(root)
	if err != nil {
		return nil, err
	}
	return &Bodies{t, layer.NewSecrets()}, nil
}

// Close gives the tree back.
func (b *Bodies) Close() error { return b.tree.Close() }

// body is what an entry stands for now.
type body struct {
	data    []byte
	changed bool // its file is not the one the answer was made of
	gone    bool
	secret  bool // its file holds what looks like one
}

// read gives the bytes of an entry or object: the whole file, or its lines.
// hash is the content identity the file is expected to have; "" expects none.
func (b *Bodies) read(p *object.Provenance, hash string) (body, error) {
	path := p.Path
	if p.PathEncoded {
		path = object.Unescape(path)
	}
	data, err := b.tree.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return body{changed: true, gone: true}, nil
	}
	if err != nil {
		return body{}, fault.Wrap(err, "read the body").At(p.Path, 0, 0)
	}
	out := body{data: data, changed: hash != "" && git.Blob(data) != hash, secret: b.secrets.In(data)}
	if p.Span != nil {
		out.data = lines(data, p.Span.Start, p.Span.End)
		out.gone = len(out.data) == 0
	}
	return out, nil
}

// Of gives the bytes an object stands for: its whole file, or its lines. A file
// that is gone or no longer has the object's content is an error.
func (b *Bodies) Of(o *object.Object) ([]byte, error) {
	data, _, err := b.Judged(o)
	return data, err
}

// Judged is Of, and whether the file holds what looks like a secret: such bytes
// may be counted, never served.
func (b *Bodies) Judged(o *object.Object) (data []byte, secret bool, err error) {
	now, err := b.read(&o.Provenance, o.Hash)
	if err != nil {
		return nil, false, err
	}
	if now.changed || now.gone {
		return nil, false, index.ChangedBody(o.Provenance.Path)
	}
	return now.data, now.secret, nil
}

// lines cuts out whole lines, first and last inclusive, 1-based.
func lines(data []byte, first, last int) []byte {
	from, to := 0, len(data)
	at := 0
	for n := 1; ; n++ {
		if n == first {
			from = at
		}
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			if n < first {
				return nil
			}
			break
		}
		at += end + 1
		if n == last {
			to = at
			break
		}
	}
	return data[from:to]
}
