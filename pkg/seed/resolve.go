package seed

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

// Options is what a request does not say.
type Options struct {
	Dir     string // a folder of the repository whose local records count; "" is the current one
	Root    string // the root around Dir, absolute, when the caller knows it
	NoLocal bool   // leave them out
	Bound   *Bound // a task whose required nodes are seeds too; nil: none

	Known *Divergences // what a resident process remembers; may be nil
}

// Resolve checks a request against an index, in the order budget, floor, issue,
// milestone, uris, paths, and gives the seeds in the order issue, milestone,
// uris, paths, intent, then those of a bound task. Errors are of class Invalid or
// NotFound; the first one is returned.
func Resolve(ctx context.Context, s *index.Store, q Request, o Options) (Result, error) {
	r, err := resolve(storeFinder{s}, q)
	if err != nil {
		return Result{}, err
	}
	if b := o.Bound.bridge(); b != nil {
		offerAll(b, s)
		if err := r.bind(b); err != nil {
			return Result{}, err
		}
	}
	if err := r.flag(o); err != nil {
		return Result{}, err
	}
	return r, r.locals(ctx, s.Git(), o)
}

func resolve(f finder, q Request) (Result, error) {
	resolved, err := q.limits()
	if err != nil {
		return Result{}, err
	}
	r := Result{Request: resolved}
	steps := []func() error{
		func() error { return r.object(f, object.Issue, q.Issue, &r.Request.Issue) },
		func() error { return r.object(f, object.Milestone, q.Milestone, &r.Request.Milestone) },
		func() error { return r.uris(f, q.URIs) },
		func() error { return r.paths(f, q.Paths) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return Result{}, err
		}
	}
	if q.Intent != nil {
		if text := strings.TrimSpace(*q.Intent); text != "" {
			r.Request.Intent = text
			r.Seeds = append(r.Seeds, Seed{URI: text, Kind: "intent", From: "intent"})
		}
	}
	return r, nil
}

// object resolves the name in one of the fields issue and milestone.
func (r *Result) object(f finder, kind object.Kind, name *string, into *string) error {
	if name == nil {
		return nil
	}
	text := strings.TrimSpace(*name)
	o, err := one(f, kind, text)
	if err != nil {
		return err
	}
	*into = text
	s := Seed{URI: o.uri, Kind: string(kind), From: string(kind)}
	if o.identity != text {
		s.Resolved = o.identity
	}
	r.Seeds = append(r.Seeds, s)
	return nil
}

func (r *Result) uris(f finder, uris []string) error {
	for _, u := range uris {
		kind, ok := f.kindOf(u)
		if !ok {
			return uriNotFound(f, u)
		}
		if !slices.Contains(r.Request.URIs, u) {
			r.Request.URIs = append(r.Request.URIs, u)
			r.Seeds = append(r.Seeds, Seed{URI: u, Kind: string(kind), From: "uris"})
		}
	}
	return nil
}

func uriNotFound(f finder, uri string) error {
	e := fault.New(fault.NotFound, "uri_not_found", "uris: there is no object %s", fault.Quote(uri))
	kind, identity, _, ok := object.ParseURI(uri)
	if !ok {
		return e.WithHint("a uri looks like %s", object.URI(object.Issue, "I0001"))
	}
	if claimed := claimants(f, kind, identity); claimed != "" {
		return fault.New(fault.Invalid, "ambiguous", "%s", claimed).WithHint("give each file an identity of its own")
	}
	if near := f.nearest(kind, identity); near != "" {
		return e.WithHint("did you mean %s?", object.URI(kind, near))
	}
	return e.WithHint("majordomus objects list shows what there is")
}

func (r *Result) paths(f finder, paths []string) error {
	for _, text := range paths {
		p, err := NormalizePath(text)
		if err != nil {
			return err
		}
		if slices.Contains(r.Request.Paths, p) {
			continue
		}
		r.Request.Paths = append(r.Request.Paths, p)
		if !utf8.ValidString(text) {
			text = object.Escape(text) // JSON could not carry it
		}
		r.Seeds = append(r.Seeds, Seed{URI: text, Kind: "path", From: "paths"})
		if !f.listed(p) {
			r.Diagnostics = append(r.Diagnostics, object.Diagnostic{Severity: object.Info, Code: "unmatched_path", Path: p,
				Message: "nothing is listed at or under this path; it is kept as one to come"})
		}
	}
	return nil
}
