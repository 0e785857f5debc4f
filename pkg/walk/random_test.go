package walk_test

import (
	"fmt"
	"math/rand/v2"

	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// The parts random layers are made of: few, so that much meets.
func randomPath(r *rand.Rand) string {
	p := fmt.Sprintf("%c/f%d.go", 'a'+rune(r.IntN(3)), r.IntN(4))
	if r.IntN(3) == 0 {
		p = "a/" + p
	}
	return p
}

func randomPlaces(r *rand.Rand) []string {
	places := []string{"a", "b", "a/a", "a/b", "c/f1.go", "a/f0.go", "b/*.go", "**/f2.go", "a/*", "new/file.go", ".", "a/b/"}
	var out []string
	for range r.IntN(3) {
		out = append(out, places[r.IntN(len(places))])
	}
	return out
}

func one[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// randomTree is a layer of every kind and every edge, whatever makes sense.
func randomTree(r *rand.Rand) *tree {
	t := newTree()
	seen := map[string]bool{}
	var names []string
	add := func(name, path string, change ...func(*object.Object)) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
			t.add(name, path, change...)
		}
	}
	n := 1 + r.IntN(4)
	for i := range n {
		add(fmt.Sprintf("issue/I%d", i), fmt.Sprintf("b/i%d.yaml", i), scope(randomPlaces(r)...))
		add(fmt.Sprintf("rule/r%d@%d", i/2, 1+i%2), fmt.Sprintf("r%d.md", i), class(one(r, "blocking", "advisory")), status(one(r, "active", "deprecated", "")))
		add(fmt.Sprintf("adr/%d", i), fmt.Sprintf("adr%d.md", i), status(one(r, "accepted", "active", "proposed")), tracks(randomPlaces(r)...), links(randomPath(r)))
		add(fmt.Sprintf("context/c%d", i), fmt.Sprintf("%s/AGENTS%d.md", one(r, "a", "a/a", "b", "x"), i), reach(one(r, "", "subtree", "directory", "explicit"), randomPlaces(r)...),
			composed(one(r, "", "extend", "replace", "final"), r.IntN(2)), status(one(r, "", "active", "deprecated")))
		add(fmt.Sprintf("session/s%d", i), fmt.Sprintf("s%d.md", i), changed(randomPath(r), randomPath(r)), branch(one(r, "master", "topic")))
		add(fmt.Sprintf("milestone/m%d", i), fmt.Sprintf("m%d.yaml", i), scope(randomPlaces(r)...))
	}
	for range 3 * n {
		add("implementation/"+randomPath(r), "", titled(one(r, "alpha", "beta gamma", "alpha gamma", "delta")), func(o *object.Object) {
			if r.IntN(2) == 0 {
				o.Provenance.Bytes = 9000
				o.Meta.Symbols = []object.Symbol{{Name: "Alpha", Start: 1, End: 9, Bytes: 200}, {Name: "gammaDelta", Start: 11, End: 20, Bytes: 300}}
			}
		})
	}
	add("policy/p", "p.yaml")
	add("scope/s", "s.yaml")
	kinds := []object.EdgeKind{object.BelongsTo, object.DependsOn, object.GovernedBy, object.PutInForce, object.Supersedes, object.Tracks,
		object.TestedBy, object.LoadWith, object.RelatedTo, object.Serves, object.Imports, object.Evidences, "is_a"}
	for range r.IntN(8 * n) {
		t.edge(one(r, names...), one(r, kinds...), one(r, names...))
	}
	for range r.IntN(3) {
		t.edges = append(t.edges, object.Edge{From: object.Scheme + one(r, names...), To: fmt.Sprintf("gone%d", r.IntN(2)), Kind: one(r, kinds...),
			DeclaredIn: "x", Dangling: true})
	}
	return t
}

func randomRequest(r *rand.Rand, t *tree) seed.Request {
	var q seed.Request
	if r.IntN(3) > 0 {
		q.Issue = new("I0")
	}
	if r.IntN(3) == 0 {
		q.Milestone = new("m0")
	}
	for range r.IntN(3) {
		q.Paths = append(q.Paths, one(r, "a", "b", "a/a", randomPath(r), "new", "./c/"))
	}
	if r.IntN(3) == 0 {
		q.URIs = append(q.URIs, one(r, t.objects...).URI)
	}
	if r.IntN(2) == 0 {
		q.Intent = new(one(r, "alpha", "beta alpha", "gammaDelta of the adr", "nothing at all"))
	}
	q.Floor, q.MaxDepth = new(float64(r.IntN(101))/100), new(r.IntN(5))
	if r.IntN(4) == 0 {
		q.AllBlockingRules = new(true)
	}
	return q
}
