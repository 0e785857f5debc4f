package cli

import (
	"bytes"
	"context"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// walkOptions are the settings of a walk over the repository around a folder,
// which is touched only under a real tokenizer.
func (a *app) walkOptions(ctx context.Context, f walkFlags, repo string) (walk.Options, error) {
	o := walk.Options{Frontier: f.Frontier}
	if f.Frontier < 1 {
		return o, fault.New(fault.Invalid, "invalid_input", "--frontier %d is not a number of rows", f.Frontier)
	}
	est, err := token.ByName(f.Estimator)
	if err != nil || f.Estimator == token.NameBytes {
		return o, err
	}
	root, _, err := index.Root(ctx, repo)
	if err != nil {
		return o, err
	}
	tree, err := index.OpenTree(root)
	if err != nil {
		return o, err
	}
	o.Estimator = est
	o.Count = counter{tree: tree, est: est}.count
	return o, nil
}

// counter counts the tokens of objects in the files of a tree.
type counter struct {
	tree *index.Tree
	est  token.Estimator
}

func (c counter) count(o *object.Object) (int64, error) {
	path := o.Provenance.Path
	if o.Provenance.PathEncoded {
		path = object.Unescape(path)
	}
	data, err := c.tree.Read(path)
	if err != nil {
		return 0, fault.Wrap(bare(err), "cannot be counted").At(o.Provenance.Path, 0, 0)
	}
	if !git.SameAs(data, o.Hash) {
		return 0, fault.New(fault.Internal, "changed", "has changed since it was indexed").At(o.Provenance.Path, 0, 0).
			WithHint("index again, or count without --estimator")
	}
	if s := o.Provenance.Span; s != nil {
		data = span(data, s)
	}
	return int64(token.Cost(c.est, data)), nil
}

// span cuts out whole lines.
func span(data []byte, s *object.Span) []byte {
	for range s.Start - 1 {
		at := bytes.IndexByte(data, '\n')
		if at < 0 {
			return nil
		}
		data = data[at+1:]
	}
	return data[:min(int64(len(data)), s.Bytes)]
}
