package task

import (
	"context"
	"slices"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
	"majordomus/pkg/token"
)

// Workspace is the repository that requests are resolved against: one
// generation of its index.
type Workspace struct {
	Graph *Graph // FromStore(Store)
	Store *index.Store
	Tree  *index.Tree
	Repo  *git.Repo // nil without git
	Root  string    // absolute
	Roles Roles
}

// rest fills in what git and the index know.
func (w *Workspace) rest(ctx context.Context, in ResolveInput, out *Input) (err error) {
	if out.Changed, err = Changed(ctx, w.Repo, w.Root, Diff{in.Changed, in.Base, in.Head}); err != nil {
		return err
	}
	if in.Estimator == "" || in.Estimator == token.NameBytes {
		return nil
	}
	if out.Estimator, err = token.ByName(in.Estimator); err != nil {
		return err
	}
	texts := NewTexts(w.Tree, w.Store)
	out.Cost = func(n *Node) int64 {
		if body, err := texts.Body(n); err == nil && body.Withheld == "" {
			return int64(token.Cost(out.Estimator, body.Text))
		}
		return token.CostOfSize(n.Bytes)
	}
	return nil
}

// exists reports whether the repository has an entry of that path: an object at
// or under it, or a file that scope leaves out. The disk is not asked, or an
// ignored file would make two checkouts differ.
func (w *Workspace) exists(path string) bool {
	p, err := route.Normalize(path)
	if err != nil || w.Store == nil {
		return false
	}
	for range w.Store.Under(p) {
		return true
	}
	return slices.ContainsFunc(w.Store.Diagnostics(), func(d object.Diagnostic) bool {
		return d.Code == "out_of_scope" && (d.Path == p || strings.HasPrefix(d.Path, p+"/"))
	})
}

// Resolve answers a request.
func (w *Workspace) Resolve(ctx context.Context, in ResolveInput) (*ResolveOutput, error) {
	if in.Format != "" && in.Format != "json" && in.Format != "md" {
		return nil, invalid(CodeInvalidInput, "format: %s is neither json nor md", fault.Quote(in.Format))
	}
	x, err := in.Input(ctx, w)
	if err != nil {
		return nil, err
	}
	r, err := Resolve(x)
	if err != nil {
		return nil, err
	}
	out := &ResolveOutput{Resolution: *r}
	if in.Format == "md" {
		c, err := w.Render(r)
		if err != nil {
			return nil, err
		}
		out.Rendered, out.Omitted = string(c.Text), c.Omitted
	}
	return out, nil
}

// Render renders a resolution from the tree, counting by the estimator of its
// settings.
func (w *Workspace) Render(r *Resolution) (Context, error) {
	e, err := token.ByName(r.Manifest.Settings.Options.Estimator)
	if err != nil {
		return Context{}, err
	}
	return r.Render(e, NewTexts(w.Tree, w.Store).Body)
}

// Review answers a request for a review; the role is code_reviewer when none is
// named.
func (w *Workspace) Review(ctx context.Context, in ResolveInput) (*Review, error) {
	x, err := in.review(ctx, w)
	if err != nil {
		return nil, err
	}
	return ResolveReviewer(x)
}

// Verify judges a manifest against today's repository.
func (w *Workspace) Verify(ctx context.Context, in VerifyRequest) (Verdict, error) {
	v := VerifyInput{Manifest: in.Manifest, Roles: w.Roles, Now: Input{Graph: w.Graph, Exists: w.exists}, WithTask: len(in.Task) > 0 && string(in.Task) != "null"}
	if in.Context != nil {
		v.Context = []byte(*in.Context)
	}
	if v.WithTask {
		now, err := ResolveInput{Task: in.Task, Routes: in.Routes, Changed: in.Changed, Base: in.Base, Head: in.Head}.Input(ctx, w)
		if err != nil {
			return Verdict{}, err
		}
		now.Role = Role{} // the manifest names it
		v.Now = now
		return Verify(v)
	}
	var err error
	if v.Now.Routes, err = parseRoutes(in.Routes); err != nil {
		return Verdict{}, err
	}
	return Verify(v)
}
