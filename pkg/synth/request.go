package synth

import (
	"math/rand/v2"

	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// Requests gives n requests that name things of the repository, in every mix
// of the fields; some name nothing. The same spec and n give the same list.
func Requests(s Spec, n int) []seed.Request {
	c := s.counts()
	out := make([]seed.Request, n)
	for i := range out {
		out[i] = s.request(c, s.dice("request", i))
	}
	return out
}

func (s Spec) request(c counts, r *rand.Rand) seed.Request {
	var q seed.Request
	maybe := func(one int) bool { return r.IntN(one) == 0 }
	if maybe(2) {
		q.Issue = new(issueID(r.IntN(c.issues)))
	}
	if maybe(6) {
		q.Milestone = new(milestoneID(r.IntN(c.milestones)))
	}
	for range r.IntN(3) {
		q.Paths = append(q.Paths, []string{packageDir(r.IntN(c.code)), codePath(r.IntN(c.code)), moduleDir(r.IntN(c.code))}[r.IntN(3)])
	}
	if maybe(4) {
		q.URIs = append(q.URIs, object.URI(object.ADR, adrID(r.IntN(c.adrs))))
	}
	if maybe(3) {
		q.Intent = new(any1(r, verbs) + " the " + any1(r, nouns) + " and its " + any1(r, qualities) + " " + any1(r, nouns))
	}
	if !maybe(3) {
		q.BudgetTokens = new(int64(1 + r.IntN(20_000)))
	}
	if maybe(2) {
		q.MaxDepth = new(r.IntN(6))
	}
	if maybe(2) {
		q.Floor = new(float64(r.IntN(90)) / 100)
	}
	if maybe(5) {
		q.AllBlockingRules = new(true)
	}
	return q
}
