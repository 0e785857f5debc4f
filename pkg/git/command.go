package git

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"majordomus/pkg/fault"
)

// command runs git with an environment in which it neither writes, prompts,
// pages, fetches nor speaks another language.
type command struct {
	program string
	env     []string
}

// always are the settings of every call. A file-system monitor and hooks are
// programs the repository's config names; lists of paths come unquoted by -z.
var always = [...]string{
	"--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=/dev/null", "-c", "submodule.recurse=false", "-c", "core.quotePath=false",
}

func newCommand(ctx context.Context, dir string) (command, error) {
	program, err := lookPath()
	if err != nil {
		return command{}, err
	}
	c := command{program: program, env: quietEnv(os.Environ())}
	return c.adopt(ctx, dir, os.Environ()), nil
}

// failure is a git that ended with another status than 0.
type failure struct {
	verb   string
	code   int
	stderr string
}

func (f *failure) Error() string { return "git " + f.verb + ": " + f.first() }

// first is git's own first complaint, without its prefix.
func (f *failure) first() string {
	for line := range strings.Lines(f.stderr) {
		for _, p := range []string{"fatal: ", "error: "} {
			if s, ok := strings.CutPrefix(line, p); ok {
				return strings.TrimSpace(s)
			}
		}
	}
	if s := strings.TrimSpace(f.stderr); s != "" {
		return s
	}
	return "it failed and said nothing"
}

func (f *failure) fault() error {
	e := fault.New(fault.Internal, "git_refused", "git refuses this repository: %s", f.first())
	e.Err = nil
	switch {
	case strings.Contains(f.stderr, "dubious ownership"), strings.Contains(f.stderr, "unsafe repository"):
		return e.WithHint("if you trust its owner: git config --global --add safe.directory <the folder git names>")
	case strings.Contains(f.stderr, "must be run in a work tree"):
		return e.WithHint("run it inside a work tree")
	}
	return e.WithHint("`git %s` in that folder shows the same refusal", f.verb)
}

// run gives git's standard output. A status other than 0 is a *failure.
func (c command) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	var out bytes.Buffer
	_, err := c.stream(ctx, dir, nil, func(r io.Reader) error {
		_, err := out.ReadFrom(r)
		return err
	}, args...)
	return out.Bytes(), err
}

// stream feeds git's standard output to read and gives what it wrote to
// standard error. Where read fails, git is killed and that error returned.
func (c command) stream(ctx context.Context, dir string, in io.Reader, read func(io.Reader) error, args ...string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.program, append(append([]string(nil), always[:]...), args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, c.env, in
	cmd.WaitDelay = 2 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", fault.Wrap(err, "git %s", verbOf(args))
	}
	if err := cmd.Start(); err != nil {
		return "", startFault(err, verbOf(args))
	}
	readErr := read(out)
	if readErr != nil {
		cancel()
	}
	err = cmd.Wait()
	return stderr.String(), c.outcome(ctx, readErr, err, verbOf(args), stderr.String())
}

// verbOf is what git is asked to do, behind its own options: these name places.
func verbOf(args []string) string {
	for i := 0; i < len(args); i++ {
		if args[i] == "-c" {
			i++
		} else if !strings.HasPrefix(args[i], "-") {
			return args[i]
		}
	}
	return ""
}

func (c command) outcome(ctx context.Context, readErr, err error, verb, stderr string) error {
	if readErr != nil {
		return readErr
	}
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return &failure{verb: verb, code: exit.ExitCode(), stderr: stderr}
	}
	return fault.Wrap(err, "git %s", verb)
}

func startFault(err error, verb string) error {
	if errors.Is(err, os.ErrNotExist) {
		return fault.New(fault.NotFound, "repo_not_found", "the folder does not exist")
	}
	return fault.Wrap(err, "git %s", verb)
}

// exitCode is the status of a failed git; -1 for any other error.
func exitCode(err error) int {
	var f *failure
	if errors.As(err, &f) {
		return f.code
	}
	return -1
}

// plain turns a *failure into the error a user sees.
func plain(err error) error {
	var f *failure
	if errors.As(err, &f) {
		return f.fault()
	}
	return err
}
