package walk_test

import (
	"fmt"
	"strings"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

func contractTree() *tree {
	tr := newTree()
	for _, p := range []string{"lib/a.sh", "lib/sub/b.sh", "web/c.ts", "main.go"} {
		tr.add("implementation/"+p, "")
	}
	return tr
}

// TestContractsReach holds the four ways, and what they do not do.
func TestContractsReach(t *testing.T) {
	for _, c := range []struct {
		name, at string
		how      func(*object.Object)
		path     string
		want     bool
	}{
		{"subtree contains a file", "lib/AGENTS.md", reach("subtree"), "lib/sub/b.sh", true},
		{"subtree contains itself", "lib/AGENTS.md", reach("subtree"), "lib", true},
		{"subtree by default", "lib/AGENTS.md", reach(""), "lib/sub/b.sh", true},
		{"subtree does not reach up", "lib/sub/AGENTS.md", reach("subtree"), "lib/a.sh", false},
		{"subtree does not reach a like name", "li/AGENTS.md", reach("subtree"), "lib/a.sh", false},
		{"directory is the folder", "lib/README.md", reach("directory"), "lib", true},
		{"a file counts as its folder", "lib/README.md", reach("directory"), "lib/a.sh", true},
		{"directory is not below", "lib/README.md", reach("directory"), "lib/sub/b.sh", false},
		{"directory by default of a README", "lib/README.md", reach(""), "lib/sub", false},
		{"a file to come counts as its folder", "lib/README.md", reach("directory"), "lib/new.sh", true},
		{"root reaches everything", "AGENTS.md", reach("subtree"), "lib/sub/b.sh", true},
		{"root of scope directory too", "README.md", reach("directory"), "lib/sub/b.sh", true},
		{"root explicit only what it names", "AGENTS.md", reach("explicit", "web/**"), "lib/a.sh", false},
		{"glob matches the file", "x/c.mdc", reach("explicit", "**/*.ts"), "web/c.ts", true},
		{"glob matches under the folder", "x/c.mdc", reach("explicit", "web/*.ts"), "web", true},
		{"glob matches nothing of it", "x/c.mdc", reach("explicit", "web/*.css"), "web", false},
		{"glob of an other folder", "x/c.mdc", reach("explicit", "web/**"), "lib", false},
		{"a folder without wildcards", "x/c.mdc", reach("explicit", "web"), "web/c.ts", true},
		{"paths count for explicit ones alone", "x/AGENTS.md", func(o *object.Object) { o.Meta.Reach, o.Meta.Paths = "subtree", []string{"web/**"} }, "web/c.ts", false},
		{"tracks the path", "x/AGENTS.md", tracks("web/c.ts"), "web/c.ts", true},
		{"tracks above", "x/AGENTS.md", tracks("web"), "web/c.ts", true},
		{"tracks below", "x/AGENTS.md", tracks("web/c.ts"), "web", true},
		{"tracks by a glob", "x/AGENTS.md", tracks("web/*.ts"), "web", true},
		{"tracks aside", "x/AGENTS.md", tracks("web/d.ts"), "web/c.ts", false},
		{"deprecated", "lib/AGENTS.md", status("deprecated"), "lib", false},
	} {
		tr := contractTree()
		tr.add("context/c", c.at, c.how)
		got := ways(find(run(t, tr.store(t), paths(c.path), walk.Options{}), "context/c"))
		if strings.Contains(got, "contract via "+c.path+" 0.85 @1") != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestContractsOfAGlobScope(t *testing.T) {
	tr := contractTree()
	tr.add("issue/1", "i.yaml", scope("lib/**/*.sh"))
	tr.add("context/lib", "lib/AGENTS.md")
	tr.add("context/sub", "lib/sub/AGENTS.md")
	r := run(t, tr.store(t), issue("1"), walk.Options{})
	expect(t, r, map[string]string{
		"context/lib":                 "governance 0.85 depth 1: contract via lib/**/*.sh 0.85 @1",
		"context/sub":                 "not there",
		"implementation/lib/a.sh":     "source 0.8 depth 1: scope_path via lib/**/*.sh 0.8 @1",
		"implementation/lib/sub/b.sh": "source 0.8 depth 1: scope_path via lib/**/*.sh 0.8 @1",
		"implementation/web/c.ts":     "not there",
	})
}

// TestComposition builds chains at lib/sub/b.sh out of root, lib and lib/sub.
func TestComposition(t *testing.T) {
	for _, c := range []struct {
		name           string
		root, lib, sub string
		want           string // replaced ones and by what
		final          bool
	}{
		{"extend adds", "extend", "extend", "extend", "", false},
		{"replace excludes all above", "", "", "replace", "lib by sub, root by sub", false},
		{"as far as the nearest final one", "", "final", "replace", "", true},
		{"a final one further up", "final", "", "replace", "lib by sub", true},
		{"replace in the middle", "", "replace", "", "root by lib", false},
		{"two replace", "", "replace", "replace", "lib by sub, root by sub", false}, // the one that stands itself
		{"final alone replaces nothing", "", "", "final", "", false},
	} {
		tr := contractTree()
		tr.add("context/root", "AGENTS.md", composed(c.root, 0))
		tr.add("context/lib", "lib/AGENTS.md", composed(c.lib, 0))
		tr.add("context/sub", "lib/sub/AGENTS.md", composed(c.sub, 0))
		r := run(t, tr.store(t), paths("lib/sub/b.sh"), walk.Options{})
		var got []string
		for _, name := range []string{"lib", "root", "sub"} {
			if by := find(r, "context/"+name).Replaced; by != "" {
				got = append(got, name+" by "+strings.TrimPrefix(by, object.Scheme+"context/"))
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %q, not %q", c.name, s, c.want)
		}
		if strings.Contains(codes(r), "final_contract") != c.final {
			t.Errorf("%s: %s", c.name, codes(r))
		}
	}
}

func TestAContractStandsWhenItStandsForOnePath(t *testing.T) {
	tr := contractTree()
	tr.add("context/root", "AGENTS.md")
	tr.add("context/sub", "lib/sub/AGENTS.md", composed("replace", 0))
	if by := find(run(t, tr.store(t), paths("lib/sub/b.sh"), walk.Options{}), "context/root").Replaced; by == "" {
		t.Error("it stands nowhere")
	}
	if by := find(run(t, tr.store(t), paths("lib/sub/b.sh", "web"), walk.Options{}), "context/root").Replaced; by != "" {
		t.Errorf("replaced by %s, but it stands for web", by)
	}
}

func TestAChainIsOrderedByDepthOrderAndURI(t *testing.T) {
	tr := contractTree()
	tr.add("context/b", "lib/B.md", composed("replace", 1))
	tr.add("context/a", "lib/A.md", composed("", 2))
	tr.add("context/c", "lib/C.md", composed("", 1))
	tr.add("context/0", "lib/0.md", composed("", 1))
	r := run(t, tr.store(t), paths("lib/a.sh"), walk.Options{})
	for name, want := range map[string]bool{"a": false, "c": false, "0": true, "b": false} {
		if got := find(r, "context/"+name).Replaced != ""; got != want {
			t.Errorf("%s replaced: %v", name, got)
		}
	}
}

// TestContractsBringWhatTheyImport: with the contract, and as it binds.
func TestContractsBringWhatTheyImport(t *testing.T) {
	tr := contractTree()
	tr.add("context/root", "AGENTS.md")
	tr.add("context/old", "lib/AGENTS.md")
	tr.add("context/sub", "lib/sub/AGENTS.md", composed("replace", 0))
	tr.add("context/web", "web/AGENTS.md")
	for _, d := range []string{"style", "more", "again", "linked", "old", "web"} {
		tr.add("document/docs/"+d+".md", "")
	}
	tr.edge("context/root", object.LoadWith, "document/docs/old.md")
	tr.edge("context/sub", object.LoadWith, "document/docs/style.md")
	tr.edge("context/sub", object.RelatedTo, "document/docs/linked.md")
	tr.edge("document/docs/style.md", object.LoadWith, "document/docs/more.md")
	tr.edge("document/docs/more.md", object.LoadWith, "context/sub")
	tr.edge("document/docs/again.md", object.LoadWith, "context/sub")
	tr.edge("context/web", object.LoadWith, "document/docs/web.md")
	r := run(t, tr.store(t), paths("lib/sub/b.sh"), walk.Options{})
	expect(t, r, map[string]string{
		"document/docs/style.md":  "governance 0.85 depth 2: contract load_with via context/sub 0.85 @2",
		"document/docs/more.md":   "governance 0.85 depth 3: contract load_with via document/docs/style.md 0.85 @3",
		"document/docs/linked.md": "not there",
		"document/docs/again.md":  "not there",
		"document/docs/old.md":    "not there", // of a contract that another replaces
		"document/docs/web.md":    "not there", // of one that reaches nothing
	})
}

// TestImportsOfContractsEnd after as many hops as agents follow.
func TestImportsOfContractsEnd(t *testing.T) {
	tr := contractTree()
	tr.add("context/root", "AGENTS.md")
	from := "context/root"
	for i := range 9 {
		to := fmt.Sprintf("document/%d.md", i)
		tr.add(to, "")
		tr.edge(from, object.LoadWith, to)
		from = to
	}
	r := run(t, tr.store(t), paths("lib"), walk.Options{})
	for i := range 9 {
		if got := find(r, fmt.Sprintf("document/%d.md", i)) != nil; got != (i < 5) {
			t.Errorf("hop %d: %v", i+1, got)
		}
	}
}
