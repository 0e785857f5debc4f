package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

// grace is how long an interrupted command has to put itself in order; one that
// waits for input never gets there.
const grace = time.Second

// Main runs the program of a name (dc-index, dc-seed, dc-walk, dc-budget or
// majordomus) on the process's arguments and streams and ends the process.
// SIGPIPE is left alone: a reader that goes away ends a stage silently.
func Main(tool string) {
	collectLate()
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	a := &app{
		tool: tool, args: os.Args[1:], stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		stdinTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		stdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		stderrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		width:          terminalWidth, getenv: os.Getenv,
	}
	done := make(chan int, 1)
	go func() { done <- a.end(a.guarded(ctx)) }()
	select {
	case status := <-done:
		os.Exit(status)
	case s := <-signals:
		signal.Stop(signals) // a second one ends the process at once
		cancel()
		select {
		case <-done:
		case <-time.After(grace):
		}
		a.abort()
		os.Exit(exitOfSignal(s == syscall.SIGTERM))
	}
}

// terminalWidth is that of standard output, else 80 columns.
func terminalWidth() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}
