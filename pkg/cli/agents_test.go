package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAgentSettingsAreMergedAndNothingIsLost(t *testing.T) {
	for _, name := range agentNames() {
		t.Run(name, func(t *testing.T) {
			files, err := agentFiles(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				old := `{"mcpServers":{"other":{"command":"x"}},"servers":{"other":1},"mcp":{"other":true},"hooks":{"UserPromptSubmit":[{"hooks":[]}]},"big":12345678901234567890}`
				if f.section != "" {
					old = "model = \"x\"\n[mcp_servers.other]\ncommand = \"y\""
				}
				once, changed, err := f.merged([]byte(old))
				if err != nil || !changed || !strings.Contains(once, "majordomus") || !strings.Contains(once, "other") {
					t.Fatalf("%s: %v %v\n%s", f.path, changed, err, once)
				}
				if f.section == "" && !strings.Contains(once, "12345678901234567890") {
					t.Errorf("%s: a number lost digits", f.path)
				}
				if twice, changed, err := f.merged([]byte(once)); err != nil || changed || twice != once {
					t.Errorf("%s: merged twice it changes (%v)", f.path, err)
				}
				if f.section == "" && !json.Valid([]byte(f.text())) {
					t.Errorf("%s: %s", f.path, f.text())
				}
			}
		})
	}
}

func TestAgentKeepsWhatAPersonWroteOfMajordomus(t *testing.T) {
	files, err := agentFiles("cursor")
	if err != nil {
		t.Fatal(err)
	}
	old := `{"mcpServers":{"majordomus":{"command":"/opt/majordomus","args":["mcp","--repo","x"]}}}`
	if text, changed, err := files[0].merged([]byte(old)); err != nil || changed || text != old {
		t.Errorf("%v %v %s", changed, err, text)
	}
}

func TestAgentRefusesAFileThatIsNoObject(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := os.WriteFile(filepath.Join(dir, ".mcp.json"), []byte("[1, // comment\n]"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := agentFiles("claude")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writeAgent(root, files); err == nil || !strings.Contains(err.Error(), ".mcp.json") {
		t.Errorf("err = %v", err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, ".mcp.json")); string(got) != "[1, // comment\n]" {
		t.Errorf("the file was changed: %q", got)
	}
}
