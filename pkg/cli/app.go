package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"
	"sync"

	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
)

// Version of the programs, in headers and for --version.
const Version = "0.1.0"

// app is one run of a program: what it was called with and what it may use.
type app struct {
	tool   string
	args   []string
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer

	stdinTerminal, stdoutTerminal, stderrTerminal bool
	width                                         func() int
	getenv                                        func(string) string

	common common
	active *command
	inputs []fs.FileInfo // what is read, so that nothing is written onto it

	mu      sync.Mutex
	outputs []*stream.File // not yet in place
}

// common are the options of every program and command.
type common struct {
	Version    bool `long:"version" description:"Print the version and end"`
	JSONErrors bool `long:"json-errors" description:"Write an error to standard error as one JSON object"`
	Quiet      bool `short:"q" long:"quiet" description:"Show no progress and no warnings on standard error"`
	Verbose    bool `short:"v" long:"verbose" description:"Tell on standard error what is done"`
}

// errShortHelp asks for the short help on standard error and the status of a
// usage error.
var errShortHelp = errors.New("nothing to read on a terminal")

// outcome ends a program with the status of a class and no message: what there
// is to say stands in the answer.
type outcome struct{ class fault.Class }

func (o *outcome) Error() string { return "the answer says it" }

// guarded turns a panic into an error: a status of its own would pass for usage.
func (a *app) guarded(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			f := fault.New(fault.Internal, "internal", "a fault of the program: %v", r).
				WithHint("run it again with -v and report what it prints")
			if a.common.Verbose {
				fmt.Fprintf(a.stderr, "%s\n", debug.Stack())
			}
			err = f
		}
	}()
	return a.run(ctx)
}

// end reports an error and gives the exit status.
func (a *app) end(err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, errShortHelp) {
		a.shortHelp()
		return exitOf(fault.Usage, a.contextFamily())
	}
	if o, ok := errors.AsType[*outcome](err); ok {
		return exitOf(o.class, a.contextFamily())
	}
	if errors.Is(err, context.Canceled) {
		return exitOf(fault.Interrupted, a.contextFamily())
	}
	f := fault.As(err)
	a.report(f)
	return exitOf(f.Class, a.contextFamily())
}

// contextFamily reports whether the command is one of majordomus context, as far
// as the arguments tell before they are understood.
func (a *app) contextFamily() bool {
	for _, arg := range a.args {
		if !strings.HasPrefix(arg, "-") {
			return a.tool == "majordomus" && arg == "context"
		}
	}
	return false
}

// abort removes what was not finished.
func (a *app) abort() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, f := range a.outputs {
		f.Abort()
	}
}

// verbose tells what is done, under -v.
func (a *app) verbose(format string, args ...any) {
	if a.common.Verbose {
		fmt.Fprintf(a.stderr, "%s: %s\n", a.tool, oneLine(fmt.Sprintf(format, args...)))
	}
}

// warn tells what is not an error, unless -q.
func (a *app) warn(message string) {
	if !a.common.Quiet {
		fmt.Fprintf(a.stderr, "%s: %s\n", a.tool, oneLine(message))
	}
}

// colored reports whether text for standard output may hold colour.
func (a *app) colored() bool {
	return a.stdoutTerminal && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}
