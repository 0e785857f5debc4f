package walk_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// workedTree is the example of spec/devcontext.md.
func workedTree() *tree {
	t := newTree()
	t.add("context/ai.layer", ".ai/README.md", reach("subtree"), tracks("lib"))
	t.add("context/ai.repo.rules", ".ai/repo/rules/README.md", reach("directory"))
	t.add("rule/alpha@1", ".ai/repo/rules/alpha.md", class("blocking"), status("active"))
	t.add("rule/beta@1", ".ai/repo/rules/beta.md", class("advisory"), status("active"))
	t.add("rule/gamma@1", ".ai/repo/rules/gamma.md", class("advisory"), status("deprecated"))
	t.add("adr/adr-0001", ".ai/repo/adrs/0001.md", status("accepted"))
	t.add("adr/adr-0002", ".ai/repo/adrs/0002.md", status("accepted"))
	t.add("milestone/m1", ".ai/repo/project/milestones/m1.yaml")
	t.add("issue/I0001", ".ai/repo/project/issues/I0001.yaml", scope("lib"), func(o *object.Object) {
		o.Meta.Evidence = []object.Evidence{{Commit: "1f3870be", Covers: "the declaration"}}
		o.Meta.Milestone, o.Meta.Priority, o.Meta.UpdatedAt = "m1", "high", "2025-03-01"
	})
	t.add("issue/I0002", ".ai/repo/project/issues/I0002.yaml", scope("lib"))
	t.add("session/s1", ".ai/repo/sessions/s1.md", changed("lib/thing.sh"), branch("topic"))
	t.add("implementation/lib/thing.sh", "")
	t.add("test/test/cases/01_thing.sh", "")
	t.add("policy/.ai/repo/policy.yaml", "")
	t.add("scope/.ai/repo/scope.yaml", "")
	t.edge("rule/beta@1", object.DependsOn, "rule/alpha@1")
	t.edge("rule/gamma@1", object.DependsOn, "rule/alpha@1")
	t.edge("adr/adr-0001", object.PutInForce, "rule/alpha@1")
	t.edge("adr/adr-0002", object.Supersedes, "adr/adr-0001")
	t.edge("adr/adr-0002", object.PutInForce, "rule/beta@1")
	t.edge("issue/I0001", object.BelongsTo, "milestone/m1")
	t.edge("issue/I0002", object.BelongsTo, "milestone/m1")
	t.edge("issue/I0002", object.DependsOn, "issue/I0001")
	return t
}

// worked is what the page says of the example, entry for entry.
var worked = map[string]string{
	"issue/I0001":                 "task 1 depth 0 required: seed 1 @0; relation belongs_to via milestone/m1 0.45 @2; relation depends_on via issue/I0002 0.9 @2",
	"milestone/m1":                "task 0.95 depth 1 required: relation belongs_to via issue/I0001 0.95 @1",
	"issue/I0002":                 "task 0.6 depth 1: relation depends_on via issue/I0001 0.6 @1; relation belongs_to via milestone/m1 0.45 @2",
	"policy/.ai/repo/policy.yaml": "governance 1 depth 0 required: governance 1 @0",
	"scope/.ai/repo/scope.yaml":   "governance 1 depth 0 required: governance 1 @0",
	"context/ai.layer":            "governance 0.85 depth 1: contract via lib 0.85 @1",
	"implementation/lib/thing.sh": "source 0.8 depth 1: scope_path via lib 0.8 @1",
	"session/s1":                  "knowledge 0.75 depth 1: session_state via lib 0.75 @1",
	"test/test/cases/01_thing.sh": "not there",
	"context/ai.repo.rules":       "not there",
	"rule/alpha@1":                "not there",
}

func TestWorkedExample(t *testing.T) {
	r := run(t, workedTree().store(t), issue("I0001"), walk.Options{})
	expect(t, r, worked)
	if len(r.Candidates) != 8 || len(r.Diagnostics) != 0 {
		t.Errorf("%d candidates, %v", len(r.Candidates), r.Diagnostics)
	}
	c := find(r, "issue/I0001")
	if c.Version != "2025-03-01" || len(c.Commits) != 1 || c.Commits[0].Commit != "1f3870be" {
		t.Errorf("version %q, commits %v", c.Version, c.Commits)
	}
	for k, v := range map[string]string{"milestone": "m1", "priority": "high", "scope": "lib", "commits": "1f3870be"} {
		if c.Facts[k] != v {
			t.Errorf("fact %s is %q, not %q", k, c.Facts[k], v)
		}
	}
	if len(c.Facts) != 4 {
		t.Errorf("facts %v", c.Facts)
	}
}

func TestWorkedExampleWithADecisionInForce(t *testing.T) {
	tr := workedTree()
	tr.add("adr/adr-0003", ".ai/repo/adrs/0003.md", status("accepted"))
	tr.edge("adr/adr-0003", object.PutInForce, "implementation/lib/thing.sh")
	r := run(t, tr.store(t), issue("I0001"), walk.Options{})
	expect(t, r, map[string]string{
		"adr/adr-0003":                "decision 0.9 depth 1: relation governed_by via issue/I0001 0.9 @1; relation put_in_force via implementation/lib/thing.sh 0.85 @3",
		"implementation/lib/thing.sh": "source 0.8 depth 1: scope_path via lib 0.8 @1; relation put_in_force via adr/adr-0003 0.8 @2",
		"issue/I0001":                 worked["issue/I0001"],
	})
	tr.objects[slices.IndexFunc(tr.objects, func(o object.Object) bool { return o.Identity == "adr-0003" })].Status = "proposed"
	if got := ways(find(run(t, tr.store(t), issue("I0001"), walk.Options{}), "adr/adr-0003")); got != "not there" {
		t.Errorf("a proposed decision: %s", got)
	}
}

func TestWorkedExampleFromItsFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/worked-example")); err != nil {
		t.Fatal(err)
	}
	s, err := index.Build(context.Background(), index.Options{Dir: dir, NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, s, issue("I0001"), walk.Options{})
	expect(t, r, worked)
	if len(r.Candidates) != 8 {
		t.Errorf("%d candidates", len(r.Candidates))
	}
}
