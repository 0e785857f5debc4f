package cli

import (
	"context"
	"strings"

	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
)

type initFlags struct {
	Agent string `long:"agent" unquote:"false" value-name:"NAME" description:"Print what this coding agent needs to use majordomus instead: claude, codex, cursor, gemini, opencode or vscode"`
	Write bool   `long:"write" description:"With --agent: merge it into the agent's files at the root of the repository"`
	repoFlag
	formatFlags
	outputFlags
}

func (a *app) initCommand() *command {
	f := new(initFlags)
	return &command{
		words:   []string{"init"},
		summary: "write a layer to start from: manifest, sources and examples",
		about: "Writes .ai/manifest.yaml, its sources and examples at the root of the repository. Nothing is overwritten: a file that exists already is an error.\n\n" +
			"With --agent it prints the MCP server and the hook of a coding agent, and with --write merges them into its files; what they say already stays.\n\n" +
			"  majordomus init --agent claude --write",
		flags: f,
		run:   func(ctx context.Context) error { return a.init(ctx, f) },
	}
}

func (a *app) init(ctx context.Context, f *initFlags) error {
	if f.Agent != "" {
		return a.initAgent(ctx, f)
	}
	if f.Write {
		return fault.New(fault.Usage, "usage", "--write needs --agent NAME").WithHint("known: %s", strings.Join(agentNames(), ", "))
	}
	done, err := devcontext.Init(ctx, f.Repo)
	if err != nil {
		return err
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		t := &table{head: []string{"written"}}
		for _, p := range done.Files {
			t.rows = append(t.rows, []string{p})
		}
		return a.writeTables(f.outputFlags, format, t)
	}
	return a.writeJSON(f.outputFlags, done)
}
