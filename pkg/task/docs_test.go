package task

import (
	"os"
	"regexp"
	"testing"

	"majordomus/pkg/route"
)

// The examples of docs/routes.md are what they say they are.
func TestDocumentedExamples(t *testing.T) {
	text, err := os.ReadFile("../../docs/routes.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile("(?s)```yaml (\\w+)\n(.*?)```").FindAllSubmatch(text, -1) {
		kind, data := string(m[1]), m[2]
		seen[kind] = true
		switch kind {
		case "routes":
			ix, issues := route.Parse("r.yaml", data)
			if issues != nil {
				t.Fatal(issues)
			}
			if verified, issues := route.VerifySource(ix, nil); !verified || issues != nil {
				t.Error(issues)
			}
		case "task":
			task, err := Parse("t.yaml", data)
			if err != nil || len(task.Scope) != 3 {
				t.Error(task, err)
			}
		case "roles":
			if roles, err := ParseRoles("r.yaml", data); err != nil || len(roles) != 4 {
				t.Error(roles, err)
			}
		case "node":
			w := repository(t, map[string]string{"knowledge/a.md": "---\n" + string(data) + "---\n"})
			n, err := w.Graph.Find("solver-tolerance")
			if err != nil || n.missing() != "" || n.Confidence != .8 || len(n.Edges) != 2 || len(n.LoadWith) != 1 {
				t.Errorf("%+v %v", n, err)
			}
		}
	}
	if len(seen) != 4 {
		t.Error(seen)
	}
}
