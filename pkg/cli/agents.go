package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
)

// agentFile is one file of a coding agent's project settings and what it must
// hold for majordomus to be used: members to merge into a JSON object, or a
// TOML section to append.
type agentFile struct {
	path    string
	members map[string]any
	section string // TOML; its first line names it
}

// promptHook compiles a context for the prompt that a hook is handed as JSON. A
// prompt may open with a dash, and one argument holds 128 KiB; Claude Code throws
// a prompt away when its hook ends with status 2.
const promptHook = `majordomus devcontext compile --format md --intent="$(jq -r '.prompt[:9999]')"`

func server() map[string]any {
	return map[string]any{"command": "majordomus", "args": []any{"mcp"}}
}

// agentFiles are the settings of the agents people use, by name.
func agentFiles(name string) ([]agentFile, error) {
	servers := func(key string) map[string]any { return map[string]any{key: map[string]any{"majordomus": server()}} }
	switch name {
	case "claude":
		return []agentFile{{path: ".mcp.json", members: servers("mcpServers")},
			{path: ".claude/settings.json", members: map[string]any{"hooks": map[string]any{"UserPromptSubmit": []any{
				map[string]any{"hooks": []any{map[string]any{"type": "command", "command": promptHook}}}}}}}}, nil
	case "cursor":
		return []agentFile{{path: ".cursor/mcp.json", members: servers("mcpServers")}}, nil
	case "vscode":
		s := server()
		s["type"] = "stdio"
		return []agentFile{{path: ".vscode/mcp.json", members: map[string]any{"servers": map[string]any{"majordomus": s}}}}, nil
	case "gemini":
		return []agentFile{{path: ".gemini/settings.json", members: servers("mcpServers")}}, nil
	case "codex":
		return []agentFile{{path: ".codex/config.toml", section: "[mcp_servers.majordomus]\ncommand = \"majordomus\"\nargs = [\"mcp\"]\n"}}, nil
	case "opencode":
		return []agentFile{{path: "opencode.json", members: map[string]any{"mcp": map[string]any{"majordomus": map[string]any{
			"type": "local", "command": []any{"majordomus", "mcp"}, "enabled": true}}}}}, nil
	}
	e := fault.New(fault.Usage, "usage", "--agent: %s is not an agent known here", fault.Quote(name))
	if near := nearest(name, agentNames()); near != "" {
		return nil, e.WithHint("did you mean %s?", near)
	}
	return nil, e.WithHint("known: %s", strings.Join(agentNames(), ", "))
}

func agentNames() []string {
	return []string{"claude", "codex", "cursor", "gemini", "opencode", "vscode"}
}

// text is what the file holds when there is nothing else in it.
func (f agentFile) text() string {
	if f.section != "" {
		return f.section
	}
	return encodeSettings(f.members)
}

func encodeSettings(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic("cli: settings do not encode: " + err.Error())
	}
	return b.String()
}

// merged gives the file's text with what it must hold added to old, and whether
// anything was. What old says of other things stays; what it says of majordomus
// stays too: a person wrote it.
func (f agentFile) merged(old []byte) (text string, changed bool, err error) {
	if f.section != "" {
		name, _, _ := strings.Cut(f.section, "\n")
		if slices.Contains(strings.Split(strings.ReplaceAll(string(old), "\r\n", "\n"), "\n"), name) {
			return string(old), false, nil
		}
		sep := ""
		if len(old) > 0 {
			sep = "\n"
			if !bytes.HasSuffix(old, []byte("\n")) {
				sep = "\n\n"
			}
		}
		return string(old) + sep + f.section, true, nil
	}
	if len(bytes.TrimSpace(old)) == 0 {
		return f.text(), true, nil
	}
	var have map[string]any
	dec := json.NewDecoder(bytes.NewReader(old))
	dec.UseNumber()
	if err := dec.Decode(&have); err != nil || have == nil {
		return "", false, fault.New(fault.Invalid, "invalid_input", "is not a JSON object, so nothing can be merged into it").At(f.path, 0, 0).
			WithHint("mend it, or add what majordomus init --agent prints by hand")
	}
	if !mergeInto(have, f.members) {
		return string(old), false, nil
	}
	return encodeSettings(have), true, nil
}

// mergeInto adds the members of add that have lacks, object by object; a list
// gets the entries it does not hold yet.
func mergeInto(have, add map[string]any) (changed bool) {
	for k, v := range add {
		old, ok := have[k]
		if !ok {
			have[k] = v
			changed = true
			continue
		}
		switch v := v.(type) {
		case map[string]any:
			if o, ok := old.(map[string]any); ok {
				changed = mergeInto(o, v) || changed
			}
		case []any:
			if o, ok := old.([]any); ok && k != "args" && k != "command" {
				for _, one := range v {
					if !slices.ContainsFunc(o, func(x any) bool { return encodeSettings(x) == encodeSettings(one) }) {
						o, changed = append(o, one), true
					}
				}
				have[k] = o
			}
		}
	}
	return changed
}

// writeAgent merges the settings of an agent into the files below a root, each
// complete or as it was, and tells what it did.
func writeAgent(root *os.Root, files []agentFile) ([]string, error) {
	var told []string
	for _, f := range files {
		old, err := root.ReadFile(f.path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return told, fault.Wrap(bare(err), "cannot be read").At(f.path, 0, 0)
		}
		text, changed, err := f.merged(old)
		if err != nil {
			return told, err
		}
		if !changed {
			told = append(told, fmt.Sprintf("%s: has it already", f.path))
			continue
		}
		if err := replaceFile(root, f.path, text); err != nil {
			return told, err
		}
		told = append(told, fmt.Sprintf("%s: written", f.path))
	}
	return told, nil
}

// initAgent prints what an agent needs, or merges it into the agent's files at
// the root of the repository.
func (a *app) initAgent(ctx context.Context, f *initFlags) error {
	files, err := agentFiles(f.Agent)
	if err != nil {
		return err
	}
	if !f.Write {
		var b strings.Builder
		for i, file := range files {
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%s:\n%s", file.path, file.text())
		}
		return a.writeText(f.outputFlags, b.String())
	}
	at, _, err := index.Root(ctx, f.Repo)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(at)
	if err != nil {
		return fault.Wrap(bare(err), "open the root")
	}
	defer root.Close() //nolint:errcheck // what was written is synced
	told, err := writeAgent(root, files)
	if len(told) > 0 {
		if err := a.writeText(f.outputFlags, strings.Join(told, "\n")+"\n"); err != nil {
			return err
		}
	}
	return err
}

// replaceFile writes beside the target, syncs and renames.
func replaceFile(root *os.Root, name, text string) error {
	failed := func(err error) error { return fault.Wrap(bare(err), "cannot be written").At(name, 0, 0) }
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return failed(err)
		}
	}
	temp := name + ".tmp"
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return failed(err)
	}
	_, err = f.WriteString(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		_ = root.Remove(temp) // the failure says more
		return failed(err)
	}
	return nil
}
