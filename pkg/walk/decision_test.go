package walk_test

import (
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// TestDecisionsOverAPath holds which mentions count, of a path of the request.
func TestDecisionsOverAPath(t *testing.T) {
	for _, c := range []struct {
		name string
		adr  func(*object.Object)
		path string
		want bool
	}{
		{"tracks the path", tracks("src/a.go"), "src/a.go", true},
		{"tracks a folder above", tracks("src"), "src/a.go", true},
		{"tracks the root", tracks("."), "src/a.go", true},
		{"tracks something under", tracks("src/deep/x.go"), "src", true},
		{"tracks a neighbour", tracks("src/b.go"), "src/a.go", false},
		{"tracks a longer name", tracks("src/a.gone"), "src/a.go", false},
		{"tracks a folder of a like name", tracks("src-old"), "src", false},
		{"scope above", scope("src/"), "src/deep/x.go", true},
		{"scope written with ./", scope("./src"), "src/a.go", true},
		{"scope by a glob", scope("src/**/*.go"), "src/deep/x.go", true},
		{"scope by a glob under a folder", scope("src/*.go"), "src", true},
		{"scope by a glob that matches elsewhere", scope("src/*.go"), "src/deep/x.go", false},
		{"scope by a glob of a folder above", scope("sr?"), "src/deep/x.go", true},
		{"scope outside the tree", scope("../src"), "src/a.go", false},
		{"links to the path", links("src/a.go"), "src/a.go", true},
		{"links to something under", links("src/deep/x.go"), "src", true},
		{"links to a folder at the path", links("src/deep"), "src/deep", true},
		{"links to a folder above", links("src"), "src/a.go", false},
		{"everything under the root", tracks("src/a.go"), ".", true},
		{"a path to come", tracks("new"), "new/file.go", true},
		{"names nothing", tracks(), "src/a.go", false},
	} {
		tr := newTree()
		tr.add("implementation/src/a.go", "")
		tr.add("implementation/src/b.go", "")
		tr.add("implementation/src/deep/x.go", "")
		tr.add("adr/1", "adrs/1.md", status("accepted"), c.adr)
		r := run(t, tr.store(t), paths(c.path), walk.Options{})
		a := find(r, "adr/1")
		want := "not there"
		if c.want {
			want = "relation governed_by via " + c.path + " 0.9 @1"
			if a != nil && a.DiscoveredBy[0].Selector == walk.SelScopePath {
				a = nil
			}
		}
		if c.path == "." && a != nil {
			a.DiscoveredBy = a.DiscoveredBy[:1] // it lies under the root itself
		}
		if got := ways(a); got != want {
			t.Errorf("%s: %s, not %s", c.name, got, want)
		}
	}
}

func TestDecisionsComeThroughIssuesAtDepthOneAndAreWalkedFurther(t *testing.T) {
	tr := newTree()
	tr.add("issue/1", "i/1.yaml")
	tr.add("issue/2", "i/2.yaml", scope("lib"))
	tr.add("issue/3", "i/3.yaml", scope("far"))
	tr.add("implementation/lib/a.go", "")
	tr.add("implementation/far/b.go", "")
	tr.add("rule/r@1", "r.md")
	tr.add("adr/a", "adrs/a.md", status("accepted"), tracks("lib"))
	tr.add("adr/b", "adrs/b.md", status("active"), tracks("far"))
	tr.edge("issue/1", object.DependsOn, "issue/2")
	tr.edge("issue/2", object.DependsOn, "issue/3")
	tr.edge("adr/a", object.PutInForce, "rule/r@1")
	r := run(t, tr.store(t), issue("1"), walk.Options{})
	expect(t, r, map[string]string{
		"adr/a":                   "decision 0.81 depth 2: relation governed_by via issue/2 0.9 @2",
		"rule/r@1":                "governance 0.648 depth 3: relation put_in_force via adr/a 0.8 @3",
		"issue/3":                 "task 0.81 depth 2: relation depends_on via issue/2 0.9 @2",
		"adr/b":                   "not there", // issue 3 is two hops away: its scope is not the work's
		"implementation/lib/a.go": "source 0.8 depth 1: scope_path via lib 0.8 @1",
		"implementation/far/b.go": "not there",
	})
	// One way: nothing is reached from a decision through its scope.
	if got := ways(find(run(t, tr.store(t), uris("adr/a"), walk.Options{}), "issue/2")); got != "not there" {
		t.Errorf("issue 2 from the decision: %s", got)
	}
}
