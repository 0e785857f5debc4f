package walk

import (
	"sync"
	"sync/atomic"

	"majordomus/pkg/graph"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/search"
)

// Tables are what a walk asks of a Store beyond its objects, each made once
// when it is first needed and then shared. One value serves every walk over its
// Store, also at the same time.
type Tables struct {
	store     *index.Store
	weights   *weights
	graph     *graph.Graph
	cards     []atomic.Pointer[card]
	pool      sync.Pool // of *things
	contracts func() *contracts
	decisions func() *mentions // in force, by path
	changes   func() *mentions // sessions by changed file
	branches  func() map[string][]int32
	blocking  func() []int32
	findings  func() *findings
	words     func() *search.Index
}

// NewTables prepares the tables of a Store; little is read yet.
func NewTables(s *index.Store) *Tables {
	t := &Tables{store: s, weights: newWeights(), cards: make([]atomic.Pointer[card], s.Len())}
	t.graph = graph.New(s, t.weights.rules)
	t.contracts = sync.OnceValue(t.makeContracts)
	t.decisions = sync.OnceValue(t.makeDecisions)
	t.changes = sync.OnceValue(t.makeChanges)
	t.branches = sync.OnceValue(t.makeBranches)
	t.blocking = sync.OnceValue(t.makeBlocking)
	t.findings = sync.OnceValue(t.makeFindings)
	t.words = sync.OnceValue(t.makeWords)
	return t
}

// inForce reports whether a decision of that status counts.
func inForce(status string) bool { return status == "accepted" || status == "active" }

// makeDecisions finds what the decisions in force name: related files and
// tests and links speak for themselves, tracks and scope also for what lies
// under them.
func (t *Tables) makeDecisions() *mentions {
	m := &mentions{}
	for _, i := range t.store.OfKind(object.ADR) {
		o := t.store.Object(i)
		if !inForce(o.Status) {
			continue
		}
		for l := range t.store.Out(i) {
			if t.store.EdgeKind(l.Edge) == object.PutInForce && l.Other >= 0 && t.namesFile(l.Other) {
				m.byPath = append(m.byPath, mention{path: t.store.Path(l.Other), of: i})
			}
		}
		if o.Meta != nil {
			m.add(t.store, i, false, o.Meta.Links...)
			m.add(t.store, i, true, o.Meta.Tracks...)
			m.add(t.store, i, true, o.Meta.Scope...)
		}
	}
	return m.sort()
}

// namesFile reports whether a decision that puts an object in force names its
// file by that: a rule or claim is named for itself.
func (t *Tables) namesFile(i int32) bool {
	k := t.store.Kind(i)
	return k != object.Rule && k != object.Claim
}

func (t *Tables) makeChanges() *mentions {
	m := &mentions{}
	for _, i := range t.store.OfKind(object.Session) {
		if o := t.store.Object(i); o.Meta != nil {
			for _, p := range o.Meta.ChangedFiles {
				if pl, ok := declared(t.store, p); ok {
					m.byPath = append(m.byPath, mention{path: pl.path, of: i})
				}
			}
		}
	}
	return m.sort()
}

// makeBranches lists the sessions of each branch.
func (t *Tables) makeBranches() map[string][]int32 {
	m := map[string][]int32{}
	for _, i := range t.store.OfKind(object.Session) {
		if o := t.store.Object(i); o.Meta != nil && o.Meta.Branch != "" {
			m[o.Meta.Branch] = append(m[o.Meta.Branch], i)
		}
	}
	return m
}

func (t *Tables) makeBlocking() []int32 {
	var out []int32
	for _, i := range t.store.OfKind(object.Rule) {
		if isBlocking(t.store.Object(i)) {
			out = append(out, i)
		}
	}
	return out
}

// scopeOf is the scope that an issue or milestone declares.
func (t *Tables) scopeOf(i int32) []place { return t.card(i).scope }
