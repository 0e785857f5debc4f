package capsule

import (
	"testing"

	"majordomus/pkg/fault"
)

func TestCheckConfig(t *testing.T) {
	dir := repo(t, map[string]string{".ai/manifest.yaml": "schema: ai-repository/v1\n",
		".ai/repo/knowledge/sources.yaml": "version: 1\nsources:\n  - {id: open, kind: document, pathspec: 'open/**', egress: lan}\n"})
	c, err := CheckConfig(onDisk(t, dir))
	if err != nil || c.Builtin || c.Classes[0] != (ClassPolicy{"open", LAN, "sources.yaml"}) {
		t.Errorf("%+v %v", c, err)
	}
	put(t, dir, ".ai/manifest.yaml", "schema: other\n")
	if _, err := CheckConfig(onDisk(t, dir)); fault.As(err).Class != fault.Config {
		t.Error(err)
	}
}
