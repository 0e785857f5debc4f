package seed

import (
	"slices"

	"majordomus/pkg/canon"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
	"majordomus/pkg/task"
)

// Bound is a task whose required nodes become seeds (spec/routes.md): what its
// paths and symbols are bound to must be in the context, and what is loaded with
// it is reached along load_with.
type Bound struct {
	Task   task.Task
	Routes *route.Index // nil: mirrors alone bind
}

// FromTask is where a seed of a Bound comes from.
const FromTask = "task"

// bridge starts to look for the required nodes; nil without a task.
func (b *Bound) bridge() *task.Bridge {
	if b == nil {
		return nil
	}
	return task.NewBridge(b.Task, b.Routes)
}

// offerAll shows a bridge every object of a store that it wants.
func offerAll(b *task.Bridge, s *index.Store) {
	for i := range int32(s.Len()) {
		if b.Wants(s.URI(i), s.Kind(i), s.Path(i)) {
			b.Offer(s.Object(i))
		}
	}
}

// bind adds the seeds that a bridge found, after those of the request; one that
// the request names already is not added again. The error is
// required_node_unavailable, or one of the task.
func (r *Result) bind(b *task.Bridge) error {
	if b == nil {
		return nil
	}
	uris, ds, err := b.Seeds()
	if err != nil {
		return err
	}
	r.Diagnostics = append(r.Diagnostics, ds...)
	for _, u := range uris {
		if slices.ContainsFunc(r.Seeds, func(s Seed) bool { return s.URI == u }) {
			continue
		}
		kind, _, _, _ := object.ParseURI(u)
		r.Seeds = append(r.Seeds, Seed{URI: u, Kind: string(kind), From: FromTask})
	}
	return nil
}

// flag keeps the options that change an answer and are no request field. A task
// and its routes stand there by their hashes.
func (r *Result) flag(o Options) error {
	set := func(name, value string) {
		if r.Flags == nil {
			r.Flags = map[string]string{}
		}
		r.Flags[name] = value
	}
	if o.NoLocal {
		set("no_local", "true")
	}
	if o.Bound == nil {
		return nil
	}
	sum, err := canon.HashOf(o.Bound.Task)
	if err != nil {
		return err
	}
	set("task", sum)
	if o.Bound.Routes != nil {
		set("routes", o.Bound.Routes.Hash())
	}
	return nil
}
