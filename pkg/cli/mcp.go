package cli

import (
	"context"
	"log/slog"

	"majordomus/pkg/mcpserver"
	"majordomus/pkg/operation"
)

type mcpFlags struct {
	Estimator string `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default:"bytes" description:"How tokens are counted"`
	Store     string `long:"store" unquote:"false" value-name:"DIR" default-mask:"none" description:"Folder that keeps the bytes behind handles of fragments"`
	localFlags
	historyFlags
	repoFlag
	indexFlags
}

func (a *app) mcpCommand() *command {
	f := new(mcpFlags)
	return &command{
		words:   []string{"mcp"},
		summary: "serve the Model Context Protocol on standard input and output",
		about:   "Speaks MCP until its input ends: every operation as a tool, every object as a resource. Nothing but protocol goes to standard output; logs go to standard error.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.runMCP(ctx, f) },
	}
}

func (a *app) runMCP(ctx context.Context, f *mcpFlags) error {
	if a.stdinTerminal {
		return errShortHelp
	}
	var s *mcpserver.Server
	env, err := operation.NewEnv(operation.Settings{Index: a.indexOptions(f.Repo, f.indexFlags), Estimator: f.Estimator, NoLocal: f.NoLocal, History: f.History,
		FragmentStore: f.Store, IngestRoots: a.ingestRoots(), Follow: true, Changed: func() { s.Changed() }})
	if err != nil {
		return err
	}
	defer env.Close()
	s = mcpserver.New(mcpserver.Options{Operations: operation.List(), Env: env, Version: Version, Log: a.log()})
	return s.Run(ctx, &mcpserver.Stdio{In: a.stdin, Out: a.stdout})
}

// log writes to standard error: warnings, and all of it under --verbose.
func (a *app) log() *slog.Logger {
	level := slog.LevelWarn
	switch {
	case a.common.Verbose:
		level = slog.LevelDebug
	case a.common.Quiet:
		level = slog.LevelError
	}
	return slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level}))
}
